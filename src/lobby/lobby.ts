import { Chat } from './chat.ts';
import { type Answer, type Command, DONE, refused } from './command.ts';
import { type Decision, DecisionBuilder } from './decision.ts';
import type { DirectoryPart, DirectoryPlace, ListedGame, ListedPlayer } from './directory/directory.ts';
import { listGame, listPlayer, movesOf, viewGame } from './directory/listing.ts';
import { DirectorySubscribers } from './directory/subscribers.ts';
import type { GameId } from './games/event.ts';
import type { Game } from './games/game.ts';
import type { GameView, MovesPlace } from './games/game-view.ts';
import { Games } from './games/games.ts';
import { Proposals } from './games/proposals.ts';
import { Spectators } from './games/spectators.ts';
import type { UnfinishedGame } from './games/unfinished-game.ts';
import { Pairing } from './pairing/pairing.ts';
import { Seeks } from './pairing/seeks.ts';
import { StandbyPlayers } from './pairing/standby-players.ts';
import { Names } from './players/names.ts';
import { type ClientProfile, isNamed, type Player, type PlayerId } from './players/player.ts';
import { Players } from './players/players.ts';
import { NameReservations } from './players/reservations.ts';
import { ReservedSeats } from './players/reserved-seats.ts';
import { type ServiceMode, ServiceModeState } from './service-mode.ts';

/** So many moves of a game are in one answer: to list them and to tell them takes a millisecond. */
const MOST_MOVES = 1_000;

/** All in milliseconds. */
export interface LobbyOptions {
  /** How long the seat of a lost connection is reserved; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a restored game are reserved. */
  readonly resume: number;
  /** How long the player to move may be silent. */
  readonly idle: number;
}

/** Commands other than moves that store an event of a running game. */
const GAME_CHANGES: ReadonlySet<Command['kind']> = new Set(['rename', 'propose', 'agree', 'decline']);

/**
 * Players, seeks and games: commands in, decisions out. The lobby has no clock, no randomness and no I/O; the time is an
 * argument. A decision changes the state at once, and may be told once its entries are stored.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  /** The reserved names. A change applies to players who enter afterwards. */
  readonly reservations = new NameReservations();
  readonly #names = new Names(this.reservations);
  readonly #directory = new DirectorySubscribers(this.#names);
  readonly #seeks = new Seeks(this.#names, this.#directory);
  readonly #spectators = new Spectators();
  readonly #games: Games;
  readonly #players: Players;
  readonly #pairing: Pairing;
  readonly #proposals: Proposals;
  readonly #chat: Chat;
  readonly #mode = new ServiceModeState();
  /** The last list of names for each protocol. */
  readonly #nameLists = new Map<string, { readonly changes: number; readonly answer: Answer }>();

  constructor(options: LobbyOptions) {
    this.#options = options;
    const reservedSeats = new ReservedSeats(this.#names);
    const standby = new StandbyPlayers(this.#seeks, this.#directory);
    const [names, reservations, seeks] = [this.#names, this.reservations, this.#seeks];
    const [spectators, directory] = [this.#spectators, this.#directory];
    const games = new Games(names, reservedSeats, spectators, directory, this.#mode, options.idle);
    this.#games = games;
    this.#players = new Players(
      {
        names,
        reservations,
        seeks,
        standby: standby,
        reservedSeats: reservedSeats,
        games,
        spectators: spectators,
        directory: directory,
      },
      options.resume,
    );
    this.#pairing = new Pairing(this.#names, this.#seeks, standby, this.#games, this.#mode);
    this.#proposals = new Proposals(games, spectators);
    this.#chat = new Chat(names, this.#players, games, spectators);
  }

  /** Adds a connection that has no name yet. */
  connect(profile: ClientProfile, now: number): PlayerId {
    return this.#players.connect(profile, now);
  }

  /** Notes that bytes of the player were received. */
  heard(id: PlayerId, now: number): void {
    const player = this.#players.player(id);
    if (player !== undefined) player.lastHeard = now;
  }

  /** A player that has left already gets no answer. */
  decide(id: PlayerId, command: Command, now: number): Decision {
    const decision = new DecisionBuilder(now);
    const player = this.#players.player(id);
    return this.#build(decision, player && this.#answer(decision, player, command));
  }

  /** The connection is lost. No effect if the player has left already. */
  lost(id: PlayerId, now: number): Decision {
    const decision = new DecisionBuilder(now);
    const player = this.#players.player(id);
    if (player !== undefined) this.#players.lose(decision, player, this.#options.grace);
    return this.#build(decision);
  }

  /** The server closed the connection: the seat is not reserved. */
  dismissed(id: PlayerId, now: number): Decision {
    const decision = new DecisionBuilder(now);
    const player = this.#players.player(id);
    if (player !== undefined) this.#players.leave(decision, player);
    return this.#build(decision);
  }

  /** An administrator ends a game without a winner. Undefined if there is no such game. */
  stopGame(game: GameId, now: number): Decision | undefined {
    const decision = new DecisionBuilder(now);
    return this.#games.stop(decision, game) ? this.#build(decision) : undefined;
  }

  /** An administrator disconnects a player or ends the reservation of its seat. Undefined if the name is not in use. */
  kick(name: string, now: number): Decision | undefined {
    const decision = new DecisionBuilder(now);
    return this.#players.kick(decision, name) ? this.#build(decision) : undefined;
  }

  /** The same for all players whose address or reserved name matches. */
  kickAll(
    isMeant: (profile: Pick<ClientProfile, 'address' | 'ownedName'>) => boolean,
    now: number,
  ): Decision | undefined {
    const decision = new DecisionBuilder(now);
    return this.#players.kickAll(decision, isMeant) ? this.#build(decision) : undefined;
  }

  /** The IP address of the player, or of the reserved seat, with this name or alias. */
  addressOf(name: string): string | undefined {
    const owner = this.#names.find(name);
    if (owner === undefined) return undefined;
    return 'reservedSeat' in owner
      ? owner.reservedSeat.game.record(owner.reservedSeat.color).address
      : owner.player.profile.address;
  }

  /** Sets what is refused as `not-now`. The idle limit stands still while moves are refused. */
  setServiceMode(mode: ServiceMode, now: number): void {
    this.#mode.set(mode, now);
  }

  /** Takes the next game number for a game that is not played here. */
  allocateGame(): GameId {
    return this.#games.allocateNumber();
  }

  /** When `tick` has something to do next; milliseconds since the epoch. */
  get deadline(): number | undefined {
    const [play, wait] = [this.#games.deadline, this.#pairing.deadline];
    return play === undefined || wait === undefined ? (play ?? wait) : Math.min(play, wait);
  }

  tick(now: number): Decision {
    const decision = new DecisionBuilder(now);
    this.#games.tick(decision);
    this.#pairing.tick(decision);
    return this.#build(decision);
  }

  /** Restores one unfinished game, or throws. Its seats are reserved. */
  restore(unfinished: UnfinishedGame): void {
    this.#games.restore(unfinished);
  }

  /** New games get numbers above `lastGame`. */
  raiseLastGame(lastGame: GameId): void {
    this.#games.raiseLastGame(lastGame);
  }

  /** The server accepts connections: the resume time starts now. */
  startResumeTime(now: number): void {
    this.#games.startResumeTime(now + this.#options.resume);
  }

  /** A running game, as the directory lists it. */
  listedGame(id: GameId): ListedGame | undefined {
    const game = this.#games.find(id);
    return game && listGame(game);
  }

  /** A running game with all its moves; undefined if there is none, or its events break the rules. */
  viewGame(id: GameId): GameView | undefined {
    const game = this.#games.find(id);
    return game === undefined || game.problem !== undefined ? undefined : viewGame(game);
  }

  /** A part of what a client without a name may know of the lobby. */
  publicDirectory(after?: DirectoryPlace): DirectoryPart {
    return this.#directory.directory(undefined, this.#players.all, this.#games.all, after);
  }

  /** The player with this name, as the directory lists it. */
  listedPlayer(name: string): ListedPlayer | undefined {
    const bearer = this.#names.bearerOf(name);
    return bearer !== undefined && 'player' in bearer && isNamed(bearer.player) ? listPlayer(bearer.player) : undefined;
  }

  /** The numbers of connections, of players with a name, of waiting seeks and of running games. */
  get statistics(): { players: number; named: number; waiting: number; games: number } {
    let [named, waiting] = [0, 0];
    for (const player of this.#players.all) {
      if (player.name === undefined) continue;
      named++;
      if (player.seek !== undefined) waiting++;
    }
    return { players: this.#players.size, named, waiting, games: this.#games.running };
  }

  #answer(decision: DecisionBuilder, player: Player, command: Command): Answer {
    if (command.kind === 'enter') return this.#players.enter(decision, player, command);
    switch (command.kind) {
      case 'observe':
        return this.#subscribe(player, command.after);
      case 'watch':
        return this.#watch(decision, player, this.#games.find(command.game), command.after);
      case 'unwatch': {
        const game = this.#games.find(command.game);
        if (game !== undefined) this.#spectators.remove(game, player);
        return DONE;
      }
      case 'unobserve':
        this.#directory.remove(player);
        return DONE;
    }
    if (player.name === undefined) throw new Error(`${command.kind} before entering`);
    if (!this.#mode.allowsMoves && player.seat !== undefined && GAME_CHANGES.has(command.kind))
      return refused('not-now');
    switch (command.kind) {
      case 'rename':
        return this.#players.rename(decision, player, player.name, command);
      case 'seek':
        return this.#pairing.seek(decision, player, command);
      case 'attend':
        return this.#pairing.standBy(decision, player, command);
      case 'take':
        return this.#pairing.take(decision, player, command);
      case 'cancel':
        return this.#pairing.cancel(player);
      case 'return':
        return this.#pairing.return(decision, player, command.parameters);
      case 'practise':
        return this.#pairing.practise(decision, player, command);
      case 'seeks':
        return this.#namesOf(player, this.#pairing.openTo(player, command.parameters));
      case 'who':
        return this.#namesOfPresent(player);
      case 'ready':
        return this.#games.ready(decision, player);
      case 'play':
        return this.#games.play(decision, player, command.point, command.spent);
      case 'pass':
        return this.#games.pass(decision, player, command.spent);
      case 'pass-if-stuck':
        return this.#games.passIfStuck(decision, player);
      case 'forfeit':
        return this.#games.forfeit(decision, player, command.how);
      case 'propose':
        return this.#proposals.propose(decision, player, command.what);
      case 'agree':
        return this.#proposals.agree(decision, player);
      case 'decline':
        return this.#proposals.decline(decision, player);
      case 'leave':
        this.#players.leave(decision, player, command.kickedFor);
        return DONE;
      case 'chat':
        return this.#chat.send(decision, player, player.name, command.text, command.to);
    }
  }

  /** Builds the decision, with notices to the subscribers of the directory. */
  #build(decision: DecisionBuilder, answer?: Answer): Decision {
    this.#directory.publish(decision);
    return decision.build(answer, this.#seeks.takeExamined());
  }

  #subscribe(player: Player, after: DirectoryPlace | undefined): Answer {
    this.#directory.add(player);
    return { kind: 'directory', ...this.#directory.directory(player, this.#players.all, this.#games.all, after) };
  }

  #watch(decision: DecisionBuilder, player: Player, game: Game | undefined, after: MovesPlace | undefined): Answer {
    if (game === undefined || !this.#games.isPlayable(decision, game)) return refused('no-game');
    const first = after?.undone === game.undone ? after.moves : 0;
    const end = first + MOST_MOVES;
    if (end < game.moves.length) return { kind: 'moves', earlier: movesOf(game, first, end) };
    this.#spectators.add(game, player);
    return { kind: 'watching', view: viewGame(game, first) };
  }

  /** The list is the same for all clients of one protocol until a player enters or leaves. */
  #namesOfPresent(viewer: Player): Answer {
    const { protocol } = viewer.profile;
    const last = this.#nameLists.get(protocol);
    if (last?.changes === this.#players.changes) return last.answer;
    const answer = this.#namesOf(viewer, this.#players.all);
    this.#nameLists.set(protocol, { changes: this.#players.changes, answer });
    return answer;
  }

  #namesOf(viewer: Player, players: Iterable<Player>): Answer {
    const names: string[] = [];
    for (const { name } of players) if (name !== undefined) names.push(this.#names.shownTo(viewer.profile, name));
    return { kind: 'names', names };
  }
}
