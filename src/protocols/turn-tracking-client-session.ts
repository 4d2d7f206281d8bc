import type { Color } from '../rules/color.ts';
import type { NonMarkIntent } from './client-session-types.ts';
import { LineClientSession } from './line-client-session.ts';
import type { ReceivedLine } from './text-line.ts';
import { TurnTracker } from './turn-tracker.ts';

/**
 * The base class of client sessions for text protocols that send every move to both players. It stores the client's name and
 * reports when our player must move.
 */
export abstract class TurnTrackingClientSession extends LineClientSession {
  protected readonly turns = new TurnTracker();
  #name: string;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  /** The client's name, or the name that it has requested. */
  get name(): string {
    return this.#name;
  }

  protected set name(name: string) {
    this.#name = name;
  }

  /** The reason why an intent cannot be sent to the server. Undefined: it can be sent. */
  protected abstract problemOf(intent: NonMarkIntent): string | undefined;
  /** Carries out an intent for which `problemOf` has found no problem. */
  protected abstract execute(intent: NonMarkIntent): void;

  protected override onIntent(intent: NonMarkIntent): void {
    const problem = this.problemOf(intent);
    if (problem === undefined) this.execute(intent);
    else this.refuse(intent.kind, problem);
    this.requestMove();
  }

  /** A game begins. After a reconnection the server sends the whole game, so the earlier state is discarded. */
  protected begin(color: Color, opponent: string, size: number): void {
    this.turns.begin(color, size, this.now);
    const ruleset = { ko: 'positional', suicide: 'allowed' } as const;
    const emptyBoard = { setup: [], continues: false };
    this.report({ kind: 'game-started', game: 'go', color, opponent, size, ruleset, komi: 0, ...emptyBoard });
  }

  protected override onMessage(line: ReceivedLine): void {
    super.onMessage(line);
    this.requestMove();
  }

  /** Reports `your-turn` if our move must be requested now, at most once for each turn. */
  protected requestMove(): void {
    const color = this.turns.requestMove(this.now);
    if (color !== undefined) this.report({ kind: 'your-turn', color });
  }
}
