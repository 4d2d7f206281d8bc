import { Attendants } from './attendants.ts';
import { Chat } from './chat.ts';
import { type Answer, type Command, DONE, refused } from './command.ts';
import { type Decision, Draft } from './decision.ts';
import type { GameId } from './event.ts';
import type { Game } from './game.ts';
import { Games } from './games.ts';
import { Holds } from './holds.ts';
import { viewGame } from './listing.ts';
import { Meeting } from './meeting.ts';
import { Names } from './names.ts';
import { Observers } from './observers.ts';
import { Gate, type Openness } from './openness.ts';
import type { Player, PlayerId, Profile } from './player.ts';
import { Presence } from './presence.ts';
import { Proposals } from './proposals.ts';
import { Reservations } from './reservations.ts';
import { Seeks } from './seeks.ts';
import type { UnfinishedGame } from './unfinished-game.ts';
import { Watchers } from './watchers.ts';

/** All in milliseconds. */
export interface LobbyOptions {
  /** How long a seat is held whose connection was lost; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a game are held that was read back from the log. */
  readonly resume: number;
  /** How long a seat to move may be silent. */
  readonly idle: number;
}

/** What is written down of a game that goes on, turns apart, which are looked at first. */
const CHANGES_GAME: ReadonlySet<Command['kind']> = new Set(['rename', 'propose', 'agree', 'decline']);

/**
 * Who is here, who waits, what is played: commands in, decisions out. It has no clock, no randomness and no I/O; the
 * time is handed in. What it decides holds in memory at once, and may be told once its entries are kept.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  /** The names that have owners; a change holds for whoever enters from then on. */
  readonly reservations = new Reservations();
  readonly #names = new Names(this.reservations);
  readonly #observers = new Observers(this.#names);
  readonly #seeks = new Seeks(this.#names, this.#observers);
  readonly #watchers = new Watchers();
  readonly #games: Games;
  readonly #presence: Presence;
  readonly #meeting: Meeting;
  readonly #proposals: Proposals;
  readonly #chat: Chat;
  readonly #gate = new Gate();
  /** Everybody present, as each protocol was told last. */
  readonly #lists = new Map<string, { readonly changes: number; readonly answer: Answer }>();

  constructor(options: LobbyOptions) {
    this.#options = options;
    const holds = new Holds(this.#names);
    const attendants = new Attendants(this.#seeks, this.#observers);
    const [names, reservations, seeks] = [this.#names, this.reservations, this.#seeks];
    const [watchers, observers] = [this.#watchers, this.#observers];
    const games = new Games(names, holds, watchers, observers, this.#gate, options.idle);
    this.#games = games;
    this.#presence = new Presence(
      { names, reservations, seeks, attendants, holds, games, watchers, observers },
      options.resume,
    );
    this.#meeting = new Meeting(this.#names, this.#seeks, attendants, this.#games, this.#gate);
    this.#proposals = new Proposals(games, watchers);
    this.#chat = new Chat(names, this.#presence, games, watchers);
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
    return this.#decided(draft, player && this.#answer(draft, player, command));
  }

  /** The connection is gone. Does nothing for somebody who left before. */
  lost(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#presence.player(id);
    if (player !== undefined) this.#presence.lose(draft, player, this.#options.grace);
    return this.#decided(draft);
  }

  /** The server closed the connection, for a breach or after the goodbye: nothing is held. */
  dismissed(id: PlayerId, now: number): Decision {
    const draft = new Draft(now);
    const player = this.#presence.player(id);
    if (player !== undefined) this.#presence.goodbye(draft, player);
    return this.#decided(draft);
  }

  /** Somebody in charge ends a game without a winner. Nothing where there is no such game. */
  stop(game: GameId, now: number): Decision | undefined {
    const draft = new Draft(now);
    return this.#games.stop(draft, game) ? this.#decided(draft) : undefined;
  }

  /** Somebody in charge sends a player away, or lets it not come back. Nothing where nobody has that name. */
  sendAway(name: string, now: number): Decision | undefined {
    const draft = new Draft(now);
    return this.#presence.sendAway(draft, name) ? this.#decided(draft) : undefined;
  }

  /** The same for everybody like this, whatever they are called. */
  sendAwayAll(isMeant: (profile: Pick<Profile, 'address' | 'owns'>) => boolean, now: number): Decision | undefined {
    const draft = new Draft(now);
    return this.#presence.sendAwayAll(draft, isMeant) ? this.#decided(draft) : undefined;
  }

  /** Where somebody is who bears a name or an alias, or may come back to it; an IP address. */
  addressOf(name: string): string | undefined {
    const owner = this.#names.find(name);
    if (owner === undefined) return undefined;
    return 'hold' in owner ? owner.hold.game.record(owner.hold.color).address : owner.player.profile.address;
  }

  /** What is refused as `not-now` from here on. Nobody runs out of time for silence while no turn is taken. */
  restrict(openness: Openness, now: number): void {
    this.#gate.restrict(openness, now);
  }

  /** The number of a game that is played nowhere. */
  claimGame(): GameId {
    return this.#games.claim();
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
    return this.#decided(draft);
  }

  /** Takes in one unfinished game of the log, or throws; its players are away until they come back. */
  restore(unfinished: UnfinishedGame): void {
    this.#games.restore(unfinished);
  }

  /** No game of the log has a higher id than `lastGame`: new ones count on from there. */
  countOn(lastGame: GameId): void {
    this.#games.countOn(lastGame);
  }

  /** The server accepts connections: the time to come back runs from now. */
  open(now: number): void {
    this.#games.comeback(now + this.#options.resume);
  }

  /** How many are connected, of those who have a name and who wait for somebody, and how many games are played. */
  get statistics(): { players: number; named: number; waiting: number; games: number } {
    let [named, waiting] = [0, 0];
    for (const player of this.#presence.everyone) {
      if (player.name === undefined) continue;
      named++;
      if (player.seek !== undefined) waiting++;
    }
    return { players: this.#presence.size, named, waiting, games: this.#games.running };
  }

  #answer(draft: Draft, player: Player, command: Command): Answer {
    if (command.kind === 'enter') return this.#presence.enter(draft, player, command);
    switch (command.kind) {
      case 'observe':
        return this.#observe(player);
      case 'watch':
        return this.#watch(draft, player, this.#games.find(command.game));
      case 'unwatch': {
        const game = this.#games.find(command.game);
        if (game !== undefined) this.#watchers.remove(game, player);
        return DONE;
      }
      case 'unobserve':
        this.#observers.remove(player);
        return DONE;
    }
    if (player.name === undefined) throw new Error(`${command.kind} before entering`);
    if (!this.#gate.plays && player.seat !== undefined && CHANGES_GAME.has(command.kind)) return refused('not-now');
    switch (command.kind) {
      case 'rename':
        return this.#presence.rename(draft, player, player.name, command);
      case 'seek':
        return this.#meeting.seek(draft, player, command);
      case 'attend':
        return this.#meeting.attend(draft, player, command);
      case 'take':
        return this.#meeting.take(draft, player, command);
      case 'cancel':
        return this.#meeting.cancel(player);
      case 'return':
        return this.#meeting.return(draft, player, command.wish);
      case 'practise':
        return this.#meeting.practise(draft, player, command);
      case 'seeks':
        return this.#named(player, this.#meeting.openTo(player, command.wish));
      case 'who':
        return this.#who(player);
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
      case 'propose':
        return this.#proposals.propose(draft, player, command.what);
      case 'agree':
        return this.#proposals.agree(draft, player);
      case 'decline':
        return this.#proposals.decline(draft, player);
      case 'leave':
        this.#presence.goodbye(draft, player);
        return DONE;
      case 'chat':
        return this.#chat.say(draft, player, player.name, command.text, command.to);
    }
  }

  /** What was decided is told to those that observe, too. */
  #decided(draft: Draft, answer?: Answer): Decision {
    this.#observers.tell(draft);
    return draft.decided(answer, this.#seeks.takeLooks());
  }

  #observe(player: Player): Answer {
    this.#observers.add(player);
    const [players, hosts] = [this.#presence.everyone, this.#seeks.everyone()];
    return { kind: 'directory', directory: this.#observers.directory(player, players, hosts, this.#games.all) };
  }

  #watch(draft: Draft, player: Player, game: Game | undefined): Answer {
    if (game === undefined || !this.#games.canGoOn(draft, game)) return refused('no-game');
    this.#watchers.add(game, player);
    return { kind: 'watching', view: viewGame(game) };
  }

  /** As long as nobody comes or goes, everybody of one protocol gets the same list. */
  #who(viewer: Player): Answer {
    const { protocol } = viewer.profile;
    const last = this.#lists.get(protocol);
    if (last?.changes === this.#presence.changes) return last.answer;
    const answer = this.#named(viewer, this.#presence.everyone);
    this.#lists.set(protocol, { changes: this.#presence.changes, answer });
    return answer;
  }

  #named(viewer: Player, players: Iterable<Player>): Answer {
    const names: string[] = [];
    for (const { name } of players) if (name !== undefined) names.push(this.#names.shownTo(viewer.profile, name));
    return { kind: 'names', names };
  }
}
