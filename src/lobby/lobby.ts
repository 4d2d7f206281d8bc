import { Attendants } from './attendants.ts';
import { Chat } from './chat.ts';
import { type Answer, type Command, DONE } from './command.ts';
import { type Decision, Draft } from './decision.ts';
import type { Entry, GameId } from './event.ts';
import { Games } from './games.ts';
import { Holds } from './holds.ts';
import { Meeting } from './meeting.ts';
import { Names } from './names.ts';
import type { Player, PlayerId, Profile } from './player.ts';
import { Presence } from './presence.ts';
import { Seeks } from './seeks.ts';

/** All in milliseconds. */
export interface LobbyOptions {
  /** How long a seat is held whose connection was lost; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a game are held that was read back from the log. */
  readonly resume: number;
  /** How long a seat to move may be silent. */
  readonly idle: number;
}

/**
 * Who is here, who waits, what is played: commands in, decisions out. It has no clock, no randomness and no I/O; the
 * time is handed in. What it decides holds in memory at once, and may be told once its entries are kept.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  readonly #names = new Names();
  readonly #seeks = new Seeks(this.#names);
  readonly #games: Games;
  readonly #presence: Presence;
  readonly #meeting: Meeting;
  readonly #chat: Chat;

  constructor(options: LobbyOptions) {
    this.#options = options;
    const holds = new Holds(this.#names);
    const attendants = new Attendants(this.#seeks);
    this.#games = new Games(this.#names, holds, options.idle);
    this.#presence = new Presence(this.#names, this.#seeks, attendants, holds, this.#games, options.resume);
    this.#meeting = new Meeting(this.#names, this.#seeks, attendants, this.#games);
    this.#chat = new Chat(this.#names, this.#presence);
  }

  /** Somebody is connected, and has not said a name yet. */
  connect(profile: Profile, now: number): PlayerId {
    return this.#presence.connect(profile, now);
  }

  /** Notes that the player said something, whatever it was. */
  heard(id: PlayerId, now: number): void {
    const player = this.#presence.player(id);
    if (player !== undefined) player.lastHeard = now;
  }

  /** Somebody who is gone, but has not been told yet, gets no answer. */
  decide(id: PlayerId, command: Command, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#presence.player(id);
    return draft.decided(player && this.#answer(draft, player, command));
  }

  /** The connection is gone. Does nothing for somebody who left before. */
  lost(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#presence.player(id);
    if (player !== undefined) this.#presence.lose(draft, player, this.#options.grace);
    return draft.decided();
  }

  /** The server closed the connection, for a breach or after the goodbye: nothing is held. */
  dismissed(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#presence.player(id);
    if (player !== undefined) this.#presence.goodbye(draft, player);
    return draft.decided();
  }

  /** When `tick` has something to do next; milliseconds since the epoch. */
  get deadline(): number | undefined {
    const [play, wait] = [this.#games.deadline, this.#meeting.deadline];
    return play === undefined || wait === undefined ? (play ?? wait) : Math.min(play, wait);
  }

  tick(now: number): Decision {
    const draft = new Draft(now);
    this.#games.tick(draft);
    this.#meeting.tick(draft);
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
    return { players: this.#presence.size, games: this.#games.running };
  }

  #answer(draft: Draft, player: Player, command: Command): Answer {
    if (command.kind === 'enter') return this.#presence.enter(draft, player, command);
    if (player.name === undefined) throw new Error(`${command.kind} before entering`);
    switch (command.kind) {
      case 'rename':
        return this.#presence.rename(draft, player, player.name, command);
      case 'seek':
        return this.#meeting.seek(draft, player, command);
      case 'attend':
        return this.#meeting.attend(draft, player, command);
      case 'take':
        return this.#meeting.take(draft, player, command);
      case 'return':
        return this.#meeting.return(draft, player, command.wish);
      case 'practise':
        return this.#meeting.practise(draft, player, command);
      case 'seeks':
        return this.#named(player, this.#seeks.openTo(player, command.wish));
      case 'who':
        return this.#named(player, this.#presence.everyone);
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
        this.#presence.goodbye(draft, player);
        return DONE;
      case 'chat':
        return this.#chat.say(draft, player, player.name, command.text, command.to);
    }
  }

  #named(viewer: Player, players: Iterable<Player>): Answer {
    const names: string[] = [];
    for (const { name } of players) if (name !== undefined) names.push(this.#names.shownTo(viewer.profile, name));
    return { kind: 'names', names };
  }
}
