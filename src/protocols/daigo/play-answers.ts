import type { Ended, Move, Started } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { intersectionOf, type ServerMessage } from './messages.ts';

/**
 * One running game as far as PLAY asks about it. The client polls and is told nothing by itself, so what the lobby says
 * is kept here until the question comes.
 */
export class PlayAnswers {
  readonly color: Color;
  /** The game's, which is not the listener's where somebody comes back to it from elsewhere. */
  readonly size: BoardSize;
  readonly #opponent: string;
  #toMove: Color;
  #last: Move | undefined;
  /** A white client still waits to hear that somebody has joined, and knows only one answer that says so. */
  #unannounced: boolean;
  /** Until then the turn is not told: it was refused just now. Milliseconds since the epoch. */
  #restsUntil = 0;

  /** `knowsOpponent`: the client is back in a game that it knows. */
  constructor(color: Color, { opponent, toMove, moves, parameters }: Started, knowsOpponent: boolean) {
    this.color = color;
    this.size = square(parameters.size);
    this.#opponent = opponent;
    this.#toMove = toMove;
    this.#last = moves.at(-1);
    this.#unannounced = color === 'white' && !knowsOpponent;
  }

  get myTurn(): boolean {
    return this.#toMove === this.color;
  }

  act(action: Move): void {
    this.#last = action;
    this.#toMove = opposite(action.color);
  }

  /** The turn cannot be taken yet: until then PLAY is answered as if it were the other's (ruling). */
  rest(until: number): void {
    this.#restsUntil = until;
  }

  /**
   * What PLAY is answered. It changes nothing but this: white's first one says that there is an opponent, whatever has
   * happened since. For black START says so, and black's first turn is still to come then.
   */
  report(now: number): ServerMessage {
    const first = this.#unannounced;
    this.#unannounced = false;
    if (first || !this.myTurn || now < this.#restsUntil) return { kind: 'wait', opponent: this.#opponent };
    if (this.#last === undefined) return { kind: 'start', opponent: this.#opponent };
    if (this.#last.kind === 'pass') return { kind: 'pass' };
    return { kind: 'stone', ...intersectionOf(this.size, this.#last.point) };
  }
}

/**
 * What PLAY is answered once the game is over (docs/protocols/README.md, the table of ends). `undefined`: the player gave the
 * game away, or was taken out of it, and is in no game any more.
 */
export function verdict({ winner, reason }: Ended, color: Color): ServerMessage | undefined {
  switch (reason) {
    case 'score':
    case 'row':
    case 'full':
    case 'agreed':
    // Whoever is in charge ends a game without a winner, and this is the client's only word for that (ruling).
    case 'stopped':
      return { kind: 'result', outcome: winner === undefined ? 0 : winner === color ? 1 : -1 };
    case 'resigned':
    case 'timed-out':
    case 'fouled':
      return winner === color ? { kind: 'forfeit' } : undefined;
    case 'left':
      return winner === color ? { kind: 'disconnect' } : undefined;
    case 'abandoned':
      return undefined;
  }
}
