import { areCompatible, type GameParameters } from '../game-parameters.ts';
import type { Game } from '../games/game.ts';
import type { ColorOrBoth, SeatRecord } from '../games/game-event.ts';
import { foldName } from './name-normalisation.ts';
import type { Names } from './names.ts';
import type { Player, ReservedSeat, VisitId } from './player.ts';

/** The reserved seats, the oldest first. Their names are kept for them. */
export class ReservedSeats {
  readonly #names: Names;
  readonly #seats = new Set<ReservedSeat>();
  /** The seats of each visit, the oldest first, without the seats of computer players. */
  readonly #byVisit = new Map<VisitId, Set<ReservedSeat>>();

  constructor(names: Names) {
    this.#names = names;
  }

  [Symbol.iterator](): Iterator<ReservedSeat> {
    return this.#seats.values();
  }

  /** Games from the journal continue now, and their players may come back until `until`. */
  startResumeTime(now: number, until: number): void {
    for (const reservedSeat of this.#seats) {
      reservedSeat.until = until;
      reservedSeat.game.resumeClocks(now);
    }
  }

  /** Reserves a seat and its name. The name of a computer player is not kept, because the player may be present with other seats. */
  reserve(game: Game, color: ColorOrBoth, until: number, visit?: VisitId): void {
    const reservedSeat = this.restore(game, color, until, visit);
    const { name, isComputer } = game.record(color);
    if (!isComputer) this.#names.assign(name, { reservedSeat });
  }

  /** Adds a reserved seat without keeping its name. */
  restore(game: Game, color: ColorOrBoth, until: number, visit: VisitId | undefined): ReservedSeat {
    const reservedSeat: ReservedSeat = { game, color, player: undefined, until, visit };
    for (const each of game.colors(color)) {
      game.seats[each].player = undefined;
      game.seats[each].reserved = reservedSeat;
    }
    this.#seats.add(reservedSeat);
    // A computer player comes back by its name, not by a visit.
    if (visit !== undefined && !game.record(color).isComputer)
      this.#byVisit.set(visit, (this.#byVisit.get(visit) ?? new Set()).add(reservedSeat));
    return reservedSeat;
  }

  /** Ends the reservation. The name becomes free, unless its player has come back. */
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

  /**
   * Whether the name is kept for this seat. If the journal has lost the end of an earlier game, a name may have seats in two games; then it is
   * kept for the later game.
   */
  #isNameReserved(reservedSeat: ReservedSeat): boolean {
    const owner = this.#names.bearerOf(reservedSeat.game.record(reservedSeat.color).name);
    return owner !== undefined && 'reservedSeat' in owner && owner.reservedSeat === reservedSeat;
  }

  /** The player is back with the name and may take the seat. */
  claim(reservedSeat: ReservedSeat, player: Player): void {
    reservedSeat.player = player;
    player.reservedSeat = reservedSeat;
  }

  /** The player has left again, or has changed its name. The seat stays reserved. */
  unclaim(reservedSeat: ReservedSeat): void {
    if (reservedSeat.player !== undefined) reservedSeat.player.reservedSeat = undefined;
    reservedSeat.player = undefined;
    this.#names.assign(reservedSeat.game.record(reservedSeat.color).name, { reservedSeat });
  }

  /** The oldest reserved seat of this visit. */
  ofVisit(visit: VisitId | undefined): ReservedSeat | undefined {
    return visit === undefined ? undefined : this.#byVisit.get(visit)?.values().next().value;
  }

  /**
   * The reserved seat of a guest of the same visit. If there is none: the oldest one of a guest with the same address, protocol and listener
   * whose game fits the parameters.
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

  /** The number of seats of this listener that are reserved for absent players. */
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
