import { COLORS, type Color } from '../color.ts';
import type { BoardSize, Point } from '../point.ts';
import { areaScore } from './area-score.ts';
import { positionArrays } from './board-arrays.ts';
import { BLACK, EMPTY, GoBoard, MOST_NOTED, WHITE } from './go-board.ts';
import { PositionHistory } from './position-history.ts';
import type { GoRefusal, GoRuleset, KoRule, Score } from './ruleset.ts';

const stoneOf = (color: Color): number => (color === 'black' ? BLACK : WHITE);

/**
 * A game of Go: the board and every position before. Either colour may be asked for and played at any time (handicap
 * stones, study); whose turn it is follows from the last turn alone. Points must lie on the board.
 */
export class GoPosition {
  readonly size: BoardSize;
  readonly #board: GoBoard;
  readonly #history: PositionHistory;
  #passes = 0;
  /** Each side's latest stone on a point that was never played before, and its turn; beyond the edge as long as there is none. */
  #blackFresh: Point;
  #blackFreshTurn = 0;
  #whiteFresh: Point;
  #whiteFreshTurn = 0;

  constructor(size: BoardSize) {
    this.size = size;
    const points = size.width * size.height;
    const memory = positionArrays(points);
    this.#board = new GoBoard(size, memory);
    this.#history = new PositionHistory(points, memory);
    this.#blackFresh = this.#whiteFresh = points as Point;
  }

  /**
   * Puts stones on the empty board before the first turn, which is `toMove`'s: handicap stones, or a position to go on from. False
   * where a point is named twice or a stone has no liberty: then the position is of no use. Throws after the first turn.
   */
  setUp(stones: Iterable<{ readonly point: Point; readonly color: Color }>, toMove: Color): boolean {
    if (this.#history.last > 0) throw new Error('stones are set up before the first turn');
    for (const { point, color } of stones) {
      if (this.#board.stones[point] !== EMPTY) return false;
      // A chain that has no liberty now will have none when all stones are there: what is around it stays.
      if (this.#board.place(stoneOf(color), point).length > 0) return false;
    }
    this.#history.begin(1 - stoneOf(toMove), this.#board.hash);
    return true;
  }

  /** The opposite of the colour that moved last; before the first turn black, unless `setUp` says white. */
  get toMove(): Color {
    return COLORS[1 - this.#history.moverOf(this.#history.last)]!;
  }

  /** Two passes in a row. */
  get over(): boolean {
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
    // A stone that stays makes a new position where none has ever stood.
    const mayRecreate = suicide || this.#board.hasEverHeld(point);
    return mayRecreate && this.#isKo(stone, point, suicide, ruleset.ko) ? 'ko' : undefined;
  }

  /** Plays a stone, legal or not; gives the stones that came off, the mover's own after suicide. */
  play(color: Color, point: Point): readonly Point[] {
    if (this.#board.stones[point] !== EMPTY) throw new Error(`point ${point} is occupied or off the board`);
    const stone = stoneOf(color);
    const fresh = !this.#board.hasEverHeld(point);
    const removed = this.#board.place(stone, point);
    this.#history.played(stone, point, removed, this.#board.hash);
    for (let i = 0; i < removed.length; i++) this.#board.note(removed[i]!, this.#history.last);
    this.#passes = 0;
    if (fresh) this.#playedFresh(stone, point);
    return removed;
  }

  #playedFresh(stone: number, point: Point): void {
    if (stone === BLACK) {
      this.#blackFresh = point;
      this.#blackFreshTurn = this.#history.last;
    } else {
      this.#whiteFresh = point;
      this.#whiteFreshTurn = this.#history.last;
    }
  }

  pass(color: Color): void {
    this.#history.passed(stoneOf(color));
    this.#passes++;
  }

  /** Whether a colour has a stone that is legal by all of these rules. */
  hasLegalStone(color: Color, rulesets: readonly GoRuleset[]): boolean {
    for (let index = 0; index < this.#board.points; index++) {
      const point = index as Point;
      if (rulesets.every((ruleset) => this.judge(color, point, ruleset) === undefined)) return true;
    }
    return false;
  }

  /** Play goes on after two passes, which have not ended the game: only two more would. */
  playOn(): void {
    this.#passes = 0;
  }

  /** The stones of the chain at a point, in no particular order; none where there is no stone. */
  chainAt(point: Point): readonly Point[] {
    if (this.at(point) === undefined) return [];
    const chain = [point];
    for (let next = this.#board.nextInChain(point); next !== point; next = this.#board.nextInChain(next)) {
      chain.push(next as Point);
    }
    return chain;
  }

  /** The area as it stands, or without the `dead` stones; white's includes `komi`. */
  score(komi: number, dead: Iterable<Point> = []): Score {
    return areaScore(this.#board, komi, dead);
  }

  #isKo(stone: number, point: Point, suicide: boolean, ko: KoRule): boolean {
    const board = this.#board;
    // A single stone that takes itself off recreates the position; every ko rule forbids that (ruling).
    if (suicide && board.suicideOf(stone, point).length === 1) return true;
    const until = this.#latestLike(point, suicide);
    const since = this.#oldestLike(point, suicide ? stone : 1 - stone);
    if (until < since) return false;
    const hash = board.hashAfter(stone, point, suicide);
    let earlier = this.#history.latestAlike(hash, since, until);
    if (earlier < 0) return false;
    const removed = suicide ? board.suicideOf(stone, point) : board.capturesOf(stone, point);
    for (; earlier >= 0; earlier = this.#history.alikeBefore(earlier, hash, since)) {
      if (this.#forbids(ko, stone, earlier) && this.#recreates(stone, point, removed, earlier)) return true;
    }
    return false;
  }

  /**
   * The first position that a stone at `point` with captures of the colour `dying` could recreate: no position in which
   * a still occupied point had never been played on.
   */
  #oldestLike(point: Point, dying: number): number {
    const black = this.#staysOccupied(this.#blackFresh, point, dying) ? this.#blackFreshTurn : 0;
    const white = this.#staysOccupied(this.#whiteFresh, point, dying) ? this.#whiteFreshTurn : 0;
    return Math.max(black, white);
  }

  #staysOccupied(fresh: Point, point: Point, dying: number): boolean {
    return this.#board.stones[fresh]! < EMPTY && !this.#board.comesOff(fresh, point, dying);
  }

  /**
   * The last position that a stone at `point` could recreate. A stone that stays recreates no position since the point
   * was emptied; a move that is no suicide does not recreate the current position.
   */
  #latestLike(point: Point, suicide: boolean): number {
    const emptied = suicide ? MOST_NOTED : this.#board.noteOf(point);
    return (emptied === MOST_NOTED ? this.#history.last : emptied) - 1;
  }

  /** Whether a rule forbids a colour to recreate an earlier position. */
  #forbids(ko: KoRule, stone: number, earlier: number): boolean {
    switch (ko) {
      case 'simple':
        return earlier + 1 === this.#history.lastTurnOf(1 - stone);
      case 'positional':
        return true;
      case 'situational':
        return this.#history.moverOf(earlier) === stone;
    }
  }

  #recreates(stone: number, point: Point, removed: readonly Point[], earlier: number): boolean {
    const after = this.#board.stones.slice();
    after[point] = stone;
    for (const gone of removed) after[gone] = EMPTY;
    const before = this.#board.stones.slice();
    this.#history.rewind(before, earlier);
    return after.every((cell, index) => cell === before[index]);
  }
}
