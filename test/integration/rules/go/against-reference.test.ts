import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawDiagram } from '../../../../src/rules/board-diagram.ts';
import { COLORS, type Color, opposite } from '../../../../src/rules/color.ts';
import { GoPosition } from '../../../../src/rules/go/go-position.ts';
import { GO_REFUSALS, type GoRuleset, KO_RULES } from '../../../../src/rules/go/ruleset.ts';
import type { BoardSize, Point } from '../../../../src/rules/point.ts';
import { ReferenceBoard } from '../../../support/rules/go/reference-board.ts';

const RULESETS: readonly GoRuleset[] = KO_RULES.flatMap((ko) => [
  { ko, suicide: 'allowed' },
  { ko, suicide: 'forbidden' },
]);

/** Most games are on small boards, because suicides, kos and long cycles happen there. */
const PLANS: readonly {
  readonly width: number;
  readonly height: number;
  readonly games: number;
  readonly turns: number;
  /** The number of passes before the first stone. In a long history, positions are found in another way. */
  readonly passes?: number;
}[] = [
  { width: 1, height: 1, games: 50, turns: 20 },
  { width: 1, height: 2, games: 200, turns: 40 },
  { width: 3, height: 1, games: 300, turns: 60 },
  { width: 2, height: 2, games: 600, turns: 80 },
  { width: 3, height: 2, games: 600, turns: 100 },
  { width: 3, height: 3, games: 1000, turns: 120 },
  { width: 3, height: 3, games: 30, turns: 120, passes: 600 },
  { width: 1, height: 9, games: 300, turns: 120 },
  { width: 4, height: 4, games: 600, turns: 150 },
  { width: 7, height: 2, games: 500, turns: 150 },
  { width: 5, height: 5, games: 400, turns: 200 },
  { width: 6, height: 6, games: 200, turns: 250 },
  { width: 7, height: 7, games: 120, turns: 300 },
  { width: 8, height: 8, games: 80, turns: 350 },
  { width: 9, height: 9, games: 60, turns: 400 },
  { width: 13, height: 4, games: 80, turns: 250 },
  { width: 13, height: 13, games: 16, turns: 600 },
  { width: 19, height: 19, games: 6, turns: 900 },
];

const { SEED } = process.env;
const seed = Number(SEED ?? Date.now() % 2 ** 31);

/** Returns a seeded function that returns a random integer from 0 to `limit - 1` (mulberry32). */
function seededRandomInt(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word);
    return ((word ^ (word >>> 14)) >>> 0) % limit;
  };
}

/** A fast and a slow board that play the same moves. Asserts that both give the same results. */
class ComparedBoards {
  readonly fast: GoPosition;
  readonly slow: ReferenceBoard;

  constructor(size: BoardSize) {
    this.fast = new GoPosition(size);
    this.slow = new ReferenceBoard(size);
  }

  judge(color: Color, point: Point, ruleset: GoRuleset): string | undefined {
    const verdict = this.fast.judge(color, point, ruleset);
    const expected = this.slow.judge(color, point, ruleset);
    if (verdict !== expected) {
      assert.fail(`${color} at ${point}, ko ${ruleset.ko}: ${verdict} instead of ${expected}\n${this}`);
    }
    return verdict;
  }

  play(color: Color, point: Point): void {
    const removed = this.fast.play(color, point);
    const expected = this.slow.play(color, point);
    assert.deepEqual(new Set(removed), new Set(expected));
    assert.equal(removed.length, expected.length);
    this.compare();
  }

  pass(color: Color): void {
    this.fast.pass(color);
    this.slow.pass(color);
  }

  compare(): void {
    const same = this.slow.points.every((point) => this.fast.at(point) === this.slow.at(point));
    if (!same) assert.fail(`${this.#draw(this.fast)}\n\ninstead of\n\n${this}`);
  }

  toString(): string {
    return this.#draw(this.slow);
  }

  #draw(board: GoPosition | ReferenceBoard): string {
    return drawDiagram(this.slow.size, (point) => board.at(point), { coordinates: 'go' });
  }
}

/** How often each verdict was given, to check that the games contain enough of each. */
const verdictCounts = new Map<string | undefined, number>();

/**
 * Plays random moves, mostly with alternating colours, sometimes a pass. One illegal stone in sixteen is played all the
 * same, because a position must stay correct after such a stone, too.
 */
function playGame(
  boards: ComparedBoards,
  ruleset: GoRuleset,
  turns: number,
  randomInt: (limit: number) => number,
): void {
  let color: Color = 'black';
  for (let turn = 0; turn < turns; turn++) {
    color = randomInt(8) === 0 ? COLORS[randomInt(2)]! : opposite(color);
    if (randomInt(24) === 0) {
      boards.pass(color);
      continue;
    }
    const point = boards.slow.points[randomInt(boards.slow.points.length)]!;
    boards.judge(color, point, RULESETS[randomInt(RULESETS.length)]!);
    const verdict = boards.judge(color, point, ruleset);
    if (verdict === undefined || (verdict !== 'occupied' && randomInt(16) === 0)) boards.play(color, point);
    verdictCounts.set(verdict, (verdictCounts.get(verdict) ?? 0) + 1);
    if (turn % 16 === 0) assert.deepEqual(boards.fast.score(7.5), boards.slow.score(7.5));
  }
}

test(`random games give the same results as on a slow and simple board (SEED=${seed})`, async (t) => {
  for (const [index, plan] of PLANS.entries()) {
    const { passes = 0 } = plan;
    await t.test(`${plan.width}x${plan.height}, ${passes} passes first`, () => {
      const randomInt = seededRandomInt(seed + index);
      for (let game = 0; game < plan.games; game++) {
        const boards = new ComparedBoards(plan);
        for (let pass = 0; pass < passes; pass++) boards.pass(COLORS[pass % 2]!);
        playGame(boards, RULESETS[game % RULESETS.length]!, plan.turns, randomInt);
      }
    });
  }
  for (const verdict of [undefined, ...GO_REFUSALS]) assert.ok((verdictCounts.get(verdict) ?? 0) > 1000, `${verdict}`);
});

test(`games that begin with stones on the board give the same results, too (SEED=${seed})`, () => {
  const randomInt = seededRandomInt(seed - 1);
  let games = 0;
  for (let attempt = 0; attempt < 3000; attempt++) {
    const size = { width: 1 + randomInt(6), height: 1 + randomInt(6) };
    const boards = new ComparedBoards(size);
    const stones = boards.slow.points
      .filter(() => randomInt(3) === 0)
      .map((point) => ({ point, color: COLORS[randomInt(2)]! }))
      .sort(() => randomInt(3) - 1);
    const toMove = COLORS[randomInt(2)]!;
    const isLegal = boards.slow.setUp(stones, toMove);
    assert.equal(boards.fast.setUp(stones, toMove), isLegal, `${boards}`);
    if (!isLegal) continue;
    boards.compare();
    assert.equal(boards.fast.toMove, toMove);
    playGame(boards, RULESETS[games++ % RULESETS.length]!, 60, randomInt);
  }
  assert.ok(games > 300);
});

test(`games that are played at the same time do not affect each other (SEED=${seed})`, () => {
  const randomInt = seededRandomInt(seed + PLANS.length);
  const sizes: readonly BoardSize[] = [5, 7].map((lines) => ({ width: lines, height: lines }));
  const games = sizes.flatMap((size) => Array.from({ length: 7 }, () => new ComparedBoards(size)));
  // Some moves of each game in turn, until each game has enlarged its memory twice.
  for (let round = 0; round < 70; round++) {
    for (const [index, boards] of games.entries()) playGame(boards, RULESETS[index % RULESETS.length]!, 15, randomInt);
  }
  for (const boards of games) boards.compare();
});
