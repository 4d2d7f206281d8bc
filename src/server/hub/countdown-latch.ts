/** Calls back once a number of deliveries is done. Starts at 1 so that it cannot fire while deliveries are still being added. */
export class CountdownLatch<Something> {
  readonly #value: Something;
  readonly #then: (something: Something) => void;
  #left = 1;

  constructor(something: Something, then: (something: Something) => void) {
    this.#value = something;
    this.#then = then;
  }

  increment(): this {
    this.#left++;
    return this;
  }

  decrement(): void {
    if (--this.#left === 0) this.#then(this.#value);
  }
}
