import { type FoldLookAlikes, LookAlikes } from '../lobby/players/look-alikes.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { networkOf } from './ip-address.ts';

/** The lobby's reserved names: only the owner and clients of an admitted address may use them. */
export interface LobbyReservations {
  /** With `guarded`, a reserved seat of this name is not given to a client only because of its address. */
  reserve(name: string, guarded: boolean): void;
  /** Any client may use the name. Its admissions end. */
  unreserve(name: string): void;
  /** Admits an address until that time, in milliseconds since the epoch. */
  admit(name: string, address: string, until: number): void;
  /** Until that time, the next client may take the name, from this address if one is given. */
  open(name: string, until: number, address?: string): void;
  /** Called with the table of look-alike characters before the first name is reserved. */
  setSkeleton(skeleton: FoldLookAlikes): void;
}

/** Addresses of one owner that are known. */
export const MAX_ADDRESSES = 50;

interface KnownName {
  readonly name: string;
  isOwned: boolean;
  isBanned: boolean;
  isGuarded: boolean;
  /**
   * Addresses where the owner has signed in, and until when they are admitted. If the name is guarded, they are not admitted.
   */
  readonly addresses: Map<string, number>;
}

/** What is known of a name, as plain JSON data. */
export interface NameAccessSnapshot {
  readonly name: string;
  readonly owned: boolean;
  readonly banned: boolean;
  readonly guarded: boolean;
  /** Sorted by address. */
  readonly addresses: readonly (readonly [address: string, until: number])[];
}

/** Owned and banned names. It keeps the reserved names of the lobby up to date. */
export class NameAccess {
  readonly #names: LobbyReservations;
  readonly #known = new Map<string, KnownName>();
  readonly #lookAlikes = new LookAlikes();
  #prepared: Promise<void> | undefined;

  /** With a `skeleton`, nothing has to be prepared. */
  constructor(names: LobbyReservations, skeleton?: FoldLookAlikes) {
    this.#names = names;
    if (skeleton === undefined) return;
    this.#lookAlikes.setSkeleton(skeleton);
    this.#prepared = Promise.resolve();
  }

  /** Loads the table of look-alike characters, which takes 10 ms. Must be awaited before the first name is owned or banned. */
  async prepare(): Promise<void> {
    this.#prepared ??= this.#loadSkeleton();
    await this.#prepared;
  }

  async #loadSkeleton(): Promise<void> {
    const { default: skeleton } = await import('unhomoglyph');
    this.#lookAlikes.setSkeleton(skeleton);
    this.#names.setSkeleton(skeleton);
  }

  /** Whether the name looks like another one that is owned or banned. */
  looksLikeKnownName(name: string): boolean {
    return this.#lookAlikes.similarTo(name).size > 0;
  }

  isOwned(name: string): boolean {
    return this.#known.get(foldName(name))?.isOwned === true;
  }

  isBanned(name: string): boolean {
    return this.#known.get(foldName(name))?.isBanned === true;
  }

  isGuarded(name: string): boolean {
    return this.#known.get(foldName(name))?.isGuarded === true;
  }

  /** Until when the address is admitted, if the name is not guarded; undefined if the owner has not signed in there. */
  admittedUntil(name: string, address: string): number | undefined {
    return this.#known.get(foldName(name))?.addresses.get(address);
  }

  /** Whether an address of this network was still admitted at that time or later. */
  isKnownNetwork(name: string, address: string, since: number): boolean {
    const known = this.#known.get(foldName(name))?.addresses ?? [];
    const network = networkOf(address);
    return [...known].some(([each, until]) => until > since && networkOf(each) === network);
  }

  /** With `isGuarded`, no address is admitted from now on: each client needs an opening. */
  addOwner(name: string, isGuarded: boolean): void {
    const before = this.#known.get(foldName(name));
    // Nothing changes: an opening goes on.
    if (before?.isOwned === true && before.isGuarded === isGuarded) return;
    this.#change(name, (known) => {
      known.isOwned = true;
      known.isGuarded = isGuarded;
    });
  }

  removeOwner(name: string): void {
    this.#change(name, (known) => {
      known.isOwned = false;
      known.isGuarded = false;
      known.addresses.clear();
    });
  }

  /** The owner has signed in from this address: it is admitted until that time, unless the name is guarded. */
  addAddress(name: string, address: string, until: number): void {
    const known = this.#known.get(foldName(name));
    if (known === undefined) return;
    known.addresses.set(address, until);
    if (known.addresses.size > MAX_ADDRESSES) known.addresses.delete(oldestOf(known.addresses));
    if (!known.isBanned && !known.isGuarded) this.#names.admit(known.name, address, until);
  }

  /** Until that time, the next client may take the name. False if the name is banned or has no owner. */
  open(name: string, until: number, address?: string): boolean {
    const known = this.#known.get(foldName(name));
    if (known === undefined || !known.isOwned || known.isBanned) return false;
    this.#names.open(known.name, until, address);
    return true;
  }

  /** No address counts as the owner's any more, and none is admitted. */
  forgetAddresses(name: string): void {
    this.#change(name, ({ addresses }) => addresses.clear());
  }

  /** No client may use the name, not even its owner. */
  setBanned(name: string, isBanned: boolean): void {
    this.#change(name, (known) => {
      known.isBanned = isBanned;
    });
  }

  /** Sorted by folded name. */
  snapshot(): NameAccessSnapshot[] {
    const byKey = [...this.#known].sort(([one], [other]) => (one < other ? -1 : 1));
    return byKey.map(([, { name, isOwned, isBanned, isGuarded, addresses }]) => ({
      name,
      owned: isOwned,
      banned: isBanned,
      guarded: isGuarded,
      addresses: sortedByAddress(addresses),
    }));
  }

  /** Takes the state of a snapshot. The lobby has its reserved names already. */
  restore(names: readonly NameAccessSnapshot[]): void {
    for (const { name, owned, banned, guarded, addresses } of names) {
      const known = this.#findOrAdd(name);
      Object.assign(known, { isOwned: owned, isBanned: banned, isGuarded: guarded });
      for (const [address, until] of addresses) known.addresses.set(address, until);
    }
  }

  #findOrAdd(name: string): KnownName {
    const key = foldName(name);
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const known = { name, isOwned: false, isBanned: false, isGuarded: false, addresses: new Map() };
    this.#lookAlikes.add(name);
    this.#known.set(key, known);
    return known;
  }

  #change(name: string, change: (known: KnownName) => void): void {
    const known = this.#findOrAdd(name);
    change(known);
    this.#names.unreserve(known.name);
    if (!known.isOwned && !known.isBanned) {
      this.#known.delete(foldName(name));
      this.#lookAlikes.delete(known.name);
      return;
    }
    this.#names.reserve(known.name, known.isGuarded);
    if (known.isBanned || known.isGuarded) return;
    for (const [address, until] of sortedByAddress(known.addresses)) this.#names.admit(known.name, address, until);
  }
}

const sortedByAddress = (addresses: ReadonlyMap<string, number>): [address: string, until: number][] =>
  [...addresses].sort(([one], [other]) => (one < other ? -1 : 1));

/** The address that was admitted until the earliest time. */
function oldestOf(addresses: ReadonlyMap<string, number>): string {
  const [oldest] = sortedByAddress(addresses).sort(([, one], [, other]) => one - other);
  if (oldest === undefined) throw new Error('no address');
  return oldest[0];
}
