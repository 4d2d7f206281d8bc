import { type Color, opposite } from '../../../src/rules/color.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../../src/rules/point.ts';
import type { GoRefusal, GoRuleset, Score } from '../../../src/rules/go/ruleset.ts';

type Stones = ReadonlyMap<Point, Color>;

/**
 * Go as the rules read, slow and obvious: a position is a map from points to colours, chains and regions are flooded
 * anew for every question, and the history is a list of boards drawn as strings.
 */
export class ReferenceBoard {
  readonly size: BoardSize;
  readonly points: readonly Point[];
  stones: Stones = new Map();
  /** Every position of the game, the start first, and who moved to reach it. */
  readonly #history: { readonly drawing: string; readonly mover: Color | undefined }[];

  constructor(size: BoardSize) {
    this.size = size;
    this.points = Array.from({ length: size.width * size.height }, (_, index) =>
      pointAt(size, index % size.width, Math.floor(index / size.width)),
    ).filter((point) => point !== undefined);
    this.#history = [{ drawing: this.#draw(this.stones), mover: undefined }];
  }

  judge(color: Color, point: Point, ruleset: GoRuleset): GoRefusal | undefined {
    if (this.stones.has(point)) return 'occupied';
    const { stones, removed } = this.#after(color, point);
    const drawing = this.#draw(stones);
    if (drawing === this.#draw(this.stones)) return 'ko';
    if (this.#forbidden(color, ruleset).includes(drawing)) return 'ko';
    return removed.includes(point) && ruleset.suicide === 'forbidden' ? 'suicide' : undefined;
  }

  play(color: Color, point: Point): readonly Point[] {
    const { stones, removed } = this.#after(color, point);
    this.stones = stones;
    this.#history.push({ drawing: this.#draw(stones), mover: color });
    return removed;
  }

  pass(color: Color): void {
    this.#history.push({ drawing: this.#draw(this.stones), mover: color });
  }

  score(komi: number): Score {
    const area = { black: 0, white: komi };
    for (const point of this.points) {
      const color = this.stones.get(point);
      const owners = color === undefined ? this.#touching(this.#flood(this.stones, point)) : [color];
      if (owners.length === 1) area[owners[0]!]++;
    }
    return area;
  }

  /** The positions that a colour may not recreate. */
  #forbidden(color: Color, ruleset: GoRuleset): string[] {
    const history = this.#history;
    switch (ruleset.ko) {
      case 'simple': {
        const turn = history.findLastIndex(({ mover }) => mover === opposite(color));
        return turn > 0 ? [history[turn - 1]!.drawing] : [];
      }
      case 'positional':
        return history.map(({ drawing }) => drawing);
      case 'situational':
        return history.filter(({ mover }) => (mover ?? 'white') === color).map(({ drawing }) => drawing);
    }
  }

  #after(color: Color, point: Point): { stones: Stones; removed: Point[] } {
    const placed = new Map(this.stones).set(point, color);
    const captured = this.#breathless(placed, opposite(color));
    const removed = captured.length > 0 ? captured : this.#breathless(placed, color);
    for (const gone of removed) placed.delete(gone);
    return { stones: placed, removed };
  }

  #breathless(stones: Stones, color: Color): Point[] {
    const hasLiberty = (point: Point) =>
      this.#flood(stones, point).some((stone) => this.#beside(stone).some((next) => !stones.has(next)));
    return this.points.filter((point) => stones.get(point) === color && !hasLiberty(point));
  }

  /** The points that hang together with one and hold the same as it. */
  #flood(stones: Stones, start: Point): Point[] {
    const found = [start];
    for (const point of found) {
      for (const next of this.#beside(point)) {
        if (stones.get(next) === stones.get(start) && !found.includes(next)) found.push(next);
      }
    }
    return found;
  }

  #touching(region: readonly Point[]): Color[] {
    const stones = region.flatMap((point) => this.#beside(point)).map((point) => this.stones.get(point));
    return [...new Set(stones)].filter((color) => color !== undefined);
  }

  #beside(point: Point): Point[] {
    const { x, y } = coordinates(this.size, point);
    const around = [pointAt(this.size, x - 1, y), pointAt(this.size, x + 1, y)];
    return [...around, pointAt(this.size, x, y - 1), pointAt(this.size, x, y + 1)].filter((next) => next !== undefined);
  }

  #draw(stones: Stones): string {
    return this.points.map((point) => stones.get(point)?.[0] ?? '.').join('');
  }
}
