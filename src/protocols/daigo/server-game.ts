import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { intersectionOf, type ServerMessage } from './messages.ts';

/**
 * A running game as the server's session of one player knows it. The client polls and gets nothing unasked, so notices are
 * stored here until PLAY asks.
 */
export class ServerGame {
  readonly color: Color;
  /** The board size of the game, which may differ from the listener's after a return. */
  readonly size: BoardSize;
  readonly #opponent: string;
  #toMove: Color;
  #last: Move | undefined;
  /** A white client must first learn by `WAIT name` that a game has begun. */
  #unannounced: boolean;
  /**
   * Until this time, in milliseconds since the epoch, the answer is as if it were the opponent's turn, because the
   * server could not store a move.
   */
  #restsUntil = 0;

  /** `knowsOpponent`: the client returns to a game that it knows. */
  constructor(color: Color, { opponent, toMove, moves, parameters }: StartedNotice, knowsOpponent: boolean) {
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

  /** The move cannot be stored now: until then PLAY is answered as if it were the opponent's turn (ruling). */
  rest(until: number): void {
    this.#restsUntil = until;
  }

  /** The answer to PLAY. White's first PLAY is always answered `WAIT name`; for black, START has the same purpose. */
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
 * The answer to PLAY after the end of the game (docs/protocols/README.md, the table of ends). `undefined`: the player
 * has given the game up or was excluded, and is no longer in a game.
 */
export function verdict({ winner, reason }: EndedNotice, color: Color): ServerMessage | undefined {
  switch (reason) {
    case 'score':
    case 'row':
    case 'full':
    case 'agreed':
    // An administrator ended the game without a winner; the protocol has only this message for it (ruling).
    case 'stopped':
      return { kind: 'result', outcome: winner === undefined ? 0 : winner === color ? 1 : -1 };
    case 'resigned':
    case 'timed-out':
    case 'fouled':
      return winner === color ? { kind: 'forfeit' } : undefined;
    case 'left':
      return winner === color ? { kind: 'disconnect' } : undefined;
    case 'abandoned':
    case 'adjourned':
      return undefined;
  }
}
