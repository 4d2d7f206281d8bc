import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** What an axis shows. */
export interface Axis {
  /** With the unit. */
  readonly title: string;
  /** Equal distances are equal factors. */
  readonly isLogarithmic?: boolean;
}

/** How something grows: lines over one axis. */
export interface Plot {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly PlotPoint[];
  /** What bends the curve, in a sentence. */
  readonly bend: string;
}

/** One measurement, and the line that it belongs to. */
export interface PlotPoint {
  readonly line: string;
  readonly x: number;
  readonly y: number;
}

const WIDTH = 560;
const HEIGHT = 240;

const axisOf = (field: string, { title, isLogarithmic = false }: Axis) => ({
  field,
  type: 'quantitative' as const,
  title,
  scale: isLogarithmic ? { type: 'log' as const } : { zero: true },
  axis: { format: '~s', tickCount: 6 },
});

/** A plot as the text of an SVG file. */
export function svgOf({ x, y, points }: Plot): Promise<string> {
  const spec: TopLevelSpec = {
    width: WIDTH,
    height: HEIGHT,
    background: 'white',
    data: { values: points.map((point) => ({ ...point })) },
    mark: { type: 'line', point: true },
    encoding: {
      x: axisOf('x', x),
      y: axisOf('y', y),
      // In the order in which the lines were measured.
      color: { field: 'line', type: 'nominal', title: null, sort: null },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}
