/** The switches of a client, which it sets by `toggle`. */
export class ClientToggles {
  readonly #on = new Map<string, boolean>([
    ['client', true],
    ['open', true],
  ]);

  /** Whether lines have numbers. Otherwise lines are for a person and include boards. */
  get isClient(): boolean {
    return this.#isOn('client');
  }

  /** Whether the client gets no messages about other players and their games. */
  get isQuiet(): boolean {
    return this.#isOn('quiet');
  }

  /** Whether other players may request games. */
  get isOpen(): boolean {
    return this.#isOn('open');
  }

  /** Sets a switch. Without a value, toggles it. Returns the answer, whose text clients search for. */
  set(what: string, value: string | undefined): string {
    const name = what.toLowerCase().slice(0, 20);
    const isOn = value === undefined || value === '' ? !this.#isOn(name) : /^(?:on|true|1)$/i.test(value);
    // A client may set any switch. Most of them have no effect.
    if (this.#on.has(name) || this.#on.size < 50) this.#on.set(name, isOn);
    return `9 Set ${name} to be ${isOn ? 'True' : 'False'}.`;
  }

  #isOn(name: string): boolean {
    return this.#on.get(name) ?? false;
  }
}
