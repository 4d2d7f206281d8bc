import type { Attendants } from './attendants.ts';
import { type Answer, type Command, DONE, type Enter, refused } from './command.ts';
import type { Draft } from './decision.ts';
import type { Games } from './games.ts';
import type { Holds } from './holds.ts';
import { fold, isGuestName, type Names } from './names.ts';
import type { Notice } from './notice.ts';
import type { Observers } from './observers.ts';
import type { Hold, Player, PlayerId, Profile } from './player.ts';
import type { Reservations } from './reservations.ts';
import type { Seeks } from './seeks.ts';
import type { Watchers } from './watchers.ts';
import { meets } from './wish.ts';

/** A connection that was silent for so long gives way to the same name from the same address. */
const REPLACEABLE_AFTER = 60_000;

const RESERVED: Answer = { kind: 'refused', why: 'name-taken', reserved: true };

/** Everything that a player may have to do with. */
interface Surroundings {
  readonly names: Names;
  readonly reservations: Reservations;
  readonly seeks: Seeks;
  readonly attendants: Attendants;
  readonly holds: Holds;
  readonly games: Games;
  readonly watchers: Watchers;
  readonly observers: Observers;
}

/** Who is here and under which name: how players enter, change their names, leave, are lost and come back. */
export class Presence {
  readonly #names: Names;
  readonly #reservations: Reservations;
  readonly #seeks: Seeks;
  readonly #attendants: Attendants;
  readonly #holds: Holds;
  readonly #games: Games;
  readonly #watchers: Watchers;
  readonly #observers: Observers;
  /** Milliseconds for which the seat of a replaced connection is held. */
  readonly #resume: number;
  readonly #players = new Map<PlayerId, Player>();
  readonly #chatters = new Set<Player>();
  /** Of these, who hears who enters and leaves. */
  readonly #greeters = new Set<Player>();
  /** How many have entered on each listener. */
  readonly #present = new Map<string, number>();
  #connections: PlayerId = 0;
  /** Goes up whenever somebody comes, goes or changes the name. */
  changes = 0;

  constructor(
    { names, reservations, seeks, attendants, holds, games, watchers, observers }: Surroundings,
    resume: number,
  ) {
    this.#names = names;
    this.#reservations = reservations;
    this.#seeks = seeks;
    this.#attendants = attendants;
    this.#holds = holds;
    this.#games = games;
    this.#watchers = watchers;
    this.#observers = observers;
    this.#resume = resume;
  }

  /** Somebody is connected, and has not said a name yet. */
  connect(profile: Profile, now: number): PlayerId {
    const id = ++this.#connections;
    this.#players.set(id, {
      id,
      profile,
      name: undefined,
      guest: false,
      chats: false,
      greets: false,
      seek: undefined,
      waitsSince: now,
      place: 0,
      attends: undefined,
      seat: undefined,
      hold: undefined,
      lastHeard: now,
    });
    return id;
  }

  player(id: PlayerId): Player | undefined {
    return this.#players.get(id);
  }

  /** Everyone who is connected, whether they have entered or not. */
  get everyone(): Iterable<Player> {
    return this.#players.values();
  }

  /** Those who hear chat. */
  get chatters(): Iterable<Player> {
    return this.#chatters;
  }

  get size(): number {
    return this.#players.size;
  }

  enter(draft: Draft, player: Player, command: Enter): Answer {
    if (player.name !== undefined) throw new Error('entered twice');
    const { name, wish, capacity } = command;
    const held =
      name !== undefined
        ? this.#heldUnder(draft, player, name)
        : wish && this.#holds.forGuest(player, (record) => meets(record.wish, wish));
    const hold = held && this.#games.canGoOn(draft, held.game) ? held : undefined;
    if (hold === undefined && name !== undefined) {
      if (!this.#mayBear(draft, player, name)) return RESERVED;
      if (this.#names.isTaken(name)) return refused('name-taken');
    }
    if (hold === undefined && capacity !== undefined && this.#seated(player.profile.listener) >= capacity) {
      return refused('full');
    }
    player.guest = name === undefined;
    player.chats = command.chats;
    player.greets = command.chats && command.chatsOnly !== true;
    if (hold !== undefined) this.#holds.claim(hold, player);
    const given = hold?.game.record(hold.color).name ?? name ?? this.#names.nextGuest();
    this.#arrive(draft, player, given);
    return { kind: 'entered', name: given, held: hold !== undefined };
  }

  /** How many places of a listener are taken, by those who are here and those who may come back. */
  #seated(listener: string): number {
    return (this.#present.get(listener) ?? 0) + this.#holds.vacantOn(listener);
  }

  /** The seat that waits for this name and for somebody like this; a silent connection has to give its own up. */
  #heldUnder(draft: Draft, player: Player, name: string): Hold | undefined {
    const owner = this.#names.owner(name);
    if (owner === undefined) return undefined;
    if ('hold' in owner) {
      return !isGuestName(name) && this.#isWaitedFor(draft, owner.hold, player) ? owner.hold : undefined;
    }
    const silent = draft.now - owner.player.lastHeard >= REPLACEABLE_AFTER;
    if (
      !silent ||
      !this.#mayBear(draft, player, name) ||
      owner.player.guest ||
      owner.player.profile.address !== player.profile.address
    )
      return undefined;
    draft.tell(owner.player, { kind: 'replaced' });
    this.lose(draft, owner.player, this.#resume);
    return this.#heldUnder(draft, player, name);
  }

  /** A seat waits for an address; where the name's owner sat there, for the owner, and at the address for who may bear it. */
  #isWaitedFor(draft: Draft, { game, color }: Hold, player: Player): boolean {
    const { name, owns, address } = game.record(color);
    const isFromThere = address === player.profile.address;
    if (owns === undefined || fold(owns) !== fold(name)) return isFromThere;
    return player.profile.owns === owns || (isFromThere && this.#mayBear(draft, player, name));
  }

  rename(draft: Draft, player: Player, from: string, wanted: Command & { kind: 'rename' }): Answer {
    const owner = this.#names.owner(wanted.name);
    if (owner !== undefined && 'player' in owner && owner.player === player) return DONE;
    const mayBear = (candidate: string): boolean => this.#mayBear(draft, player, candidate);
    const name = wanted.numbered ? this.#names.numbered(wanted.name, mayBear) : wanted.name;
    if (name !== undefined && !mayBear(name)) return RESERVED;
    if (name === undefined || this.#names.isTaken(name)) return refused('name-taken');
    this.#games.rename(draft, player, name);
    // Whoever takes a number at need has no words for coming back by name.
    player.guest &&= wanted.numbered === true;
    this.#depart(draft, player, from);
    // A seat that is held stays with the name that it is held for.
    if (player.hold === undefined) this.#names.release(from);
    else this.#holds.unclaim(player.hold);
    this.#arrive(draft, player, name);
    return DONE;
  }

  /** As far as the owner of a reserved name is concerned. */
  #mayBear(draft: Draft, { profile }: Player, name: string): boolean {
    return this.#reservations.allow(profile, name, draft.now);
  }

  #arrive(draft: Draft, player: Player, name: string): void {
    const { listener } = player.profile;
    this.changes++;
    player.name = name;
    this.#names.give(name, { player });
    this.#present.set(listener, (this.#present.get(listener) ?? 0) + 1);
    this.#tellGreeters(draft, 'entered', name);
    if (player.chats) this.#chatters.add(player);
    if (player.greets) this.#greeters.add(player);
    this.#observers.arrived(player);
  }

  #depart(draft: Draft, player: Player, name: string): void {
    const { listener } = player.profile;
    this.changes++;
    this.#chatters.delete(player);
    this.#greeters.delete(player);
    this.#observers.departed(player, name);
    this.#present.set(listener, (this.#present.get(listener) ?? 0) - 1);
    this.#tellGreeters(draft, 'left', name);
  }

  /** Everybody of one protocol is told the same name, which is looked up once. */
  #tellGreeters(draft: Draft, kind: 'entered' | 'left', name: string): void {
    const shown = new Map<string, Notice>();
    for (const other of this.#greeters) {
      const { protocol } = other.profile;
      const notice = shown.get(protocol) ?? { kind, name: this.#names.shownTo(other.profile, name) };
      shown.set(protocol, notice);
      draft.tell(other, notice);
    }
  }

  /** Whoever is here, or may come back, under this name is sent away, and its game is lost; whether there was anybody. */
  sendAway(draft: Draft, name: string): boolean {
    const owner = this.#names.owner(name);
    if (owner === undefined) return false;
    if ('hold' in owner) this.#games.forgo(draft, owner.hold);
    else {
      draft.tell(owner.player, { kind: 'removed' });
      this.goodbye(draft, owner.player);
    }
    return true;
  }

  /** The same for everybody like this, whatever they are called; whether there was anybody. */
  sendAwayAll(draft: Draft, isMeant: (profile: Pick<Profile, 'address' | 'owns'>) => boolean): boolean {
    const players = [...this.#players.values()].filter(({ profile }) => isMeant(profile));
    for (const player of players) {
      draft.tell(player, { kind: 'removed' });
      this.goodbye(draft, player);
    }
    let seats = 0;
    // Both seats of one game may be held: the first that is given up ends it, and the other is held no more.
    for (const hold of this.#holds) {
      if (!isMeant({ address: hold.game.record(hold.color).address })) continue;
      this.#games.forgo(draft, hold);
      seats++;
    }
    return players.length + seats > 0;
  }

  /** The player goes of its own will, and gives up everything. */
  goodbye(draft: Draft, player: Player): void {
    this.#games.leave(draft, player);
    this.#remove(draft, player);
    if (player.name !== undefined) this.#names.release(player.name);
  }

  /** The player's connection is gone. Its seat is held for `grace` milliseconds; one that it had yet to take, as before. */
  lose(draft: Draft, player: Player, grace: number): void {
    const { name, hold, seat } = player;
    if (name === undefined || (hold === undefined && (seat === undefined || grace === 0))) {
      this.goodbye(draft, player);
      return;
    }
    this.#remove(draft, player);
    if (hold === undefined) this.#games.vacate(draft, player, draft.now + grace);
    else this.#holds.unclaim(hold);
  }

  #remove(draft: Draft, player: Player): void {
    this.#players.delete(player.id);
    this.#seeks.remove(player);
    this.#attendants.remove(player);
    this.#watchers.forget(player);
    this.#observers.remove(player);
    if (player.name !== undefined) this.#depart(draft, player, player.name);
  }
}
