import { LookAlikes, type Skeleton } from './look-alikes.ts';
import { foldName } from './name-normalisation.ts';
import type { ClientProfile } from './player.ts';

interface Reservation {
  readonly name: string;
  /** By address: until when it is admitted, in milliseconds since the epoch. */
  readonly admitted: Map<string, number>;
}

export interface ReservationSnapshot {
  readonly name: string;
  /** Sorted by address. */
  readonly admitted: readonly (readonly [address: string, until: number])[];
}

/**
 * Names that have owners, who prove it elsewhere, and the addresses from which they have lately done so. A name that looks
 * like one of them is given to the same players alone.
 */
export class NameReservations {
  /** By folded name. */
  readonly #reserved = new Map<string, Reservation>();
  readonly #lookAlikes = new LookAlikes();

  /** What looks alike; has to be known before the first name is reserved. */
  learnLooks(skeleton: Skeleton): void {
    this.#lookAlikes.learn(skeleton);
  }

  /** Only its owner may use the name from now on; a player who uses it already goes on to. */
  reserve(name: string): void {
    const key = foldName(name);
    if (this.#reserved.has(key)) return;
    this.#reserved.set(key, { name, admitted: new Map() });
    this.#lookAlikes.add(name);
  }

  unreserve(name: string): void {
    const key = foldName(name);
    const reservation = this.#reserved.get(key);
    if (reservation === undefined) return;
    this.#reserved.delete(key);
    this.#lookAlikes.delete(reservation.name);
  }

  /** Until then, in milliseconds since the epoch, players from this address may use the reserved name. */
  admit(name: string, address: string, until: number, now: number): void {
    const admitted = this.#reserved.get(foldName(name))?.admitted;
    if (admitted === undefined) return;
    for (const [earlier, end] of admitted) if (end <= now) admitted.delete(earlier);
    if (until > now) admitted.set(address, until);
  }

  /** Whether the name is reserved, or looks like one that is. */
  has(name: string): boolean {
    return this.#reserved.has(foldName(name)) || this.#lookAlikes.of(name).size > 0;
  }

  snapshot(): ReservationSnapshot[] {
    const byKey = [...this.#reserved].sort(([one], [other]) => (one < other ? -1 : 1));
    return byKey.map(([, { name, admitted }]) => ({ name, admitted: [...admitted].sort() }));
  }

  restore(reservations: readonly ReservationSnapshot[]): void {
    for (const { name, admitted } of reservations) {
      this.#reserved.set(foldName(name), { name, admitted: new Map(admitted) });
      this.#lookAlikes.add(name);
    }
  }

  /** Whether a player like this may use the name, as far as owners are concerned. */
  allow(profile: ClientProfile, name: string, now: number): boolean {
    const key = foldName(name);
    if (this.#reserved.has(key)) return this.#allows(profile, key, now);
    for (const alike of this.#lookAlikes.of(name)) if (!this.#allows(profile, alike, now)) return false;
    return true;
  }

  #allows({ ownedName, address }: ClientProfile, key: string, now: number): boolean {
    if (ownedName !== undefined && foldName(ownedName) === key) return true;
    const until = this.#reserved.get(key)?.admitted.get(address);
    return until !== undefined && until > now;
  }
}
