const NOTHING = new Uint8Array(0);

/** Bytes in flight in one direction. They arrive in other pieces than they were sent. */
export class SimulatedPipe {
  #pieces: Uint8Array[] = [];
  length = 0;

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.length += bytes.length;
  }

  /** Removes and returns the first bytes, at most `maximum`. */
  take(maximum: number): Uint8Array {
    if (this.length === 0 || maximum <= 0) return NOTHING;
    if (this.length <= maximum) {
      const [only = NOTHING] = this.#pieces;
      const all = this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.length = 0;
      return all;
    }
    const taken: Uint8Array[] = [];
    let left = maximum;
    for (let [first] = this.#pieces; first !== undefined && left > 0; [first] = this.#pieces) {
      const part = first.subarray(0, left);
      taken.push(part);
      left -= part.length;
      if (part.length === first.length) this.#pieces.shift();
      else this.#pieces[0] = first.subarray(part.length);
    }
    this.length -= maximum;
    return taken.length === 1 && taken[0] !== undefined ? taken[0] : Buffer.concat(taken);
  }

  clear(): void {
    this.#pieces = [];
    this.length = 0;
  }
}
