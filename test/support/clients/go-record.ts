import type { Move } from '../../../src/lobby/games/game-event.ts';
import { drawDiagram } from '../../../src/rules/board-diagram.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GoRefusal, GoRuleset, Score } from '../../../src/rules/go/ruleset.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import { ReferenceBoard } from '../rules/go/reference-board.ts';
import type { Ending } from './client.ts';

/** One game of Go as a client was told of it, by a board of its own. */
export class GoRecord {
  readonly color: Color | 'both';
  readonly size: number;
  /** As the protocol calls it; absent where it does not. */
  readonly opponent: string | undefined;
  readonly ruleset: GoRuleset;
  readonly freeHandicap: number;
  readonly moves: Move[] = [];
  readonly board: ReferenceBoard;
  ending: Ending | undefined;
  /** Its client cannot know which of two positions it is: a turn was not answered, and the next words fit both. All that is left is to give up. */
  isUncertain = false;
  /** The moves before play went on after two passes. */
  #settled = 0;

  /** `freeStones`: so many black places before white's first move. */
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

  /** Black places its handicap stones. */
  get isPlacing(): boolean {
    return this.moves.length < this.freeHandicap;
  }

  get isMyTurn(): boolean {
    return this.ending === undefined && (this.color === 'both' || this.color === this.toMove);
  }

  get hasTwoPasses(): boolean {
    return this.passes >= 2;
  }

  /** How many of the last turns were passes. */
  get passes(): number {
    const afterStone = this.moves.findLastIndex(({ kind }) => kind === 'play') + 1;
    return this.moves.length - Math.max(afterStone, this.#settled);
  }

  /** Play goes on after two passes, because the two sides agree on no dead stones. */
  resumePlay(): void {
    this.#settled = this.moves.length;
  }

  point({ x, y }: BoardCoordinates): Point | 'off-board' {
    return pointAt(square(this.size), x, y) ?? 'off-board';
  }

  coordinatesOf(point: Point): BoardCoordinates {
    return coordinates(square(this.size), point);
  }

  /** Why the side to move may not play there by this client's rules. */
  judge(point: Point | 'off-board'): GoRefusal | 'off-board' | undefined {
    return point === 'off-board' ? point : this.board.judge(this.toMove, point, this.ruleset);
  }

  /** Whether the rules of another seat might forbid what this one's allow. */
  isSuicide(point: Point): boolean {
    return this.board.judge(this.toMove, point, { ko: 'simple', suicide: 'forbidden' }) === 'suicide';
  }

  /** Takes a legal stone of the side to move in; the stones that it takes off. */
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

  /** The same game so far, without its end. */
  copy(): GoRecord {
    const copy = new GoRecord(this.color, this.size, this.opponent, this.ruleset, this.freeHandicap);
    for (const action of this.moves) {
      if (action.kind === 'play') copy.play(action.point);
      else copy.pass();
    }
    copy.isUncertain = this.isUncertain;
    copy.#settled = this.#settled;
    return copy;
  }

  toString(): string {
    return drawDiagram(square(this.size), (point) => this.board.at(point));
  }
}
