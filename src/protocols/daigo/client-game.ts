import type { Move } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import type { BoardSize } from '../../rules/point.ts';
import { RULESET } from './listener-settings.ts';

/** A game whose connection was lost, as its client knows it. */
export interface InterruptedClientGame {
  readonly game: ClientGame;
  /** Our move that was sent and not answered. */
  readonly doubt: Move | undefined;
}

/** A game as its client knows it. It outlives the connection, because no server sends the game again. */
export class ClientGame {
  readonly color: Color;
  readonly board: BoardSize;
  /** The opponent's name, if the server has sent it. */
  readonly opponent: string | undefined;
  readonly #turns: Move[];

  constructor(color: Color, board: BoardSize, opponent: string | undefined, turns: readonly Move[] = []) {
    this.color = color;
    this.board = board;
    this.opponent = opponent;
    this.#turns = [...turns];
  }

  copy(): ClientGame {
    return new ClientGame(this.color, this.board, this.opponent, this.#turns);
  }

  isAgainst(opponent: string): boolean {
    return this.opponent === undefined || this.opponent === opponent;
  }

  get last(): Move | undefined {
    return this.#turns.at(-1);
  }

  get toMove(): Color {
    return this.last === undefined ? 'black' : opposite(this.last.color);
  }

  get isOurs(): boolean {
    return this.toMove === this.color;
  }

  get hasTwoPasses(): boolean {
    return this.last?.kind === 'pass' && this.#turns.at(-2)?.kind === 'pass';
  }

  take(turn: Move): void {
    this.#turns.push(turn);
  }

  /**
   * The turns that have been taken since, if it is our turn and the opponent's last is `told`. `doubt`: a turn of ours
   * that was not answered. `undefined`: no such game comes of what is known. `unclear`: either none, or both.
   */
  turnsUntil(told: Move, doubt: Move | undefined): readonly Move[] | 'unclear' | undefined {
    if (!this.isOurs) return [told];
    if (!isSameTurn(told, this.last)) return doubt && [doubt, told];
    return doubt !== undefined && this.#mayComeAgain(doubt) ? 'unclear' : [];
  }

  /**
   * Whether the opponent may answer `ours` by the very turn that was its last. Then the same answer to PLAY as before
   * does not say whether ours was taken.
   */
  #mayComeAgain(ours: Move): boolean {
    const { last } = this;
    // A second pass would end the game, and one pass takes no stone off that could be put there again.
    if (last === undefined || ours.kind === 'pass') return false;
    const position = this.#replay();
    // Not a game by our rules: unknown.
    if (position === undefined) return true;
    if (position.judge(ours.color, ours.point, RULESET) !== undefined) return false;
    position.play(ours.color, ours.point);
    return last.kind === 'pass' || position.judge(last.color, last.point, RULESET) === undefined;
  }

  #replay(): GoPosition | undefined {
    const position = new GoPosition(this.board);
    for (const turn of this.#turns) {
      if (turn.kind === 'pass') position.pass(turn.color);
      else if (position.at(turn.point) === undefined) position.play(turn.color, turn.point);
      else return undefined;
    }
    return position;
  }
}

const isSameTurn = (one: Move, other: Move | undefined): boolean =>
  one.kind === other?.kind &&
  one.color === other.color &&
  (one.kind === 'pass' || (other.kind === 'play' && one.point === other.point));
