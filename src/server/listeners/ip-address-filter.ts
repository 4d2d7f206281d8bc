import { NetworkList } from './network-list.ts';

/** Decides by IP address. Denied addresses are refused. If there is a list of allowed addresses, all others are refused too. */
export class IpAddressFilter {
  readonly #allowed: NetworkList;
  readonly #denied: NetworkList;

  /** Both parameters are lists of networks in the form of `parseNetwork`. */
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
