import { COLORS, type Color } from '../color.ts';
import type { BoardSize, Point } from '../point.ts';
import { areaScore } from './area-score.ts';
import { BLACK, EMPTY, GoBoard, MAX_MARK, WHITE } from './go-board.ts';
import { positionArrays } from './position-arrays.ts';
import { PositionHistory } from './position-history.ts';
import type { GoRefusal, GoRuleset, KoRule, Score } from './ruleset.ts';

const stoneOf = (color: Color): number => (color === 'black' ? BLACK : WHITE);

/**
 * A game of Go: the board and all earlier positions. Either colour may be judged and played at any time, for handicap
 * stones and for study. The colour to move depends only on the last move. Points must be on the board.
 */
export class GoPosition {
  readonly size: BoardSize;
  readonly #board: GoBoard;
  readonly #history: PositionHistory;
  #passes = 0;
  /**
   * Each side's newest stone on a point on which no stone was played before, and the number of its move. Off the board if
   * there is none.
   */
  #blackNewest: Point;
  #blackNewestMove = 0;
  #whiteNewest: Point;
  #whiteNewestMove = 0;

  constructor(size: BoardSize) {
    this.size = size;
    const points = size.width * size.height;
    const memory = positionArrays(points);
    this.#board = new GoBoard(size, memory);
    this.#history = new PositionHistory(points, memory);
    this.#blackNewest = this.#whiteNewest = points as Point;
  }

  /**
   * Puts stones on the empty board before the first move, which `toMove` makes: handicap stones, or a position from which
   * to continue. If a point occurs twice or a stone has no liberty, returns false, and the position must not be used.
   * Throws after the first move.
   */
  setUp(stones: Iterable<{ readonly point: Point; readonly color: Color }>, toMove: Color): boolean {
    if (this.#history.last > 0) throw new Error('stones are set up before the first turn');
    for (const { point, color } of stones) {
      if (this.#board.stones[point] !== EMPTY) return false;
      // A chain that has no liberty now has none at the end either, because the stones around it stay.
      if (this.#board.place(stoneOf(color), point).length > 0) return false;
    }
    this.#history.setStart(1 - stoneOf(toMove), this.#board.hash);
    return true;
  }

  /** The opposite of the colour that moved last. Before the first move it is black, unless `setUp` has set white. */
  get toMove(): Color {
    return COLORS[1 - this.#history.colorOf(this.#history.last)]!;
  }

  /** Whether the last two moves were passes. */
  get isOver(): boolean {
    return this.#passes >= 2;
  }

  at(point: Point): Color | undefined {
    return COLORS[this.#board.stones[point]!];
  }

  /** Every stone on the board, row by row. */
  *stones(): Iterable<{ readonly point: Point; readonly color: Color }> {
    for (let index = 0; index < this.#board.points; index++) {
      const point = index as Point;
      const color = this.at(point);
      if (color !== undefined) yield { point, color };
    }
  }

  /** Why a stone may not be played; `undefined` if it may. */
  judge(color: Color, point: Point, ruleset: GoRuleset): GoRefusal | undefined {
    if (this.#board.stones[point] !== EMPTY) return 'occupied';
    const stone = stoneOf(color);
    const suicide = this.#board.isSuicide(stone, point);
    if (suicide && ruleset.suicide === 'forbidden') return 'suicide';
    // A stone that stays on a point that never had a stone makes a new position.
    const mayRecreate = suicide || this.#board.hasEverHadStone(point);
    return mayRecreate && this.#isKo(stone, point, suicide, ruleset.ko) ? 'ko' : undefined;
  }

  /** Plays a stone, legal or not. Returns the removed stones; after a suicide, these are the mover's own. */
  play(color: Color, point: Point): readonly Point[] {
    if (this.#board.stones[point] !== EMPTY) throw new Error(`point ${point} is occupied or off the board`);
    const stone = stoneOf(color);
    const isNew = !this.#board.hasEverHadStone(point);
    const removed = this.#board.place(stone, point);
    this.#history.addStone(stone, point, removed, this.#board.hash);
    for (let i = 0; i < removed.length; i++) this.#board.setMark(removed[i]!, this.#history.last);
    this.#passes = 0;
    if (isNew) this.#setNewest(stone, point);
    return removed;
  }

  #setNewest(stone: number, point: Point): void {
    if (stone === BLACK) {
      this.#blackNewest = point;
      this.#blackNewestMove = this.#history.last;
    } else {
      this.#whiteNewest = point;
      this.#whiteNewestMove = this.#history.last;
    }
  }

  pass(color: Color): void {
    this.#history.addPass(stoneOf(color));
    this.#passes++;
  }

  /** Whether a colour can play a stone that is legal by all of these rulesets. */
  hasLegalStone(color: Color, rulesets: readonly GoRuleset[]): boolean {
    for (let index = 0; index < this.#board.points; index++) {
      const point = index as Point;
      if (rulesets.every((ruleset) => this.judge(color, point, ruleset) === undefined)) return true;
    }
    return false;
  }

  /** Resumes play after two passes. Only two more passes end the game. */
  resume(): void {
    this.#passes = 0;
  }

  /** The stones of the chain at a point, in no particular order; none for an empty point. */
  chainAt(point: Point): readonly Point[] {
    if (this.at(point) === undefined) return [];
    const chain = [point];
    for (let next = this.#board.nextInChain(point); next !== point; next = this.#board.nextInChain(next)) {
      chain.push(next as Point);
    }
    return chain;
  }

  /** The area score of the position without the `dead` stones. White's points include `komi`. */
  score(komi: number, dead: Iterable<Point> = []): Score {
    return areaScore(this.#board, komi, dead);
  }

  #isKo(stone: number, point: Point, suicide: boolean, ko: KoRule): boolean {
    const board = this.#board;
    // The suicide of a single stone recreates the position. Every ko rule forbids that (ruling).
    if (suicide && board.suicideStones(stone, point).length === 1) return true;
    const until = this.#latestCandidate(point, suicide);
    const since = this.#oldestCandidate(point, suicide ? stone : 1 - stone);
    if (until < since) return false;
    const hash = board.hashAfter(stone, point, suicide);
    let earlier = this.#history.latestWithHash(hash, since, until);
    if (earlier < 0) return false;
    const removed = suicide ? board.suicideStones(stone, point) : board.capturedStones(stone, point);
    for (; earlier >= 0; earlier = this.#history.earlierWithHash(earlier, hash, since)) {
      if (this.#forbids(ko, stone, earlier) && this.#recreates(stone, point, removed, earlier)) return true;
    }
    return false;
  }

  /**
   * The oldest position that a stone at `point` that removes stones of `capturedColor` could recreate. Before it, a point
   * that stays occupied never had a stone.
   */
  #oldestCandidate(point: Point, dying: number): number {
    const black = this.#staysOccupied(this.#blackNewest, point, dying) ? this.#blackNewestMove : 0;
    const white = this.#staysOccupied(this.#whiteNewest, point, dying) ? this.#whiteNewestMove : 0;
    return Math.max(black, white);
  }

  #staysOccupied(stonePoint: Point, point: Point, capturedColor: number): boolean {
    return this.#board.stones[stonePoint]! < EMPTY && !this.#board.wouldBeCaptured(stonePoint, point, capturedColor);
  }

  /**
   * The latest position that a stone at `point` could recreate. Since the point became empty, all positions differ from the
   * new one in this point, unless the stone is a suicide. No move recreates the current position, except the suicide of a
   * single stone.
   */
  #latestCandidate(point: Point, suicide: boolean): number {
    const emptied = suicide ? MAX_MARK : this.#board.markOf(point);
    return (emptied === MAX_MARK ? this.#history.last : emptied) - 1;
  }

  /** Whether a ko rule forbids a colour to recreate an earlier position. */
  #forbids(ko: KoRule, stone: number, earlier: number): boolean {
    switch (ko) {
      case 'simple':
        return earlier + 1 === this.#history.lastMoveOf(1 - stone);
      case 'positional':
        return true;
      case 'situational':
        return this.#history.colorOf(earlier) === stone;
    }
  }

  #recreates(stone: number, point: Point, removed: readonly Point[], earlier: number): boolean {
    const after = this.#board.stones.slice();
    after[point] = stone;
    for (const removedPoint of removed) after[removedPoint] = EMPTY;
    const before = this.#board.stones.slice();
    this.#history.rewind(before, earlier);
    return after.every((cell, index) => cell === before[index]);
  }
}
