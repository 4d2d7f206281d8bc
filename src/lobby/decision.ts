import type { Answer } from './command.ts';
import type { Entry, GameId } from './event.ts';
import type { Notice } from './notice.ts';
import type { Player, PlayerId } from './player.ts';

/** What the lobby has decided: first the entries must be kept, then the answer may be given, then the notices. */
export interface Decision {
  /** To whoever asked; absent where nobody did. */
  readonly answer: Answer | undefined;
  readonly entries: readonly Entry[];
  readonly notices: readonly { readonly to: PlayerId; readonly notice: Notice }[];
  /** How many of those that wait were looked at for it. */
  readonly looks: number;
  /** Games that were read back from the log and are none by the rules: they are here no more. */
  readonly unplayable: readonly UnplayableGame[];
}

export interface UnplayableGame {
  readonly game: GameId;
  readonly why: string;
}

// Not frozen: V8 takes loops over frozen arrays one call at a time.
const NONE: readonly never[] = [];

/** Gathers what one decision leads to. An array that something is added to keeps room for sixteen more, and most have one or two. */
export class Draft {
  readonly now: number;
  #entries: Entry[] | undefined;
  #notices: { to: PlayerId; notice: Notice }[] | undefined;
  #unplayable: UnplayableGame[] | undefined;

  constructor(now: number) {
    this.now = now;
  }

  keep(entry: Entry): void {
    if (this.#entries === undefined) this.#entries = [entry];
    else this.#entries.push(entry);
  }

  tell(player: Player, notice: Notice): void {
    if (this.#notices === undefined) this.#notices = [{ to: player.id, notice }];
    else this.#notices.push({ to: player.id, notice });
  }

  /** The same to some. */
  tellAll(players: readonly Player[], notice: Notice): void {
    if (this.#notices === undefined) this.#notices = players.map(({ id }) => ({ to: id, notice }));
    else for (const player of players) this.tell(player, notice);
  }

  leaveOut(game: UnplayableGame): void {
    this.#unplayable ??= [];
    this.#unplayable.push(game);
  }

  decided(answer: Answer | undefined, looks: number): Decision {
    const [entries, notices, unplayable] = [this.#entries ?? NONE, this.#notices ?? NONE, this.#unplayable ?? NONE];
    return { answer, entries, notices, looks, unplayable };
  }
}
