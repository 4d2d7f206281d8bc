import { NetworkList } from './network-list.ts';

/** Allowed and denied IP addresses. Denied ones are refused; if any are allowed, all others are refused too. */
export class AccessRules {
  readonly #allowed: NetworkList;
  readonly #denied: NetworkList;

  /** Both are lists of networks: see `NetworkList`. */
  constructor(allow: readonly string[], deny: readonly string[]) {
    this.#allowed = new NetworkList(allow);
    this.#denied = new NetworkList(deny);
  }

  admits(address: string): boolean {
    return !this.denies(address) && (this.#allowed.isEmpty || this.#allowed.has(address));
  }

  denies(address: string): boolean {
    return this.#denied.has(address);
  }
}
