/** Calls `then` once a number of deliveries is done. Starts at 1 so that it cannot fire while deliveries are still being added. */
export class CountdownLatch<Value> {
  readonly #value: Value;
  readonly #then: (value: Value) => void;
  #left = 1;

  constructor(value: Value, then: (value: Value) => void) {
    this.#value = value;
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
