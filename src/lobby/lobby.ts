import { Chat } from './chat.ts';
import { type Command, type CommandAnswer, DONE, type EnterCommand, refused } from './command.ts';
import { type Decision, DecisionBuilder } from './decision.ts';
import type { DirectoryChunk, DirectoryCursor, ListedGame, ListedPlayer, ListedSeek } from './directory/directory.ts';
import { DirectoryQueries } from './directory/directory-queries.ts';
import { DirectorySubscribers } from './directory/directory-subscribers.ts';
import { listGame, listPlayer, listSeek, viewGame } from './directory/make-directory-entries.ts';
import { DueDeadlines } from './due-deadlines.ts';
import { Adjournments } from './games/adjournments.ts';
import { type BoardPicture, pictureOf } from './games/board-picture.ts';
import type { TurnLimits } from './games/game-deadlines.ts';
import type { GameId } from './games/game-event.ts';
import type { GameView } from './games/game-view.ts';
import { Games } from './games/games.ts';
import type { KeyHash, ViewerCredentials } from './games/invitation-key.ts';
import { Proposals } from './games/proposals.ts';
import { isVisibleTo, Spectators } from './games/spectators.ts';
import type { UnfinishedGame } from './games/unfinished-game.ts';
import type { CommandInput, Input } from './input.ts';
import { isInput } from './input-check.ts';
import { ComputerPlayers, ONLY_FOR_PEOPLE, seatFor } from './pairing/computer-players.ts';
import { Pairing } from './pairing/pairing.ts';
import { PairingPools } from './pairing/pairing-pools.ts';
import { isUnnamed, Seeks } from './pairing/seeks.ts';
import type { FoldLookAlikes } from './players/look-alikes.ts';
import { foldName } from './players/name-normalisation.ts';
import { NameReservations } from './players/name-reservations.ts';
import { Names, type ProtocolTraits } from './players/names.ts';
import { type ClientProfile, isNamed, nodeOf, type Player, type PlayerId, type VisitId } from './players/player.ts';
import { Players } from './players/players.ts';
import { ReservedSeats } from './players/reserved-seats.ts';
import { newSequenceNumbers } from './sequence-numbers.ts';
import { isKept, ServiceModeControl } from './service-mode.ts';
import { type LobbySnapshot, restoreSnapshot, type SnapshotParts, takeSnapshot } from './snapshot.ts';

const TIME: Input = { kind: 'time' };

/** Times are in milliseconds. */
export interface LobbyOptions extends TurnLimits {
  readonly protocols: readonly ProtocolTraits[];
  /** How long the seat of a lost connection is reserved; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a restored game are reserved. */
  readonly resume: number;
  /** How long a seek waits before a computer player takes it whose terms say nothing of it; 0 if absent. */
  readonly computerWait?: number;
}

/**
 * Players, seeks and games as a deterministic state machine: inputs in, decisions out. The lobby has no clock, no randomness and
 * no I/O. Only `step` changes it. A decision may be sent after its entries are stored.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  readonly #parts: SnapshotParts;
  readonly #reservations = new NameReservations();
  readonly #names: Names;
  readonly #directory: DirectorySubscribers;
  readonly #seeks: Seeks;
  readonly #games: Games;
  readonly #players: Players;
  readonly #pairing: Pairing;
  readonly #due: DueDeadlines;
  readonly #proposals: Proposals;
  readonly #adjournments: Adjournments;
  readonly #chat: Chat;
  readonly #queries: DirectoryQueries;
  readonly #mode = new ServiceModeControl();
  /** The time of the last step. */
  #now = 0;

  constructor(options: LobbyOptions) {
    this.#options = options;
    const [mode, reservations] = [this.#mode, this.#reservations];
    const numbers = newSequenceNumbers();
    const names = new Names(reservations, options.protocols, numbers);
    const spectators = new Spectators(names);
    const directory = new DirectorySubscribers(names);
    const seeks = new Seeks({ mode, names, directory, numbers });
    const reservedSeats = new ReservedSeats(names);
    const computers = new ComputerPlayers({ mode, names, seeks, directory }, options.computerWait ?? 0);
    const pools = new PairingPools();
    const base = { mode, numbers, names, reservations, seeks, computers, pools, reservedSeats, spectators, directory };
    const games = new Games(base, options);
    const players = new Players({ ...base, games }, numbers, options.resume);
    this.#parts = { ...base, games, players };
    [this.#names, this.#directory, this.#seeks, this.#games, this.#players] = [names, directory, seeks, games, players];
    this.#pairing = new Pairing(this.#parts);
    this.#due = new DueDeadlines(games, this.#pairing);
    this.#adjournments = new Adjournments(this.#parts);
    this.#proposals = new Proposals(names, games, spectators, this.#adjournments);
    this.#chat = new Chat(names, players, games, spectators);
    this.#queries = new DirectoryQueries(this.#parts);
  }

  /** The whole state. */
  snapshot(): LobbySnapshot {
    return takeSnapshot(this.#parts, this.#now);
  }

  /** Takes the state of a snapshot. Only before the first step. */
  restore(snapshot: LobbySnapshot): void {
    this.#now = snapshot.now;
    restoreSnapshot(this.#parts, snapshot);
  }

  /** Adds an unfinished game of the journal, or throws. Its seats are reserved. Only before the first step. */
  resume(unfinished: UnfinishedGame): void {
    this.#games.resume(unfinished);
  }

  /** Sets which letters look alike. Needed before the first name is reserved. */
  learnLooks(skeleton: FoldLookAlikes): void {
    this.#reservations.learnLooks(skeleton);
  }

  /**
   * Carries out what is due, and then the input, if it is one. Time never goes back. `skippedDeadlines`: indices of due deadlines that are left out,
   * because this step failed on them before. Throws `DueDeadlineFailed` if it fails on a deadline; any error is a fault of the lobby.
   */
  step(given: Input, now: number, skippedDeadlines?: ReadonlySet<number>): Decision {
    const input = isInput(given) ? given : TIME;
    if (now > this.#now && Number.isFinite(now)) this.#now = now;
    const decision = new DecisionBuilder(this.#now);
    const player = 'player' in input ? this.#players.player(input.player) : undefined;
    if (player !== undefined) this.#noteHeard(player, input);
    this.#due.beginStep(skippedDeadlines);
    this.#due.carryOut(decision, input.kind === 'command' ? this.#now - 1 : this.#now);
    const answer =
      input.kind === 'command' ? this.#command(decision, player, input) : this.#apply(decision, player, input);
    this.#due.carryOutPairs(decision, this.#now);
    this.#directory.publish(decision);
    return decision.build(answer, this.#seeks.takeExamined());
  }

  // Reads: none of these changes the lobby

  /** When a step has something to carry out, or earlier; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#due.first;
  }

  /** The IP address of the player, or of the reserved seat, with this name or alias. */
  addressOf(name: string): string | undefined {
    const owner = this.#names.find(name);
    if (owner === undefined) return undefined;
    return 'reservedSeat' in owner
      ? owner.reservedSeat.game.record(owner.reservedSeat.color).address
      : owner.player.profile.address;
  }

  /** The addresses of all players and reserved seats. */
  get addresses(): ReadonlySet<string> {
    return this.#players.addresses;
  }

  /** Whether the name is reserved, or looks like one that is. */
  isReserved(name: string): boolean {
    return this.#reservations.has(name);
  }

  /** A running game that the client may know of, as the directory lists it. */
  listedGame(id: GameId, viewer: ViewerCredentials): ListedGame | undefined {
    const game = this.#games.find(id);
    return isVisibleTo(game, viewer) ? listGame(game) : undefined;
  }

  /** The seek that waits with this invitation, or the running game that came from it. */
  invitation(key: KeyHash): ListedSeek | GameId | undefined {
    const host = this.#seeks.invitedBy(key);
    return host === undefined ? this.#games.running.withKey(key)?.id : listSeek(host, undefined);
  }

  /** A running or adjourned game with all its moves; undefined if there is none, its events break the rules, or the client may not know of it. */
  viewGame(id: GameId, viewer: ViewerCredentials): GameView | undefined {
    const game = this.#games.find(id) ?? this.#games.adjourned.find(id);
    return isVisibleTo(game, viewer) && game.problem === undefined ? viewGame(game) : undefined;
  }

  /** The stones of a running game that is not private, unless they are those of the `known` version. */
  boardPicture(id: GameId, known?: number): BoardPicture | undefined {
    return pictureOf(this.#games.find(id), known);
  }

  /** Whether a player of this node sits in a running game. */
  hasGamesAt(node: number): boolean {
    for (const game of this.#games.running.all) if (game.players().some(({ id }) => nodeOf(id) === node)) return true;
    return false;
  }

  /** A part of what a client without a name may know of the lobby. */
  publicDirectory(after?: DirectoryCursor): DirectoryChunk {
    return this.#directory.directory(undefined, this.#players.all, this.#games.running.all, after);
  }

  /** The player with this name, as the directory lists it. */
  listedPlayer(name: string): ListedPlayer | undefined {
    const bearer = this.#names.bearerOf(name);
    return bearer !== undefined && 'player' in bearer && isNamed(bearer.player) ? listPlayer(bearer.player) : undefined;
  }

  /** Whether a computer player can enter under this name, as a member of this group, or serve the one that has the name. */
  canSeat(name: string, group: string | undefined, profile: ClientProfile): boolean {
    return this.#players.connections.canSeat(name, group, profile);
  }

  /** Where a visit is: its connected player, or a seat that is reserved for it. */
  visit(visit: VisitId): ReturnType<Players['placeOf']> {
    return this.#players.placeOf(visit);
  }

  /** The name under which the player may have a rating. */
  ratedNameOf(id: PlayerId): string | undefined {
    const player = this.#players.player(id);
    return player === undefined || isUnnamed(player) ? undefined : player.name;
  }

  /** The names in use, and their forms for each protocol. */
  get names(): Pick<Names, 'nameBehind' | 'shownTo'> {
    return this.#names;
  }

  /** The numbers of players, of players with a name, of waiting seeks and of running games. */
  get statistics(): { players: number; named: number; waiting: number; games: number } {
    const named = [...this.#players.all].filter(isNamed);
    const waiting = named.filter(({ seek }) => seek !== undefined).length;
    return { players: this.#players.size, named: named.length, waiting, games: this.#games.running.size };
  }

  #apply(
    decision: DecisionBuilder,
    player: Player | undefined,
    input: Exclude<Input, CommandInput>,
  ): CommandAnswer | undefined {
    switch (input.kind) {
      case 'heard':
      case 'time':
        return undefined;
      case 'away':
        if (player !== undefined) this.#games.setAway(decision, player, input.until);
        return undefined;
      case 'lost':
        if (player !== undefined) this.#players.disconnect(decision, player, this.#options.grace);
        return undefined;
      case 'dismissed':
        if (player !== undefined) this.#players.leave(decision, player);
        return undefined;
      case 'node-left':
        this.#mode.drain(input.node, false);
        this.#players.loseNode(decision, input.node, Math.max(this.#options.grace, this.#options.resume));
        return undefined;
      case 'drain-node':
        this.#mode.drain(input.node, input.isDraining);
        this.#parts.computers.scheduleAll();
        return undefined;
      case 'opened':
        this.#games.startResumeTime(this.#now, this.#now + this.#options.resume);
        return undefined;
      case 'service-mode':
        this.#games.modeChanged(decision, this.#mode.set(input.mode, this.#now));
        return undefined;
      case 'reserve-name':
        this.#reservations.reserve(input.name, input.guarded ?? false);
        return undefined;
      case 'unreserve-name':
        this.#reservations.unreserve(input.name);
        return undefined;
      case 'admit':
        this.#reservations.admit(input.name, input.address, input.until, this.#now);
        return undefined;
      case 'open-name':
        this.#reservations.open(input.name, input);
        return undefined;
      case 'stop-game':
        return this.#games.stop(decision, input.game) ? DONE : refused('no-game');
      case 'kick':
        return this.#players.kick(decision, input.name) ? DONE : refused('no-such-player');
      case 'kick-account': {
        const key = foldName(input.account);
        const isMeant = ({ ownedName }: { ownedName?: string }): boolean =>
          ownedName !== undefined && foldName(ownedName) === key;
        return this.#players.kickAll(decision, isMeant) ? DONE : refused('no-such-player');
      }
      case 'kick-addresses': {
        const addresses = new Set(input.addresses);
        const kicked = this.#players.kickAll(decision, ({ address }) => addresses.has(address));
        return kicked ? DONE : refused('no-such-player');
      }
      case 'allocate-game':
        decision.allocated = ++this.#parts.numbers.games;
        return undefined;
      case 'raise-last-game':
        this.#parts.numbers.games = Math.max(this.#parts.numbers.games, input.game);
        return undefined;
    }
  }

  /** A player that has left already gets no answer. */
  #command(decision: DecisionBuilder, known: Player | undefined, input: CommandInput): CommandAnswer | undefined {
    const { player: id, command, client } = input;
    const player = known ?? (client && this.#players.add(id, client, this.#now));
    return player && this.#answer(decision, seatFor(player, command) ?? player, command);
  }

  /** Before anything that is due: a player whose bytes came in time is not silent. */
  #noteHeard(player: Player, input: Input): void {
    const at = input.kind === 'heard' ? this.#now : input.kind === 'command' ? input.heard : undefined;
    if (at === undefined) return;
    if (at > player.lastHeard) player.lastHeard = Math.min(at, this.#now);
    const seat = input.kind === 'command' ? seatFor(player, input.command) : undefined;
    if (seat !== undefined) seat.lastHeard = player.lastHeard;
  }

  #enter(decision: DecisionBuilder, player: Player, command: EnterCommand): CommandAnswer {
    if (player.name !== undefined || player.serves !== undefined) return refused('name-taken');
    const answer = this.#players.enter(decision, player, command);
    if (answer.kind === 'entered') this.#adjournments.notifyArrival(decision, player);
    return answer;
  }

  #answer(decision: DecisionBuilder, player: Player, command: Command): CommandAnswer {
    switch (command.kind) {
      case 'enter':
        return this.#enter(decision, player, command);
      case 'observe':
        // A visitor of the page may have signed in and not entered.
        if (player.name === undefined && command.after === undefined)
          this.#adjournments.notifyArrival(decision, player);
        return this.#queries.subscribe(decision, player, command.after);
      case 'watch':
        return this.#queries.watch(player, command);
      case 'unwatch':
        return this.#queries.unwatch(player, command.game);
      case 'unobserve':
        this.#directory.remove(player);
        return DONE;
    }
    if (player.serves !== undefined && command.kind === 'offer-games')
      return this.#pairing.serveGames(decision, player.serves, player, command);
    if (player.name === undefined) return refused('no-such-player');
    if (player.computer !== undefined && ONLY_FOR_PEOPLE.has(command.kind)) return refused('in-game');
    if (!this.#mode.allowsMoves && player.seat !== undefined && isKept(command)) return refused('not-now');
    switch (command.kind) {
      case 'rename':
        return this.#players.rename(decision, player, player.name, command);
      case 'seek':
        return this.#pairing.seek(decision, player, command);
      case 'offer-games':
        return this.#pairing.offerGames(decision, player, player.name, command);
      case 'take':
        return this.#pairing.take(decision, player, command);
      case 'accept-invitation':
        return this.#pairing.acceptInvitation(decision, player, command.invitation);
      case 'decline-seek':
        return this.#pairing.declineSeek(decision, player, command.host);
      case 'set-open':
        return this.#players.setOpen(player, command.open);
      case 'cancel':
        return this.#pairing.cancel(player);
      case 'return':
        return this.#pairing.return(decision, player, command.parameters);
      case 'seeks':
        return this.#queries.namesOf(player, this.#pairing.openTo(player, command.parameters));
      case 'who':
        return this.#queries.namesOfPresent(player);
      case 'look-up':
        return this.#queries.lookUp(player, command.name);
      case 'count-moves':
        return this.#queries.countMoves(player, command.games);
      case 'spectators':
        return this.#queries.spectatorsOf(player, command.game);
      case 'ready':
        return this.#games.ready(decision, player);
      case 'play':
        return this.#games.play(decision, player, command);
      case 'pass':
        return this.#games.pass(decision, player, command);
      case 'forfeit':
        return this.#games.forfeit(decision, player, command.how);
      case 'propose':
      case 'agree':
      case 'decline':
        return this.#proposals.answer(decision, player, command);
      case 'reopen':
        return this.#adjournments.reopen(decision, player, command.game);
      case 'mark':
      case 'accept-marks':
      case 'resume-play':
        return this.#games.markingHandler.answer(decision, player, command);
      case 'leave':
        this.#players.leave(decision, player, command.kickedFor);
        return DONE;
      case 'chat':
        return this.#chat.send(decision, player, player.name, command);
    }
  }
}
