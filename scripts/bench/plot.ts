import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';

/** An axis of a plot. */
export interface Axis {
  /** The measured quantity with its unit. */
  readonly title: string;
  readonly isLogarithmic?: boolean;
}

/** Several lines over one axis: how a quantity grows. */
export interface Plot {
  /** The name of the SVG file, without `.svg`. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly PlotPoint[];
  /** Explains the shape of the curve. */
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
/** Space around the lines for the titles, the labels and the legend. */
const MARGIN = { left: 60, top: 10, right: 170, bottom: 45 };
const TICKS = 6;
const GAP = 6;
/** The colours of the lines in the order in which they were measured. */
const COLORS = ['#4c78a8', '#f58518', '#e45756', '#72b7b2', '#54a24b', '#b279a2'];

type Scale = ScaleContinuousNumeric<number, number>;

/** A linear scale begins at 0. */
function scaleOf({ isLogarithmic = false }: Axis, values: readonly number[], range: readonly [number, number]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scale = isLogarithmic ? scaleLog().domain([least, most]) : scaleLinear().domain([Math.min(0, least), most]);
  return scale.range(range).nice();
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const rounded = (pixels: number): number => Number(pixels.toFixed(1));
const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<path class="grid" d="M${rounded(x1)},${rounded(y1)}L${rounded(x2)},${rounded(y2)}"/>`;
/** Empty for an empty text: on a logarithmic axis, not every tick has a label. */
const label = (text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end', more = ''): string =>
  text === '' ? '' : `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}"${more}>${escaped(text)}</text>`;

function xAxis(scale: Scale, title: string): string[] {
  const labelOf = scale.tickFormat(TICKS, '~s');
  return [
    ...scale.ticks(TICKS).flatMap((tick) => {
      const x = scale(tick);
      return [line(x, 0, x, HEIGHT), label(labelOf(tick), x, HEIGHT + 16, 'middle')];
    }),
    label(title, WIDTH / 2, HEIGHT + 36, 'middle', ' class="title"'),
  ];
}

function yAxis(scale: Scale, title: string): string[] {
  const labelOf = scale.tickFormat(TICKS, '~s');
  return [
    ...scale.ticks(TICKS).flatMap((tick) => {
      const y = scale(tick);
      return [line(0, y, WIDTH, y), label(labelOf(tick), -GAP, y + 4, 'end')];
    }),
    label(title, -HEIGHT / 2, -44, 'middle', ' class="title" transform="rotate(-90)"'),
  ];
}

const STYLE =
  'text{font:11px sans-serif;fill:#222}.title{font-weight:bold}.grid{stroke:#ddd}.frame{fill:none;stroke:#888}';

/** A plot as the text of an SVG file. */
export function svgOf({ title, x, y, points }: Plot): string {
  const across = scaleOf(
    x,
    points.map((point) => point.x),
    [0, WIDTH],
  );
  const up = scaleOf(
    y,
    points.map((point) => point.y),
    [HEIGHT, 0],
  );
  const lines = [...Map.groupBy(points, (point) => point.line)].flatMap(([name, own], index) => {
    const color = COLORS[index % COLORS.length]!;
    const places = own
      .toSorted((one, other) => one.x - other.x)
      .map((point) => [rounded(across(point.x)), rounded(up(point.y))] as const);
    const [legendX, legendY] = [WIDTH + 16, 10 + 18 * index];
    return [
      `<path fill="none" stroke="${color}" stroke-width="2" d="M${places.join('L')}"/>`,
      ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`),
      `<circle cx="${legendX}" cy="${legendY}" r="5" fill="${color}"/>`,
      label(name, legendX + 12, legendY + 4, 'start'),
    ];
  });
  const [width, height] = [MARGIN.left + WIDTH + MARGIN.right, MARGIN.top + HEIGHT + MARGIN.bottom];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style><rect width="${width}" height="${height}" fill="white"/>`,
    `<g transform="translate(${MARGIN.left},${MARGIN.top})">`,
    ...xAxis(across, x.title),
    ...yAxis(up, y.title),
    `<path class="frame" d="M0,0H${WIDTH}V${HEIGHT}H0Z"/>`,
    ...lines,
    '</g></svg>',
  ]
    .filter((element) => element !== '')
    .join('\n')}\n`;
}
