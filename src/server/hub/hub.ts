import type { Clock } from '../../clock.ts';
import type { Answer, Command } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { CommandInput, Input } from '../../lobby/input.ts';
import { Lobby } from '../../lobby/lobby.ts';
import type { LobbyReads } from '../../lobby/lobby-reads.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { ClientProfile, PlayerId } from '../../lobby/players/player.ts';
import type { Credentials, Effects, SignInResult } from '../../protocols/protocol.ts';
import { Administration } from './administration.ts';
import { ClientConnection, type ConnectionCallbacks, type PendingDelivery } from './client-connection.ts';
import { CommandOrder } from './command-order.ts';
import { CommitQueue } from './commit-queue.ts';
import { ConnectionLog } from './connection-log.ts';
import { CountdownLatch } from './countdown-latch.ts';
import { DeadlineTimer, DeadlineTimers } from './deadline-timer.ts';
import type { HubOptions } from './hub-options.ts';
import { restoreGames } from './restore-games.ts';
import { BroadcastQueue, isBroadcast, isOfGame } from './scheduling/broadcast-queue.ts';
import { FairScheduler } from './scheduling/fair-scheduler.ts';
import { costOf, DEPARTURE, SEND } from './scheduling/work-cost.ts';
import { WorkDebts } from './scheduling/work-debt.ts';
import { type Condition, ServiceState } from './service-state.ts';
import { type ClientDescription, inOneWrite, profileOf, type Transport, type VisitConnection } from './transport.ts';

const UNKNOWN: SignInResult = { kind: 'unknown' };

/** What is delivered to one connection: a notice, or the answer to its command. */
type Delivery = Notice | { readonly kind: 'answered'; readonly answer: Answer };

/**
 * Connects sessions, lobby and journal. The path of a move stands below from top to bottom: receive, parse, decide, store, notify. It
 * has three queues. The fair scheduler decides whose bytes are parsed next. The commit queue holds decisions until their events
 * are stored. The broadcast queue holds notices to many clients; no game waits for it.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #lobby: Lobby;
  readonly #lobbyTimer: DeadlineTimer;
  readonly #connections = new Map<PlayerId, ClientConnection>();
  readonly #callbacks: ConnectionCallbacks;
  readonly #connectionTimers: DeadlineTimers<ClientConnection>;
  readonly #scheduler: FairScheduler;
  readonly #workDebts = new WorkDebts();
  readonly #broadcasts: BroadcastQueue<ClientConnection, Delivery>;
  readonly #commands: CommandOrder;
  readonly #commits: CommitQueue<PendingDelivery>;
  readonly #service: ServiceState;
  readonly administration: Administration;
  #stopping = false;
  #lastPlayer: PlayerId = 0;
  #whenNoGameRuns: (() => void)[] = [];

  private constructor(options: HubOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#lobby = options.newLobby?.(options) ?? new Lobby(options);
    this.administration = new Administration(this.#lobby, {
      apply: (input) => this.#apply(input),
      carryOut: (input) => this.#carryOut(input),
      removeUnknown: (isMeant) => this.#removeUnknown(isMeant),
    });
    this.#callbacks = {
      options,
      received: (connection, bytes) => this.#receive(connection, bytes),
      finished: (connection) => {
        connection.hasFinished = true;
        this.#scheduleRead(connection);
      },
      away: (connection, until) => this.#setAway(connection, until),
      lost: (connection) => this.#disconnect(connection, 'lost'),
    };
    this.#connectionTimers = new DeadlineTimers(options.clock, (connection) => this.#deadlinePassed(connection));
    this.#scheduler = new FairScheduler(options.clock);
    this.#broadcasts = new BroadcastQueue(this.#scheduler, (connection, all) =>
      inOneWrite(connection, all, (each) => this.#deliver(connection, each)),
    );
    this.#commands = new CommandOrder(
      this.#broadcasts,
      this.#scheduler,
      (...asked) => this.#decide(...asked),
      (...asked) => this.#complete(...asked),
    );
    this.#commits = new CommitQueue(options, (pending) => this.#deliverDecision(pending));
    this.#service = new ServiceState(options.log, (mode) => this.#apply({ kind: 'service-mode', mode }));
    this.#lobbyTimer = new DeadlineTimer(
      options.clock,
      () => this.#lobby.deadline,
      () => this.#apply({ kind: 'time' }),
    );
  }

  /** Restores the unfinished games. Their seats are reserved; the resume time starts with `open`. */
  static async restore(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options);
    await restoreGames(hub.#lobby, options);
    hub.#apply({ kind: 'raise-last-game', game: Math.max(await options.journal.lastGame(), options.lastGame ?? 0) });
    options.journal.watchDiskSpace((hasRoom, lost) => {
      hub.#service.lose('journal', lost);
      hub.#service.hasRoom = hasRoom || lost !== undefined;
    });
    return hub;
  }

  /** The server accepts connections: the resume time starts now. */
  open(): void {
    this.#apply({ kind: 'opened' });
  }

  connect(caller: ClientDescription, link: Transport): VisitConnection {
    const { open, address, ownedName } = caller;
    const { name } = caller.protocol;
    const now = this.#clock.now();
    const player = ++this.#lastPlayer;
    const log = new ConnectionLog(this.#options.log, link, caller);
    const workDebt = this.#workDebts.open(address, this.#scheduler.time);
    const tap = this.#options.recorder?.tap(name);
    const parts = { link, log, workDebt, tap };
    const session = open(now, ownedName);
    session.observer = tap;
    const client = { player, profile: profileOf(caller) };
    const connection = new ClientConnection(this.#callbacks, client, session, parts, now);
    this.#connections.set(player, connection);
    this.#options.meter?.connected(name);
    this.#carryOutEffects(connection, connection.session.open(now), now);
    return connection;
  }

  /** Waits for the last commit, says goodbye to every client, and leaves the games unfinished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#lobbyTimer.stop();
    await this.#commits.idle();
    const now = this.#clock.now();
    for (const connection of [...this.#connections.values()]) {
      this.#broadcasts.flush(connection);
      this.#notify(connection, { kind: 'farewell' }, now);
      this.#close(connection);
    }
  }

  get statistics(): Lobby['statistics'] {
    return { ...this.#lobby.statistics, players: this.#connections.size };
  }

  get condition(): Condition {
    return { ...this.#service.condition, isStopping: this.#stopping };
  }

  get directory(): LobbyReads {
    return this.#lobby;
  }

  /** The IP address of the player, or of the reserved seat, with this name or alias. */
  addressOf(name: string): string | undefined {
    return this.#lobby.addressOf(name);
  }

  /** What has happened to a file of the archive, if anything has: no turn is taken while it is lost. */
  loseArchive(what: string | undefined): void {
    this.#service.lose('archive', what);
  }

  /** No new game starts; running games continue. */
  drain(): void {
    this.#service.drain(true);
  }

  undrain(): void {
    this.#service.drain(false);
  }

  /** Resolves once no game is running. */
  async noGameRuns(): Promise<void> {
    if (this.statistics.games > 0) await new Promise<void>((resolve) => this.#whenNoGameRuns.push(resolve));
  }

  // The path of a move: receive …
  #receive(connection: ClientConnection, bytes: Uint8Array): void {
    if (!connection.open || this.#stopping) return;
    const now = this.#clock.now();
    connection.lastHeard = now;
    connection.received.put(bytes);
    this.#scheduleRead(connection);
    connection.received.settle();
    if (connection.mustReport(now)) this.#reportHeard(connection, now);
  }

  /** The scheduler calls `#read`, at most once at a time, and not before the last command is answered. */
  #scheduleRead(connection: ClientConnection): void {
    if (!connection.open || connection.queued || connection.unanswered > 0) return;
    if (!connection.received.isEmpty) {
      connection.queued = true;
      this.#scheduler.run(connection.workDebt.due, () => this.#read(connection));
    } else if (connection.hasFinished) connection.lost();
  }

  // … parse …
  #read(connection: ClientConnection): void {
    connection.queued = false;
    if (!connection.open || this.#stopping) return;
    const now = this.#clock.now();
    const effects = connection.session.receive(connection.received.take(), now);
    // A command is charged for what it leads to, once it is decided.
    if (effects.ask.length === 0) this.#charge(connection, 1 + SEND * effects.send.length);
    this.#carryOutEffects(connection, effects, now);
    this.#scheduleRead(connection);
  }

  /** Carries out what a session returned: bytes, commands, the end. */
  #carryOutEffects(connection: ClientConnection, effects: Effects, now: number, isPrivate = false): void {
    if (!connection.open) return;
    for (const remark of effects.remarks ?? []) connection.log.remarked(remark);
    // A write is a system call, and a player who comes back is sent every move of the game.
    inOneWrite(connection, effects.send, (bytes) => {
      connection.tap?.sent(bytes, now, isPrivate);
      connection.link.send(bytes);
    });
    for (const command of effects.ask) {
      if (this.#stopping) break;
      connection.unanswered++;
      this.#options.meter?.asked(connection.protocol, command.kind);
      this.#commands.add(connection, command);
      if (!connection.open) return;
    }
    if (effects.signIn !== undefined) void this.#signIn(connection, effects.signIn);
    if (effects.close) this.#disconnect(connection, 'dismissed');
    else this.#connectionTimers.adjust(connection);
  }

  async #signIn(connection: ClientConnection, credentials: Credentials): Promise<void> {
    connection.unanswered++;
    const { profile } = connection;
    const result = (await this.#options.signIn?.(credentials, profile.address)) ?? UNKNOWN;
    if (this.#stopping) return;
    if (result.kind === 'signed-in') connection.profile = { ...profile, ownedName: result.name };
    const now = this.#clock.now();
    if (connection.open) this.#carryOutEffects(connection, connection.session.signedIn(result, now), now);
    this.#proceed(connection, now);
  }

  /** What the lobby needs from the database comes with the command. */
  #complete({ player }: ClientConnection, command: Command): Promise<Command> | undefined {
    if (command.kind !== 'seek' || this.#options.completeSeek === undefined) return undefined;
    const name = this.#lobby.ratedNameOf(player);
    return name === undefined ? undefined : this.#options.completeSeek(name, command);
  }

  // … decide …
  #decide(connection: ClientConnection, command: Command): void {
    if (this.#stopping) return;
    const now = this.#clock.now();
    const { player, lastHeard: heard } = connection;
    const input: CommandInput = { kind: 'command', player, command, heard };
    const decision = this.#lobby.step(connection.introduced ? input : { ...input, client: connection.profile }, now);
    connection.introduced = true;
    connection.lastReported = heard;
    this.#charge(connection, costOf(command, decision));
    this.#commit(decision, connection);
  }

  // … store …
  /** Stores a decision's events and then delivers it, after all earlier decisions. */
  #commit(decision: Decision, requester: ClientConnection | undefined, onDelivered?: () => void): void {
    for (const game of decision.unplayable) this.#options.log.error(game, 'game.unplayable');
    if (!this.#stopping) this.#lobbyTimer.adjust();
    this.#commits.add({ decision, requester, onDelivered });
  }

  // … and notify.
  /** Once the events are stored. A game's notices pass by everything that is queued; all others keep the order of the decisions. */
  #deliverDecision(pending: PendingDelivery): void {
    const { decision, requester, onDelivered } = pending;
    const { answer, notices } = decision;
    const latch = new CountdownLatch({ requester, onDelivered }, this.#allDelivered);
    if (requester?.open && answer !== undefined)
      this.#broadcasts.addUrgent(requester, { kind: 'answered', answer }, latch.increment());
    for (const { to, notice } of notices) {
      const connection = this.#connections.get(to);
      if (connection === undefined) continue;
      if (isBroadcast(notice, notices.length))
        this.#broadcasts.add(connection, { delivery: notice, latch: latch.increment() });
      else if (isOfGame(notice)) this.#broadcasts.deliver(connection, notice, latch.increment());
      else this.#broadcasts.addUrgent(connection, notice, latch.increment());
    }
    latch.decrement();
    if (this.#whenNoGameRuns.length > 0 && this.statistics.games === 0) {
      for (const resolve of this.#whenNoGameRuns.splice(0)) resolve();
    }
  }

  #deliver(connection: ClientConnection, words: Delivery): void {
    if (!connection.open) return;
    const now = this.#clock.now();
    if (words.kind === 'answered') this.#answer(connection, words.answer, now);
    else this.#notify(connection, words, now);
  }

  #answer(connection: ClientConnection, answer: Answer, now: number): void {
    if (answer.kind === 'refused') this.#options.meter?.refused(connection.protocol, answer.why);
    else if (!connection.served) {
      // The idle limit of connections without a granted command no longer applies.
      connection.served = true;
      this.#connectionTimers.forget(connection);
    }
    connection.log.answered(answer);
    this.#carryOutEffects(connection, connection.session.answer(answer, now), now);
  }

  #notify(connection: ClientConnection, notice: Notice, now: number): void {
    connection.log.heard(notice);
    connection.tap?.notice(notice);
    const isPrivate = notice.kind === 'chat' && (notice.to === 'you' || notice.to === 'opponent');
    this.#carryOutEffects(connection, connection.session.hear(notice, now), now, isPrivate);
  }

  readonly #allDelivered = ({ requester, onDelivered }: Pick<PendingDelivery, 'requester' | 'onDelivered'>): void => {
    if (requester !== undefined) this.#proceed(requester, this.#clock.now());
    onDelivered?.();
  };

  /** All consequences of the command are delivered: the next message may be read, or the connection may close. */
  #proceed(connection: ClientConnection, now: number): void {
    connection.unanswered--;
    if (connection.open) this.#carryOutEffects(connection, connection.session.proceed(now), now);
    this.#scheduleRead(connection);
  }

  // Inputs of the server itself
  /** Carries out an input that no client waits for. */
  #apply(input: Input): Decision {
    const decision = this.#lobby.step(input, this.#clock.now());
    this.#commit(decision, undefined);
    return decision;
  }

  async #carryOut(input: Input): Promise<boolean> {
    if (this.#stopping) return false;
    const decision = this.#lobby.step(input, this.#clock.now());
    await new Promise<void>((resolve) => this.#commit(decision, undefined, resolve));
    return decision.answer?.kind === 'done';
  }

  #reportHeard(connection: ClientConnection, now: number): void {
    connection.lastReported = now;
    this.#apply({ kind: 'heard', player: connection.player });
  }

  #deadlinePassed(connection: ClientConnection): void {
    const now = this.#clock.now();
    if (connection.mustReport(now)) this.#reportHeard(connection, now);
    if (connection.isIdle(now)) this.#disconnect(connection, 'dismissed');
    else this.#carryOutEffects(connection, connection.session.tick(now), now);
  }

  #removeUnknown(isMeant: (client: ClientProfile) => boolean): void {
    const now = this.#clock.now();
    for (const connection of [...this.#connections.values()]) {
      if (!connection.introduced && isMeant(connection.profile)) this.#notify(connection, { kind: 'removed' }, now);
    }
  }

  // The life of a connection
  #charge(connection: ClientConnection, units: number): void {
    connection.workDebt.charge(units, this.#scheduler.time);
    this.#scheduler.spend(units);
  }

  #setAway({ open, introduced, player }: ClientConnection, until: number | undefined): void {
    if (open && introduced && !this.#stopping) this.#apply({ kind: 'away', player, ...(until && { until }) });
  }

  #disconnect(connection: ClientConnection, kind: 'lost' | 'dismissed'): void {
    if (!connection.open) return;
    this.#close(connection);
    // A stopping server ends no games: they continue from the journal.
    if (this.#stopping) return;
    connection.workDebt.charge(DEPARTURE, this.#scheduler.time);
    connection.workDebt.close();
    this.#scheduler.run(connection.workDebt.due, () =>
      this.#broadcasts.whenRoom(() => {
        if (!this.#stopping) this.#apply({ kind, player: connection.player });
      }),
    );
  }

  #close(connection: ClientConnection): void {
    if (!connection.open) return;
    connection.open = false;
    this.#connectionTimers.forget(connection);
    this.#connections.delete(connection.player);
    this.#options.meter?.disconnected(connection.protocol);
    connection.log.ended();
    connection.received.clear();
    connection.link.close();
    this.#broadcasts.forget(connection);
    connection.tap?.closed();
  }
}
