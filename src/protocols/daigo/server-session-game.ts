import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { intersectionOf, type ServerMessage } from './messages.ts';

/**
 * The state of a running game in the server's session of one player. The server sends nothing without a request, so the
 * effects of notices are stored here until the client sends PLAY.
 */
export class ServerSessionGame {
  readonly color: Color;
  /** The board size of the game. After a return it may differ from the listener's board size. */
  readonly size: BoardSize;
  readonly #opponent: string;
  #toMove: Color;
  #last: Move | undefined;
  /** A white client must first learn by `WAIT name` that a game has begun. */
  #unannounced: boolean;
  /**
   * Until this time, in milliseconds since the epoch, PLAY is answered as if it were the opponent's turn, because the server
   * could not store a move.
   */
  #pausedUntil = 0;

  /** `knowsOpponent`: the client has returned to a game that it knows. */
  constructor(color: Color, { opponent, toMove, moves, parameters }: StartedNotice, knowsOpponent: boolean) {
    this.color = color;
    this.size = square(parameters.size);
    this.#opponent = opponent;
    this.#toMove = toMove;
    this.#last = moves.at(-1);
    this.#unannounced = color === 'white' && !knowsOpponent;
  }

  get isPlayersTurn(): boolean {
    return this.#toMove === this.color;
  }

  add(action: Move): void {
    this.#last = action;
    this.#toMove = opposite(action.color);
  }

  /**
   * Sets the time until which PLAY is answered as if it were the opponent's turn, because a move cannot be stored now
   * (ruling).
   */
  pauseUntil(until: number): void {
    this.#pausedUntil = until;
  }

  /**
   * The answer to PLAY. White's first PLAY is always answered by `WAIT name`, which tells the opponent's name. Black gets it
   * by START.
   */
  takeState(now: number): ServerMessage {
    const first = this.#unannounced;
    this.#unannounced = false;
    if (first || !this.isPlayersTurn || now < this.#pausedUntil) return { kind: 'wait', opponent: this.#opponent };
    if (this.#last === undefined) return { kind: 'start', opponent: this.#opponent };
    if (this.#last.kind === 'pass') return { kind: 'pass' };
    return { kind: 'stone', ...intersectionOf(this.size, this.#last.point) };
  }
}

/**
 * The answer to PLAY after the end of the game (docs/protocols/README.md, the table of ends). `undefined`: the player has
 * resigned or was excluded, and is no longer in a game.
 */
export function endMessage({ winner, reason }: EndedNotice, color: Color): ServerMessage | undefined {
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
