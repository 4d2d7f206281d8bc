import { fold } from './names.ts';
import type { Profile } from './player.ts';

/** Names that have owners, who prove it elsewhere, and the addresses from which they have lately done so. */
export class Reservations {
  /** By folded name: until when each address is admitted, in milliseconds since the epoch. */
  readonly #admitted = new Map<string, Map<string, number>>();

  /** Nobody but its owner may bear the name from now on; who bears it already goes on to. */
  reserve(name: string): void {
    const key = fold(name);
    if (!this.#admitted.has(key)) this.#admitted.set(key, new Map());
  }

  unreserve(name: string): void {
    this.#admitted.delete(fold(name));
  }

  /** Until then, in milliseconds since the epoch, whoever comes from this address may bear the reserved name. */
  admit(name: string, address: string, until: number): void {
    this.#admitted.get(fold(name))?.set(address, until);
  }

  has(name: string): boolean {
    return this.#admitted.has(fold(name));
  }

  /** Whether somebody like this may bear the name, as far as owners are concerned. */
  allow({ owns, address }: Profile, name: string, now: number): boolean {
    const key = fold(name);
    const admitted = this.#admitted.get(key);
    if (admitted === undefined || (owns !== undefined && fold(owns) === key)) return true;
    const until = admitted.get(address);
    if (until === undefined) return false;
    if (until <= now) admitted.delete(address);
    return until > now;
  }
}
