/** What a client has switched on or off by `toggle`. */
export class ClientToggles {
  readonly #on = new Map<string, boolean>([
    ['client', true],
    ['open', true],
  ]);

  /** Lines have numbers. Otherwise a person reads them, with boards. */
  get isClient(): boolean {
    return this.#isOn('client');
  }

  /** Nothing is told of other players and their games. */
  get isQuiet(): boolean {
    return this.#isOn('quiet');
  }

  /** Others may ask for games. */
  get isOpen(): boolean {
    return this.#isOn('open');
  }

  /** Sets a switch, or flips it without a value; the answer is in the words that clients look for. */
  set(what: string, value: string | undefined): string {
    const name = what.toLowerCase().slice(0, 20);
    const isOn = value === undefined || value === '' ? !this.#isOn(name) : /^(?:on|true|1)$/i.test(value);
    // A client may name any switch; those without a meaning here are many.
    if (this.#on.has(name) || this.#on.size < 50) this.#on.set(name, isOn);
    return `9 Set ${name} to be ${isOn ? 'True' : 'False'}.`;
  }

  #isOn(name: string): boolean {
    return this.#on.get(name) ?? false;
  }
}
