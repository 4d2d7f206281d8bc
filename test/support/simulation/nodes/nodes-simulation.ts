import assert from 'node:assert/strict';
import { ConfigurationDiffers } from '../../../../src/nodes/catch-up-with-stream.ts';
import { decodeMessage, type SharedConfiguration } from '../../../../src/nodes/stream-message.ts';
import { pick, type RandomInt, seededRandomInt } from '../../clients/random.ts';
import { SimulatedNats } from '../../nodes/simulated-nats.ts';
import { type NetworkConditions, RELIABLE_NETWORK } from '../../nodes/simulated-stream.ts';
import { VirtualClock } from '../../server/virtual-clock.ts';
import { type Machine, Machines } from './machines.ts';
import { RandomInputs } from './marked-input.ts';
import { ReferenceReplica, StatesDiffer } from './reference-replica.ts';
import { CONFIGURATION, ProcessEnded, REPLICA, SimulatedProcess } from './simulated-process.ts';

export interface NodesSimulationOptions {
  readonly seed: number;
  /** The number of inputs that are submitted to nodes. */
  readonly steps: number;
  readonly nodes: number;
}

export interface NodesOutcome {
  /** A hash of all messages of the stream and their events. */
  readonly hash: number;
  readonly messages: number;
  /** Inputs that were decided, and those that were refused because their node served no clients. */
  readonly applied: number;
  readonly dropped: number;
  readonly games: number;
  readonly events: number;
  /** Nodes that joined, and those that were declared dead or left. */
  readonly joins: number;
  readonly deaths: number;
  readonly skips: number;
  /** How often the stream has lost its last messages. */
  readonly losses: number;
  /** The number of epochs, and the last version of the lobby. */
  readonly epochs: number;
  readonly version: number;
  /** The number of ended games by reason. */
  readonly ends: ReadonlyMap<string, number>;
}

/** One of this many possible faults happens. */
const FAULT_INTERVALS = [1, 4, 20] as const;
/** After this many steps, all faults stop and all states are compared. */
const COMPARE_EVERY = 20_000;
/** The number of inputs that are submitted while the network loses a few messages. */
const LOSSY_STEPS = 100;

/** Milliseconds after the last fault until every node must serve clients. The longer time applies while a node waits for a snapshot. */
const SERVING_TIMEOUT = 30_000;
const LONG_SERVING_TIMEOUT = 120_000;
/** Milliseconds between two checks whether a machine must be started, continued or reconnected. */
const CHECK_INTERVAL = 500;
/** Milliseconds within which all nodes reconnect to a stream that has lost messages. */
const RECONNECTION = 1_000;
/** A network that loses a few messages. No node may be declared dead because of them. */
const LOSSY_NETWORK: NetworkConditions = { delay: 5, lost: 30, doubled: 50, unconfirmed: 50 };
const NETWORKS: readonly NetworkConditions[] = [
  RELIABLE_NETWORK,
  RELIABLE_NETWORK,
  { delay: 40, lost: 0, doubled: 0, unconfirmed: 0 },
  { delay: 5, lost: 100, doubled: 100, unconfirmed: 100 },
  { delay: 300, lost: 30, doubled: 50, unconfirmed: 30 },
  { delay: 1_500, lost: 20, doubled: 20, unconfirmed: 100 },
  { delay: 100, lost: 500, doubled: 300, unconfirmed: 300 },
];

/**
 * Nodes without sockets on one stream in memory, with inputs of all kinds and every failure that a network, a machine and a stream have.
 * Equal seeds give equal runs.
 */
export class NodesSimulation {
  readonly #options: NodesSimulationOptions;
  readonly #randomInt: RandomInt;
  readonly #clock = new VirtualClock();
  readonly #nats: SimulatedNats;
  readonly #reference: ReferenceReplica;
  readonly #source: RandomInputs;
  readonly #faultInterval: number;
  /** With poisonous inputs, the stream loses nothing: an input that is lost and published again would be another one. */
  readonly #hasPoison: boolean;
  readonly #machines: Machines;
  #version = CONFIGURATION.lobbyVersion;
  /** The step at which the stream loses its last messages. */
  #losesAt: number | undefined;
  #losses = 0;
  #step = 0;
  #starts = 0;
  #pendingError: unknown;

  private constructor(options: NodesSimulationOptions, compareFrom: number) {
    this.#options = options;
    const randomInt = seededRandomInt(options.seed);
    this.#randomInt = randomInt;
    this.#faultInterval = pick(randomInt, FAULT_INTERVALS);
    this.#hasPoison = randomInt(3) === 0;
    this.#nats = new SimulatedNats(this.#clock, randomInt);
    this.#source = new RandomInputs(randomInt);
    this.#reference = new ReferenceReplica({ ...REPLICA, compareFrom }, this.#nats);
    this.#reference.wasUnreachable = (id) =>
      this.#machines.all.some((each) => each.process?.id === id && each.wasUnreachable);
    this.#nats.onStored = (epoch, message) => this.#guard(() => this.#reference.onStored(epoch, message));
    this.#nats.onEpochStarted = (epoch, snapshot) => this.#guard(() => this.#reference.onEpochStarted(epoch, snapshot));
    this.#machines = new Machines({
      ...{ clock: this.#clock, randomInt, count: options.nodes },
      // If NATS is empty, a node that starts waits until the running nodes begin the next epoch.
      start: () => (this.#nats.highest === 0 ? undefined : this.#start()),
      ended: (ended, failure) => this.#ended(ended, failure),
    });
  }

  /** Runs a simulation. The error of a failure has the seed and the step. A difference between states is narrowed down to one message. */
  static async run(options: NodesSimulationOptions, compareFrom = Number.POSITIVE_INFINITY): Promise<NodesOutcome> {
    const simulation = new NodesSimulation(options, compareFrom);
    const storeError = (error: unknown): void => simulation.#storeError(error);
    process.on('unhandledRejection', storeError);
    try {
      return await simulation.#run();
    } catch (error) {
      if (error instanceof StatesDiffer && compareFrom === Number.POSITIVE_INFINITY && error.lastEqual > 0)
        return await NodesSimulation.run(options, error.lastEqual);
      throw simulation.#failure(simulation.#pendingError ?? error);
    } finally {
      process.off('unhandledRejection', storeError);
    }
  }

  async #run(): Promise<NodesOutcome> {
    while (this.#step < this.#options.steps) {
      this.#step++;
      this.#submitOne();
      await this.#advance(this.#pause());
      await this.#randomEvent();
      if (this.#step === this.#losesAt) this.#lose();
      if (this.#step % COMPARE_EVERY === 0) await this.#compareAll();
    }
    await this.#compareAll();
    return this.#outcome();
  }

  /** Stores an error of the simulation itself. The next step throws it. */
  #storeError(error: unknown): void {
    this.#pendingError ??= error;
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#storeError(error);
    }
  }

  #failure(error: unknown): Error {
    const { seed, nodes } = this.#options;
    const { sequence } = this.#reference.replica.position;
    const { epoch, messages } = this.#reference;
    const message = messages[sequence - 1];
    const last = message === undefined ? '' : JSON.stringify(decodeMessage(message.data)).slice(0, 2_000);
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Error(
      `SEED=${seed} STEP=${this.#step} MESSAGE=${sequence} EPOCH=${epoch} (nodes: ${nodes})\n${text}\nlast message: ${last}`,
    );
  }

  async #advance(milliseconds: number): Promise<void> {
    for (let passed = 0; passed === 0 || passed < milliseconds; passed += CHECK_INTERVAL) {
      const part = Math.min(milliseconds - passed, CHECK_INTERVAL);
      if (part > 0) await this.#clock.advance(part);
      if (this.#pendingError !== undefined) throw this.#pendingError;
      if (this.#reference.hasLost && this.#machines.areServing) this.#reference.settle(this.#machines.processes);
      await this.#machines.update();
    }
  }

  #pause(): number {
    const randomInt = this.#randomInt;
    const chance = randomInt(1_000);
    if (chance < 600) return 0;
    if (chance < 850) return randomInt(20);
    if (chance < 990) return randomInt(200);
    return chance < 998 ? randomInt(2_000) : randomInt(40_000);
  }

  #submitOne(): void {
    const randomInt = this.#randomInt;
    const { processes } = this.#machines;
    const serving = processes.filter(({ node }) => node?.isOpen === true);
    const candidates = serving.length === 0 || randomInt(50) === 0 ? processes : serving;
    if (candidates.length === 0) return;
    const each = pick(randomInt, candidates);
    const { games, replica } = this.#reference.timeline;
    const input = this.#source.next(games.last, replica.now);
    const isPoisonous = this.#hasPoison && randomInt(5_000) === 0;
    each.gate.enter(() => this.#guard(() => each.submit(input, isPoisonous)));
  }

  #start(configuration?: Partial<SharedConfiguration>): SimulatedProcess {
    const started = new SimulatedProcess({
      ...{ nats: this.#nats, reference: this.#reference, randomInt: this.#randomInt },
      name: `process ${++this.#starts}`,
      configuration: { ...CONFIGURATION, lobbyVersion: this.#version, ...configuration },
    });
    started.start();
    return started;
  }

  #ended({ name, version }: SimulatedProcess, failure: Error): void {
    const isExpected = failure instanceof ProcessEnded || isOfNetwork(failure);
    const isOld = failure instanceof ConfigurationDiffers && version < this.#version;
    if (!isExpected && !isOld) throw new Error(`${name} has ended: ${failure.stack}`, { cause: failure });
  }

  // Faults

  async #randomEvent(): Promise<void> {
    const [randomInt, machines] = [this.#randomInt, this.#machines];
    const chance = randomInt(10_000);
    const machine = machines.any();
    const { process: each } = machine;
    // After NATS has lost its data, only the running nodes have the state: no further fault may happen to them.
    if (this.#nats.highest === 0 && chance >= 175) return;
    if (chance < 50) each?.read();
    else if (chance < 100) each?.gate.enter(() => this.#guard(() => each.archive()));
    else if (chance >= 210 || randomInt(this.#faultInterval) > 0 || each === undefined) return;
    else if (chance < 140) each.installation.network = pick(randomInt, NETWORKS);
    else if (chance < 155) machines.cut(machine, randomInt(20_000));
    else if (chance < 160) machines.cutAll(randomInt(90_000), 500);
    else if (chance < 175) machines.stop(machine, randomInt(20_000));
    else if (chance < 185) machines.remove(machine, randomInt(30_000));
    else if (chance < 188) await this.#leave(machine);
    else if (chance < 190) machines.stopAll(randomInt(20_000));
    else if (chance < 196) this.#nats.clockError += randomInt(7_200_000) - 3_600_000;
    else if (chance < 198) await this.#startOther();
    else if (chance < 200)
      for (const other of machines.all) if (randomInt(2) === 0) machines.remove(other, randomInt(10_000));
    if (chance >= 200 && chance < 208) this.#expectLoss();
    if (chance >= 208) this.#upgrade(machine);
  }

  /** The node leaves normally: its `leave` message is still published. */
  async #leave(machine: Machine): Promise<void> {
    machine.process?.gate.enter(() => machine.process?.leave());
    await this.#advance(this.#randomInt(20));
    this.#machines.remove(machine, this.#randomInt(10_000));
  }

  /** Starts a node with other options, which must be refused. */
  async #startOther(): Promise<void> {
    if (this.#reference.replica.configuration === undefined) return;
    const other = this.#start({ options: { ...CONFIGURATION.options, grace: 0 } });
    for (let round = 0; other.failure === undefined && round < 10; round++) await this.#advance(100);
    const { failure } = other;
    other.kill();
    // The node waits for the first snapshot of an epoch.
    if (failure === undefined && this.#isHandingOver) return;
    assert(failure instanceof ConfigurationDiffers, `a node with other options must be refused: ${failure}`);
  }

  /** Replaces the nodes by nodes of a later version. */
  #upgrade(machine: Machine): void {
    if (this.#losesAt !== undefined || this.#reference.hasLost) return;
    this.#version++;
    this.#machines.remove(machine, 0);
  }

  /** From now on, the stream's server stores messages that it will lose. */
  #expectLoss(): void {
    const { processes } = this.#machines;
    const isUpgrading = processes.some(({ version }) => version < this.#version);
    if (this.#hasPoison || isUpgrading || this.#losesAt !== undefined || this.#reference.hasLost) return;
    this.#losesAt = this.#step + 1 + this.#randomInt(60);
    this.#reference.expectLoss();
  }

  /** The stream's server dies, and some of the nodes with it. All other nodes have applied the messages that are left. */
  #lose(): void {
    const [randomInt, machines, reference] = [this.#randomInt, this.#machines, this.#reference];
    this.#losesAt = undefined;
    const { keptSequence = 0, epoch } = reference;
    const isBehind = ({ node, installation }: SimulatedProcess): boolean =>
      node === undefined ||
      installation.epoch < epoch ||
      node.replica.position.sequence < keptSequence ||
      // The node has entered the epoch, but its state is from the previous epoch.
      !reference.timeline.has(node.replica);
    if (machines.processes.some(isBehind)) {
      reference.cancelLoss();
      return;
    }
    for (const machine of machines.all) if (randomInt(4) === 0) machines.remove(machine, randomInt(10_000));
    const losesAll = machines.processes.some(({ hasOpened }) => hasOpened) && randomInt(3) === 0;
    for (const machine of machines.all) {
      const isUnreachable = machine.continuesAt !== undefined || machine.reconnectsAt !== undefined;
      machines.cut(machine, 0);
      machine.wasUnreachable = isUnreachable;
    }
    const pause = randomInt(10_000);
    for (const machine of machines.all) {
      const reconnectsAt = this.#clock.now() + pause + randomInt(RECONNECTION);
      machine.reconnectsAt = Math.max(machine.reconnectsAt ?? 0, reconnectsAt);
      machine.startsAt = Math.max(machine.startsAt, reconnectsAt);
    }
    reference.lose(losesAll);
    this.#losses++;
  }

  // Checks

  /** Ends all faults and checks that every node serves clients, has the same state and has delivered all notices. */
  async #compareAll(): Promise<void> {
    if (this.#losesAt !== undefined) {
      this.#losesAt = undefined;
      this.#reference.cancelLoss();
    }
    await this.#machines.endFaults(RELIABLE_NETWORK);
    let timeout = this.#isHandingOver ? LONG_SERVING_TIMEOUT : SERVING_TIMEOUT;
    for (let waited = 0; !this.#machines.areServing || this.#reference.hasLost; waited += 500) {
      // A node that starts may wait for the state of nodes of an earlier version, which may be dead.
      const isStarting = this.#machines.processes.some(({ node }) => node === undefined);
      if (isStarting) timeout = Math.max(timeout, Math.min(waited + SERVING_TIMEOUT, LONG_SERVING_TIMEOUT));
      assert(waited < timeout, `a node does not serve clients within ${timeout / 1_000} s after the last failure`);
      await this.#advance(500);
    }
    await this.#advance(3_000);
    await this.#serveFor(LOSSY_STEPS);
    this.#reference.timeline.requestCheckpoint();
    await this.#advance(2_000);
    const { processes } = this.#machines;
    const { members, replica } = this.#reference.timeline;
    for (const each of processes) {
      const { name, node, waiting } = each;
      assert.deepEqual(waiting, [], `${name} has inputs that are not decided`);
      assert.deepEqual(members.undelivered(node?.number ?? 0), [], `${name} has undelivered notices`);
    }
    const last = Math.max(...processes.map(({ node }) => node?.replica.position.sequence ?? 0));
    assert(replica.position.sequence - last < 10, 'the nodes have not read the stream');
    const alive = processes.map(({ node }) => node?.number ?? 0).sort((one, other) => one - other);
    assert.deepEqual(replica.members.numbers, alive, 'the members are the nodes that run');
  }

  /** Whether a node waits for a snapshot of other nodes, which may be dead. */
  get #isHandingOver(): boolean {
    const { highest } = this.#nats;
    const isBeginning = highest > 1 && this.#nats.latest.latestSnapshot === undefined;
    const version = this.#reference.replica.configuration?.lobbyVersion ?? this.#version;
    return isBeginning || version < this.#version;
  }

  /** Checks that no node is declared dead while the network loses a few messages. */
  async #serveFor(steps: number): Promise<void> {
    const { members } = this.#reference.timeline;
    const before = members.joins;
    this.#machines.setNetwork(LOSSY_NETWORK);
    for (let step = 0; step < steps; step++) {
      this.#submitOne();
      await this.#advance(this.#randomInt(200));
    }
    this.#machines.setNetwork(RELIABLE_NETWORK);
    await this.#advance(3_000);
    assert(members.joins === before, 'a node was declared dead because of a few lost messages');
  }

  #outcome(): NodesOutcome {
    const { inputs, games, members, skips, replica } = this.#reference.timeline;
    return {
      hash: replica.position.hash,
      messages: this.#reference.timeline.count,
      applied: inputs.appliedCount,
      dropped: inputs.droppedCount,
      games: games.started,
      events: games.events,
      joins: members.joins,
      deaths: members.deaths,
      skips,
      losses: this.#losses,
      epochs: this.#nats.latest.number,
      version: this.#version,
      ends: games.ends,
    };
  }
}

const isOfNetwork = ({ message }: Error): boolean => ['lost', 'cut', 'not confirmed', 'sealed'].includes(message);
