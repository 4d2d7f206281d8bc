import { compose, foldName } from './name-normalisation.ts';

/** Maps texts with similar letters to the same text (the skeleton of Unicode's report 39). */
export type FoldLookAlikes = (text: string) => string;

/**
 * Finds the names of a set that look like a given name. A name is compared both as written and in lower case, because capital letters look
 * like other letters than small ones: a capital I looks like an l, and a Cyrillic В looks like a B.
 */
export class LookAlikes {
  #skeleton: FoldLookAlikes | undefined;
  /** The folded names by their skeleton. */
  readonly #names = new Map<string, Set<string>>();

  /** Sets the table of similar letters. It is large, so it is loaded only before the first name is added. */
  setSkeleton(skeleton: FoldLookAlikes): void {
    this.#skeleton = skeleton;
  }

  add(name: string): void {
    const key = foldName(name);
    for (const look of this.#skeletonsOf(name)) {
      const names = this.#names.get(look);
      if (names === undefined) this.#names.set(look, new Set([key]));
      else names.add(key);
    }
  }

  delete(name: string): void {
    for (const look of this.#skeletonsOf(name)) {
      const names = this.#names.get(look);
      names?.delete(foldName(name));
      if (names?.size === 0) this.#names.delete(look);
    }
  }

  /** The folded names that look like this one and differ from it. */
  similarTo(name: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.#names.size === 0) return found;
    for (const look of this.#skeletonsOf(name)) for (const key of this.#names.get(look) ?? []) found.add(key);
    found.delete(foldName(name));
    return found;
  }

  #skeletonsOf(name: string): readonly string[] {
    if (this.#skeleton === undefined) return [];
    const [written, folded] = [compose(name), foldName(name)];
    const look = this.#skeletonOf(this.#skeleton, written);
    return written === folded ? [look] : [look, this.#skeletonOf(this.#skeleton, folded)];
  }

  /** The text by which names are compared. A skeleton may have letters of both cases. Combining marks are compared separately. */
  #skeletonOf(skeleton: FoldLookAlikes, text: string): string {
    return skeleton(text.normalize('NFD')).normalize('NFC').toLowerCase();
  }
}
