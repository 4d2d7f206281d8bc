import { LookAlikes, type Skeleton } from './look-alikes.ts';
import { foldName } from './name.ts';
import type { ClientProfile } from './player.ts';

/**
 * Names that have owners, who prove it elsewhere, and the addresses from which they have lately done so. A name that looks
 * like one of them is given to the same players alone.
 */
export class NameReservations {
  /** By folded name: until when each address is admitted, in milliseconds since the epoch. */
  readonly #admitted = new Map<string, Map<string, number>>();
  readonly #lookAlikes = new LookAlikes();

  /** What looks alike; has to be known before the first name is reserved. */
  learnLooks(skeleton: Skeleton): void {
    this.#lookAlikes.learn(skeleton);
  }

  /** Only its owner may use the name from now on; a player who uses it already goes on to. */
  reserve(name: string): void {
    const key = foldName(name);
    if (this.#admitted.has(key)) return;
    this.#admitted.set(key, new Map());
    this.#lookAlikes.add(name);
  }

  unreserve(name: string): void {
    if (this.#admitted.delete(foldName(name))) this.#lookAlikes.delete(name);
  }

  /** Until then, in milliseconds since the epoch, players from this address may use the reserved name. */
  admit(name: string, address: string, until: number): void {
    this.#admitted.get(foldName(name))?.set(address, until);
  }

  /** Whether the name is reserved, or looks like one that is. */
  has(name: string): boolean {
    return this.#admitted.has(foldName(name)) || this.#lookAlikes.of(name).size > 0;
  }

  /** Whether a player like this may use the name, as far as owners are concerned. */
  allow(profile: ClientProfile, name: string, now: number): boolean {
    const key = foldName(name);
    if (this.#admitted.has(key)) return this.#allows(profile, key, now);
    for (const alike of this.#lookAlikes.of(name)) if (!this.#allows(profile, alike, now)) return false;
    return true;
  }

  #allows({ ownedName, address }: ClientProfile, key: string, now: number): boolean {
    if (ownedName !== undefined && foldName(ownedName) === key) return true;
    const admitted = this.#admitted.get(key);
    const until = admitted?.get(address);
    if (until === undefined) return false;
    if (until <= now) admitted?.delete(address);
    return until > now;
  }
}
