import type { SequenceNumbers } from '../sequence-numbers.ts';
import { foldName, isGuestName, isVisible } from './name-normalisation.ts';
import type { NameReservations } from './name-reservations.ts';
import type { Player, ReservedSeat } from './player.ts';
import { SuffixAllocator } from './suffix-allocator.ts';

/** The player who uses a name, or the reserved seat for which the name is kept. */
type Bearer = { readonly player: Player } | { readonly reservedSeat: ReservedSeat };

interface NameEntry {
  readonly name: string;
  /** The folded name. */
  readonly key: string;
  bearer: Bearer;
  /** The forms of the name by protocol, if they differ from the name. Most names have none. */
  shownAs: Map<string, string> | undefined;
}

export interface NameSnapshot {
  readonly name: string;
  /** By protocol, sorted. */
  readonly shownAs: readonly (readonly [protocol: string, shown: string])[];
}

const byFoldedName = (one: NameEntry, other: NameEntry): number => (one.key < other.key ? -1 : 1);

export interface ProtocolTraits {
  readonly name: string;
  /** Returns the form in which the protocol can write a name. If the protocol can write the name itself, returns the name. */
  readonly carryName: (name: string) => string;
  /** Whether clients can propose, agree and decline. */
  readonly hasProposals?: boolean;
  /** Whether clients can receive the time. Only then their clocks run. */
  readonly sendsTime?: boolean;
  /** Whether clients leave by closing the connection. If so, no seat is reserved for a lost connection. */
  readonly leavesByClosing?: boolean;
}

/** The number of code points of the longest name that any protocol accepts. */
const LONGEST_NAME = 64;

const shorten = (name: string): string => [...name].slice(0, LONGEST_NAME).join('');

/** A text with more UTF-16 units than this is never a name. It is not normalized, because text with many marks takes long. */
const LONGEST_TEXT = 1024;

/**
 * The names in use on the whole server. If a protocol cannot write a name, the name has an alias in this protocol. Names and aliases share
 * one namespace, so commands accept both. Aliases are created when a name is first used, or when the first client of a protocol connects.
 * Therefore showing a name changes nothing.
 */
export class Names {
  readonly #entries = new Map<string, NameEntry>();
  /** The same entries, by the name that is not folded. */
  readonly #written = new Map<string, NameEntry>();
  /** The folded names of the members of each group, by the folded name of the group. */
  readonly #groups = new Map<string, Set<string>>();
  /** The folded name behind each folded alias. */
  readonly #aliases = new Map<string, string>();
  readonly #traits: ReadonlyMap<string, ProtocolTraits>;
  /** The protocols that have had a client, sorted. */
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

  /** The abilities of the protocol's clients. */
  abilitiesOf(protocol: string): Pick<Player, 'canPropose' | 'isTimed'> {
    const { hasProposals = false, sendsTime = false } = this.#traits.get(protocol) ?? {};
    return { canPropose: hasProposals, isTimed: sendsTime };
  }

  leaveByClosing(protocol: string): boolean {
    return this.#traits.get(protocol)?.leavesByClosing === true;
  }

  /** A client of the protocol has connected. Returns the players who got an alias. */
  addProtocol(protocol: string): readonly Player[] {
    if (this.#protocols.includes(protocol)) return [];
    this.#protocols = [...this.#protocols, protocol].sort();
    const aliased = [...this.#entries.values()].sort(byFoldedName).filter((entry) => this.#giveAlias(entry, protocol));
    return aliased.flatMap(({ bearer }) => ('player' in bearer ? [bearer.player] : []));
  }

  /** Whether no player can get the name now, because it is in use, an alias, a guest's name, or invisible. */
  isTaken(name: string): boolean {
    return isGuestName(name) || !isVisible(name) || this.#isUsed(name);
  }

  /** The player or the reserved seat with this name or alias. */
  find(name: string): Bearer | undefined {
    if (name.length > LONGEST_TEXT) return undefined;
    const key = foldName(name);
    return this.#entries.get(this.#aliases.get(key) ?? key)?.bearer;
  }

  /** The name that has this alias. Any other text is returned unchanged. */
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

  /** The player or the reserved seat with this name. Aliases are not accepted. */
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

  /** Whether the name is or can become the name of a group, and is no player's name. */
  canBeGroup(group: string): boolean {
    return this.#groups.has(foldName(group)) || !this.isTaken(group);
  }

  /** Adds a member to a group. The name of the group then means this member, too. */
  joinGroup(group: string, name: string): void {
    const key = foldName(group);
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(foldName(name)));
  }

  /** Creates the aliases of the name for all protocols, including protocols that have had no client yet. */
  giveAliases(name: string): void {
    const entry = this.#entries.get(foldName(name));
    if (entry !== undefined) for (const protocol of [...this.#traits.keys()].sort()) this.#giveAlias(entry, protocol);
  }

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
   * The name itself if it is free and the player may use it. Otherwise the name with 2, 3, … appended; undefined if that would be a guest's
   * name.
   */
  firstFree(name: string, mayUse: (name: string) => boolean): string | undefined {
    const isUnavailable = (candidate: string): boolean => this.isTaken(candidate) || !mayUse(candidate);
    if (!isUnavailable(name)) return name;
    // Every number would make a guest's name, so no number is free.
    if (isGuestName(`${name}2`)) return undefined;
    const isForbidden = (candidate: string): boolean => isGuestName(candidate) || !mayUse(candidate);
    return this.#withSuffix(`as ${foldName(name)}`, name, shorten, isForbidden);
  }

  /** The forms of a name by protocol, if they differ from the name. A caller that shows the name after its release must store them. */
  formsOf(name: string): ReadonlyMap<string, string> | undefined {
    return this.#entries.get(foldName(name))?.shownAs;
  }

  /** The name in the form that the protocol can write. If the name is not in use, the form has no number that makes it unique. */
  shownTo(protocol: string, name: string): string {
    const entry = this.#written.get(name) ?? this.#entries.get(foldName(name));
    if (entry === undefined) return this.#traits.get(protocol)?.carryName(name) ?? name;
    return entry.shownAs?.get(protocol) ?? name;
  }

  /** Creates the alias of a name for a protocol, if it needs one. Returns whether a player can now be found by a new alias. */
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

  restoreAlias(protocol: string, name: string, alias: string): void {
    const entry = this.#entries.get(foldName(name));
    if (entry === undefined) return;
    if (!this.#isAliasOf(entry, alias) && this.#cannotBeAlias(alias)) return;
    const earlier = entry.shownAs?.get(protocol);
    this.#show(entry, protocol, alias);
    const isStillShown = [...(entry.shownAs?.values() ?? [])].some((shown) => shown === earlier);
    if (earlier !== undefined && !isStillShown) this.#releaseAlias(entry, earlier);
  }

  /** Whether the name has this alias already. Several protocols may show the same form of a name. */
  #isAliasOf(entry: NameEntry, alias: string): boolean {
    return this.#aliases.get(foldName(alias)) === entry.key;
  }

  /** The name and its aliases, folded. */
  namesAndAliases(name: string): readonly string[] {
    const key = foldName(name);
    const shown = this.#entries.get(key)?.shownAs;
    return shown === undefined ? [key] : [...new Set([key, ...Array.from(shown.values(), foldName)])];
  }

  /** Whether `text` is the name, one of its aliases, or the name of one of its groups. */
  means(text: string, name: string): boolean {
    const key = foldName(text);
    const members = this.#groups.get(key);
    if (members !== undefined) return members.has(foldName(name));
    return (this.#aliases.get(key) ?? key) === foldName(name);
  }

  /** Whether the name belongs to another player, so that it cannot be an alias. */
  #cannotBeAlias(name: string): boolean {
    return this.#isUsed(name) || this.#reservations.has(name);
  }

  #isUsed(name: string): boolean {
    const key = foldName(name);
    return this.#entries.has(key) || this.#aliases.has(key) || this.#groups.has(key);
  }

  /** Appends 2, 3, … and shortens the text before the number until `carry` does not change the result. */
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
