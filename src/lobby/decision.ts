import type { CommandAnswer } from './command.ts';
import type { GameId, JournalEntry } from './games/game-event.ts';
import type { Notice } from './notice.ts';
import type { Player, PlayerId } from './players/player.ts';

/** The result of one input. First the entries must be stored, then the answer is delivered, then the notices. */
export interface Decision {
  /** The answer to the command; undefined if the input was no command. */
  readonly answer: CommandAnswer | undefined;
  readonly entries: readonly JournalEntry[];
  readonly notices: readonly { readonly to: PlayerId; readonly notice: Notice }[];
  readonly examinedSeeks: number;
  /** The game number that an input `allocate-game` has asked for. */
  readonly allocated: GameId | undefined;
  /** Restored games whose moves break the rules. They were removed from the lobby. */
  readonly unplayable: readonly UnplayableGame[];
}

/** Called with the decision on an input, or with undefined if the input was dropped because the server cannot serve clients now. */
export type DecisionCallback = (decision: Decision | undefined) => void;

export interface UnplayableGame {
  readonly game: GameId;
  readonly reason: string;
}

// Not frozen, because V8 runs loops over frozen arrays slowly.
const NONE: readonly never[] = [];

/** Collects the parts of one decision. Arrays are created with one element, because an array that grows reserves room for 16 more. */
export class DecisionBuilder {
  readonly now: number;
  allocated: GameId | undefined;
  #entries: JournalEntry[] | undefined;
  #notices: { to: PlayerId; notice: Notice }[] | undefined;
  #unplayable: UnplayableGame[] | undefined;

  constructor(now: number) {
    this.now = now;
  }

  record(entry: JournalEntry): void {
    if (this.#entries === undefined) this.#entries = [entry];
    else this.#entries.push(entry);
  }

  notify(player: Player, notice: Notice): void {
    const addressed = { to: player.id, notice: forSeat(player, notice) };
    if (this.#notices === undefined) this.#notices = [addressed];
    else this.#notices.push(addressed);
  }

  notifyAll(players: readonly Player[], notice: Notice): void {
    if (this.#notices === undefined)
      this.#notices = players.map((player) => ({ to: player.id, notice: forSeat(player, notice) }));
    else for (const player of players) this.notify(player, notice);
  }

  reportUnplayable(game: UnplayableGame): void {
    this.#unplayable ??= [];
    this.#unplayable.push(game);
  }

  build(answer: CommandAnswer | undefined, examinedSeeks: number): Decision {
    const [entries, notices, unplayable] = [this.#entries ?? NONE, this.#notices ?? NONE, this.#unplayable ?? NONE];
    return { answer, entries, notices, examinedSeeks, allocated: this.allocated, unplayable };
  }
}

/** Adds the number of the game to a notice for a computer player, because a computer player has many games. */
function forSeat({ seatOf, seat }: Player, notice: Notice): Notice {
  if (seatOf === undefined || seat === undefined) return notice;
  const addressed = { ...notice, game: seat.game.id };
  return addressed;
}
