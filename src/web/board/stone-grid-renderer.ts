import type { BoardSize, Point } from '../../rules/point.ts';
import { isDead, stoneOf } from './board-content.ts';
import type { PointAriaLabels } from './point-aria-labels.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The number of rows in one SVG image. */
const BAND = 8;
const RADIUS = 0.475;
/** An image is larger by this much to the right and down, in cells, for the shadows of its last stones. */
const OVERHANG = 0.125;

/**
 * The points of a board as an accessible grid: one SVG image for every few rows, with a circle for each point. The circles
 * are created once, and only changed ones are updated. For a new stone, the browser lays out and paints only one image
 * again, however large the board is.
 */
export class StoneGridRenderer {
  readonly #cells: SVGElement[] = [];
  #flags: Uint8Array;
  #labels: PointAriaLabels | undefined;
  #cursor: SVGElement | undefined;

  /** Replaces the content of `grid`, an element with the role `grid`. */
  constructor(grid: Element, size: BoardSize) {
    this.#flags = new Uint8Array(size.width * size.height);
    const bands: Element[] = [];
    for (let y = 0; y < size.height; y += BAND) bands.push(this.#band(size, y, Math.min(BAND, size.height - y)));
    grid.replaceChildren(...bands);
  }

  /** An image of `rows` rows from row `top` on. Its size is in cells. */
  #band({ width }: BoardSize, top: number, rows: number): SVGElement {
    const band = element('svg', {
      role: 'rowgroup',
      class: 'board-band',
      viewBox: `0 ${top} ${width + OVERHANG} ${rows + OVERHANG}`,
    });
    band.style.setProperty('--board-rows', String(rows + OVERHANG));
    band.append(ground(top, width + OVERHANG, rows + OVERHANG));
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

  /** Shows points with these properties. If `labels` has changed, every point gets a new label. */
  show(looks: Uint8Array, labels: PointAriaLabels): void {
    for (let index = 0; index < looks.length; index++) {
      const look = looks[index]!;
      const differs = look !== this.#flags[index];
      if (!differs && labels === this.#labels) continue;
      const cell = this.#cells[index]!;
      if (differs) cell.setAttribute('class', `${stoneOf(look) ?? ''}${isDead(look) ? ' dead' : ''}`);
      cell.setAttribute('aria-label', labels.of(index as Point, look));
    }
    this.#flags = looks;
    this.#labels = labels;
  }

  /** Makes a point the only one in the tab order; with `focus`, focuses it. */
  setCursor(point: Point, focus: boolean): void {
    const [before, after] = [this.#cursor, this.#cells[point]!];
    after.setAttribute('tabindex', '0');
    if (focus) after.focus({ preventScroll: true });
    // Removed last: an element that loses its tabindex loses the focus, too.
    if (before !== after) before?.removeAttribute('tabindex');
    this.#cursor = after;
  }

  pointOf(target: EventTarget | null): Point | undefined {
    const index = this.#cells.indexOf(target as SVGElement);
    return index === -1 ? undefined : (index as Point);
  }
}

/**
 * An invisible rectangle over the whole image. Without it, the painted area of an image would grow with a stone, and
 * the browser would arrange all layers again, which takes longer than everything else.
 */
const ground = (y: number, width: number, height: number): SVGElement =>
  element('rect', { class: 'board-ground', y, width, height });

function element(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
