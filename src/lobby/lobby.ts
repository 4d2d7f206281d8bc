import { opposite } from '../rules/color.ts';
import type { Answer, ChatAudience, Command, Enter, Refusal, Seek } from './command.ts';
import { type Decision, Draft } from './decision.ts';
import type { Entry, GameId } from './event.ts';
import { Games } from './games.ts';
import { Names } from './names.ts';
import type { Hold, Player, PlayerId, Profile } from './player.ts';
import { hostColor, Seeks } from './seeks.ts';
import { meets, sameTerms, type Wish } from './wish.ts';

/** All in milliseconds. */
export interface LobbyOptions {
  /** How long a seat is held whose connection was lost; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a game are held that was read back from the log. */
  readonly resume: number;
  /** How long a seat to move may be silent. */
  readonly idle: number;
}

/** A connection that was silent for so long gives way to the same name from the same address. */
const REPLACEABLE_AFTER = 60_000;

const DONE: Answer = { kind: 'done' };
const refused = (why: Refusal): Answer => ({ kind: 'refused', why });

/**
 * Who is here, who waits, what is played: commands in, decisions out. It has no clock, no randomness and no I/O; the
 * time is handed in. What it decides holds in memory at once, and may be told once its entries are kept.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  readonly #names = new Names();
  readonly #seeks = new Seeks(this.#names);
  readonly #games: Games;
  readonly #players = new Map<PlayerId, Player>();
  /** Those who hear chat, and who enters and leaves. */
  readonly #chatters = new Set<Player>();
  /** How many have entered on each listener. */
  readonly #present = new Map<string, number>();
  #connections: PlayerId = 0;

  constructor(options: LobbyOptions) {
    this.#options = options;
    this.#games = new Games(this.#names, options.idle);
  }

  /** Somebody is connected, and has not said a name yet. */
  connect(profile: Profile, now: number): PlayerId {
    const id = ++this.#connections;
    const nobody = { name: undefined, seek: undefined, seat: undefined, hold: undefined };
    this.#players.set(id, { id, profile, guest: false, chats: false, lastHeard: now, ...nobody });
    return id;
  }

  /** Notes that the player said something, whatever it was. */
  heard(id: PlayerId, now: number): void {
    const player = this.#players.get(id);
    if (player !== undefined) player.lastHeard = now;
  }

  /** Somebody who is gone, but has not been told yet, gets no answer. */
  decide(id: PlayerId, command: Command, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#players.get(id);
    return draft.decided(player && this.#answer(draft, player, command));
  }

  /** The connection is gone. Does nothing for somebody who left before. */
  lost(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#players.get(id);
    if (player !== undefined) this.#lose(draft, player, this.#options.grace);
    return draft.decided();
  }

  /** The server closed the connection, for a breach or after the goodbye: nothing is held. */
  dismissed(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#players.get(id);
    if (player !== undefined) this.#goodbye(draft, player);
    return draft.decided();
  }

  /** When `tick` has something to do next; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#games.deadline;
  }

  tick(now: number): Decision {
    const draft = new Draft(now);
    this.#games.tick(draft);
    return draft.decided();
  }

  /** Takes in one unfinished game of the log; its players are away until they come back. */
  restore(entries: readonly Entry[]): void {
    this.#games.restore(entries);
  }

  /** No game of the log has a higher id than `lastGame`: new ones count on from there. */
  countOn(lastGame: GameId): void {
    this.#games.countOn(lastGame);
  }

  /** The server accepts connections: the time to come back runs from now. */
  open(now: number): void {
    this.#games.comeback(now + this.#options.resume);
  }

  get statistics(): { players: number; games: number } {
    return { players: this.#players.size, games: this.#games.running };
  }

  #answer(draft: Draft, player: Player, command: Command): Answer {
    if (command.kind === 'enter') return this.#enter(draft, player, command);
    if (player.name === undefined) throw new Error(`${command.kind} before entering`);
    switch (command.kind) {
      case 'rename':
        return this.#rename(draft, player, player.name, command);
      case 'seek':
        return this.#seek(draft, player, command);
      case 'take':
        return this.#takeSeek(draft, player, command);
      case 'return':
        return this.#return(draft, player, command.wish);
      case 'practise':
        return this.#practise(draft, player, command);
      case 'seeks':
        return this.#named(player, this.#seeks.openTo(player, command.wish));
      case 'who':
        return this.#named(player, this.#players.values());
      case 'ready':
        return this.#games.ready(draft, player);
      case 'play':
        return this.#games.play(draft, player, command.point, command.spent);
      case 'pass':
        return this.#games.pass(draft, player, command.spent);
      case 'pass-if-stuck':
        return this.#games.passIfStuck(draft, player);
      case 'forfeit':
        return this.#games.forfeit(draft, player, command.how);
      case 'leave':
        this.#goodbye(draft, player);
        return DONE;
      case 'chat':
        return this.#chat(draft, player, player.name, command.text, command.to);
    }
  }

  // Names

  #enter(draft: Draft, player: Player, command: Enter): Answer {
    if (player.name !== undefined) throw new Error('entered twice');
    const { name, wish, capacity } = command;
    const hold =
      name !== undefined
        ? this.#heldUnder(draft, player, name)
        : wish && this.#games.heldForGuest(player, (record) => meets(record.wish, wish));
    if (hold === undefined && name !== undefined && this.#names.isTaken(name)) return refused('name-taken');
    const { listener } = player.profile;
    const seated = (this.#present.get(listener) ?? 0) + this.#games.heldSeats(listener);
    if (hold === undefined && capacity !== undefined && seated >= capacity) return refused('full');
    player.guest = name === undefined;
    player.chats = command.chats;
    player.hold = hold;
    if (hold !== undefined) hold.player = player;
    const given = hold?.game.record(hold.color).name ?? name ?? this.#names.nextGuest();
    this.#arrive(draft, player, given);
    return { kind: 'entered', name: given, held: hold !== undefined };
  }

  /** The seat that waits for this name from this address; a silent connection has to give its own up. */
  #heldUnder(draft: Draft, player: Player, name: string): Hold | undefined {
    const owner = this.#names.owner(name);
    if (owner === undefined) return undefined;
    if ('hold' in owner) {
      const { address, guest } = owner.hold.game.record(owner.hold.color);
      return address === player.profile.address && !guest ? owner.hold : undefined;
    }
    const silent = draft.now - owner.player.lastHeard >= REPLACEABLE_AFTER;
    if (!silent || owner.player.guest || owner.player.profile.address !== player.profile.address) return undefined;
    draft.tell(owner.player, { kind: 'replaced' });
    this.#lose(draft, owner.player, this.#options.resume);
    return this.#heldUnder(draft, player, name);
  }

  #rename(draft: Draft, player: Player, from: string, wanted: Command & { kind: 'rename' }): Answer {
    const owner = this.#names.owner(wanted.name);
    if (owner !== undefined && 'player' in owner && owner.player === player) return DONE;
    const name = wanted.numbered ? this.#names.numbered(wanted.name) : wanted.name;
    if (name === undefined || this.#names.isTaken(name)) return refused('name-taken');
    this.#giveUpHold(draft, player);
    this.#games.rename(draft, player, name);
    this.#depart(draft, player, from);
    this.#names.release(from);
    this.#arrive(draft, player, name);
    return DONE;
  }

  #arrive(draft: Draft, player: Player, name: string): void {
    const { listener } = player.profile;
    player.name = name;
    this.#names.give(name, { player });
    this.#present.set(listener, (this.#present.get(listener) ?? 0) + 1);
    for (const other of this.#chatters) draft.tell(other, { kind: 'entered', name: this.#shown(other, name) });
    if (player.chats) this.#chatters.add(player);
  }

  #depart(draft: Draft, player: Player, name: string): void {
    const { listener } = player.profile;
    this.#chatters.delete(player);
    this.#present.set(listener, (this.#present.get(listener) ?? 0) - 1);
    for (const other of this.#chatters) draft.tell(other, { kind: 'left', name: this.#shown(other, name) });
  }

  /** The player goes of its own will, and gives up everything. */
  #goodbye(draft: Draft, player: Player): void {
    this.#games.leave(draft, player);
    this.#remove(draft, player);
    if (player.name !== undefined) this.#names.release(player.name);
  }

  /** The player's connection is gone. Its seat is held for `grace` milliseconds; one that it had yet to take, as before. */
  #lose(draft: Draft, player: Player, grace: number): void {
    const { name, hold, seat } = player;
    if (name === undefined || (hold === undefined && (seat === undefined || grace === 0))) {
      this.#goodbye(draft, player);
      return;
    }
    this.#remove(draft, player);
    if (hold === undefined) this.#games.vacate(player, draft.now + grace);
    else {
      hold.player = undefined;
      this.#names.give(name, { hold });
    }
  }

  #remove(draft: Draft, player: Player): void {
    this.#players.delete(player.id);
    this.#seeks.remove(player);
    if (player.name !== undefined) this.#depart(draft, player, player.name);
  }

  // Meeting

  #seek(draft: Draft, player: Player, seek: Seek): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { hold } = player;
    if (hold !== undefined && hold.color !== 'both' && this.#fits(player, hold, seek.wish, seek.opponent)) {
      return this.#sit(draft, player, hold, seek.handshake ?? false);
    }
    this.#giveUpHold(draft, player);
    const host = seek.waitOnly ? undefined : this.#seeks.firstFor(player, seek);
    if (host !== undefined) return this.#begin(draft, host, { player, seek });
    this.#seeks.add(player, seek);
    return { kind: 'waiting' };
  }

  #takeSeek(draft: Draft, player: Player, { host: name, wish }: Command & { kind: 'take' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (player.hold !== undefined && this.#fits(player, player.hold, wish, name)) {
      return this.#sit(draft, player, player.hold, false);
    }
    for (const host of this.#seeks.openTo(player, wish)) {
      if (host === player || !this.#names.means(player.profile, name, host.name)) continue;
      this.#giveUpHold(draft, player);
      return this.#begin(draft, host, { player, seek: { kind: 'seek', wish } });
    }
    this.#giveUpHold(draft, player);
    return refused('no-such-seek');
  }

  /** Without a wish of its own: what does not fit is not given up. */
  #return(draft: Draft, player: Player, wish: Wish): Answer {
    const { hold } = player;
    if (hold === undefined || !this.#fits(player, hold, wish, undefined)) return refused('no-game');
    return this.#sit(draft, player, hold, false);
  }

  #practise(draft: Draft, player: Player, { wish, handshake }: Command & { kind: 'practise' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { hold } = player;
    if (hold?.color === 'both' && this.#fits(player, hold, wish, undefined)) {
      return this.#sit(draft, player, hold, handshake);
    }
    this.#giveUpHold(draft, player);
    this.#seeks.remove(player);
    const seat = { player, seek: { kind: 'seek', wish, handshake } } as const;
    this.#games.begin(draft, { black: seat, white: seat }, wish.game === 'go' ? wish.komi : 0);
    return { kind: 'seated' };
  }

  #begin(draft: Draft, host: Player & { seek: Seek }, guest: { player: Player; seek: Seek }): Answer {
    const color = hostColor(host.seek, guest.seek.color);
    const hosting = { player: host, seek: host.seek };
    const seats = color === 'black' ? { black: hosting, white: guest } : { black: guest, white: hosting };
    const komi = commonKomi(host.seek.wish, guest.seek.wish);
    this.#seeks.remove(host);
    this.#seeks.remove(guest.player);
    this.#games.begin(draft, seats, komi);
    return { kind: 'seated' };
  }

  #sit(draft: Draft, player: Player, hold: Hold, handshake: boolean): Answer {
    this.#games.sit(draft, hold, player, handshake);
    return { kind: 'seated' };
  }

  /** Whether the wish is for the very game whose seat is held. */
  #fits(player: Player, { game, color }: Hold, wish: Wish, opponent: string | undefined): boolean {
    if (!sameTerms(game.record(color).wish, wish)) return false;
    return opponent === undefined || this.#names.means(player.profile, opponent, game.opposite(color).record.name);
  }

  #giveUpHold(draft: Draft, player: Player): void {
    if (player.hold !== undefined) this.#games.leave(draft, player);
  }

  // Talking

  #chat(draft: Draft, sender: Player, name: string, text: string, to: ChatAudience): Answer {
    const say = (other: Player, audience: 'everyone' | 'opponent' | 'you'): void => {
      const fromOpponent = opponentOf(other) === sender;
      draft.tell(other, { kind: 'chat', from: this.#shown(other, name), fromOpponent, text, to: audience });
    };
    if (to === 'everyone') {
      for (const other of this.#chatters) if (other !== sender) say(other, 'everyone');
      return DONE;
    }
    if (to === 'opponent' && sender.seat === undefined) return refused('no-game');
    const other = to === 'opponent' ? opponentOf(sender) : this.#called(sender, to.name);
    if (other === undefined && to !== 'opponent') return refused('no-such-player');
    if (other === undefined || !other.chats) return refused('cannot-chat');
    say(other, to === 'opponent' ? 'opponent' : 'you');
    return DONE;
  }

  /** Whom `text` means when `viewer` says it, among those present. */
  #called(viewer: Player, text: string): Player | undefined {
    const holder = this.#names.find(text);
    if (holder !== undefined) return 'player' in holder ? holder.player : undefined;
    // An alias is given when it is first shown, and somebody may have guessed one before.
    for (const player of this.#players.values()) {
      if (player.name !== undefined && this.#names.means(viewer.profile, text, player.name)) return player;
    }
    return undefined;
  }

  #named(viewer: Player, players: Iterable<Player>): Answer {
    const names: string[] = [];
    for (const { name } of players) if (name !== undefined) names.push(this.#shown(viewer, name));
    return { kind: 'names', names };
  }

  #shown(viewer: Player, name: string): string {
    return this.#names.shownTo(viewer.profile, name);
  }
}

/** The komi of a seat whose client counts for itself, else the host's (DESIGN section 2). */
function commonKomi(host: Wish, guest: Wish): number {
  if (host.game !== 'go' || guest.game !== 'go') return 0;
  return guest.komiBinds && !host.komiBinds ? guest.komi : host.komi;
}

function opponentOf({ seat }: Player): Player | undefined {
  if (seat === undefined || seat.color === 'both') return undefined;
  return seat.game.seats[opposite(seat.color)].player;
}
