import type { Axis, Plot, PlotPoint } from '../plot.ts';
import type { Stretch } from './stretch.ts';

/** What bends each curve, in a sentence. */
export type Bends = Readonly<Record<keyof Stretch, string>>;

const MEASURES: Readonly<Record<keyof Stretch, Axis>> = {
  movesPerSecond: { title: 'moves a second' },
  p99: { title: 'p99 of a move, ms' },
  memory: { title: 'memory of the process, MiB' },
};

/** What is plotted over one axis: throughput, the time of the slowest moves, and memory. */
export class Curves {
  readonly #name: string;
  readonly #x: Axis;
  readonly #points: { readonly line: string; readonly x: number; readonly stretch: Stretch }[] = [];

  /** `name` is what grows, in one word. */
  constructor(name: string, x: Axis) {
    this.#name = name;
    this.#x = x;
  }

  add(line: string, x: number, stretch: Stretch): void {
    this.#points.push({ line, x, stretch });
  }

  plots(bends: Bends): readonly Plot[] {
    return (Object.keys(MEASURES) as (keyof Stretch)[]).map((measure) => {
      const y = MEASURES[measure];
      const points: PlotPoint[] = this.#points.map(({ line, x, stretch }) => ({ line, x, y: stretch[measure] }));
      const file = `${this.#name}-${measure}`.toLowerCase();
      return { name: file, title: `${y.title}, by ${this.#x.title}`, x: this.#x, y, points, bend: bends[measure] };
    });
  }
}
