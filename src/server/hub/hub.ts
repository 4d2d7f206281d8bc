import type { Clock } from '../../clock.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { CommandInput } from '../../lobby/input.ts';
import { Lobby } from '../../lobby/lobby.ts';
import type { LobbyReads } from '../../lobby/lobby-reads.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { ConnectionProfile, PlayerId } from '../../lobby/players/player.ts';
import type { ServerSessionOutput } from '../../protocols/server-session-types.ts';
import { Administration } from './administration.ts';
import { ClientConnection, type ConnectionCallbacks, type DecisionDelivery } from './client-connection.ts';
import { CommandQueue } from './command-queue.ts';
import { CommitQueue } from './commit-queue.ts';
import { ConnectionLog } from './connection-log.ts';
import { CountdownLatch } from './countdown-latch.ts';
import { DeadlineTimers } from './deadline-timer.ts';
import type { HubOptions } from './hub-options.ts';
import { type InputSequencer, type InputSequencerCallbacks, LocalInputSequencer, NOT_NOW } from './input-sequencer.ts';
import { NoGamesSignal } from './no-games-signal.ts';
import { OutageCommandQueue } from './outage-command-queue.ts';
import { restoreGames } from './restore-games.ts';
import { BroadcastQueue, isBroadcast, isOfGame } from './scheduling/broadcast-queue.ts';
import { FairScheduler } from './scheduling/fair-scheduler.ts';
import { costOf, DEPARTURE, SEND } from './scheduling/work-cost.ts';
import { WorkDebts } from './scheduling/work-debt.ts';
import { ServerInputs } from './server-inputs.ts';
import { type ServiceCondition, ServiceState } from './service-state.ts';
import { lookUpFor, needsLookup } from './session-database-lookups.ts';
import { type ClientDescription, inOneWrite, profileOf, type Transport, type VisitCallbacks } from './transport.ts';

/** What is delivered to one connection: a notice, or the answer to its command. */
type Delivery = Notice | { readonly kind: 'answered'; readonly answer: CommandAnswer };

/**
 * Connects sessions, lobby and journal. The methods of the path of a move are in this order: receive, parse, decide, store, notify.
 * There are three queues. The fair scheduler chooses the connection whose bytes are parsed next. The commit queue holds decisions until
 * their events are stored. The broadcast queue holds notices to many clients; no game waits for it.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #sequencer: InputSequencer;
  readonly #connections = new Map<PlayerId, ClientConnection>();
  readonly #callbacks: ConnectionCallbacks;
  readonly #connectionTimers: DeadlineTimers<ClientConnection>;
  readonly #scheduler: FairScheduler;
  readonly #workDebts = new WorkDebts();
  readonly #broadcasts: BroadcastQueue<ClientConnection, Delivery>;
  readonly #commands: CommandQueue;
  readonly #outageQueue = new OutageCommandQueue();
  readonly #commits: CommitQueue<DecisionDelivery>;
  readonly #service: ServiceState;
  readonly administration: Administration;
  #stopping = false;
  #lastPlayer: PlayerId = 0;
  readonly #noGames = new NoGamesSignal(() => this.#sequencer.isPlaying);
  readonly #inputs: ServerInputs;

  private constructor(options: HubOptions, newSequencer: (callbacks: InputSequencerCallbacks) => InputSequencer) {
    this.#options = options;
    this.#sequencer = newSequencer({
      decided: (decision) => this.#commit(decision, undefined),
      disconnected: () => {
        for (const connection of [...this.#connections.values()]) this.#close(connection);
      },
      opened: () => this.#readAll(),
      broadcasts: () => this.#broadcasts.size,
    });
    this.#clock = this.#sequencer.clock;
    this.#inputs = new ServerInputs(this.#sequencer, (decision, onDelivered) =>
      this.#commit(decision, undefined, onDelivered),
    );
    this.administration = new Administration(() => this.#sequencer.lobby, {
      apply: (input) => this.#inputs.apply(input),
      decide: (input) => this.#inputs.decide(input),
      carryOut: async (input) => (this.#stopping ? undefined : await this.#inputs.carryOut(input)),
      disconnectUnknown: (matches) => this.#disconnectUnknown(matches),
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
    this.#broadcasts = new BroadcastQueue(this.#scheduler, (connection, deliveries) =>
      inOneWrite(connection, deliveries, (delivery) => this.#deliver(connection, delivery)),
    );
    this.#commands = new CommandQueue(
      { whenRoom: (decide) => this.#sequencer.whenRoom(() => this.#broadcasts.whenRoom(decide)) },
      this.#scheduler,
      (connection, command) => this.#decide(connection, command),
      (connection, command) => this.#complete(connection, command),
    );
    this.#commits = new CommitQueue(options, (pending) => this.#deliverDecision(pending));
    this.#service = new ServiceState(options.log, (mode) => this.#inputs.apply(this.#sequencer.inputFor(mode)));
  }

  /** Creates the hub of a node. The node's lobby is already up to date. */
  static onNode(options: HubOptions, newSequencer: (callbacks: InputSequencerCallbacks) => InputSequencer): Hub {
    return new Hub(options, newSequencer);
  }

  /** Creates the hub of a single process, and restores the unfinished games. Their seats are reserved; `open` starts the resume time. */
  static async restore(options: HubOptions): Promise<Hub> {
    const lobby = options.newLobby?.(options) ?? new Lobby(options);
    const hub = new Hub(options, (callbacks) => new LocalInputSequencer(lobby, options.clock, callbacks));
    await restoreGames(lobby, options);
    const game = Math.max(await options.journal.lastGame(), options.lastGame ?? 0);
    hub.#inputs.apply({ kind: 'raise-last-game', game });
    hub.#service.watch(options.journal);
    return hub;
  }

  /** Must be called when the server accepts connections: the resume time of restored games starts. */
  open(): void {
    this.#sequencer.open();
  }

  connect(client: ClientDescription, transport: Transport): VisitCallbacks {
    const now = this.#clock.now();
    const player = ++this.#lastPlayer;
    const log = new ConnectionLog(this.#options.log, transport, client);
    const workDebt = this.#workDebts.open(client.address, this.#scheduler.time);
    const observer = this.#options.recorder?.observe(client.protocol.name);
    const session = client.open(now, client.ownedName);
    session.observer = observer;
    const identity = { player, profile: profileOf(client) };
    const parts = { transport, log, workDebt, observer };
    const connection = new ClientConnection(this.#callbacks, identity, session, parts, now);
    this.#connections.set(player, connection);
    this.#options.meter?.connected(client.protocol.name);
    this.#carryOutEffects(connection, connection.session.open(now), now);
    return connection;
  }

  /** Waits for the last commit, and sends every client a farewell. Running games stay in the journal. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#sequencer.stop();
    await this.#commits.idle();
    const now = this.#clock.now();
    for (const connection of [...this.#connections.values()]) {
      this.#broadcasts.flush(connection);
      this.#notify(connection, { kind: 'farewell' }, now);
      this.#close(connection);
    }
    await this.#sequencer.leave();
  }

  get statistics(): Lobby['statistics'] {
    return { ...this.#sequencer.lobby.statistics, players: this.#connections.size };
  }

  get condition(): ServiceCondition {
    return { ...this.#service.condition, isStopping: this.#stopping, isOpen: this.#sequencer.isOpen };
  }

  get directory(): LobbyReads {
    return this.#sequencer.lobby;
  }

  readonly addressOf = (name: string): string | undefined => this.#sequencer.lobby.addressOf(name);

  /** `loss`: what happened to a file of the archive. Moves are refused until this is called with undefined. */
  readonly setArchiveLoss = (loss: string | undefined): void => this.#service.setLoss('archive', loss);

  /** Refuses new games of this process's clients. Running games continue. */
  readonly drain = (): void => this.#service.drain(true);
  readonly undrain = (): void => this.#service.drain(false);

  /** Resolves once this process serves no running game. */
  readonly whenNoGameRuns = (): Promise<void> => this.#noGames.wait();

  /** Step 1 of the path of a move: receive. */
  #receive(connection: ClientConnection, bytes: Uint8Array): void {
    if (!connection.isOpen || this.#stopping) return;
    const now = this.#clock.now();
    connection.lastReceivedAt = now;
    connection.receiveBuffer.put(bytes);
    this.#scheduleRead(connection);
    connection.receiveBuffer.pauseIfFull();
    if (connection.mustReport(now)) this.#reportReceipt(connection, now);
  }

  /** Schedules one call of `#read`, unless one is scheduled or a command is unanswered. */
  #scheduleRead(connection: ClientConnection): void {
    if (!connection.isOpen || connection.isReadScheduled || connection.unanswered > 0 || !this.#sequencer.isOpen)
      return;
    if (!connection.receiveBuffer.isEmpty) {
      connection.isReadScheduled = true;
      this.#scheduler.run(connection.workDebt.due, () => this.#read(connection));
    } else if (connection.hasFinished) {
      const now = this.#clock.now();
      this.#carryOutEffects(connection, connection.session.inputEnded(now), now);
      if (connection.unanswered === 0) connection.lost();
    }
  }

  /** Step 2: parse. */
  #read(connection: ClientConnection): void {
    connection.isReadScheduled = false;
    if (!connection.isOpen || this.#stopping || !this.#sequencer.isOpen) return;
    const now = this.#clock.now();
    const effects = connection.session.receive(connection.receiveBuffer.take(), now);
    // A command is charged once it is decided, because its cost depends on the decision.
    if (effects.ask.length === 0) this.#charge(connection, 1 + SEND * effects.send.length);
    this.#carryOutEffects(connection, effects, now);
    this.#scheduleRead(connection);
  }

  /** Carries out the effects that a session has returned: bytes, commands, the end of the connection. */
  #carryOutEffects(connection: ClientConnection, effects: ServerSessionOutput, now: number, isPrivate = false): void {
    if (!connection.isOpen) return;
    for (const remark of effects.remarks ?? []) connection.log.remarked(remark);
    // One write, because each write is a system call, and a player who reconnects is sent all moves of the game.
    inOneWrite(connection, effects.send, (bytes) => {
      connection.observer?.sent(bytes, now, isPrivate);
      connection.transport.send(bytes);
    });
    for (const command of effects.ask) {
      if (this.#stopping) break;
      connection.unanswered++;
      this.#options.meter?.commandReceived(connection.protocol, command.kind);
      this.#commands.add(connection, command);
      if (!connection.isOpen) return;
    }
    if (needsLookup(effects)) void this.#lookUpFor(connection, effects);
    if (effects.close) this.#disconnect(connection, 'dismissed');
    else this.#connectionTimers.adjust(connection);
  }

  async #lookUpFor(connection: ClientConnection, effects: ServerSessionOutput): Promise<void> {
    connection.unanswered++;
    const reply = await lookUpFor(this.#options, this.#sequencer.lobby, connection, effects);
    if (this.#stopping) return;
    const now = this.#clock.now();
    if (connection.isOpen) this.#carryOutEffects(connection, reply(now), now);
    this.#proceed(connection, now);
  }

  /** Adds the data from the database that the lobby needs for the command. */
  #complete({ player }: ClientConnection, command: Command): Promise<Command> | undefined {
    if (command.kind !== 'seek' || this.#options.completeSeek === undefined) return undefined;
    const id = this.#sequencer.globalId(player);
    const name = id === undefined ? undefined : this.#sequencer.lobby.ratedNameOf(id);
    return name === undefined ? undefined : this.#options.completeSeek(name, command);
  }

  /** Step 3: decide. */
  #decide(connection: ClientConnection, command: Command): void {
    if (this.#stopping || (this.#outageQueue.has(connection) && this.#outageQueue.add(connection, command))) return;
    // This connection counts as lost once the seek is answered, so an opponent would be paired with a player who has left.
    if (command.kind === 'seek' && connection.isAtEndOfInput) {
      this.#commit(NOT_NOW, connection);
      return;
    }
    const { player, lastReceivedAt: receivedAt } = connection;
    const measured = this.#sequencer.measuresTurns ? connection.withTurnTime(command) : command;
    const input: CommandInput = { kind: 'command', player, command: measured, receivedAt };
    const isKnown = connection.isKnownToLobby;
    connection.isKnownToLobby = true;
    connection.lastReported = receivedAt;
    this.#sequencer.submit(isKnown ? input : { ...input, client: connection.profile }, (decision = NOT_NOW) => {
      if (decision === NOT_NOW) connection.isKnownToLobby &&= isKnown;
      if (decision === NOT_NOW && this.#outageQueue.add(connection, command)) return;
      this.#charge(connection, costOf(command, decision));
      this.#commit(decision, connection);
    });
  }

  /** Step 4: store. Stores a decision's events, and then delivers the decision, after all earlier ones. */
  #commit(decision: Decision, requester: ClientConnection | undefined, onDelivered?: () => void): void {
    for (const game of decision.unplayable) this.#options.log.error(game, 'game.unplayable');
    this.#commits.add({ decision, requester, onDelivered });
  }

  /** Step 5: notify. Notices of games overtake queued broadcasts. All other notices keep the order of the decisions. */
  #deliverDecision({ decision: { answer, notices }, requester, onDelivered }: DecisionDelivery): void {
    const latch = new CountdownLatch({ requester, onDelivered }, this.#allDelivered);
    if (requester?.isOpen && answer !== undefined)
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

  #deliver(connection: ClientConnection, delivery: Delivery): void {
    if (!connection.isOpen) return;
    const now = this.#clock.now();
    if (delivery.kind === 'answered') this.#answer(connection, delivery.answer, now);
    else this.#notify(connection, delivery, now);
  }

  #answer(connection: ClientConnection, answer: CommandAnswer, now: number): void {
    if (answer.kind === 'refused') this.#options.meter?.refused(connection.protocol, answer.why);
    else if (!connection.hasGrantedCommand) {
      // The idle limit of connections without a granted command no longer applies.
      connection.hasGrantedCommand = true;
      this.#connectionTimers.forget(connection);
    }
    connection.log.answered(answer);
    this.#carryOutEffects(connection, connection.session.answer(answer, now), now);
  }

  #notify(connection: ClientConnection, notice: Notice, now: number): void {
    connection.log.notified(notice);
    connection.observer?.notice(notice);
    if (isOfGame(notice)) connection.turnSince = now;
    const isPrivate = notice.kind === 'chat' && (notice.to === 'you' || notice.to === 'opponent');
    this.#carryOutEffects(connection, connection.session.notify(notice, now), now, isPrivate);
  }

  readonly #allDelivered = ({ requester, onDelivered }: Omit<DecisionDelivery, 'decision'>): void => {
    if (requester !== undefined) this.#proceed(requester, this.#clock.now());
    onDelivered?.();
  };

  /** The answer and all notices of the command are delivered: the next message may be read, or the connection may close. */
  #proceed(connection: ClientConnection, now: number): void {
    connection.unanswered--;
    if (connection.isOpen) this.#carryOutEffects(connection, connection.session.proceed(now), now);
    this.#scheduleRead(connection);
  }

  #reportReceipt(connection: ClientConnection, now: number): void {
    connection.lastReported = now;
    this.#inputs.apply({ kind: 'bytes-received', player: connection.player });
  }

  #deadlinePassed(connection: ClientConnection): void {
    const now = this.#clock.now();
    if (connection.mustReport(now)) this.#reportReceipt(connection, now);
    if (connection.isIdle(now)) this.#disconnect(connection, 'dismissed');
    else this.#carryOutEffects(connection, connection.session.tick(now), now);
  }

  #disconnectUnknown(matches: (client: ConnectionProfile) => boolean): void {
    const now = this.#clock.now();
    for (const connection of [...this.#connections.values()]) {
      if (!connection.isKnownToLobby && matches(connection.profile)) this.#notify(connection, { kind: 'removed' }, now);
    }
  }

  // The life of a connection
  #charge(connection: ClientConnection, units: number): void {
    connection.workDebt.charge(units, this.#scheduler.time);
    this.#scheduler.spend(units);
  }

  #setAway(connection: ClientConnection, until: number | undefined): void {
    if (!connection.isOpen || !connection.isKnownToLobby) return;
    this.#charge(connection, DEPARTURE);
    this.#applyWhenRoom({ kind: 'away', player: connection.player, ...(until && { until }) });
  }

  #disconnect(connection: ClientConnection, kind: 'lost' | 'dismissed'): void {
    if (!connection.isOpen) return;
    this.#close(connection);
    // A stopping server ends no games: they continue from the journal.
    if (this.#stopping) return;
    connection.workDebt.charge(DEPARTURE, this.#scheduler.time);
    connection.workDebt.close();
    this.#scheduler.run(connection.workDebt.due, () => this.#applyWhenRoom({ kind, player: connection.player }));
  }

  /** Carries out an input, of which many clients may be told, when few broadcasts wait. The order of such inputs stays. */
  #applyWhenRoom(input: Parameters<ServerInputs['apply']>[0]): void {
    this.#broadcasts.whenRoom(() => this.#stopping || this.#inputs.apply(input));
  }

  /** Called when clients may be served again. */
  #readAll(): void {
    this.#outageQueue.release((connection, command) => this.#decide(connection, command));
    for (const connection of [...this.#connections.values()]) this.#scheduleRead(connection);
  }

  #close(connection: ClientConnection): void {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    this.#connectionTimers.forget(connection);
    this.#connections.delete(connection.player);
    this.#options.meter?.disconnected(connection.protocol);
    connection.log.ended();
    connection.receiveBuffer.clear();
    connection.transport.close();
    this.#broadcasts.forget(connection);
    connection.observer?.closed();
  }
}
