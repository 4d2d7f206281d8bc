import assert from 'node:assert/strict';

/** The state of each input by its tag. Tags count from 1. */
export class InputLog {
  #isStored: boolean[] = [];
  #isApplied: boolean[] = [];
  #isDropped: boolean[] = [];
  appliedCount = 0;
  droppedCount = 0;

  /** An independent copy. */
  copy(): InputLog {
    const copy = new InputLog();
    copy.#isStored = [...this.#isStored];
    copy.#isApplied = [...this.#isApplied];
    copy.#isDropped = [...this.#isDropped];
    [copy.appliedCount, copy.droppedCount] = [this.appliedCount, this.droppedCount];
    return copy;
  }

  /** The input is in the stream, perhaps not for the first time. */
  stored(tag: number): void {
    assert(!this.#isDropped[tag], `input ${tag} was refused as never published, and is in the stream`);
    this.#isStored[tag] = true;
  }

  /** The state of an input as text, for errors. */
  describe(tag: number): string {
    const known = [
      this.#isStored[tag] && 'stored',
      this.#isApplied[tag] && 'applied',
      this.#isDropped[tag] && 'dropped',
    ];
    return `input ${tag} (${known.filter(Boolean).join(', ') || 'not published'})`;
  }

  applied(tag: number): void {
    assert(!this.#isApplied[tag], `input ${tag} is decided twice`);
    this.#isApplied[tag] = true;
    this.appliedCount++;
  }

  isApplied(tag: number): boolean {
    return this.#isApplied[tag] === true;
  }

  /** A client was notified that the input was never published. */
  dropped(tag: number): void {
    assert(!this.#isStored[tag], `input ${tag} is refused as never published, and is in the stream`);
    this.#isDropped[tag] = true;
    this.droppedCount++;
  }
}
