import type { SequenceNumbers } from '../sequence-numbers.ts';
import { foldName, isGuestName, isVisible } from './name-normalisation.ts';
import type { NameReservations } from './name-reservations.ts';
import type { Player, ReservedSeat } from './player.ts';
import { SuffixAllocator } from './suffix-allocator.ts';

type Bearer = { readonly player: Player } | { readonly reservedSeat: ReservedSeat };

interface NameEntry {
  readonly name: string;
  /** The folded name. */
  readonly key: string;
  bearer: Bearer;
  /** The form that is shown to a protocol, where it is not the name itself. Most names have none. */
  shownAs: Map<string, string> | undefined;
}

export interface NameSnapshot {
  readonly name: string;
  /** By protocol, sorted. */
  readonly shownAs: readonly (readonly [protocol: string, shown: string])[];
}

const byFoldedName = (one: NameEntry, other: NameEntry): number => (one.key < other.key ? -1 : 1);

/** What the lobby has to know of a protocol. */
export interface ProtocolTraits {
  readonly name: string;
  /** The form in which the protocol can carry a name; the name itself where it can. */
  readonly carryName: (name: string) => string;
  /** Its clients can propose, agree and decline. */
  readonly hasProposals?: boolean;
  /** Its clients can be told the time, so that their clocks run. */
  readonly sendsTime?: boolean;
  /** Its clients leave by closing the connection, so that a lost connection is no accident: no seat is reserved for it. */
  readonly leavesByClosing?: boolean;
}

/** Code points of the longest name that any protocol takes. */
const LONGEST_NAME = 64;

const shorten = (name: string): string => [...name].slice(0, LONGEST_NAME).join('');

/** UTF-16 units: a longer text means no name, however it is written. Text that is mostly marks takes long to compose. */
const LONGEST_TEXT = 1024;

/**
 * The names in use on the whole server. A name that a protocol cannot carry has an alias there. Names and aliases share one
 * namespace, so that either finds the player wherever a name is asked for. Aliases are given when a name is first used, or
 * when the first client of a protocol comes: to show a name changes nothing.
 */
export class Names {
  readonly #entries = new Map<string, NameEntry>();
  /** The same entries, by the name as it is written. */
  readonly #written = new Map<string, NameEntry>();
  /** The folded names of the members of each group, by the folded name of the group. */
  readonly #groups = new Map<string, Set<string>>();
  /** The folded name behind each folded alias. */
  readonly #aliases = new Map<string, string>();
  readonly #traits: ReadonlyMap<string, ProtocolTraits>;
  /** Protocols that have had a client, sorted. */
  #protocols: readonly string[] = [];
  readonly #suffixes = new SuffixAllocator();
  readonly #reservations: NameReservations;
  readonly #numbers: SequenceNumbers;

  constructor(reservations: NameReservations, protocols: readonly ProtocolTraits[], numbers: SequenceNumbers) {
    this.#numbers = numbers;
    this.#reservations = reservations;
    this.#traits = new Map(protocols.map((protocol) => [protocol.name, protocol]));
  }

  get protocols(): readonly string[] {
    return this.#protocols;
  }

  /** Sorted. */
  snapshot<Written>(write: (bearer: Bearer) => Written): (NameSnapshot & Written)[] {
    const entries = [...this.#entries.values()].sort(byFoldedName);
    return entries.map(({ name, bearer, shownAs }) => ({
      name,
      shownAs: [...(shownAs ?? [])].sort(),
      ...write(bearer),
    }));
  }

  restore<Written>(
    protocols: readonly string[],
    names: readonly (NameSnapshot & Written)[],
    read: (written: Written) => Bearer,
  ): void {
    for (const each of names) {
      const entry = this.#add(each.name, read(each));
      for (const [protocol, shown] of each.shownAs) this.#show(entry, protocol, shown);
    }
    this.#protocols = protocols;
  }

  /** What clients of the protocol can do. */
  abilitiesOf(protocol: string): Pick<Player, 'canPropose' | 'isTimed'> {
    const { hasProposals = false, sendsTime = false } = this.#traits.get(protocol) ?? {};
    return { canPropose: hasProposals, isTimed: sendsTime };
  }

  /** Whether clients of the protocol leave by closing the connection. */
  leaveByClosing(protocol: string): boolean {
    return this.#traits.get(protocol)?.leavesByClosing === true;
  }

  /** A client of the protocol has come. Returns the players who have an alias since then. */
  addProtocol(protocol: string): readonly Player[] {
    if (this.#protocols.includes(protocol)) return [];
    this.#protocols = [...this.#protocols, protocol].sort();
    const aliased = [...this.#entries.values()].sort(byFoldedName).filter((entry) => this.#giveAlias(entry, protocol));
    return aliased.flatMap(({ bearer }) => ('player' in bearer ? [bearer.player] : []));
  }

  /** Whether the name cannot be claimed now: it is in use, or an alias, or kept for guests, or shows nothing. */
  isTaken(name: string): boolean {
    return isGuestName(name) || !isVisible(name) || this.#isUsed(name);
  }

  /** The player or the held seat behind a name or an alias. */
  find(name: string): Bearer | undefined {
    if (name.length > LONGEST_TEXT) return undefined;
    const key = foldName(name);
    return this.#entries.get(this.#aliases.get(key) ?? key)?.bearer;
  }

  /** The name behind an alias; every other text as it is. */
  nameBehind(text: string): string {
    if (text.length > LONGEST_TEXT) return text;
    const key = this.#aliases.get(foldName(text));
    return (key === undefined ? undefined : this.#entries.get(key)?.name) ?? text;
  }

  /** The present player with this name or alias. */
  findPresent(text: string): Player | undefined {
    const bearer = this.find(text);
    return bearer !== undefined && 'player' in bearer ? bearer.player : undefined;
  }

  /** The same, by the name alone: an alias does not make its reader the owner. */
  bearerOf(name: string): Bearer | undefined {
    return this.#entries.get(foldName(name))?.bearer;
  }

  assign(name: string, bearer: Bearer): void {
    const key = foldName(name);
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.bearer = bearer;
      return;
    }
    const entry = this.#add(name, bearer);
    for (const protocol of this.#protocols) this.#giveAlias(entry, protocol);
  }

  #add(name: string, bearer: Bearer): NameEntry {
    const entry: NameEntry = { name, key: foldName(name), bearer, shownAs: undefined };
    this.#entries.set(entry.key, entry);
    this.#written.set(name, entry);
    return entry;
  }

  /** Whether the name means, or may mean, the members of a group: it is no player's own. */
  canBeGroup(group: string): boolean {
    return this.#groups.has(foldName(group)) || !this.isTaken(group);
  }

  /** The name of the group means each of its members. */
  joinGroup(group: string, name: string): void {
    const key = foldName(group);
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(foldName(name)));
  }

  /** Shows the name to every protocol in the form that it can carry, also to those that have had no client yet. */
  giveAliases(name: string): void {
    const entry = this.#entries.get(foldName(name));
    if (entry !== undefined) for (const protocol of [...this.#traits.keys()].sort()) this.#giveAlias(entry, protocol);
  }

  /** Takes the name out of its groups. */
  leaveGroups(name: string): void {
    for (const [group, members] of this.#groups)
      if (members.delete(foldName(name)) && members.size === 0) this.#groups.delete(group);
  }

  release(name: string): void {
    const entry = this.#entries.get(foldName(name));
    if (entry === undefined) return;
    this.leaveGroups(name);
    for (const shown of entry.shownAs?.values() ?? []) this.#releaseAlias(entry, shown);
    this.#entries.delete(entry.key);
    this.#written.delete(entry.name);
    this.#suffixes.release(entry.key);
  }

  #releaseAlias(entry: NameEntry, shown: string): void {
    const alias = foldName(shown);
    if (alias === entry.key) return;
    this.#aliases.delete(alias);
    this.#suffixes.release(alias);
  }

  /** The next free `guest-N`. */
  nextGuest(): string {
    let name: string;
    do name = `guest-${++this.#numbers.guests}`;
    while (this.#isUsed(name));
    return name;
  }

  /**
   * The name itself if it is free and may be borne, else with 2, 3, … appended; nothing where that would be kept for
   * guests.
   */
  firstFree(name: string, mayUse: (name: string) => boolean): string | undefined {
    const isUnavailable = (candidate: string): boolean => this.isTaken(candidate) || !mayUse(candidate);
    if (!isUnavailable(name)) return name;
    // Here every number appended makes a guest's name, and none would ever be free.
    if (isGuestName(`${name}2`)) return undefined;
    const isForbidden = (candidate: string): boolean => isGuestName(candidate) || !mayUse(candidate);
    return this.#withSuffix(`as ${foldName(name)}`, name, shorten, isForbidden);
  }

  /** The forms of a name by protocol, as far as they differ from the name; for a reader to whom it is shown after it is released. */
  formsOf(name: string): ReadonlyMap<string, string> | undefined {
    return this.#entries.get(foldName(name))?.shownAs;
  }

  /** The name in the form that the protocol can carry. A name that is not in use, as of an absent computer player, has no number. */
  shownTo(protocol: string, name: string): string {
    const entry = this.#written.get(name) ?? this.#entries.get(foldName(name));
    if (entry === undefined) return this.#traits.get(protocol)?.carryName(name) ?? name;
    return entry.shownAs?.get(protocol) ?? name;
  }

  /** Whether the name has an alias in the protocol now. */
  #giveAlias(entry: NameEntry, protocol: string): boolean {
    const carryName = this.#traits.get(protocol)?.carryName;
    if (carryName === undefined || entry.shownAs?.has(protocol)) return false;
    const carried = carryName(entry.name);
    if (carried === entry.name) return false;
    const isSame = foldName(carried) === entry.key;
    const alias =
      isSame || this.#isAliasOf(entry, carried) || !this.#cannotBeAlias(carried)
        ? carried
        : this.#withSuffix(`${protocol} ${foldName(carried)}`, carried, carryName, (candidate) =>
            this.#reservations.has(candidate),
          );
    this.#show(entry, protocol, alias);
    return !isSame;
  }

  #show(entry: NameEntry, protocol: string, shown: string): void {
    entry.shownAs ??= new Map();
    entry.shownAs.set(protocol, shown);
    const alias = foldName(shown);
    if (alias !== entry.key) this.#aliases.set(alias, entry.key);
  }

  /** Gives an alias again that was given before a restart. */
  restoreAlias(protocol: string, name: string, alias: string): void {
    const entry = this.#entries.get(foldName(name));
    if (entry === undefined) return;
    if (!this.#isAliasOf(entry, alias) && this.#cannotBeAlias(alias)) return;
    const earlier = entry.shownAs?.get(protocol);
    this.#show(entry, protocol, alias);
    const isStillShown = [...(entry.shownAs?.values() ?? [])].some((shown) => shown === earlier);
    if (earlier !== undefined && !isStillShown) this.#releaseAlias(entry, earlier);
  }

  /** Several protocols may show the same form of a name. */
  #isAliasOf(entry: NameEntry, alias: string): boolean {
    return this.#aliases.get(foldName(alias)) === entry.key;
  }

  /** All by which a name in use is found: itself and its aliases, folded. */
  namesAndAliases(name: string): readonly string[] {
    const key = foldName(name);
    const shown = this.#entries.get(key)?.shownAs;
    return shown === undefined ? [key] : [...new Set([key, ...Array.from(shown.values(), foldName)])];
  }

  /** Whether `text` is the name, an alias of it, or a group of it. */
  means(text: string, name: string): boolean {
    const key = foldName(text);
    const members = this.#groups.get(key);
    if (members !== undefined) return members.has(foldName(name));
    return (this.#aliases.get(key) ?? key) === foldName(name);
  }

  /** No player is shown under a name that belongs to another player. */
  #cannotBeAlias(name: string): boolean {
    return this.#isUsed(name) || this.#reservations.has(name);
  }

  #isUsed(name: string): boolean {
    const key = foldName(name);
    return this.#entries.has(key) || this.#aliases.has(key) || this.#groups.has(key);
  }

  /** Appends 2, 3, … and shortens what stands before the number until `carry` leaves it alone. */
  #withSuffix(
    series: string,
    name: string,
    carry: (name: string) => string,
    isBarred: (name: string) => boolean,
  ): string {
    const make = (number: number): string => {
      let stem = name;
      while (carry(stem + number) !== stem + number && stem !== '') stem = [...stem].slice(0, -1).join('');
      return stem + number;
    };
    return this.#suffixes.first(series, make, {
      fold: foldName,
      isUsed: (candidate) => this.#isUsed(candidate),
      isForbidden: isBarred,
    });
  }
}
