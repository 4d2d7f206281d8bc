import type { Color } from '../../rules/color.ts';
import type { GoPosition } from '../../rules/go/go-position.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { coordinates, type Point, pointAt } from '../../rules/point.ts';
import { columnName, vertexName } from '../../rules/vertex.ts';

const SIGNS: Readonly<Record<Color, string>> = { black: 'X', white: 'O' };

/** The answer to `showboard`. It begins with a line end, because its first line follows the `=`. It has no other empty line. */
export function boardText(position: GoPosition): string {
  const { width, height } = position.size;
  const columns = `   ${Array.from({ length: width }, (_, x) => columnName(x)).join(' ')}`;
  const rows = Array.from({ length: height }, (_, y) => {
    const signs = Array.from({ length: width }, (_, x) => {
      const color = position.at(pointAt(position.size, x, y)!);
      return color === undefined ? '.' : SIGNS[color];
    });
    const number = `${height - y}`;
    return `${number.padStart(2)} ${signs.join(' ')} ${number}`;
  });
  return ['', columns, ...rows, columns].join('\n');
}

/** All chains, one per line, as the names of their points. */
export function chainsText(position: GoPosition): string {
  const seen = new Set<Point>();
  const lines: string[] = [];
  for (const { point, color } of position.stones()) {
    if (seen.has(point)) continue;
    seen.add(point);
    // The loop also visits the points that are added during the loop.
    const chain = [point];
    for (const stone of chain) {
      for (const near of neighbours(position, stone)) {
        if (position.at(near) !== color || seen.has(near)) continue;
        seen.add(near);
        chain.push(near);
      }
    }
    lines.push(chain.map((stone) => vertexName(position.size, stone)).join(' '));
  }
  return lines.join('\n');
}

function neighbours({ size }: GoPosition, point: Point): Point[] {
  const { x, y } = coordinates(size, point);
  const places = [pointAt(size, x - 1, y), pointAt(size, x + 1, y), pointAt(size, x, y - 1), pointAt(size, x, y + 1)];
  return places.filter((place) => place !== undefined);
}

/** The answer to `final_score`. */
export function scoreText({ black, white }: Score): string {
  if (black === white) return '0';
  return black > white ? `B+${difference(black, white)}` : `W+${difference(white, black)}`;
}

/** The difference, with at most two decimals, as a komi has. */
const difference = (more: number, less: number): string => String(Number((more - less).toFixed(2)));
