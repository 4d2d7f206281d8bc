import { type Color, opposite } from '../../../../src/rules/color.ts';
import type { GoRefusal, GoRuleset, Score } from '../../../../src/rules/go/ruleset.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../../../src/rules/point.ts';

const COLOR_OF: Readonly<Record<string, Color>> = { X: 'black', O: 'white' };
const SIGN_OF = { black: 'X', white: 'O' } as const;

/**
 * Go as the rules read, slow and obvious: a position is a string with a sign for each point, chains and regions are
 * flooded anew for every question, and the history is the list of all positions.
 */
export class ReferenceBoard {
  readonly size: BoardSize;
  readonly points: readonly Point[];
  readonly #beside: readonly (readonly Point[])[];
  /** Every position of the game, the start first, and who moved to reach it. */
  readonly #history: { readonly position: string; readonly mover: Color | undefined }[];

  constructor(size: BoardSize) {
    this.size = size;
    this.points = Array.from({ length: size.height }, (_, y) =>
      Array.from({ length: size.width }, (_, x) => pointAt(size, x, y)!),
    ).flat();
    this.#beside = this.points.map((point) => {
      const { x, y } = coordinates(size, point);
      const around = [
        pointAt(size, x - 1, y),
        pointAt(size, x + 1, y),
        pointAt(size, x, y - 1),
        pointAt(size, x, y + 1),
      ];
      return around.filter((next) => next !== undefined);
    });
    this.#history = [{ position: '.'.repeat(this.points.length), mover: undefined }];
  }

  /** Makes another position the start; false where a chain has no liberty. */
  setUp(stones: Iterable<{ readonly point: Point; readonly color: Color }>, toMove: Color): boolean {
    let position = this.position;
    for (const { point, color } of stones) position = replaceAt(position, [point], SIGN_OF[color]);
    this.#history[0] = { position, mover: opposite(toMove) };
    return this.#dead(position).length === 0;
  }

  get position(): string {
    return this.#history.at(-1)!.position;
  }

  at(point: Point): Color | undefined {
    return COLOR_OF[this.position[point]!];
  }

  judge(color: Color, point: Point, ruleset: GoRuleset): GoRefusal | undefined {
    if (this.at(point) !== undefined) return 'occupied';
    const { position, removed } = this.#after(color, point);
    if (removed.includes(point) && ruleset.suicide === 'forbidden') return 'suicide';
    if (position === this.position) return 'ko';
    return this.#forbidden(color, ruleset).includes(position) ? 'ko' : undefined;
  }

  play(color: Color, point: Point): readonly Point[] {
    const { position, removed } = this.#after(color, point);
    this.#history.push({ position, mover: color });
    return removed;
  }

  pass(color: Color): void {
    this.#history.push({ position: this.position, mover: color });
  }

  /** The area without the dead stones. */
  score(komi: number, dead: readonly Point[] = []): Score {
    const area = { black: 0, white: komi };
    const position = replaceAt(this.position, dead, '.');
    const at = (point: Point): Color | undefined => COLOR_OF[position[point]!];
    for (const region of this.#regions(position)) {
      const color = at(region[0]!);
      const around = region.flatMap((point) => this.#beside[point]!.map(at));
      const reached = new Set(around.filter((neighbour) => neighbour !== undefined));
      const owners = color === undefined ? [...reached] : [color];
      if (owners.length === 1) area[owners[0]!] += region.length;
    }
    return area;
  }

  /** The stones of the chain at a point; none where there is no stone. */
  chainAt(point: Point): readonly Point[] {
    if (this.at(point) === undefined) return [];
    return this.#regions(this.position).find((region) => region.includes(point)) ?? [];
  }

  /** The positions that a colour may not recreate. */
  #forbidden(color: Color, ruleset: GoRuleset): string[] {
    const history = this.#history;
    switch (ruleset.ko) {
      case 'simple': {
        const turn = history.findLastIndex(({ mover }) => mover === opposite(color));
        return turn > 0 ? [history[turn - 1]!.position] : [];
      }
      case 'positional':
        return history.map(({ position }) => position);
      case 'situational':
        return history.filter(({ mover }) => (mover ?? 'white') === color).map(({ position }) => position);
    }
  }

  #after(color: Color, point: Point): { position: string; removed: readonly Point[] } {
    const placed = replaceAt(this.position, [point], SIGN_OF[color]);
    const dead = this.#dead(placed);
    const enemies = dead.filter((chain) => placed[chain[0]!] !== SIGN_OF[color]).flat();
    const removed = enemies.length > 0 ? enemies : dead.flat();
    return { position: replaceAt(placed, removed, '.'), removed };
  }

  /** The chains without a liberty. */
  #dead(position: string): Point[][] {
    return this.#regions(position).filter(
      (region) =>
        position[region[0]!] !== '.' &&
        region.every((stone) => this.#beside[stone]!.every((next) => position[next] !== '.')),
    );
  }

  /** All chains and empty regions: points that hang together and hold the same. */
  #regions(position: string): Point[][] {
    const regions: Point[][] = [];
    const seen = new Uint8Array(this.points.length);
    for (const start of this.points) {
      if (seen[start] === 1) continue;
      const region = [start];
      seen[start] = 1;
      for (const point of region) {
        for (const next of this.#beside[point]!) {
          if (position[next] !== position[start] || seen[next] === 1) continue;
          seen[next] = 1;
          region.push(next);
        }
      }
      regions.push(region);
    }
    return regions;
  }
}

const replaceAt = (position: string, points: readonly Point[], sign: string): string =>
  points.reduce((signs, point) => signs.slice(0, point) + sign + signs.slice(point + 1), position);
