import { foldName, isGuestName, isVisible } from './name.ts';
import type { ClientProfile, Player, ReservedSeat } from './player.ts';
import type { NameReservations } from './reservations.ts';
import { SuffixAllocator } from './suffix-allocator.ts';

type Bearer = { readonly player: Player } | { readonly reservedSeat: ReservedSeat };
type NameEntry = {
  readonly name: string;
  bearer: Bearer;
  /** By protocol; most names need none. */
  aliases: Map<string, string> | undefined;
};

const NOBODY: readonly Player[] = [];

/** Code points of the longest name that any protocol takes. */
const LONGEST_NAME = 64;

const shortened = (name: string): string => [...name].slice(0, LONGEST_NAME).join('');

/** UTF-16 units: a longer text means no name, however it is written. Text that is mostly marks takes long to compose. */
const LONGEST_TEXT = 1024;

/**
 * Who is called what, over the whole server. A name that another protocol cannot carry is shown there under an alias.
 * Names and aliases share one space, so that either finds one player wherever a name is asked for.
 */
export class Names {
  readonly #entries = new Map<string, NameEntry>();
  /** The folded name behind each folded alias. */
  readonly #aliases = new Map<string, string>();
  /** By protocol, names in use that it carries as they are: to find that out takes a while, and is asked by the thousand. */
  readonly #carriedUnchanged = new Map<string, Set<string>>();
  /** By protocol, names in use that were not shown to it yet since somebody there was looked for. */
  readonly #unshown = new Map<string, Set<string>>();
  readonly #suffixes = new SuffixAllocator();
  readonly #reservations: NameReservations;
  /** Who has been given an alias of late. */
  readonly #recentlyAliased = new Set<Player>();
  #guests = 0;

  constructor(reservations: NameReservations) {
    this.#reservations = reservations;
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

  /** Who is present and meant by `text` when `viewer` says it. An alias is given when it is first shown, and may be guessed before. */
  findPresent(viewer: ClientProfile, text: string): Player | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    if (this.find(text) === undefined) this.#showAll(viewer);
    const holder = this.find(text);
    return holder !== undefined && 'player' in holder ? holder.player : undefined;
  }

  /** Everybody has an alias then where one is needed. Each name is looked at once, however often somebody is looked for. */
  #showAll(viewer: ClientProfile): void {
    const { protocol } = viewer;
    const unshown = this.#unshown.get(protocol) ?? [...this.#entries.values()].map(({ name }) => name);
    this.#unshown.set(protocol, new Set());
    for (const name of unshown) this.shownTo(viewer, name);
  }

  /** The same, by the name alone: an alias does not make its reader the owner. */
  bearerOf(name: string): Bearer | undefined {
    return this.#entries.get(foldName(name))?.bearer;
  }

  assign(name: string, holder: Bearer): void {
    const key = foldName(name);
    const owner = this.#entries.get(key);
    if (owner !== undefined) {
      owner.bearer = holder;
      return;
    }
    this.#entries.set(key, { name, bearer: holder, aliases: undefined });
    for (const names of this.#unshown.values()) names.add(name);
  }

  release(name: string): void {
    const key = foldName(name);
    const owner = this.#entries.get(key);
    if (owner === undefined) return;
    for (const alias of owner.aliases?.values() ?? []) {
      this.#aliases.delete(foldName(alias));
      this.#suffixes.release(foldName(alias));
    }
    for (const byProtocol of [this.#carriedUnchanged, this.#unshown]) {
      for (const names of byProtocol.values()) names.delete(owner.name);
    }
    this.#entries.delete(key);
    this.#suffixes.release(key);
  }

  #rememberCarried(protocol: string, name: string): void {
    const names = this.#carriedUnchanged.get(protocol);
    if (names === undefined) this.#carriedUnchanged.set(protocol, new Set([name]));
    else names.add(name);
  }

  /** The next free `guest-N`. */
  nextGuest(): string {
    let name: string;
    do name = `guest-${++this.#guests}`;
    while (this.#isUsed(name));
    return name;
  }

  /**
   * The name itself if it is free and may be borne, else with 2, 3, … appended; nothing where that would be kept for
   * guests.
   */
  firstFree(name: string, mayBear: (name: string) => boolean): string | undefined {
    const isOut = (candidate: string): boolean => this.isTaken(candidate) || !mayBear(candidate);
    if (!isOut(name)) return name;
    // Here every number appended makes a guest's name, and none would ever be free.
    if (isGuestName(`${name}2`)) return undefined;
    const isBarred = (candidate: string): boolean => isGuestName(candidate) || !mayBear(candidate);
    return this.#numbered(`as ${foldName(name)}`, name, shortened, isBarred);
  }

  /** Somebody's name as `viewer` can carry it; once given, an alias stays as long as the name is in use. */
  shownTo(viewer: ClientProfile, name: string): string {
    if (this.#carriedUnchanged.get(viewer.protocol)?.has(name)) return name;
    const carried = viewer.carryName(name);
    const key = foldName(name);
    const owner = this.#entries.get(key);
    if (carried === name && owner?.name === name) this.#rememberCarried(viewer.protocol, name);
    if (foldName(carried) === key) return carried;
    if (owner === undefined) return carried;
    const known = owner.aliases?.get(viewer.protocol);
    if (known !== undefined) return known;
    const alias = this.#cannotBeAlias(carried)
      ? this.#numbered(`${viewer.protocol} ${foldName(carried)}`, carried, viewer.carryName, (candidate) =>
          this.#reservations.has(candidate),
        )
      : carried;
    this.#assignAlias(owner, viewer.protocol, alias);
    if ('player' in owner.bearer) this.#recentlyAliased.add(owner.bearer.player);
    return alias;
  }

  /** Who has been given an alias since this was last asked. */
  takeRecentlyAliased(): readonly Player[] {
    // Every move comes by here, and nobody is new.
    if (this.#recentlyAliased.size === 0) return NOBODY;
    const aliased = [...this.#recentlyAliased];
    this.#recentlyAliased.clear();
    return aliased;
  }

  /** Gives an alias again that was given before, so that whoever was told it still means the same player. */
  restoreAlias(protocol: string, name: string, alias: string): void {
    const owner = this.#entries.get(foldName(name));
    if (owner === undefined || this.#cannotBeAlias(alias)) return;
    this.#assignAlias(owner, protocol, alias);
  }

  #assignAlias(owner: NameEntry, protocol: string, alias: string): void {
    owner.aliases ??= new Map();
    owner.aliases.set(protocol, alias);
    this.#aliases.set(foldName(alias), foldName(owner.name));
  }

  /** All by which a name in use is found: itself and its aliases, folded. */
  namesAndAliases(name: string): readonly string[] {
    const key = foldName(name);
    return [key, ...Array.from(this.#entries.get(key)?.aliases?.values() ?? [], foldName)];
  }

  /** Whether `text`, said by `viewer`, means the player called `name`. */
  means(viewer: ClientProfile, text: string, name: string): boolean {
    const [key, folded] = [foldName(text), foldName(name)];
    const shown = this.shownTo(viewer, name);
    return (shown === name ? folded : foldName(shown)) === key || (this.#aliases.get(key) ?? key) === folded;
  }

  /** Nobody is shown under a name whose owner is somebody else. */
  #cannotBeAlias(name: string): boolean {
    return this.#isUsed(name) || this.#reservations.has(name);
  }

  #isUsed(name: string): boolean {
    const key = foldName(name);
    return this.#entries.has(key) || this.#aliases.has(key);
  }

  /** Appends 2, 3, … and shortens what stands before the number until `carry` leaves it alone. */
  #numbered(
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
