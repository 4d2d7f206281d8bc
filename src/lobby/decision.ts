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

/** Gathers what one decision leads to. */
export class Draft {
  readonly now: number;
  readonly entries: Entry[] = [];
  readonly notices: { to: PlayerId; notice: Notice }[] = [];
  readonly unplayable: UnplayableGame[] = [];

  constructor(now: number) {
    this.now = now;
  }

  tell(player: Player, notice: Notice): void {
    this.notices.push({ to: player.id, notice });
  }

  decided(answer: Answer | undefined, looks: number): Decision {
    return { answer, entries: this.entries, notices: this.notices, looks, unplayable: this.unplayable };
  }
}
