import { Networks } from './networks.ts';

/** Who may come in, by the IP address: nobody whom `deny` names, and where `allow` names anybody, nobody else. */
export class AccessRules {
  readonly #allowed: Networks;
  readonly #denied: Networks;

  /** Both are lists as `Networks` takes them. */
  constructor(allow: readonly string[], deny: readonly string[]) {
    this.#allowed = new Networks(allow);
    this.#denied = new Networks(deny);
  }

  admits(address: string): boolean {
    return !this.denies(address) && (this.#allowed.isEmpty || this.#allowed.has(address));
  }

  denies(address: string): boolean {
    return this.#denied.has(address);
  }
}
