import type { Clock } from '../../clock.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { CommandInput } from '../../lobby/input.ts';
import { Lobby } from '../../lobby/lobby.ts';
import type { LobbyReads } from '../../lobby/lobby-reads.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { ClientProfile, PlayerId } from '../../lobby/players/player.ts';
import type { ServerSessionOutput } from '../../protocols/server-session-types.ts';
import { Administration } from './administration.ts';
import { ClientConnection, type ConnectionCallbacks, type PendingDelivery } from './client-connection.ts';
import { CommandOrder } from './command-order.ts';
import { CommitQueue } from './commit-queue.ts';
import { ConnectionLog } from './connection-log.ts';
import { CountdownLatch } from './countdown-latch.ts';
import { DeadlineTimers } from './deadline-timer.ts';
import type { HubOptions } from './hub-options.ts';
import { type InputOrder, type InputOrderCallbacks, LocalInputOrder, NOT_NOW } from './input-order.ts';
import { NoGamesSignal } from './no-games-signal.ts';
import { OutageCommandQueue } from './outage-command-queue.ts';
import { restoreGames } from './restore-games.ts';
import { BroadcastQueue, isBroadcast, isOfGame } from './scheduling/broadcast-queue.ts';
import { FairScheduler } from './scheduling/fair-scheduler.ts';
import { costOf, DEPARTURE, SEND } from './scheduling/work-cost.ts';
import { WorkDebts } from './scheduling/work-debt.ts';
import { ServerInputs } from './server-inputs.ts';
import { type ServiceCondition, ServiceState } from './service-state.ts';
import { consult, consults } from './session-lookups.ts';
import { type ClientDescription, inOneWrite, profileOf, type Transport, type VisitConnection } from './transport.ts';

/** What is delivered to one connection: a notice, or the answer to its command. */
type Delivery = Notice | { readonly kind: 'answered'; readonly answer: CommandAnswer };

/**
 * Connects sessions, lobby and journal. The path of a move stands below from top to bottom: receive, parse, decide, store, notify. It
 * has three queues. The fair scheduler decides whose bytes are parsed next. The commit queue holds decisions until their events
 * are stored. The broadcast queue holds notices to many clients; no game waits for it.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #order: InputOrder;
  readonly #connections = new Map<PlayerId, ClientConnection>();
  readonly #callbacks: ConnectionCallbacks;
  readonly #connectionTimers: DeadlineTimers<ClientConnection>;
  readonly #scheduler: FairScheduler;
  readonly #workDebts = new WorkDebts();
  readonly #broadcasts: BroadcastQueue<ClientConnection, Delivery>;
  readonly #commands: CommandOrder;
  readonly #held = new OutageCommandQueue();
  readonly #commits: CommitQueue<PendingDelivery>;
  readonly #service: ServiceState;
  readonly administration: Administration;
  #stopping = false;
  #lastPlayer: PlayerId = 0;
  readonly #noGames = new NoGamesSignal(() => this.#order.isPlaying);
  readonly #inputs: ServerInputs;

  private constructor(options: HubOptions, newOrder: (callbacks: InputOrderCallbacks) => InputOrder) {
    this.#options = options;
    this.#order = newOrder({
      decided: (decision) => this.#commit(decision, undefined),
      disconnected: () => {
        for (const connection of [...this.#connections.values()]) this.#close(connection);
      },
      opened: () => this.#readAll(),
      broadcasts: () => this.#broadcasts.size,
    });
    this.#clock = this.#order.clock;
    this.#inputs = new ServerInputs(this.#order, (decision, onDelivered) =>
      this.#commit(decision, undefined, onDelivered),
    );
    this.administration = new Administration(() => this.#order.lobby, {
      apply: (input) => this.#inputs.apply(input),
      decide: (input) => this.#inputs.decide(input),
      carryOut: async (input) => (this.#stopping ? undefined : await this.#inputs.carryOut(input)),
      removeUnknown: (isMeant) => this.#removeUnknown(isMeant),
      addresses: () => Array.from(this.#connections.values(), ({ profile }) => profile.address),
    });
    this.#callbacks = {
      options,
      received: (connection, bytes) => this.#receive(connection, bytes),
      finished: (connection) => this.#scheduleRead(connection),
      away: (connection, until) => this.#setAway(connection, until),
      lost: (connection) => this.#disconnect(connection, 'lost'),
    };
    this.#connectionTimers = new DeadlineTimers(this.#clock, (connection) => this.#deadlinePassed(connection));
    this.#scheduler = new FairScheduler(this.#clock);
    this.#broadcasts = new BroadcastQueue(this.#scheduler, (connection, all) =>
      inOneWrite(connection, all, (each) => this.#deliver(connection, each)),
    );
    this.#commands = new CommandOrder(
      { whenRoom: (decide) => this.#order.whenRoom(() => this.#broadcasts.whenRoom(decide)) },
      this.#scheduler,
      (...asked) => this.#decide(...asked),
      (...asked) => this.#complete(...asked),
    );
    this.#commits = new CommitQueue(options, (pending) => this.#deliverDecision(pending));
    this.#service = new ServiceState(options.log, (mode) => this.#inputs.apply(this.#order.inputFor(mode)));
  }

  /** The hub of one of several nodes, whose lobby is already up to date. */
  static onNode(options: HubOptions, newOrder: (callbacks: InputOrderCallbacks) => InputOrder): Hub {
    return new Hub(options, newOrder);
  }

  /** Restores the unfinished games. Their seats are reserved; the resume time starts with `open`. */
  static async restore(options: HubOptions): Promise<Hub> {
    const lobby = options.newLobby?.(options) ?? new Lobby(options);
    const hub = new Hub(options, (callbacks) => new LocalInputOrder(lobby, options.clock, callbacks));
    await restoreGames(lobby, options);
    const game = Math.max(await options.journal.lastGame(), options.lastGame ?? 0);
    hub.#inputs.apply({ kind: 'raise-last-game', game });
    hub.#service.watch(options.journal);
    return hub;
  }

  /** The server accepts connections: the resume time starts now. */
  open(): void {
    this.#order.open();
  }

  connect(caller: ClientDescription, link: Transport): VisitConnection {
    const { open, address, ownedName } = caller;
    const now = this.#clock.now();
    const player = ++this.#lastPlayer;
    const log = new ConnectionLog(this.#options.log, link, caller);
    const workDebt = this.#workDebts.open(address, this.#scheduler.time);
    const tap = this.#options.recorder?.tap(caller.protocol.name);
    const session = open(now, ownedName);
    session.observer = tap;
    const client = { player, profile: profileOf(caller) };
    const connection = new ClientConnection(this.#callbacks, client, session, { link, log, workDebt, tap }, now);
    this.#connections.set(player, connection);
    this.#options.meter?.connected(caller.protocol.name);
    this.#carryOutEffects(connection, connection.session.open(now), now);
    return connection;
  }

  /** Waits for the last commit, says goodbye to every client, and leaves the games unfinished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#order.stop();
    await this.#commits.idle();
    const now = this.#clock.now();
    for (const connection of [...this.#connections.values()]) {
      this.#broadcasts.flush(connection);
      this.#notify(connection, { kind: 'farewell' }, now);
      this.#close(connection);
    }
    await this.#order.leave();
  }

  get statistics(): Lobby['statistics'] {
    return { ...this.#order.lobby.statistics, players: this.#connections.size };
  }

  get condition(): ServiceCondition {
    return { ...this.#service.condition, isStopping: this.#stopping, isOpen: this.#order.isOpen };
  }

  get directory(): LobbyReads {
    return this.#order.lobby;
  }

  readonly addressOf = (name: string): string | undefined => this.#order.lobby.addressOf(name);

  /** What has happened to a file of the archive, if anything has: no turn is taken while it is lost. */
  readonly loseArchive = (what: string | undefined): void => this.#service.lose('archive', what);

  /** No new game starts, or none at this node; running games continue. */
  readonly drain = (): void => this.#service.drain(true);
  readonly undrain = (): void => this.#service.drain(false);

  /** Resolves once no game is running, or none at this node. */
  readonly noGameRuns = (): Promise<void> => this.#noGames.wait();

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
    if (!connection.open || connection.queued || connection.unanswered > 0 || !this.#order.isOpen) return;
    if (!connection.received.isEmpty) {
      connection.queued = true;
      this.#scheduler.run(connection.workDebt.due, () => this.#read(connection));
    } else if (connection.hasFinished) {
      const now = this.#clock.now();
      this.#carryOutEffects(connection, connection.session.finish(now), now);
      if (connection.unanswered === 0) connection.lost();
    }
  }

  // … parse …
  #read(connection: ClientConnection): void {
    connection.queued = false;
    if (!connection.open || this.#stopping || !this.#order.isOpen) return;
    const now = this.#clock.now();
    const effects = connection.session.receive(connection.received.take(), now);
    // A command is charged for what it leads to, once it is decided.
    if (effects.ask.length === 0) this.#charge(connection, 1 + SEND * effects.send.length);
    this.#carryOutEffects(connection, effects, now);
    this.#scheduleRead(connection);
  }

  /** Carries out what a session returned: bytes, commands, the end. */
  #carryOutEffects(connection: ClientConnection, effects: ServerSessionOutput, now: number, isPrivate = false): void {
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
    if (consults(effects)) void this.#consult(connection, effects);
    if (effects.close) this.#disconnect(connection, 'dismissed');
    else this.#connectionTimers.adjust(connection);
  }

  async #consult(connection: ClientConnection, effects: ServerSessionOutput): Promise<void> {
    connection.unanswered++;
    const reply = await consult(this.#options, this.#order.lobby, connection, effects);
    if (this.#stopping) return;
    const now = this.#clock.now();
    if (connection.open) this.#carryOutEffects(connection, reply(now), now);
    this.#proceed(connection, now);
  }

  /** What the lobby needs from the database comes with the command. */
  #complete({ player }: ClientConnection, command: Command): Promise<Command> | undefined {
    if (command.kind !== 'seek' || this.#options.completeSeek === undefined) return undefined;
    const id = this.#order.globalId(player);
    const name = id === undefined ? undefined : this.#order.lobby.ratedNameOf(id);
    return name === undefined ? undefined : this.#options.completeSeek(name, command);
  }

  // … decide …
  #decide(connection: ClientConnection, command: Command): void {
    if (this.#stopping || (this.#held.has(connection) && this.#held.take(connection, command))) return;
    // The connection counts as lost once this is answered, so an opponent would wait for a player who is not there.
    if (command.kind === 'seek' && connection.hasSaidAll) {
      this.#commit(NOT_NOW, connection);
      return;
    }
    const { player, lastHeard: heard } = connection;
    const measured = this.#order.measuresTurns ? connection.withTurnTime(command) : command;
    const input: CommandInput = { kind: 'command', player, command: measured, heard };
    const isKnown = connection.introduced;
    connection.introduced = true;
    connection.lastReported = heard;
    this.#order.submit(isKnown ? input : { ...input, client: connection.profile }, (decision = NOT_NOW) => {
      if (decision === NOT_NOW) connection.introduced &&= isKnown;
      if (decision === NOT_NOW && this.#held.take(connection, command)) return;
      this.#charge(connection, costOf(command, decision));
      this.#commit(decision, connection);
    });
  }

  // … store …
  /** Stores a decision's events and then delivers it, after all earlier decisions. */
  #commit(decision: Decision, requester: ClientConnection | undefined, onDelivered?: () => void): void {
    for (const game of decision.unplayable) this.#options.log.error(game, 'game.unplayable');
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
    this.#noGames.check();
  }

  #deliver(connection: ClientConnection, words: Delivery): void {
    if (!connection.open) return;
    const now = this.#clock.now();
    if (words.kind === 'answered') this.#answer(connection, words.answer, now);
    else this.#notify(connection, words, now);
  }

  #answer(connection: ClientConnection, answer: CommandAnswer, now: number): void {
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
    if (isOfGame(notice)) connection.turnSince = now;
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

  #reportHeard(connection: ClientConnection, now: number): void {
    connection.lastReported = now;
    this.#inputs.apply({ kind: 'heard', player: connection.player });
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
    if (open && introduced && !this.#stopping) this.#inputs.apply({ kind: 'away', player, ...(until && { until }) });
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
        if (!this.#stopping) this.#inputs.apply({ kind, player: connection.player });
      }),
    );
  }

  /** Clients may be served again. */
  #readAll(): void {
    this.#held.release((connection, command) => this.#decide(connection, command));
    for (const connection of [...this.#connections.values()]) this.#scheduleRead(connection);
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
