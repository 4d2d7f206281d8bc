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

/** Small boards first: that is where suicides, kos and long cycles are. */
const PLANS: readonly {
  readonly width: number;
  readonly height: number;
  readonly games: number;
  readonly turns: number;
  /** So many before the first stone: in a long history, positions are looked up another way. */
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

/** Numbers from 0 up to and without `limit`, the same for the same seed (mulberry32). */
function dice(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word);
    return ((word ^ (word >>> 14)) >>> 0) % limit;
  };
}

/** The two boards side by side: whatever one says, the other must say too. */
class Pair {
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

/** How often each verdict was given, to see that the games had what they are for. */
const tally = new Map<string | undefined, number>();

/**
 * Random turns, mostly alternating, now and then a pass, and by `ruleset` mostly: one stone in sixteen is put down
 * although the rules forbid it, because a position must stay right whatever was played.
 */
function playGame(pair: Pair, ruleset: GoRuleset, turns: number, roll: (limit: number) => number): void {
  let color: Color = 'black';
  for (let turn = 0; turn < turns; turn++) {
    color = roll(8) === 0 ? COLORS[roll(2)]! : opposite(color);
    if (roll(24) === 0) {
      pair.pass(color);
      continue;
    }
    const point = pair.slow.points[roll(pair.slow.points.length)]!;
    pair.judge(color, point, RULESETS[roll(RULESETS.length)]!);
    const verdict = pair.judge(color, point, ruleset);
    if (verdict === undefined || (verdict !== 'occupied' && roll(16) === 0)) pair.play(color, point);
    tally.set(verdict, (tally.get(verdict) ?? 0) + 1);
    if (turn % 16 === 0) assert.deepEqual(pair.fast.score(7.5), pair.slow.score(7.5));
  }
}

test(`random games go as on a slow and obvious board (SEED=${seed})`, async (t) => {
  for (const [index, plan] of PLANS.entries()) {
    const { passes = 0 } = plan;
    await t.test(`${plan.width}x${plan.height}, ${passes} passes first`, () => {
      const roll = dice(seed + index);
      for (let game = 0; game < plan.games; game++) {
        const pair = new Pair(plan);
        for (let pass = 0; pass < passes; pass++) pair.pass(COLORS[pass % 2]!);
        playGame(pair, RULESETS[game % RULESETS.length]!, plan.turns, roll);
      }
    });
  }
  for (const verdict of [undefined, ...GO_REFUSALS]) assert.ok((tally.get(verdict) ?? 0) > 1000, `${verdict}`);
});

test(`games that begin with stones on the board go on the same way (SEED=${seed})`, () => {
  const roll = dice(seed - 1);
  let games = 0;
  for (let attempt = 0; attempt < 3000; attempt++) {
    const size = { width: 1 + roll(6), height: 1 + roll(6) };
    const pair = new Pair(size);
    const stones = pair.slow.points
      .filter(() => roll(3) === 0)
      .map((point) => ({ point, color: COLORS[roll(2)]! }))
      .sort(() => roll(3) - 1);
    const toMove = COLORS[roll(2)]!;
    const isLegal = pair.slow.setUp(stones, toMove);
    assert.equal(pair.fast.setUp(stones, toMove), isLegal, `${pair}`);
    if (!isLegal) continue;
    pair.compare();
    assert.equal(pair.fast.toMove, toMove);
    playGame(pair, RULESETS[games++ % RULESETS.length]!, 60, roll);
  }
  assert.ok(games > 300);
});

test(`games that go on at the same time do not disturb each other (SEED=${seed})`, () => {
  const roll = dice(seed + PLANS.length);
  const sizes: readonly BoardSize[] = [5, 7].map((lines) => ({ width: lines, height: lines }));
  const pairs = sizes.flatMap((size) => Array.from({ length: 7 }, () => new Pair(size)));
  // Some turns of each, one game after the other, until all of them have needed more memory twice.
  for (let round = 0; round < 70; round++) {
    for (const [index, pair] of pairs.entries()) playGame(pair, RULESETS[index % RULESETS.length]!, 15, roll);
  }
  for (const pair of pairs) pair.compare();
});
