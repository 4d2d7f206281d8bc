import { areCompatible, type GameParameters } from '../game-parameters.ts';
import type { Game } from '../games/game.ts';
import type { SeatColor, SeatRecord } from '../games/game-event.ts';
import { foldName } from './name-normalisation.ts';
import type { Names } from './names.ts';
import type { Player, ReservedSeat, VisitId } from './player.ts';

/** The reserved seats, the oldest first, and their names. */
export class ReservedSeats {
  readonly #names: Names;
  readonly #seats = new Set<ReservedSeat>();
  /** The seats of each visit, the oldest first; not those of computer players. */
  readonly #byVisit = new Map<VisitId, Set<ReservedSeat>>();

  constructor(names: Names) {
    this.#names = names;
  }

  [Symbol.iterator](): Iterator<ReservedSeat> {
    return this.#seats.values();
  }

  /** Games of the journal go on now, and the players of their seats may come back until then. */
  startResumeTime(now: number, until: number): void {
    for (const reservedSeat of this.#seats) {
      reservedSeat.until = until;
      reservedSeat.game.resumeClocks(now);
    }
  }

  /** The seat of a computer player does not keep the name: the player may be present, with other seats. */
  reserve(game: Game, color: SeatColor, until: number, visit?: VisitId): void {
    const reservedSeat = this.restore(game, color, until, visit);
    const { name, isComputer } = game.record(color);
    if (!isComputer) this.#names.assign(name, { reservedSeat });
  }

  /** Adds a reserved seat whose name is in use already. */
  restore(game: Game, color: SeatColor, until: number, visit: VisitId | undefined): ReservedSeat {
    const reservedSeat: ReservedSeat = { game, color, player: undefined, until, visit };
    for (const each of game.colors(color)) {
      game.seats[each].player = undefined;
      game.seats[each].reserved = reservedSeat;
    }
    this.#seats.add(reservedSeat);
    // A computer player comes back by its name: a client that is none could not keep that name for the seat.
    if (visit !== undefined && !game.record(color).isComputer)
      this.#byVisit.set(visit, (this.#byVisit.get(visit) ?? new Set()).add(reservedSeat));
    return reservedSeat;
  }

  /** Ends the reservation. The name is free unless its player has come back. */
  drop(reservedSeat: ReservedSeat): void {
    const { visit } = reservedSeat;
    this.#seats.delete(reservedSeat);
    const ofVisit = visit === undefined ? undefined : this.#byVisit.get(visit);
    if (visit !== undefined && ofVisit?.delete(reservedSeat) && ofVisit.size === 0) this.#byVisit.delete(visit);
    for (const color of reservedSeat.game.colors(reservedSeat.color))
      reservedSeat.game.seats[color].reserved = undefined;
    if (reservedSeat.player !== undefined) reservedSeat.player.reservedSeat = undefined;
    else if (this.#isNameReserved(reservedSeat)) this.#names.release(reservedSeat.game.record(reservedSeat.color).name);
  }

  /** Not so where the log has lost the end of an earlier game: then one name has seats in both, and is kept for the later. */
  #isNameReserved(reservedSeat: ReservedSeat): boolean {
    const owner = this.#names.bearerOf(reservedSeat.game.record(reservedSeat.color).name);
    return owner !== undefined && 'reservedSeat' in owner && owner.reservedSeat === reservedSeat;
  }

  /** The player is back with the name and may take the seat. */
  claim(reservedSeat: ReservedSeat, player: Player): void {
    reservedSeat.player = player;
    player.reservedSeat = reservedSeat;
  }

  /** The player is gone again, or has another name; the seat stays reserved. */
  unclaim(reservedSeat: ReservedSeat): void {
    if (reservedSeat.player !== undefined) reservedSeat.player.reservedSeat = undefined;
    reservedSeat.player = undefined;
    this.#names.assign(reservedSeat.game.record(reservedSeat.color).name, { reservedSeat });
  }

  /** The seat that the player of this visit had. */
  ofVisit(visit: VisitId | undefined): ReservedSeat | undefined {
    return visit === undefined ? undefined : this.#byVisit.get(visit)?.values().next().value;
  }

  /**
   * The seat that a guest of the same visit had, else the oldest one of a guest with the same address, protocol and listener, whose game has
   * the given parameters; not that of a computer player.
   */
  forGuest(player: Player, parameters: GameParameters | undefined): ReservedSeat | undefined {
    const fits = (record: SeatRecord): boolean =>
      parameters !== undefined && areCompatible(record.parameters, parameters);
    const own = this.ofVisit(player.profile.visit);
    const ownRecord = own?.game.record(own.color);
    if (own?.player === undefined && ownRecord?.guest && (parameters === undefined || fits(ownRecord))) return own;
    if (parameters === undefined) return undefined;
    for (const reservedSeat of this.#seats) {
      const record = reservedSeat.game.record(reservedSeat.color);
      if (!record.guest || record.isComputer || reservedSeat.player !== undefined) continue;
      if (isFrom(record, player) && fits(record)) return reservedSeat;
    }
    return undefined;
  }

  /** The seats of the computer player with this name and address, the oldest first. */
  ofComputer({ name, profile }: Player): readonly ReservedSeat[] {
    return [...this.#seats].filter(({ game, color }) => {
      const record = game.record(color);
      const isNamed = name !== undefined && foldName(record.name) === foldName(name);
      return record.isComputer && isNamed && record.address === profile.address;
    });
  }

  /** How many seats of this listener are reserved for players who are away. */
  vacantOn(listener: string): number {
    let seats = 0;
    for (const reservedSeat of this.#seats) {
      if (reservedSeat.player === undefined && reservedSeat.game.record(reservedSeat.color).listener === listener)
        seats++;
    }
    return seats;
  }
}

const isFrom = (record: SeatRecord, { profile }: Player): boolean =>
  record.address === profile.address && record.protocol === profile.protocol && record.listener === profile.listener;
