import type { Axis, Plot, PlotPoint } from '../plot.ts';
import type { LoadMeasurement } from './load-measurement.ts';

/** An explanation of the shape of each curve. */
export type PlotExplanations = Readonly<Record<keyof LoadMeasurement, string>>;

const MEASURES: Readonly<Record<keyof LoadMeasurement, Axis>> = {
  movesPerSecond: { title: 'moves a second' },
  p99: { title: 'p99 of a move, ms' },
  memory: { title: 'memory of the process, MiB' },
};

/** Three plots over the same axis: moves per second, p99 of a move, and memory. */
export class LoadPlots {
  readonly #name: string;
  readonly #x: Axis;
  readonly #points: { readonly line: string; readonly x: number; readonly measurement: LoadMeasurement }[] = [];

  /** `name` is the first part of the file names, one word. */
  constructor(name: string, x: Axis) {
    this.#name = name;
    this.#x = x;
  }

  add(line: string, x: number, stretch: LoadMeasurement): void {
    this.#points.push({ line, x, measurement: stretch });
  }

  plots(bends: PlotExplanations): readonly Plot[] {
    return (Object.keys(MEASURES) as (keyof LoadMeasurement)[]).map((measure) => {
      const y = MEASURES[measure];
      const points: PlotPoint[] = this.#points.map(({ line, x, measurement: stretch }) => ({
        line,
        x,
        y: stretch[measure],
      }));
      const file = `${this.#name}-${measure}`.toLowerCase();
      return { name: file, title: `${y.title}, by ${this.#x.title}`, x: this.#x, y, points, bend: bends[measure] };
    });
  }
}
