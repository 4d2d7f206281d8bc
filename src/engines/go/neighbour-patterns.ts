import { BLACK, EMPTY, WHITE } from '../../rules/go/go-board.ts';

/**
 * A pattern is the content of the eight neighbours of a point, two bits each: above, left, right and below in the lower
 * byte; above left, above right, below left and below right in the upper byte. Properties of patterns are looked up in
 * tables.
 */
const SHAPES = 0x1_0000;

/** The cell of a missing neighbour, as on the board. */
const EDGE = 3;

/** The positions of the eight neighbours in a drawing of three rows, in the order of their bits. */
const IN_DRAWING = [1, 3, 5, 7, 0, 2, 6, 8] as const;

/**
 * The local shapes of Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (2006):
 * hane, cuts and moves on the edge. `X` and `O` are the colours, either way round; `x` is no X, `o` no O, `.` empty,
 * `?` anything, `-` beyond the edge. The stone goes to the middle.
 */
const GOOD_SHAPES = [
  'XOX ... ???',
  'XO. ... ?.?',
  'XO? X.. x.?',
  '.O. X.. ...',
  'XO? O.o ?o?',
  'XO? O.X ???',
  '?X? O.O ooo',
  'OX? o.O ???',
  'X.? O.? ---',
  'OX? X.O ---',
  '?X? x.O ---',
  '?XO x.x ---',
  '?OX X.O ---',
];

const CELLS: Readonly<Record<string, readonly number[]>> = {
  X: [BLACK],
  O: [WHITE],
  x: [WHITE, EMPTY],
  o: [BLACK, EMPTY],
  '.': [EMPTY],
  '?': [BLACK, WHITE, EMPTY, EDGE],
  '-': [EDGE],
};
const SWAPPED: Readonly<Record<string, string>> = { X: 'O', O: 'X', x: 'o', o: 'x' };

const turned = (drawing: string): string => [6, 3, 0, 7, 4, 1, 8, 5, 2].map((cell) => drawing[cell]).join('');
const mirrored = (drawing: string): string => [2, 1, 0, 5, 4, 3, 8, 7, 6].map((cell) => drawing[cell]).join('');
const swapped = (drawing: string): string => drawing.replace(/[XOxo]/g, (sign) => SWAPPED[sign]!);

function symmetric(drawing: string): Set<string> {
  const all = new Set<string>();
  for (let turn = drawing, count = 0; count < 4; turn = turned(turn), count++) {
    for (const each of [turn, mirrored(turn)]) all.add(each).add(swapped(each));
  }
  return all;
}

/** 1 for each pattern in which a stone in the middle is a good local answer. */
export const isGoodShape: Uint8Array = findGoodShapes();

function findGoodShapes(): Uint8Array {
  const good = new Uint8Array(SHAPES);
  for (const drawing of new Set(GOOD_SHAPES.flatMap((drawn) => [...symmetric(drawn.replaceAll(' ', ''))]))) {
    let shapes = [0];
    for (const [bit, place] of IN_DRAWING.entries()) {
      shapes = CELLS[drawing[place]!]!.flatMap((cell) => shapes.map((shape) => shape | (cell << (2 * bit))));
    }
    for (const shape of shapes) good[shape] = 1;
  }
  return good;
}

/** At `2 * pattern + stone`: 1 if the point is an eye of that colour. */
export const isEye: Uint8Array = findEyes();

function findEyes(): Uint8Array {
  const eyes = new Uint8Array(2 * SHAPES);
  for (let shape = 0; shape < SHAPES; shape++) {
    const cells = IN_DRAWING.map((_, bit) => (shape >> (2 * bit)) & 3);
    for (const stone of [BLACK, WHITE]) eyes[2 * shape + stone] = surrounds(stone, cells) ? 1 : 0;
  }
  return eyes;
}

/** Own stones on all sides, and enemy stones on at most one corner, or none if the eye is at the edge. */
function surrounds(stone: number, cells: readonly number[]): boolean {
  const sides = cells.slice(0, 4);
  const corners = cells.slice(4);
  if (!sides.every((cell) => cell === stone || cell === EDGE)) return false;
  const enemies = corners.filter((cell) => cell === 1 - stone).length;
  return enemies + (corners.includes(EDGE) ? 1 : 0) < 2;
}
