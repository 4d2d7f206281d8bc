import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ParsedDiagram, parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { drawDiagram } from '../board-diagram.ts';
import { type Color, opposite } from '../color.ts';
import { type Point, pointAt, square } from '../point.ts';
import { GoPosition } from './go-position.ts';
import { type GoRuleset, KO_RULES, type KoRule } from './ruleset.ts';

const RULESETS = KO_RULES.flatMap((ko): GoRuleset[] => [
  { ko, suicide: 'allowed' },
  { ko, suicide: 'forbidden' },
]);

/** A game that begins with the stones of a diagram: first all stones of one colour, then all of the other. */
class Game {
  readonly position: GoPosition;
  readonly #diagram: ParsedDiagram;

  constructor(diagram: string, first: Color = 'black') {
    const parsed = parseDiagram(diagram);
    if (!parsed.ok) throw new Error(parsed.problem);
    this.#diagram = parsed.value;
    this.position = new GoPosition(parsed.value.size);
    for (const color of [first, opposite(first)]) this.#playAll(color);
  }

  /** The only point with this letter. */
  point(letter: string): Point {
    const [point] = this.#diagram.marks.get(letter) ?? [];
    if (point === undefined) throw new Error(`no ${letter} in the diagram`);
    return point;
  }

  /** Plays on the point with a letter. Returns the number of removed stones. */
  play(color: Color, letter: string): number {
    return this.position.play(color, this.point(letter)).length;
  }

  judge(color: Color, letter: string, ko: KoRule, suicide: GoRuleset['suicide'] = 'allowed') {
    return this.position.judge(color, this.point(letter), { ko, suicide });
  }

  /** The judgements by all rulesets; one value if they agree. */
  verdicts(color: Color, letter: string) {
    const verdicts = RULESETS.map(({ ko, suicide }) => this.judge(color, letter, ko, suicide));
    return new Set(verdicts).size === 1 ? verdicts[0] : verdicts;
  }

  shows(diagram: string): void {
    const lines = diagram.split('\n').map((line) => line.trim());
    const drawing = drawDiagram(this.position.size, (point) => this.position.at(point));
    assert.equal(drawing, lines.filter((line) => line !== '').join('\n'));
  }

  #playAll(color: Color): void {
    for (let index = 0; index < this.#diagram.size.width * this.#diagram.size.height; index++) {
      const point = index as Point;
      if (this.#diagram.at(point) === color) this.position.play(color, point);
    }
  }
}

test('a chain without liberties is captured, in the corner, on the edge and inside', () => {
  const game = new Game(`
    O X . c . .
    a . X O O X
    . X . X X .
    X O b . . .
    . X . . . .
  `);
  assert.equal(game.play('black', 'a'), 1);
  assert.equal(game.play('black', 'b'), 1);
  assert.equal(game.play('black', 'c'), 0);
  game.shows(`
    . X . X . .
    X . X O O X
    . X . X X .
    X . X . . .
    . X . . . .
  `);
});

test('one stone captures several chains at once, one of them on two sides', () => {
  const game = new Game(`
    . X O O X
    X O a O X
    X O X O X
    . X . X .
    . . . . .
  `);
  assert.equal(game.verdicts('black', 'a'), undefined);
  const removed = game.position.play('black', game.point('a'));
  assert.deepEqual(
    removed.toSorted((one, other) => one - other),
    [2, 3, 6, 8, 11, 13],
  );
  game.shows(`
    . X . . X
    X . X . X
    X . X . X
    . X . X .
    . . . . .
  `);
});

test('a capture counts before the mover’s own liberties', () => {
  const game = new Game(`
    a X O
    O O O
    . . .
  `);
  assert.equal(game.verdicts('white', 'a'), undefined);
  assert.equal(game.play('white', 'a'), 1);
});

test('a snapback is no ko', () => {
  const game = new Game(`
    X a b O .
    X X X O .
    O O O O .
    . . . . .
  `);
  assert.equal(game.play('white', 'a'), 0);
  assert.equal(game.play('black', 'b'), 1);
  assert.equal(game.verdicts('white', 'a'), undefined);
  assert.equal(game.play('white', 'a'), 5);
  game.shows(`
    . O . O .
    . . . O .
    O O O O .
    . . . . .
  `);
});

test('an occupied point is refused first, and playing there throws', () => {
  const game = new Game('X . O');
  const [point] = [...game.position.stones()].map((stone) => stone.point);
  for (const ruleset of RULESETS) assert.equal(game.position.judge('white', point!, ruleset), 'occupied');
  assert.throws(() => game.position.play('white', point!), /occupied/);
});

test('the suicide of one stone is refused as suicide if suicide is forbidden, and as ko if it is allowed', () => {
  const game = new Game(`
    a O b
    O . O
    . O .
  `);
  assert.deepEqual(game.verdicts('black', 'a'), ['ko', 'suicide', 'ko', 'suicide', 'ko', 'suicide']);
  assert.deepEqual(game.verdicts('black', 'b'), ['ko', 'suicide', 'ko', 'suicide', 'ko', 'suicide']);
  assert.equal(game.verdicts('white', 'a'), undefined);
  const point = new GoPosition(square(1));
  assert.equal(point.judge('black', 0 as Point, { ko: 'positional', suicide: 'allowed' }), 'ko');
  assert.equal(point.judge('black', 0 as Point, { ko: 'positional', suicide: 'forbidden' }), 'suicide');
});

test('the suicide of several stones is legal if the ruleset allows suicide', () => {
  const game = new Game(`
    X a O .
    O O . .
  `);
  for (const ko of KO_RULES) {
    assert.equal(game.judge('black', 'a', ko, 'allowed'), undefined);
    assert.equal(game.judge('black', 'a', ko, 'forbidden'), 'suicide');
  }
  assert.deepEqual(game.position.play('black', game.point('a')).toSorted(), [0, 1]);
  game.shows(`
    . . O .
    O O . .
  `);
});

test('a suicide that recreates a position is refused as suicide before ko', () => {
  // White is placed first, so the remaining stones have been an earlier position.
  const game = new Game('X a O .\nO O . .', 'white');
  assert.deepEqual(game.verdicts('black', 'a'), [undefined, 'suicide', 'ko', 'suicide', undefined, 'suicide']);
});

const KO = `
  . X O .
  X O a O
  . X O .
  . . b c
`;

/** The point where white would retake, after black has captured at `a`. */
const RETAKE = 5 as Point;

test('a ko cannot be retaken at once, by any ruleset', () => {
  const game = new Game(KO);
  assert.equal(game.verdicts('black', 'a'), undefined);
  assert.equal(game.play('black', 'a'), 1);
  for (const ruleset of RULESETS) assert.equal(game.position.judge('white', RETAKE, ruleset), 'ko');
});

test('a ko can be retaken after a threat and its answer', () => {
  const game = new Game(KO);
  game.play('black', 'a');
  game.play('white', 'b');
  game.play('black', 'c');
  for (const ruleset of RULESETS) assert.equal(game.position.judge('white', RETAKE, ruleset), undefined);
  assert.deepEqual(game.position.play('white', RETAKE), [game.point('a')]);
  for (const ruleset of RULESETS) assert.equal(game.position.judge('black', game.point('a'), ruleset), 'ko');
});

test('after passes, only superko still forbids retaking a ko', () => {
  const game = new Game(KO);
  game.play('black', 'a');
  game.position.pass('white');
  game.position.pass('black');
  const verdicts = KO_RULES.map((ko) => game.position.judge('white', RETAKE, { ko, suicide: 'allowed' }));
  assert.deepEqual(verdicts, [undefined, 'ko', 'ko']);
});

test('situational superko depends on the colour to move', () => {
  for (const [first, situational] of [
    ['black', 'ko'],
    ['white', undefined],
  ] as const) {
    // The stones of `first` were placed before the others, so in the position of the diagram `first` was to move.
    const game = new Game(KO, first);
    game.play('black', 'a');
    const verdicts = KO_RULES.map((ko) => game.position.judge('white', RETAKE, { ko, suicide: 'allowed' }));
    assert.deepEqual(verdicts, ['ko', 'ko', situational]);
  }
});

test('a set-up position is the first position of its game', () => {
  const stones = (...points: readonly [Color, number, number][]) =>
    points.map(([color, x, y]) => ({ color, point: pointAt(square(4), x, y)! }));
  const ko = stones(
    ...(['black', 'white'] as const).flatMap((color, index): [Color, number, number][] => [
      [color, 1 + index, 0],
      [color, index * 3, 1],
      [color, 1 + index, 2],
    ]),
    ['white', 1, 1],
  );
  for (const [toMove, situational] of [
    ['black', 'ko'],
    ['white', undefined],
  ] as const) {
    const position = new GoPosition(square(4));
    assert.ok(position.setUp(ko, toMove));
    assert.equal(position.toMove, toMove);
    assert.equal(position.play('black', pointAt(square(4), 2, 1)!).length, 1);
    const verdicts = KO_RULES.map((rule) =>
      position.judge('white', pointAt(square(4), 1, 1)!, { ko: rule, suicide: 'allowed' }),
    );
    assert.deepEqual(verdicts, ['ko', 'ko', situational]);
    assert.throws(() => position.setUp([], 'black'));
  }
  assert.equal(new GoPosition(square(4)).setUp(stones(['black', 0, 0], ['black', 0, 0]), 'black'), false);
  const captured = stones(['black', 0, 0], ['white', 1, 0], ['white', 0, 1]);
  assert.equal(new GoPosition(square(4)).setUp(captured, 'black'), false);
});

test('a pass counts as a move for situational superko', () => {
  const game = new Game(KO, 'white');
  // Now the position of the diagram also has occurred with black to move.
  game.position.pass('white');
  game.play('black', 'a');
  assert.equal(game.position.judge('white', RETAKE, { ko: 'situational', suicide: 'allowed' }), 'ko');
});

test('sending two, returning one is forbidden only by positional superko', () => {
  const game = new Game(`
    b X a X
    O O X X
    . O X .
  `);
  assert.equal(game.play('black', 'b'), 0);
  assert.equal(game.play('white', 'a'), 2);
  const returning = 1 as Point;
  const verdicts = KO_RULES.map((ko) => game.position.judge('black', returning, { ko, suicide: 'forbidden' }));
  assert.deepEqual(verdicts, [undefined, 'ko', undefined]);
  assert.deepEqual(game.position.play('black', returning), [game.point('a')]);
  game.shows(`
    . X . X
    O O X X
    . O X .
  `);
  // After one more round, situational superko forbids it, too: white was to move in an earlier position with the two stones.
  game.position.pass('white');
  assert.equal(game.judge('black', 'b', 'simple'), undefined);
  assert.equal(game.judge('black', 'b', 'situational'), 'ko');
});

test('a triple ko is endless under simple ko, and stops after six moves under superko', () => {
  const game = new Game(`
    . X O .
    X O a O
    . X O .
    X b X O
    . X O .
    X O c O
    . X O .
  `);
  const start = drawDiagram(game.position.size, (point) => game.position.at(point));
  const takes: [Color, Point][] = [
    ['black', game.point('a')],
    ['white', game.point('b')],
    ['black', game.point('c')],
    ['white', (game.point('a') - 1) as Point],
    ['black', (game.point('b') + 1) as Point],
  ];
  for (const [color, point] of takes) {
    for (const ruleset of RULESETS) assert.equal(game.position.judge(color, point, ruleset), undefined);
    assert.equal(game.position.play(color, point).length, 1);
  }
  const sixth = (game.point('c') - 1) as Point;
  const verdicts = KO_RULES.map((ko) => game.position.judge('white', sixth, { ko, suicide: 'allowed' }));
  assert.deepEqual(verdicts, [undefined, 'ko', 'ko']);
  game.position.play('white', sixth);
  game.shows(start);
});

test('a position is recognised however long ago it was', () => {
  const game = new Game(`
    . X O . . . . . . . . .
    X O a O . . . . . . . .
    . X O . . . . . . . . .
    . . . . . . . . . . . .
  `);
  const position = game.position;
  game.play('black', 'a');
  for (let index = 40; index < 48; index++) position.play(index % 2 === 0 ? 'white' : 'black', index as Point);
  for (let turn = 0; turn < 1000; turn++) position.pass(turn % 2 === 0 ? 'white' : 'black');
  // The new stones were not captured, so the old position is not recreated.
  const before = position.judge('white', 13 as Point, { ko: 'positional', suicide: 'allowed' });
  assert.equal(before, undefined);
  position.play('white', 13 as Point);
  assert.equal(position.judge('black', game.point('a'), { ko: 'positional', suicide: 'allowed' }), 'ko');
});

test('two passes in a row end the game, whoever passes', () => {
  const position = new GoPosition(square(5));
  assert.equal(position.toMove, 'black');
  position.pass('black');
  assert.equal(position.toMove, 'white');
  position.play('white', 3 as Point);
  position.pass('black');
  assert.equal(position.isOver, false);
  position.pass('white');
  assert.equal(position.isOver, true);
  assert.equal(position.toMove, 'black');
});

test('either colour may be played at any time, and then the other is to move', () => {
  const position = new GoPosition(square(9));
  position.play('black', 20 as Point);
  position.play('black', 60 as Point);
  assert.equal(position.toMove, 'white');
  position.play('white', 40 as Point);
  assert.equal(position.toMove, 'black');
  assert.deepEqual(
    [...position.stones()],
    [
      { point: 20, color: 'black' },
      { point: 40, color: 'white' },
      { point: 60, color: 'black' },
    ],
  );
});

test('a legal stone is one that every ruleset allows', () => {
  const allowed: GoRuleset = { ko: 'positional', suicide: 'allowed' };
  const forbidden: GoRuleset = { ko: 'positional', suicide: 'forbidden' };
  // White's stones are placed first, so black's stones alone have not been a position.
  const { position } = new Game('O . X .\nX X X X', 'white');
  assert.equal(position.hasLegalStone('white', [allowed]), true);
  assert.equal(position.hasLegalStone('white', [forbidden]), false);
  assert.equal(position.hasLegalStone('white', [allowed, forbidden]), false);
  assert.equal(position.hasLegalStone('black', [allowed, forbidden]), true);
  assert.equal(new GoPosition(square(1)).hasLegalStone('black', [allowed]), false);
});

test('a board whose points need more than two bytes works the same', () => {
  const size = square(200);
  const position = new GoPosition(size);
  const corner = parseDiagram('. X O .\nX O . O\n. X O .');
  if (!corner.ok) throw new Error(corner.problem);
  const at = (x: number, y: number): Point => pointAt(size, 196 + x, 197 + y)!;
  for (const [x, y] of [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [column, row] as const))) {
    const color = corner.value.at(pointAt(corner.value.size, x, y)!);
    if (color !== undefined) position.play(color, at(x, y));
  }
  assert.deepEqual(position.play('black', at(2, 1)), [at(1, 1)]);
  assert.equal(position.judge('white', at(1, 1), { ko: 'positional', suicide: 'allowed' }), 'ko');
  assert.deepEqual(position.score(0), { black: 5, white: 4 });
});
