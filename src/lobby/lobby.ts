import { Chat } from './chat.ts';
import { type Command, type CommandAnswer, DONE, type EnterCommand, refused } from './command.ts';
import { DeadlineRunner } from './deadline-runner.ts';
import { type Decision, DecisionBuilder } from './decision.ts';
import type { DirectoryChunk, DirectoryCursor, ListedGame, ListedPlayer, ListedSeek } from './directory/directory.ts';
import { DirectoryPublisher } from './directory/directory-publisher.ts';
import { DirectoryQueries } from './directory/directory-queries.ts';
import { listGame, listPlayer, listSeek, viewGame } from './directory/make-directory-entries.ts';
import { AdjournmentHandler } from './games/adjournment-handler.ts';
import { type BoardPreview, previewOf } from './games/board-preview.ts';
import type { IdleAndLagLimits } from './games/game-deadlines.ts';
import type { GameId, KeyHash, ViewerCredentials } from './games/game-event.ts';
import type { GameView } from './games/game-view.ts';
import { Games } from './games/games.ts';
import type { LazyJournalEntries } from './games/lazy-journal-entries.ts';
import { ProposalHandler } from './games/proposal-handler.ts';
import { isVisibleTo, Spectators } from './games/spectators.ts';
import type { CommandInput, Input } from './input.ts';
import { isInput } from './input-check.ts';
import { type LobbySnapshot, restoreSnapshot, type StatefulLobbyParts, takeSnapshot } from './lobby-snapshot.ts';
import { ComputerPlayers, HUMAN_COMMANDS, seatFor } from './pairing/computer-players.ts';
import { Pairing } from './pairing/pairing.ts';
import { PairingPools } from './pairing/pairing-pools.ts';
import { isWaiting } from './pairing/seek-queue.ts';
import { isUnnamed, Seeks } from './pairing/seeks.ts';
import type { FoldLookAlikes } from './players/look-alikes.ts';
import { foldName } from './players/name-normalisation.ts';
import { NameReservations } from './players/name-reservations.ts';
import { Names, type ProtocolTraits } from './players/names.ts';
import { type ConnectionProfile, isNamed, nodeOf, type Player, type PlayerId, type VisitId } from './players/player.ts';
import { Players } from './players/players.ts';
import { ReservedSeats } from './players/reserved-seats.ts';
import { newSequenceNumbers } from './sequence-numbers.ts';
import { isStoredNonMove, ServiceModeControl } from './service-mode.ts';

const TIME: Input = { kind: 'time' };

/** Times are in milliseconds. */
export interface LobbyOptions extends IdleAndLagLimits {
  readonly protocols: readonly ProtocolTraits[];
  /** How long the seat of a lost connection is reserved; 0 ends the game at once. */
  readonly grace: number;
  /** How long the seats of a restored game are reserved. */
  readonly resume: number;
  /** The wait of a seek before a computer player takes it, if the computer player's terms have no `minimumWait`. Absent: 0. */
  readonly computerWait?: number;
}

/**
 * Players, seeks and games as a deterministic state machine that turns inputs into decisions. The lobby has no clock, no random numbers and
 * no I/O. Only `step` changes it. The entries of a decision must be stored before its answer and its notices are sent.
 */
export class Lobby {
  readonly #options: LobbyOptions;
  readonly #parts: StatefulLobbyParts;
  readonly #reservations = new NameReservations();
  readonly #names: Names;
  readonly #directory: DirectoryPublisher;
  readonly #seeks: Seeks;
  readonly #games: Games;
  readonly #players: Players;
  readonly #pairing: Pairing;
  readonly #due: DeadlineRunner;
  readonly #proposals: ProposalHandler;
  readonly #adjournments: AdjournmentHandler;
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
    const directory = new DirectoryPublisher(names);
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
    this.#due = new DeadlineRunner(games, this.#pairing);
    this.#adjournments = new AdjournmentHandler(this.#parts);
    this.#proposals = new ProposalHandler(names, games, spectators, this.#adjournments);
    this.#chat = new Chat(names, players, games, spectators);
    this.#queries = new DirectoryQueries(this.#parts);
  }

  snapshot(): LobbySnapshot {
    return takeSnapshot(this.#parts, this.#now);
  }

  /** Takes the state of a snapshot. May be called only before the first step. */
  restore(snapshot: LobbySnapshot): void {
    this.#now = snapshot.now;
    restoreSnapshot(this.#parts, snapshot);
  }

  /** Adds an unfinished game from the journal and reserves its seats. Throws if the game is invalid. May be called only before the first step. */
  resume(unfinished: LazyJournalEntries): void {
    this.#games.resume(unfinished);
  }

  /** Sets the function that finds look-alikes. Must be called before the first name is reserved. */
  setSkeleton(skeleton: FoldLookAlikes): void {
    this.#reservations.setSkeleton(skeleton);
  }

  /**
   * Carries out the deadlines that are due, and then the input. A value that is no valid input only moves the time. Time never goes back.
   * `skippedDeadlines`: the indices of due deadlines that are left out, because this step failed on them before. Throws `DueDeadlineFailed`
   * if it fails on a deadline. Every error is a bug of the lobby.
   */
  step(value: Input, now: number, skippedDeadlines?: ReadonlySet<number>): Decision {
    const input = isInput(value) ? value : TIME;
    if (now > this.#now && Number.isFinite(now)) this.#now = now;
    const decision = new DecisionBuilder(this.#now);
    const player = 'player' in input ? this.#players.player(input.player) : undefined;
    if (player !== undefined) this.#noteReceipt(player, input);
    this.#due.beginStep(skippedDeadlines);
    this.#due.carryOut(decision, input.kind === 'command' ? this.#now - 1 : this.#now);
    const answer =
      input.kind === 'command' ? this.#command(decision, player, input) : this.#apply(decision, player, input);
    this.#due.carryOutPairs(decision, this.#now);
    this.#directory.publish(decision);
    return decision.build(answer, this.#seeks.takeExamined());
  }

  // The methods below, up to `statistics`, do not change the lobby.

  /** The time of the next deadline, or a time before it; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#due.first;
  }

  /** The IP address of the player or reserved seat with this name or alias. */
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

  /** Whether the name is reserved, or looks like a reserved name. */
  isReserved(name: string): boolean {
    return this.#reservations.has(name);
  }

  /** The directory entry of a running game that the client may see. */
  listedGame(id: GameId, viewer: ViewerCredentials): ListedGame | undefined {
    const game = this.#games.find(id);
    return isVisibleTo(game, viewer) ? listGame(game) : undefined;
  }

  /** The seek with this invitation, or the running game that came from it. */
  invitation(key: KeyHash): ListedSeek | GameId | undefined {
    const host = this.#seeks.invitedBy(key);
    return host === undefined ? this.#games.running.withKey(key)?.id : listSeek(host, undefined);
  }

  /** A running or adjourned game with all its moves. Undefined if there is none, its events break the rules, or the client may not see it. */
  viewGame(id: GameId, viewer: ViewerCredentials): GameView | undefined {
    const game = this.#games.find(id) ?? this.#games.adjourned.find(id);
    return isVisibleTo(game, viewer) && game.problem === undefined ? viewGame(game) : undefined;
  }

  /** The stones of a running public game. Undefined if its version is the `known` one. */
  boardPreview(id: GameId, known?: number): BoardPreview | undefined {
    return previewOf(this.#games.find(id), known);
  }

  /** Whether a player of this node has a seat in a running game. */
  hasGamesAt(node: number): boolean {
    for (const game of this.#games.running.all) if (game.players().some(({ id }) => nodeOf(id) === node)) return true;
    return false;
  }

  /** A part of the directory, as a client without a name sees it. */
  publicDirectory(after?: DirectoryCursor): DirectoryChunk {
    return this.#directory.directory(undefined, this.#players.all, this.#games.running.all, after);
  }

  listedPlayer(name: string): ListedPlayer | undefined {
    const bearer = this.#names.bearerOf(name);
    return bearer !== undefined && 'player' in bearer && isNamed(bearer.player) ? listPlayer(bearer.player) : undefined;
  }

  /** Whether a computer player can enter with this name, as a member of this group, or serve the computer player that has the name. */
  canEnter(name: string, group: string | undefined, profile: ConnectionProfile): boolean {
    return this.#players.connections.canEnter(name, group, profile);
  }

  /** The connected player of a visit, or the fact that a seat is reserved for it. */
  visit(visit: VisitId): ReturnType<Players['placeOf']> {
    return this.#players.placeOf(visit);
  }

  /** The name under which the player may have a rating. Undefined for guests. */
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
    const waiting = named.filter(isWaiting).length;
    return { players: this.#players.size, named: named.length, waiting, games: this.#games.running.size };
  }

  #apply(
    decision: DecisionBuilder,
    player: Player | undefined,
    input: Exclude<Input, CommandInput>,
  ): CommandAnswer | undefined {
    switch (input.kind) {
      case 'bytes-received':
      case 'time':
        return undefined;
      case 'away':
        if (player !== undefined) this.#pairing.setAway(decision, player, input.until);
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
        const matches = ({ ownedName }: { ownedName?: string }): boolean =>
          ownedName !== undefined && foldName(ownedName) === key;
        return this.#players.kickAll(decision, matches) ? DONE : refused('no-such-player');
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

  /** Carries out a command. If the player has left already, there is no answer. */
  #command(decision: DecisionBuilder, known: Player | undefined, input: CommandInput): CommandAnswer | undefined {
    const { player: id, command, client } = input;
    const player = known ?? (client && this.#players.add(id, client, this.#now));
    return player && this.#answer(decision, seatFor(player, command) ?? player, command);
  }

  /** Notes when bytes of the player were received. Called before due deadlines, because a player whose bytes came in time is not silent. */
  #noteReceipt(player: Player, input: Input): void {
    const at = input.kind === 'bytes-received' ? this.#now : input.kind === 'command' ? input.receivedAt : undefined;
    if (at === undefined) return;
    if (at > player.lastReceivedAt) player.lastReceivedAt = Math.min(at, this.#now);
    const seat = input.kind === 'command' ? seatFor(player, input.command) : undefined;
    if (seat !== undefined) seat.lastReceivedAt = player.lastReceivedAt;
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
        // A visitor of the page may have signed in without entering.
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
    if (player.computer !== undefined && HUMAN_COMMANDS.has(command.kind)) return refused('in-game');
    if (!this.#mode.allowsMoves && player.seat !== undefined && isStoredNonMove(command)) return refused('not-now');
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
        return this.#games.forfeit(decision, player, command);
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
