/** The least range of the graph in points, so that small changes of an even game look small. */
const LEAST_RANGE = 10;

/** Positions of moves and leads in a graph; a lead of 0 is in the middle. */
export interface GraphScale {
  /** The lead at the upper edge, a whole number of points. */
  readonly most: number;
  x(move: number): number;
  y(lead: number): number;
}

export function graphScale(leads: readonly number[], width: number, height: number): GraphScale {
  const most = Math.ceil(Math.max(LEAST_RANGE, ...leads.map(Math.abs)));
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    most,
    x: (move) => round((move * width) / Math.max(1, leads.length - 1)),
    y: (lead) => round(height / 2 - (lead * height) / (2 * most)),
  };
}

/** The line of the graph as SVG's list of points. */
export const linePoints = (leads: readonly number[], { x, y }: GraphScale): string =>
  leads.map((lead, move) => `${x(move)},${y(lead)}`).join(' ');
