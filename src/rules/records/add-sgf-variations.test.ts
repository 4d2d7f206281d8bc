import assert from 'node:assert/strict';
import { test } from 'node:test';
import sgf from '@sabaki/sgf';
import fc from 'fast-check';
import { parseSgf } from '../../../test/support/rules/parse-sgf.ts';
import { type Color, opposite } from '../color.ts';
import { type Point, square } from '../point.ts';
import { addVariations, type SgfVariationNode } from './add-sgf-variations.ts';
import type { GameRecord, RecordMove } from './game-record.ts';
import { makeSgf, parseSgfFile } from './sgf-record-codec.ts';

const SIZE = square(5);
const EMPTY: GameRecord = { game: 'go', size: SIZE, black: 'a]b;(\\c', white: ')', setup: [], moves: [] };

/** A move from text: `aa` is a stone of black, `AA` of white; `-` is a pass of black, `=` of white. */
function move(text: string): RecordMove {
  if (text === '-' || text === '=') return { kind: 'pass', color: text === '-' ? 'black' : 'white' };
  const color = text === text.toLowerCase() ? 'black' : 'white';
  const [x, y] = [...text.toLowerCase()].map((letter) => letter.charCodeAt(0) - 'a'.charCodeAt(0));
  return { kind: 'play', color, point: (y! * SIZE.width + x!) as Point };
}
const leaf = (text: string, ...next: SgfVariationNode[]): SgfVariationNode => ({ move: move(text), next });

function written(moves: string, variations: ReadonlyMap<number, readonly SgfVariationNode[]>): string {
  const game = { ...EMPTY, black: 'b', white: 'w', moves: moves.split(' ').map(move) };
  const text = makeSgf(game);
  assert.ok(text.ok);
  const added = addVariations(text.value, SIZE, variations);
  assert.ok(added.ok);
  return added.value.replaceAll('\n', '').replace(/^\(;FF.*?PW\[w\]/, '(;ROOT');
}

test('a variation is written beside the move to which it is an alternative', () => {
  const variations = new Map([[1, [leaf('BB', leaf('cc'))]]]);
  assert.equal(written('aa CC bb', variations), '(;ROOT;B[aa](;W[cc];B[bb])(;W[bb];B[cc]))');
});

test('branches of branches, and several branches after one move, are written', () => {
  const variations = new Map([
    [0, [leaf('-')]],
    [1, [leaf('BB', leaf('cc'), leaf('dd', leaf('=')))]],
  ]);
  assert.equal(written('aa CC', variations), '(;ROOT(;B[aa](;W[cc])(;W[bb](;B[cc])(;B[dd];W[])))(;B[]))');
});

test('variations after the end of the game are not the main line', () => {
  const text = written('aa CC', new Map([[2, [leaf('bb')]]]));
  assert.equal(text, '(;ROOT;B[aa];W[cc](;)(;B[bb]))');
  const read = parseSgf(text.replace('ROOT', 'GM[1]SZ[5]'));
  assert.ok(read.ok);
  assert.equal(read.value[0]?.moves.length, 2);
});

test('a text with variations, and one with fewer moves, are not changed', () => {
  assert.equal(addVariations('(;GM[1](;B[aa])(;B[bb]))', SIZE, new Map()).ok, false);
  assert.equal(addVariations('(;GM[1];B[aa]', SIZE, new Map()).ok, false);
  assert.equal(addVariations('', SIZE, new Map()).ok, false);
  assert.equal(addVariations('(;GM[1];B[aa])', SIZE, new Map([[2, [leaf('aa')]]])).ok, false);
});

interface Shape {
  readonly point: number;
  readonly next: readonly Shape[];
}

const point = fc.integer({ min: -1, max: 24 });
const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    point.map((each) => ({ point: each, next: [] })),
    fc.record({ point, next: fc.array(tie('shape'), { minLength: 1, maxLength: 3 }) }),
  ),
})).shape;

const variationOf = ({ point: at, next }: Shape, color: Color): SgfVariationNode => ({
  move: at === -1 ? { kind: 'pass', color } : { kind: 'play', color, point: at as Point },
  next: next.map((each) => variationOf(each, opposite(color))),
});

const letters = ({ move: each }: { move: RecordMove }): string => {
  if (each.kind === 'pass') return each.color === 'black' ? 'B[]' : 'W[]';
  const [x, y] = [each.point % 5, Math.floor(each.point / 5)].map((value) => 'abcde'[value]);
  return `${each.color === 'black' ? 'B' : 'W'}[${x}${y}]`;
};

type Node = { readonly data: Readonly<Record<string, readonly string[]>>; readonly children: readonly Node[] };

const treeOfText = ({ data, children }: Node): unknown => [
  data['B'] === undefined && data['W'] === undefined ? '' : `${data['B'] ? 'B' : 'W'}[${(data['B'] ?? data['W'])![0]}]`,
  children.map(treeOfText),
];
const treeOfVariation = (variation: SgfVariationNode): unknown => [
  letters(variation),
  variation.next.map(treeOfVariation),
];

test('our parser finds the unchanged game, and another parser finds the whole tree', () => {
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 12 }),
      fc.dictionary(fc.nat({ max: 12 }).map(String), fc.array(shapes, { minLength: 1, maxLength: 3 }), { maxKeys: 4 }),
      (points, tried) => {
        const moves = points.map((each, index): RecordMove => {
          const color = index % 2 === 0 ? 'black' : 'white';
          return each === -1 ? { kind: 'pass', color } : { kind: 'play', color, point: each as Point };
        });
        const variations = new Map(
          Object.entries(tried)
            .map(([main, all]) => [Number(main), all] as const)
            .filter(([main]) => main <= moves.length)
            .map(([main, all]) => [main, all.map((one) => variationOf(one, main % 2 === 0 ? 'black' : 'white'))]),
        );
        const plain = makeSgf({ ...EMPTY, moves });
        assert.ok(plain.ok);
        const text = addVariations(plain.value, SIZE, variations);
        assert.ok(text.ok);
        assert.deepEqual(parseSgf(text.value), parseSgf(plain.value));
        const read = parseSgfFile(new TextEncoder().encode(text.value), 1);
        assert.ok(read.ok && read.value[0]?.read.ok);

        let expected: unknown = [];
        for (let main = moves.length; main >= 0; main--) {
          const own = main < moves.length ? [expected] : variations.has(main) ? [['', []]] : [];
          const children = [...own, ...(variations.get(main) ?? []).map(treeOfVariation)];
          expected = [main === 0 ? '' : letters({ move: moves[main - 1]! }), children];
        }
        const [root] = sgf.parse(text.value) as unknown as readonly Node[];
        assert.deepEqual(treeOfText(root!), expected);
      },
    ),
    { seed: 17, numRuns: 200 },
  );
});
