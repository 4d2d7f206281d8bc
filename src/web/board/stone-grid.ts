import type { BoardSize, Point } from '../../rules/point.ts';
import type { PointLabels } from './point-labels.ts';
import { stoneOf } from './board-content.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Rows that are painted together. */
const BAND = 8;
const RADIUS = 0.47;

/**
 * The points of a board as a grid for whoever looks and whoever listens: a picture for every few rows, in it a circle for
 * each point, which is a stone or is not seen. They are made once, and afterwards only those are touched that change: no
 * more than one picture is laid out and painted anew for a stone, however large the board.
 */
export class StoneGrid {
  readonly #cells: SVGElement[] = [];
  #looks: Uint8Array;
  #labels: PointLabels | undefined;
  #cursor: SVGElement | undefined;

  /** Fills `grid`, an element of role `grid`, in place of whatever it holds. */
  constructor(grid: Element, size: BoardSize) {
    this.#looks = new Uint8Array(size.width * size.height);
    const bands: Element[] = [];
    for (let y = 0; y < size.height; y += BAND) bands.push(this.#band(size, y, Math.min(BAND, size.height - y)));
    grid.replaceChildren(...bands);
  }

  /** A picture of so many `rows`, from row `top` on. It is as wide and high as it has columns and rows, in cells. */
  #band({ width }: BoardSize, top: number, rows: number): SVGElement {
    const band = element('svg', { role: 'rowgroup', class: 'board-band', viewBox: `0 ${top} ${width} ${rows}` });
    band.style.setProperty('--board-rows', String(rows));
    band.append(ground(top, width, rows));
    const pattern = element('circle', { role: 'gridcell', r: RADIUS });
    for (let y = top; y < top + rows; y++) {
      const row = element('g', { role: 'row' });
      for (let x = 0; x < width; x++) {
        const cell = pattern.cloneNode() as SVGElement;
        cell.setAttribute('cx', String(x + 0.5));
        cell.setAttribute('cy', String(y + 0.5));
        this.#cells.push(cell);
        row.append(cell);
      }
      band.append(row);
    }
    return band;
  }

  /** Shows these looks. Other labels than before, and every point is called anew. */
  show(looks: Uint8Array, labels: PointLabels): void {
    for (let index = 0; index < looks.length; index++) {
      const look = looks[index]!;
      const differs = look !== this.#looks[index];
      if (!differs && labels === this.#labels) continue;
      const cell = this.#cells[index]!;
      if (differs) cell.setAttribute('class', stoneOf(look) ?? '');
      cell.setAttribute('aria-label', labels.of(index as Point, look));
    }
    this.#looks = looks;
    this.#labels = labels;
  }

  /** Makes a point the only one that the tab key comes to; with `focus` it comes there now. */
  setCursor(point: Point, focus: boolean): void {
    const [before, after] = [this.#cursor, this.#cells[point]!];
    after.setAttribute('tabindex', '0');
    if (focus) after.focus({ preventScroll: true });
    // Only now: who loses its tabindex loses the focus too.
    if (before !== after) before?.removeAttribute('tabindex');
    this.#cursor = after;
  }

  /** The point that an event is about, where it is about one. */
  pointOf(target: EventTarget | null): Point | undefined {
    const index = this.#cells.indexOf(target as SVGElement);
    return index === -1 ? undefined : (index as Point);
  }
}

/**
 * Nothing to be seen, over the whole picture. A picture whose painted part grows with a stone would have the browser
 * arrange all layers anew, which takes it longer than all else that a stone needs.
 */
const ground = (y: number, width: number, height: number): SVGElement =>
  element('rect', { class: 'board-ground', y, width, height });

function element(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
