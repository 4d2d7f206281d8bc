import { Numbering } from './numbering.ts';
import type { Hold, Player, Profile } from './player.ts';
import type { Reservations } from './reservations.ts';

type Holder = { readonly player: Player } | { readonly hold: Hold };
type Owner = {
  readonly name: string;
  holder: Holder;
  /** By protocol; most names need none. */
  aliases: Map<string, string> | undefined;
};

/** Characters that are not seen: a name does not become another by them. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Nothing to compose and nothing unseen: most names, and names are compared by the thousand. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Names are compared without case, composed and without what is not seen, so that two that look the same are the same. */
export const fold = (name: string): string =>
  (PLAIN.test(name) ? name : name.replace(UNSEEN, '').normalize('NFC')).toLowerCase();

const NOBODY: readonly Player[] = [];

/** Names of players whose protocol has none. */
const GUEST = /^guest-\d+$/;

/** Whether a name is one of those that are given to whoever has none. */
export const isGuestName = (name: string): boolean => GUEST.test(fold(name));

/**
 * Who is called what, over the whole server. A name that another protocol cannot carry is shown there under an alias.
 * Names and aliases share one space, so that either finds one player wherever a name is asked for.
 */
export class Names {
  readonly #owners = new Map<string, Owner>();
  /** The folded name behind each folded alias. */
  readonly #aliases = new Map<string, string>();
  /** By protocol, names in use that it carries as they are: to find that out takes a while, and is asked by the thousand. */
  readonly #carried = new Map<string, Set<string>>();
  /** By protocol, names in use that were not shown to it yet since somebody there was looked for. */
  readonly #unshown = new Map<string, Set<string>>();
  readonly #numbering = new Numbering();
  readonly #reservations: Reservations;
  /** Who has been given an alias of late. */
  readonly #aliased = new Set<Player>();
  #guests = 0;

  constructor(reservations: Reservations) {
    this.#reservations = reservations;
  }

  /** Whether nobody may claim this name now: it is in use, somebody's alias, or kept for guests. */
  isTaken(name: string): boolean {
    return isGuestName(name) || this.#isUsed(name);
  }

  /** The player or the held seat behind a name or an alias. */
  find(name: string): Holder | undefined {
    const key = fold(name);
    return this.#owners.get(this.#aliases.get(key) ?? key)?.holder;
  }

  /** Who is present and meant by `text` when `viewer` says it. An alias is given when it is first shown, and may be guessed before. */
  called(viewer: Profile, text: string): Player | undefined {
    if (this.find(text) === undefined) this.#showAll(viewer);
    const holder = this.find(text);
    return holder !== undefined && 'player' in holder ? holder.player : undefined;
  }

  /** Everybody has an alias then where one is needed. Each name is looked at once, however often somebody is looked for. */
  #showAll(viewer: Profile): void {
    const { protocol } = viewer;
    const unshown = this.#unshown.get(protocol) ?? [...this.#owners.values()].map(({ name }) => name);
    this.#unshown.set(protocol, new Set());
    for (const name of unshown) this.shownTo(viewer, name);
  }

  /** The same, by the name alone: an alias does not make its reader the owner. */
  owner(name: string): Holder | undefined {
    return this.#owners.get(fold(name))?.holder;
  }

  give(name: string, holder: Holder): void {
    const key = fold(name);
    const owner = this.#owners.get(key);
    if (owner !== undefined) {
      owner.holder = holder;
      return;
    }
    this.#owners.set(key, { name, holder, aliases: undefined });
    for (const names of this.#unshown.values()) names.add(name);
  }

  release(name: string): void {
    const key = fold(name);
    const owner = this.#owners.get(key);
    if (owner === undefined) return;
    for (const alias of owner.aliases?.values() ?? []) {
      this.#aliases.delete(fold(alias));
      this.#numbering.release(fold(alias));
    }
    for (const byProtocol of [this.#carried, this.#unshown]) {
      for (const names of byProtocol.values()) names.delete(owner.name);
    }
    this.#owners.delete(key);
    this.#numbering.release(key);
  }

  #carriesAsIs(protocol: string, name: string): void {
    const names = this.#carried.get(protocol);
    if (names === undefined) this.#carried.set(protocol, new Set([name]));
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
  numbered(name: string, mayBear: (name: string) => boolean): string | undefined {
    const isOut = (candidate: string): boolean => this.isTaken(candidate) || !mayBear(candidate);
    if (!isOut(name)) return name;
    // Here every number appended makes a guest's name, and none would ever be free.
    if (isGuestName(`${name}2`)) return undefined;
    const isBarred = (candidate: string): boolean => isGuestName(candidate) || !mayBear(candidate);
    return this.#numbered(`as ${fold(name)}`, name, (same) => same, isBarred);
  }

  /** Somebody's name as `viewer` can carry it; once given, an alias stays as long as the name is in use. */
  shownTo(viewer: Profile, name: string): string {
    if (this.#carried.get(viewer.protocol)?.has(name)) return name;
    const carried = viewer.carryName(name);
    const key = fold(name);
    const owner = this.#owners.get(key);
    if (carried === name && owner?.name === name) this.#carriesAsIs(viewer.protocol, name);
    if (fold(carried) === key) return carried;
    if (owner === undefined) return carried;
    const known = owner.aliases?.get(viewer.protocol);
    if (known !== undefined) return known;
    const alias = this.#cannotBeAlias(carried)
      ? this.#numbered(`${viewer.protocol} ${fold(carried)}`, carried, viewer.carryName, (candidate) =>
          this.#reservations.has(candidate),
        )
      : carried;
    this.#callAlias(owner, viewer.protocol, alias);
    if ('player' in owner.holder) this.#aliased.add(owner.holder.player);
    return alias;
  }

  /** Who has been given an alias since this was last asked. */
  takeAliased(): readonly Player[] {
    // Every move comes by here, and nobody is new.
    if (this.#aliased.size === 0) return NOBODY;
    const aliased = [...this.#aliased];
    this.#aliased.clear();
    return aliased;
  }

  /** Gives an alias again that was given before, so that whoever was told it still means the same player. */
  restoreAlias(protocol: string, name: string, alias: string): void {
    const owner = this.#owners.get(fold(name));
    if (owner === undefined || this.#cannotBeAlias(alias)) return;
    this.#callAlias(owner, protocol, alias);
  }

  #callAlias(owner: Owner, protocol: string, alias: string): void {
    owner.aliases ??= new Map();
    owner.aliases.set(protocol, alias);
    this.#aliases.set(fold(alias), fold(owner.name));
  }

  /** All by which a name in use is found: itself and its aliases, folded. */
  callings(name: string): readonly string[] {
    const key = fold(name);
    return [key, ...Array.from(this.#owners.get(key)?.aliases?.values() ?? [], fold)];
  }

  /** Whether `text`, said by `viewer`, means the player called `name`. */
  means(viewer: Profile, text: string, name: string): boolean {
    const [key, folded] = [fold(text), fold(name)];
    const shown = this.shownTo(viewer, name);
    return (shown === name ? folded : fold(shown)) === key || (this.#aliases.get(key) ?? key) === folded;
  }

  /** Nobody is shown under a name whose owner is somebody else. */
  #cannotBeAlias(name: string): boolean {
    return this.#isUsed(name) || this.#reservations.has(name);
  }

  #isUsed(name: string): boolean {
    const key = fold(name);
    return this.#owners.has(key) || this.#aliases.has(key);
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
    return this.#numbering.first(series, make, { fold, isUsed: (candidate) => this.#isUsed(candidate), isBarred });
  }
}
