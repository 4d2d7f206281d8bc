import { Networks } from './networks.ts';

/** Allowed and denied IP addresses. Denied ones are refused; if any are allowed, all others are refused too. */
export class AccessRules {
  readonly #allowed: Networks;
  readonly #denied: Networks;

  /** Both are lists of networks: see `Networks`. */
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
