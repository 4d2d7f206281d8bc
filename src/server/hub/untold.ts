/** How much of something still has to be told, and what is done once all of it is. One to begin with: the telling itself. */
export class Untold<Something> {
  readonly #something: Something;
  readonly #then: (something: Something) => void;
  #left = 1;

  constructor(something: Something, then: (something: Something) => void) {
    this.#something = something;
    this.#then = then;
  }

  more(): this {
    this.#left++;
    return this;
  }

  less(): void {
    if (--this.#left === 0) this.#then(this.#something);
  }
}
