import type { Move } from '../../../src/lobby/games/game-event.ts';
import { drawDiagram } from '../../../src/rules/board-diagram.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GoRefusal, GoRuleset, Score } from '../../../src/rules/go/ruleset.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import { ReferenceBoard } from '../rules/go/reference-board.ts';
import type { Ending } from './client.ts';

/** A client's own record of a game of Go, with a board. */
export class GoRecord {
  readonly color: Color | 'both';
  readonly size: number;
  /** The opponent's name; absent if the protocol does not send it. */
  readonly opponent: string | undefined;
  readonly ruleset: GoRuleset;
  readonly freeHandicap: number;
  readonly moves: Move[] = [];
  readonly board: ReferenceBoard;
  ending: Ending | undefined;
  /** The position may be one of two, because a move was not answered and the next message fits both positions. The client then resigns. */
  isUncertain = false;
  /** The number of moves before play last resumed after two passes. */
  #movesBeforeResumption = 0;

  /** `freeHandicap`: the handicap stones that black places before white's first move. */
  constructor(color: Color | 'both', size: number, opponent: string | undefined, ruleset: GoRuleset, freeStones = 0) {
    this.freeHandicap = freeStones;
    this.color = color;
    this.size = size;
    this.opponent = opponent;
    this.ruleset = ruleset;
    this.board = new ReferenceBoard(square(size));
  }

  get toMove(): Color {
    const last = this.moves.at(-1);
    return last === undefined || this.isPlacing ? 'black' : opposite(last.color);
  }

  /** Whether black still places handicap stones. */
  get isPlacing(): boolean {
    return this.moves.length < this.freeHandicap;
  }

  get isMyTurn(): boolean {
    return this.ending === undefined && (this.color === 'both' || this.color === this.toMove);
  }

  get hasTwoPasses(): boolean {
    return this.passes >= 2;
  }

  /** The number of passes since the last stone. */
  get passes(): number {
    const afterStone = this.moves.findLastIndex(({ kind }) => kind === 'play') + 1;
    return this.moves.length - Math.max(afterStone, this.#movesBeforeResumption);
  }

  /** Resumes play after two passes, because the players have not agreed on the dead stones. */
  resumePlay(): void {
    this.#movesBeforeResumption = this.moves.length;
  }

  point({ x, y }: BoardCoordinates): Point | 'off-board' {
    return pointAt(square(this.size), x, y) ?? 'off-board';
  }

  coordinatesOf(point: Point): BoardCoordinates {
    return coordinates(square(this.size), point);
  }

  /** Why this client's rules forbid the point for the side to move; undefined if they allow it. */
  judge(point: Point | 'off-board'): GoRefusal | 'off-board' | undefined {
    return point === 'off-board' ? point : this.board.judge(this.toMove, point, this.ruleset);
  }

  /** Whether a stone would be suicide, which the opponent's rules may forbid. */
  isSuicide(point: Point): boolean {
    return this.board.judge(this.toMove, point, { ko: 'simple', suicide: 'forbidden' }) === 'suicide';
  }

  /** Plays a legal stone for the side to move. Returns the captured stones. */
  play(point: Point): readonly Point[] {
    const color = this.toMove;
    this.moves.push({ kind: 'play', color, point });
    return this.board.play(color, point);
  }

  pass(): void {
    const color = this.toMove;
    this.moves.push({ kind: 'pass', color });
    this.board.pass(color);
  }

  score(komi: number, dead: readonly Point[] = []): Score {
    return this.board.score(komi, dead);
  }

  /** A copy of the game without its end. */
  copy(): GoRecord {
    const copy = new GoRecord(this.color, this.size, this.opponent, this.ruleset, this.freeHandicap);
    for (const action of this.moves) {
      if (action.kind === 'play') copy.play(action.point);
      else copy.pass();
    }
    copy.isUncertain = this.isUncertain;
    copy.#movesBeforeResumption = this.#movesBeforeResumption;
    return copy;
  }

  toString(): string {
    return drawDiagram(square(this.size), (point) => this.board.at(point));
  }
}
