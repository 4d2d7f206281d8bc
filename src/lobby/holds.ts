import type { SeatRecord } from './event.ts';
import type { Game, SeatColor } from './game.ts';
import type { Names } from './names.ts';
import type { Hold, Player } from './player.ts';

/** The seats whose players are away, the longest vacant first, and the names that are kept with them. */
export class Holds {
  readonly #names: Names;
  readonly #holds = new Set<Hold>();

  constructor(names: Names) {
    this.#names = names;
  }

  [Symbol.iterator](): Iterator<Hold> {
    return this.#holds.values();
  }

  hold(game: Game, color: SeatColor, until: number): void {
    const hold: Hold = { game, color, player: undefined, until };
    for (const each of game.colors(color)) {
      game.seats[each].player = undefined;
      game.seats[each].hold = hold;
    }
    this.#holds.add(hold);
    this.#names.give(game.record(color).name, { hold });
  }

  /** The seat is held no longer; its name is free unless somebody has come back under it. */
  drop(hold: Hold): void {
    this.#holds.delete(hold);
    for (const color of hold.game.colors(hold.color)) hold.game.seats[color].hold = undefined;
    if (hold.player !== undefined) hold.player.hold = undefined;
    else if (this.#isKept(hold)) this.#names.release(hold.game.record(hold.color).name);
  }

  /** Not so where the log has lost the end of an earlier game: then one name has seats in both, and is kept for the later. */
  #isKept(hold: Hold): boolean {
    const owner = this.#names.owner(hold.game.record(hold.color).name);
    return owner !== undefined && 'hold' in owner && owner.hold === hold;
  }

  /** The player is back under the name, and may sit down. */
  claim(hold: Hold, player: Player): void {
    hold.player = player;
    player.hold = hold;
  }

  /** The player is gone again, or bears another name; the seat is held as before. */
  unclaim(hold: Hold): void {
    if (hold.player !== undefined) hold.player.hold = undefined;
    hold.player = undefined;
    this.#names.give(hold.game.record(hold.color).name, { hold });
  }

  /** The oldest vacant seat of a nameless player like this one. */
  forGuest(player: Player, fits: (record: SeatRecord) => boolean): Hold | undefined {
    for (const hold of this.#holds) {
      const record = hold.game.record(hold.color);
      if (record.guest && hold.player === undefined && isFrom(record, player) && fits(record)) return hold;
    }
    return undefined;
  }

  /** How many seats of this listener wait for somebody who is away. */
  vacantOn(listener: string): number {
    let seats = 0;
    for (const hold of this.#holds) {
      if (hold.player === undefined && hold.game.record(hold.color).listener === listener) seats++;
    }
    return seats;
  }
}

const isFrom = (record: SeatRecord, { profile }: Player): boolean =>
  record.address === profile.address && record.protocol === profile.protocol && record.listener === profile.listener;
