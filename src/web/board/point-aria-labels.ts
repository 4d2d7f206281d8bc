import type { BoardSize, Point } from '../../rules/point.ts';
import type { Texts } from '../texts/texts-type.ts';
import { type PointProperty, type PointPropertyBits, propertiesOf } from './board-content.ts';
import { type PointNameFormat, pointName } from './coordinate-names.ts';

export type BoardTexts = Texts['board'];

/** The label of every point for screen readers: its name and its content. */
export class PointAriaLabels {
  readonly #names: readonly string[];
  readonly #texts: BoardTexts;
  /** The texts for all combinations of properties. There are far fewer combinations than points. */
  readonly #contentTexts = new Map<PointPropertyBits, string>();

  constructor(size: BoardSize, naming: PointNameFormat, texts: BoardTexts) {
    this.#texts = texts;
    this.#names = Array.from({ length: size.width * size.height }, (_, point) =>
      pointName(size, point as Point, naming),
    );
  }

  of(point: Point, look: PointPropertyBits): string {
    return this.#texts.list([this.#names[point]!, this.#contentText(look)]);
  }

  #contentText(look: PointPropertyBits): string {
    const known = this.#contentTexts.get(look);
    if (known !== undefined) return known;
    const words = this.#texts.list(propertiesOf(look).map((trait: PointProperty) => this.#texts[trait]));
    this.#contentTexts.set(look, words);
    return words;
  }
}
