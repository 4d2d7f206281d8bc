import type { GoSituation } from '../../../src/engines/engine.ts';
import { PlayoutBoard } from '../../../src/engines/go/playout-board.ts';
import { COLORS } from '../../../src/rules/color.ts';
import { GoBoard } from '../../../src/rules/go/go-board.ts';
import type { Point } from '../../../src/rules/point.ts';
import { type ParsedDiagram, parseDiagram } from '../rules/parse-diagram.ts';

export function readDiagram(text: string): ParsedDiagram {
  const diagram = parseDiagram(text);
  if (!diagram.ok) throw new Error(diagram.problem);
  return diagram.value;
}

export const pointsOf = ({ size }: ParsedDiagram): Point[] =>
  Array.from({ length: size.width * size.height }, (_, index) => index as Point);

/** The point with the letter, which must stand in the diagram once. */
export function markedPoint(diagram: ParsedDiagram, letter: string): Point {
  const [point, ...others] = diagram.marks.get(letter) ?? [];
  if (point === undefined || others.length > 0) throw new Error(`${letter} must stand in the diagram once`);
  return point;
}

export const stonesOf = (diagram: ParsedDiagram): GoSituation['setup'] =>
  pointsOf(diagram).flatMap((point) => {
    const color = diagram.at(point);
    return color === undefined ? [] : [{ point, color }];
  });

export function playoutBoardOf(diagram: ParsedDiagram): PlayoutBoard {
  const board = new GoBoard(diagram.size);
  for (const { point, color } of stonesOf(diagram)) board.place(COLORS.indexOf(color), point);
  const field = new PlayoutBoard(diagram.size);
  field.setUp(board);
  return field;
}

/** White's stone on the left is dead. With it, white has 11 points and black 9; without it, 10 and 15. */
export const DEAD_STONE = `
  . . X O .
  . O X O O
  . . X O .
  X X X O O
  . . X O .
`;
