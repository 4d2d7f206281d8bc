import { type FoldLookAlikes, LookAlikes } from '../lobby/players/look-alikes.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { networkOf } from './ip-address.ts';

/** The reserved names of the lobby. Only the owner and clients from admitted addresses may use a reserved name. */
export interface LobbyReservedNames {
  /** Reserves a name. With `guarded`, the right address alone does not give a client the reserved seat of this name. */
  reserve(name: string, guarded: boolean): void;
  /** Lets any client use the name, and ends its admissions. */
  unreserve(name: string): void;
  /** Admits an address until that time, in milliseconds since the epoch. */
  admit(name: string, address: string, until: number): void;
  /** Lets the next client take the name until that time. If an address is given, the client must have this address. */
  open(name: string, until: number, address?: string): void;
  /** Called with the table of look-alike characters before the first name is reserved. */
  setSkeleton(skeleton: FoldLookAlikes): void;
}

/** The largest number of known addresses of one owner. */
export const MAX_ADDRESSES = 50;

interface KnownName {
  readonly name: string;
  isOwned: boolean;
  isBanned: boolean;
  isGuarded: boolean;
  /**
   * The addresses from which the owner has signed in, with the end of their admission. If the name is guarded, none is
   * admitted.
   */
  readonly addresses: Map<string, number>;
}

/** The state of one name as plain JSON data. */
export interface OwnedOrBannedNameSnapshot {
  readonly name: string;
  readonly owned: boolean;
  readonly banned: boolean;
  readonly guarded: boolean;
  /** Sorted by address. */
  readonly addresses: readonly (readonly [address: string, until: number])[];
}

/** The owned and banned names. Updates the reserved names of the lobby. */
export class OwnedAndBannedNames {
  readonly #names: LobbyReservedNames;
  readonly #known = new Map<string, KnownName>();
  readonly #lookAlikes = new LookAlikes();
  #prepared: Promise<void> | undefined;

  /** With a `skeleton`, `prepare` is not needed. */
  constructor(names: LobbyReservedNames, skeleton?: FoldLookAlikes) {
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

  /**
   * The end of the address's admission; undefined if the owner has not signed in from it. An address of a guarded name is not
   * admitted.
   */
  admittedUntil(name: string, address: string): number | undefined {
    return this.#known.get(foldName(name))?.addresses.get(address);
  }

  /** Whether an address of this network was admitted at some time after `since`. */
  isKnownNetwork(name: string, address: string, since: number): boolean {
    const known = this.#known.get(foldName(name))?.addresses ?? [];
    const network = networkOf(address);
    return [...known].some(([each, until]) => until > since && networkOf(each) === network);
  }

  /** Gives the name an owner. With `isGuarded`, no address is admitted, and each client needs an opening. */
  addOwner(name: string, isGuarded: boolean): void {
    const before = this.#known.get(foldName(name));
    // Nothing changes. A present opening must not end.
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

  /** Adds an address from which the owner has signed in. It is admitted until that time, unless the name is guarded. */
  addAddress(name: string, address: string, until: number): void {
    const known = this.#known.get(foldName(name));
    if (known === undefined) return;
    known.addresses.set(address, until);
    if (known.addresses.size > MAX_ADDRESSES) known.addresses.delete(oldestOf(known.addresses));
    if (!known.isBanned && !known.isGuarded) this.#names.admit(known.name, address, until);
  }

  /** Lets the next client take the name until that time. False if the name is banned or has no owner. */
  open(name: string, until: number, address?: string): boolean {
    const known = this.#known.get(foldName(name));
    if (known === undefined || !known.isOwned || known.isBanned) return false;
    this.#names.open(known.name, until, address);
    return true;
  }

  /** Removes all known addresses of the owner, and ends their admissions. */
  forgetAddresses(name: string): void {
    this.#change(name, ({ addresses }) => addresses.clear());
  }

  /** Bans the name, so that no client may use it, or lifts the ban. */
  setBanned(name: string, isBanned: boolean): void {
    this.#change(name, (known) => {
      known.isBanned = isBanned;
    });
  }

  /** Sorted by folded name. */
  snapshot(): OwnedOrBannedNameSnapshot[] {
    const byKey = [...this.#known].sort(([one], [other]) => (one < other ? -1 : 1));
    return byKey.map(([, { name, isOwned, isBanned, isGuarded, addresses }]) => ({
      name,
      owned: isOwned,
      banned: isBanned,
      guarded: isGuarded,
      addresses: sortedByAddress(addresses),
    }));
  }

  /** Restores the state of a snapshot. Does not update the lobby, which has a snapshot of its own. */
  restore(names: readonly OwnedOrBannedNameSnapshot[]): void {
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

/** The address whose admission ends first. */
function oldestOf(addresses: ReadonlyMap<string, number>): string {
  const [oldest] = sortedByAddress(addresses).sort(([, one], [, other]) => one - other);
  if (oldest === undefined) throw new Error('no address');
  return oldest[0];
}
