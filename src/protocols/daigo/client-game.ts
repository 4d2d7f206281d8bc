import type { Move } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import type { BoardSize } from '../../rules/point.ts';
import { RULESET } from './listener-settings.ts';

/** A game whose connection was lost. */
export interface InterruptedClientGame {
  readonly game: ClientGame;
  /** Our move that was sent and not answered. Undefined: there is none. */
  readonly unansweredMove: Move | undefined;
}

/** The game, stored by the client. It must survive a lost connection, because servers do not send the game again. */
export class ClientGame {
  readonly color: Color;
  readonly board: BoardSize;
  /** The opponent's name, if the server has sent it. */
  readonly opponent: string | undefined;
  readonly #moves: Move[];

  constructor(color: Color, board: BoardSize, opponent: string | undefined, moves: readonly Move[] = []) {
    this.color = color;
    this.board = board;
    this.opponent = opponent;
    this.#moves = [...moves];
  }

  copy(): ClientGame {
    return new ClientGame(this.color, this.board, this.opponent, this.#moves);
  }

  isAgainst(opponent: string): boolean {
    return this.opponent === undefined || this.opponent === opponent;
  }

  get last(): Move | undefined {
    return this.#moves.at(-1);
  }

  get toMove(): Color {
    return this.last === undefined ? 'black' : opposite(this.last.color);
  }

  get isOurs(): boolean {
    return this.toMove === this.color;
  }

  get hasTwoPasses(): boolean {
    return this.last?.kind === 'pass' && this.#moves.at(-2)?.kind === 'pass';
  }

  add(move: Move): void {
    this.#moves.push(move);
  }

  /**
   * The moves after the last stored move, if it is our turn and `reported` is the opponent's last move. `unanswered` is a move
   * of ours that the server has not answered. `undefined`: the report contradicts the stored game. `unclear`: either there are
   * no new moves, or both `unanswered` and `reported` are new.
   */
  movesUntil(reported: Move, unanswered: Move | undefined): readonly Move[] | 'unclear' | undefined {
    if (!this.isOurs) return [reported];
    if (!isSameMove(reported, this.last)) return unanswered && [unanswered, reported];
    return unanswered !== undefined && this.#mayRepeat(unanswered) ? 'unclear' : [];
  }

  /**
   * Whether the opponent could answer `ours` by repeating its last move. If so, an unchanged answer to PLAY does not show
   * whether `ours` was accepted.
   */
  #mayRepeat(ours: Move): boolean {
    const { last } = this;
    // After our pass, another pass ends the game, and no stone is captured that could be played again.
    if (last === undefined || ours.kind === 'pass') return false;
    const position = this.#replay();
    // The stored moves do not follow our rules, so the answer is unknown.
    if (position === undefined) return true;
    if (position.judge(ours.color, ours.point, RULESET) !== undefined) return false;
    position.play(ours.color, ours.point);
    return last.kind === 'pass' || position.judge(last.color, last.point, RULESET) === undefined;
  }

  #replay(): GoPosition | undefined {
    const position = new GoPosition(this.board);
    for (const move of this.#moves) {
      if (move.kind === 'pass') position.pass(move.color);
      else if (position.at(move.point) === undefined) position.play(move.color, move.point);
      else return undefined;
    }
    return position;
  }
}

const isSameMove = (one: Move, other: Move | undefined): boolean =>
  one.kind === other?.kind &&
  one.color === other.color &&
  (one.kind === 'pass' || (other.kind === 'play' && one.point === other.point));
