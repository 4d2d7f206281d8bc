import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DEAD_STONE, readDiagram, stonesOf } from '../../../test/support/engines/go-diagram.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import { COLORS, type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { type GoRuleset, KO_RULES } from '../../rules/go/ruleset.ts';
import { type Point, square } from '../../rules/point.ts';
import type { GoSituation } from '../engine.ts';
import { randomNumbers } from '../random-numbers.ts';
import { chooseGoMove } from './choose-go-move.ts';
import { FULL_STRENGTH, type MovePriorOptions } from './move-priors.ts';
import { isEye } from './neighbour-patterns.ts';
import { PlayoutBoard } from './playout-board.ts';
import { searchRootOf } from './search-root.ts';

const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** A position without earlier moves. By default, black is to move. */
function situation(drawing: string, details: Partial<GoSituation> = {}): GoSituation {
  const diagram = readDiagram(drawing);
  const setup = stonesOf(diagram);
  const { width: size } = diagram.size;
  return { game: 'go', size, color: 'black', setup, moves: [], komi: 0, rulesets: [RULESET], ...details };
}

/** A choice with this many playouts, and with the random numbers of `seed`. */
function chosen(start: GoSituation, playouts: number, seed = 1, priorOptions: MovePriorOptions = FULL_STRENGTH) {
  return chooseGoMove(start, { playouts, ...priorOptions }, { random: randomNumbers(seed, 0, 0), timeUsed: () => 0 });
}

/** The letter of the chosen point in the drawing. */
function chooses(drawing: string, details: Partial<GoSituation> = {}, count = 1000): string {
  const { choice } = chosen(situation(drawing, details), count);
  if (choice.kind !== 'play') return choice.kind;
  const diagram = readDiagram(drawing);
  return [...diagram.marks.keys()].find((letter) => diagram.marks.get(letter)!.includes(choice.point)) ?? 'elsewhere';
}

const WHITE_PASSED: Move[] = [{ kind: 'pass', color: 'white' }];

/** The stone at a decides whether black's chain lives. With this komi, it also decides the game. */
const LIFE_OR_DEATH = `
  . a . X O . .
  X X X X O . .
  O O O O O . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
`;
const KOMI = -35;

/** Both sides live. The point a is neutral, and the last point to play. */
const SETTLED = `
  . X X O .
  X X X O O
  . X a O .
  X X O O O
  . X O . O
`;

const DEAD_STONE_IN_THE_OPEN = `
  . . . . X O . O .
  . . . . X O O O O
  . . . . X O . . .
  . . O . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  X X X X X O O O O
  . . . . X O . O .
`;

describe('the built-in Go player finds', () => {
  test('the point that gives life', () => assert.equal(chooses(LIFE_OR_DEATH, { komi: KOMI }), 'a'));
  test('the point that kills', () => assert.equal(chooses(LIFE_OR_DEATH, { komi: KOMI, color: 'white' }), 'a'));
  test('the last point', () => assert.equal(chooses(SETTLED), 'a'));
});

/** White's three stones on the left are in atari. */
const ATARI = `
  . . . . . . . . .
  . . . . . . X . .
  . X X X . . . . .
  X O O O a . . . .
  . X X X . . . . .
  . . . . . . O . .
  . . O . . . O . .
  . . . . . . . . .
  . . . . . . . . .
`;

test('a weak player overlooks a capture now and then', () => {
  const capture = readDiagram(ATARI).marks.get('a')![0];
  const captures = (overlooks: number): number =>
    Array.from({ length: 100 }, (_, seed) =>
      chosen(situation(ATARI), 10, seed, { ...FULL_STRENGTH, overlookChance: overlooks }),
    ).filter(({ choice }) => choice.kind === 'play' && choice.point === capture).length;
  const [all, some] = [captures(0), captures(200)];
  assert.ok(all > 90, String(all));
  assert.ok(some > 5 && some < all - 20, String(some));
});

describe('the built-in Go player ends a game', () => {
  test('by a second pass, without a search, if it wins as the board stands', () => {
    const made = chosen(situation(SETTLED, { komi: -1, moves: WHITE_PASSED }), 1000);
    assert.deepEqual([made.choice.kind, made.playouts], ['pass', 0]);
  });

  test('by the first pass', () => assert.equal(chooses(SETTLED.replace('a', 'X')), 'pass'));

  test('by the first pass, even if there are points to play on', () => {
    assert.equal(chooses(DEAD_STONE.replace('. O X O O', '. . X O O'), { komi: 4.5 }), 'pass');
  });

  test('not while a point decides the game', () => assert.equal(chooses(SETTLED, { moves: WHITE_PASSED }), 'a'));

  for (const [where, drawing, komi, score] of [
    ['in a small area', DEAD_STONE, 4.5, { black: 15, white: 10 }],
    ['in a large one, without dawdling', DEAD_STONE_IN_THE_OPEN, 8.5, { black: 45, white: 36 }],
  ] as const) {
    test(`not while a dead stone decides the game: it captures that stone ${where}`, () => {
      const start = situation(drawing, { komi });
      const position = positionOf(start);
      const moves = [...WHITE_PASSED];
      for (let move = 0; move < 6 && !position.isOver; move++) {
        const { choice } = chosen({ ...start, moves: [...moves] }, 800);
        assert.notEqual(choice.kind, 'resign');
        if (choice.kind === 'play') position.play('black', choice.point);
        else position.pass('black');
        moves.push({ ...choice, color: 'black' } as Move);
        if (!position.isOver) position.pass('white');
        moves.push(...WHITE_PASSED);
      }
      assert.ok(position.isOver);
      assert.deepEqual(position.score(0), score);
    });
  }

  test('by a pass if only its own eyes are left', () => {
    const losing = { komi: 7.5, moves: WHITE_PASSED };
    assert.equal(chooses(SETTLED.replace('a', 'X'), losing, 100), 'pass');
  });

  test('by resigning if it is certain to lose', () => {
    const losing = { komi: 7.5, moves: WHITE_PASSED };
    assert.equal(chooses(SETTLED.replace('a', 'X'), losing, 1000), 'resign');
    assert.equal(chooses('. . .\n. . .\n. . .', { komi: 100 }, 1000), 'resign');
  });
});

const RULESETS = KO_RULES.flatMap((ko): GoRuleset[] => [
  { ko, suicide: 'allowed' },
  { ko, suicide: 'forbidden' },
]);

function positionOf({ size, setup, moves }: GoSituation): GoPosition {
  const position = new GoPosition(square(size));
  for (const { color, point } of setup) position.play(color, point);
  for (const move of moves) {
    if (move.kind === 'play') position.play(move.color, move.point);
    else position.pass(move.color);
  }
  return position;
}

/** Random legal moves from the start. Each number selects one of the legal points, or a pass in an eighth of the cases. */
function randomTurns(size: number, numbers: readonly number[], rulesets: readonly GoRuleset[]): Move[] {
  const position = new GoPosition(square(size));
  let color: Color = 'white';
  return numbers.map((number): Move => {
    color = opposite(color);
    const legal = Array.from({ length: size ** 2 }, (_, index) => index as Point).filter((point) =>
      rulesets.every((ruleset) => position.judge(color, point, ruleset) === undefined),
    );
    const point = legal[(number >> 3) % legal.length];
    if (number % 8 === 0 || point === undefined) return { kind: 'pass', color };
    position.play(color, point);
    return { kind: 'play', color, point };
  });
}

test('every choice is legal by all rulesets, and the same for the same random numbers', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.subarray(RULESETS, { minLength: 1, maxLength: 2 }),
      fc.integer(),
      (size, numbers, rulesets, seed) => {
        const moves = randomTurns(size, numbers, rulesets);
        const color = moves.length % 2 === 0 ? 'black' : 'white';
        const situation: GoSituation = { game: 'go', size, color, setup: [], moves, komi: 0.5, rulesets };
        const { choice } = chosen(situation, 40, seed);
        assert.deepEqual(chosen(situation, 40, seed).choice, choice);
        if (choice.kind !== 'play') return;
        const position = positionOf(situation);
        const field = new PlayoutBoard(square(size));
        field.setUp(searchRootOf(situation).board);
        assert.equal(isEye[2 * field.shapes[choice.point]! + COLORS.indexOf(color)], 0);
        for (const ruleset of rulesets) assert.equal(position.judge(color, choice.point, ruleset), undefined);
      },
    ),
    { numRuns: 150 },
  );
});

for (const size of [2, 5, 7]) {
  test(`a game between two of them ends on ${size}x${size}`, () => {
    const position = new GoPosition(square(size));
    const moves: Move[] = [];
    while (!position.isOver) {
      assert.ok(moves.length < 4 * size * size, 'the game does not end');
      const color = moves.length % 2 === 0 ? 'black' : 'white';
      const situation: GoSituation = {
        game: 'go',
        size,
        color,
        setup: [],
        moves: [...moves],
        komi: 0.5,
        rulesets: [RULESET],
      };
      const { choice } = chosen(situation, 60, moves.length);
      if (choice.kind === 'resign') return;
      if (choice.kind === 'pass') position.pass(color);
      else {
        assert.equal(position.judge(color, choice.point, RULESET), undefined);
        position.play(color, choice.point);
      }
      moves.push({ ...choice, color } as Move);
      assert.ok(moves.length < 3 * size ** 2, 'it must be over by now');
    }
  });
}

test('it plays on the largest board with very little time', () => {
  const situation: GoSituation = {
    game: 'go',
    size: 131,
    color: 'black',
    setup: [],
    moves: [],
    komi: 7.5,
    rulesets: [RULESET],
  };
  assert.equal(chosen(situation, 0).choice.kind, 'play');
});

test('it passes if no stone is legal', () => assert.equal(chooses('.', { komi: 7.5 }, 10), 'pass'));
