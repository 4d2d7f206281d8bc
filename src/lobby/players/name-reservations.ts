import { type FoldLookAlikes, LookAlikes } from './look-alikes.ts';
import { foldName } from './name-normalisation.ts';
import type { ConnectionProfile } from './player.ts';

interface Reservation {
  readonly name: string;
  /** The addresses that are admitted, with the ends of their admissions in milliseconds since the epoch. */
  readonly admitted: Map<string, number>;
  /** Whether the address alone does not allow a client to take a reserved seat of this name. */
  readonly isGuarded: boolean;
  opening?: Opening | undefined;
}

/** Allows one client to take the name before `until`, in milliseconds since the epoch. With `address`: only a client from there. */
interface Opening {
  readonly address?: string;
  readonly until: number;
}

export interface NameReservationSnapshot {
  readonly name: string;
  /** Sorted by address. */
  readonly admitted: readonly (readonly [address: string, until: number])[];
  readonly guarded?: true;
  readonly opening?: Opening;
}

/**
 * The reserved names, and the addresses from which their owners have signed in recently. A name that looks like a reserved name can be used
 * only by the same players.
 */
export class NameReservations {
  /** By folded name. */
  readonly #reserved = new Map<string, Reservation>();
  readonly #lookAlikes = new LookAlikes();

  /** Sets the table of similar letters. Must be called before the first name is reserved. */
  setSkeleton(skeleton: FoldLookAlikes): void {
    this.#lookAlikes.setSkeleton(skeleton);
  }

  /** Reserves the name for its owner. A player who has the name already keeps it. */
  reserve(name: string, isGuarded: boolean): void {
    const key = foldName(name);
    if (this.#reserved.has(key)) return;
    this.#reserved.set(key, { name, admitted: new Map(), isGuarded });
    this.#lookAlikes.add(name);
  }

  unreserve(name: string): void {
    const key = foldName(name);
    const reservation = this.#reserved.get(key);
    if (reservation === undefined) return;
    this.#reserved.delete(key);
    this.#lookAlikes.delete(reservation.name);
  }

  /** Players from this address may use the reserved name until `until`, in milliseconds since the epoch. */
  admit(name: string, address: string, until: number, now: number): void {
    const admitted = this.#reserved.get(foldName(name))?.admitted;
    if (admitted === undefined || until <= now) return;
    for (const [earlier, end] of admitted) if (end <= now) admitted.delete(earlier);
    if (until > now) admitted.set(address, until);
  }

  /** One player may take the reserved name. This replaces an earlier opening. */
  open(name: string, { address, until }: Opening): void {
    const reservation = this.#reserved.get(foldName(name));
    if (reservation !== undefined) reservation.opening = { ...(address === undefined ? {} : { address }), until };
  }

  /** A player has taken the name. If the player needed the opening, the opening ends. */
  nameTaken(profile: ConnectionProfile, name: string, now: number): void {
    const key = foldName(name);
    const reservation = this.#reserved.get(key);
    if (reservation?.opening === undefined || this.#isOwner(profile, key)) return;
    if (!isAdmitted(reservation, profile, now)) reservation.opening = undefined;
  }

  /** Whether the address alone does not allow a client to take a reserved seat of this name. */
  isGuarded(name: string): boolean {
    return this.#reserved.get(foldName(name))?.isGuarded === true;
  }

  /** Whether the name is reserved, or looks like a reserved name. */
  has(name: string): boolean {
    return this.#reserved.has(foldName(name)) || this.#lookAlikes.similarTo(name).size > 0;
  }

  snapshot(): NameReservationSnapshot[] {
    const byKey = [...this.#reserved].sort(([one], [other]) => (one < other ? -1 : 1));
    return byKey.map(([, { name, admitted, isGuarded, opening }]) => ({
      name,
      admitted: [...admitted].sort(),
      ...(isGuarded ? { guarded: true } : {}),
      ...(opening === undefined ? {} : { opening }),
    }));
  }

  restore(reservations: readonly NameReservationSnapshot[]): void {
    for (const { name, admitted, guarded = false, opening } of reservations) {
      this.#reserved.set(foldName(name), { name, admitted: new Map(admitted), isGuarded: guarded, opening });
      this.#lookAlikes.add(name);
    }
  }

  /** Whether a client with this profile may use the name. */
  allow(profile: ConnectionProfile, name: string, now: number): boolean {
    const key = foldName(name);
    const reservation = this.#reserved.get(key);
    if (reservation !== undefined)
      return this.#isOwnerOrAdmitted(profile, key, now) || isOpenFor(reservation, profile, now);
    for (const alike of this.#lookAlikes.similarTo(name))
      if (!this.#isOwnerOrAdmitted(profile, alike, now)) return false;
    return true;
  }

  #isOwnerOrAdmitted(profile: ConnectionProfile, key: string, now: number): boolean {
    if (this.#isOwner(profile, key)) return true;
    const reservation = this.#reserved.get(key);
    return reservation !== undefined && isAdmitted(reservation, profile, now);
  }

  #isOwner({ ownedName }: ConnectionProfile, key: string): boolean {
    return ownedName !== undefined && foldName(ownedName) === key;
  }
}

const isAdmitted = ({ admitted }: Reservation, { address }: ConnectionProfile, now: number): boolean =>
  (admitted.get(address) ?? 0) > now;

const isOpenFor = ({ opening }: Reservation, { address }: ConnectionProfile, now: number): boolean =>
  opening !== undefined && opening.until > now && (opening.address === undefined || opening.address === address);
