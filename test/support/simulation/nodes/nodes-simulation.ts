import assert from 'node:assert/strict';
import { ConfigurationDiffers } from '../../../../src/nodes/catch-up.ts';
import { decodeMessage, type SharedConfiguration } from '../../../../src/nodes/stream-message.ts';
import { seededRandomInt, pick, type RandomInt } from '../../clients/random.ts';
import { SimulatedBroker } from '../../nodes/simulated-broker.ts';
import type { NetworkConditions } from '../../nodes/simulated-stream.ts';
import { VirtualClock } from '../../server/virtual-clock.ts';
import { type Machine, Machines } from './machines.ts';
import { RandomInputs } from './marked-input.ts';
import { ReferenceReplica, StatesDiffer } from './reference-replica.ts';
import { CALM, CONFIGURATION, ProcessEnded, REPLICA, SimulatedProcess } from './simulated-process.ts';

export interface NodesSimulationOptions {
  readonly seed: number;
  /** Inputs that are given to nodes. */
  readonly steps: number;
  readonly nodes: number;
}

export interface NodesOutcome {
  /** Of all messages of the stream and of the events that they led to. */
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
  /** How often the stream has lost its end, the last epoch and the last version of the lobby. */
  readonly losses: number;
  readonly epochs: number;
  readonly version: number;
  /** How often games ended for each reason. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Of so many things that might go wrong, one does. */
const CLIMATES = [1, 4, 20] as const;
/** So many steps apart, everything comes to rest. */
const REST_EVERY = 20_000;
/** So many inputs are given while few messages are lost. */
const FAIR_STEPS = 100;

/** Milliseconds after the last failure in which every node must serve clients, and the same while one waits for a snapshot of another one. */
const PATIENCE = 30_000;
/** Milliseconds between two looks at what must be started, continued or mended. */
const LONGEST_PASS = 500;
const LONG_PATIENCE = 120_000;
/** Milliseconds within which all nodes connect again to a stream that was away. */
const RECONNECTION = 1_000;
/** In it, no node may be declared dead. */
const FAIR: NetworkConditions = { delay: 5, lost: 30, doubled: 50, unconfirmed: 50 };
const WEATHERS: readonly NetworkConditions[] = [
  CALM,
  CALM,
  { delay: 40, lost: 0, doubled: 0, unconfirmed: 0 },
  { delay: 5, lost: 100, doubled: 100, unconfirmed: 100 },
  { delay: 300, lost: 30, doubled: 50, unconfirmed: 30 },
  { delay: 1_500, lost: 20, doubled: 20, unconfirmed: 100 },
  { delay: 100, lost: 500, doubled: 300, unconfirmed: 300 },
];

/**
 * Nodes without sockets on one stream in memory, with inputs of all kinds and every failure that a network, a machine and a stream have.
 * Everything follows from the seed.
 */
export class NodesSimulation {
  readonly #course: NodesSimulationOptions;
  readonly #roll: RandomInt;
  readonly #clock = new VirtualClock();
  readonly #broker: SimulatedBroker;
  readonly #reference: ReferenceReplica;
  readonly #source: RandomInputs;
  readonly #calm: number;
  /** Then the stream loses nothing: a poisonous input that is lost and published again is another one. */
  readonly #hasPoison: boolean;
  readonly #machines: Machines;
  #version = CONFIGURATION.lobbyVersion;
  /** The stream loses what it stores until this step. */
  #losesAt: number | undefined;
  #losses = 0;
  #step = 0;
  #starts = 0;
  #unnoticed: unknown;

  private constructor(course: NodesSimulationOptions, compareFrom: number) {
    this.#course = course;
    const roll = seededRandomInt(course.seed);
    this.#roll = roll;
    this.#calm = pick(roll, CLIMATES);
    this.#hasPoison = roll(3) === 0;
    this.#broker = new SimulatedBroker(this.#clock, roll);
    this.#source = new RandomInputs(roll);
    this.#reference = new ReferenceReplica({ ...REPLICA, compareFrom }, this.#broker);
    this.#reference.isAway = (id) => this.#machines.all.some((each) => each.process?.id === id && each.wasAway);
    this.#broker.onStored = (epoch, message) => this.#guard(() => this.#reference.stored(epoch, message));
    this.#broker.onBegun = (epoch, snapshot) => this.#guard(() => this.#reference.begun(epoch, snapshot));
    this.#machines = new Machines({
      ...{ clock: this.#clock, roll, count: course.nodes },
      // If the store is empty, a node that starts waits for the living ones to begin the next epoch.
      start: () => (this.#broker.highest === 0 ? undefined : this.#start()),
      ended: (ended, failure) => this.#ended(ended, failure),
    });
  }

  /** Fails as soon as something is not as it must be, with the seed and the step. A difference between states is narrowed down to one message. */
  static async run(course: NodesSimulationOptions, compareFrom = Number.POSITIVE_INFINITY): Promise<NodesOutcome> {
    const simulation = new NodesSimulation(course, compareFrom);
    const notice = (error: unknown): void => simulation.#notice(error);
    process.on('unhandledRejection', notice);
    try {
      return await simulation.#run();
    } catch (error) {
      if (error instanceof StatesDiffer && compareFrom === Number.POSITIVE_INFINITY && error.lastEqual > 0)
        return await NodesSimulation.run(course, error.lastEqual);
      throw simulation.#failure(simulation.#unnoticed ?? error);
    } finally {
      process.off('unhandledRejection', notice);
    }
  }

  async #run(): Promise<NodesOutcome> {
    while (this.#step < this.#course.steps) {
      this.#step++;
      this.#submitOne();
      await this.#pass(this.#pause());
      await this.#happen();
      if (this.#step === this.#losesAt) this.#lose();
      if (this.#step % REST_EVERY === 0) await this.#comeToRest();
    }
    await this.#comeToRest();
    return this.#outcome();
  }

  // Failures of the simulation itself come out with the next step.
  #notice(error: unknown): void {
    this.#unnoticed ??= error;
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#notice(error);
    }
  }

  #failure(error: unknown): Error {
    const { seed, nodes } = this.#course;
    const { sequence } = this.#reference.replica.position;
    const { epoch, messages } = this.#reference;
    const message = messages[sequence - 1];
    const last = message === undefined ? '' : JSON.stringify(decodeMessage(message.data)).slice(0, 2_000);
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Error(
      `SEED=${seed} STEP=${this.#step} MESSAGE=${sequence} EPOCH=${epoch} (nodes: ${nodes})\n${told}\nlast message: ${last}`,
    );
  }

  async #pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed === 0 || passed < milliseconds; passed += LONGEST_PASS) {
      const some = Math.min(milliseconds - passed, LONGEST_PASS);
      if (some > 0) await this.#clock.advance(some);
      if (this.#unnoticed !== undefined) throw this.#unnoticed;
      if (this.#reference.hasLost && this.#machines.areServing) this.#reference.settle(this.#machines.processes);
      await this.#machines.tend();
    }
  }

  #pause(): number {
    const roll = this.#roll;
    const chance = roll(1_000);
    if (chance < 600) return 0;
    if (chance < 850) return roll(20);
    if (chance < 990) return roll(200);
    return chance < 998 ? roll(2_000) : roll(40_000);
  }

  #submitOne(): void {
    const roll = this.#roll;
    const { processes } = this.#machines;
    const serving = processes.filter(({ node }) => node?.isOpen === true);
    const some = serving.length === 0 || roll(50) === 0 ? processes : serving;
    if (some.length === 0) return;
    const each = pick(roll, some);
    const { games, replica } = this.#reference.timeline;
    const input = this.#source.next(games.last, replica.now);
    const isPoisonous = this.#hasPoison && roll(5_000) === 0;
    each.gate.enter(() => this.#guard(() => each.submit(input, isPoisonous)));
  }

  #start(configuration?: Partial<SharedConfiguration>): SimulatedProcess {
    const started = new SimulatedProcess({
      ...{ broker: this.#broker, reference: this.#reference, roll: this.#roll },
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

  // What goes wrong

  async #happen(): Promise<void> {
    const [roll, machines] = [this.#roll, this.#machines];
    const chance = roll(10_000);
    const machine = machines.any();
    const { process: each } = machine;
    // Without a living node, nothing is left of a store that is lost.
    if (this.#broker.highest === 0 && chance >= 175) return;
    if (chance < 50) each?.read();
    else if (chance < 100) each?.gate.enter(() => this.#guard(() => each.archive()));
    else if (chance >= 210 || roll(this.#calm) > 0 || each === undefined) return;
    else if (chance < 140) each.installation.weather = pick(roll, WEATHERS);
    else if (chance < 155) machines.cut(machine, roll(20_000));
    else if (chance < 160) machines.cutAll(roll(90_000), 500);
    else if (chance < 175) machines.stop(machine, roll(20_000));
    else if (chance < 185) machines.remove(machine, roll(30_000));
    else if (chance < 188) await this.#leave(machine);
    else if (chance < 190) machines.stopAll(roll(20_000));
    else if (chance < 196) this.#broker.clockError += roll(7_200_000) - 3_600_000;
    else if (chance < 198) await this.#startOther();
    else if (chance < 200) for (const other of machines.all) if (roll(2) === 0) machines.remove(other, roll(10_000));
    if (chance >= 200 && chance < 208) this.#expectLoss();
    if (chance >= 208) this.#upgrade(machine);
  }

  /** In good order: the message still goes out. */
  async #leave(machine: Machine): Promise<void> {
    machine.process?.gate.enter(() => machine.process?.leave());
    await this.#pass(this.#roll(20));
    this.#machines.remove(machine, this.#roll(10_000));
  }

  /** A node with other options is refused. */
  async #startOther(): Promise<void> {
    if (this.#reference.replica.configuration === undefined) return;
    const other = this.#start({ options: { ...CONFIGURATION.options, grace: 0 } });
    for (let round = 0; other.failure === undefined && round < 10; round++) await this.#pass(100);
    const { failure } = other;
    other.kill();
    // It waits for the first snapshot of an epoch.
    if (failure === undefined && this.#isHandingOver) return;
    assert(failure instanceof ConfigurationDiffers, `it must be refused: ${failure}`);
  }

  /** Nodes of a later version take over. */
  #upgrade(machine: Machine): void {
    if (this.#losesAt !== undefined || this.#reference.hasLost) return;
    this.#version++;
    this.#machines.remove(machine, 0);
  }

  /** The server of the stream stores messages that it has not synced when it dies. */
  #expectLoss(): void {
    const { processes } = this.#machines;
    const isUpgrading = processes.some(({ version }) => version < this.#version);
    if (this.#hasPoison || isUpgrading || this.#losesAt !== undefined || this.#reference.hasLost) return;
    this.#losesAt = this.#step + 1 + this.#roll(60);
    this.#reference.expectLoss();
  }

  /** It dies, and with it some of the nodes. All others have applied what is left. */
  #lose(): void {
    const [roll, machines, reference] = [this.#roll, this.#machines, this.#reference];
    this.#losesAt = undefined;
    const { keptSequence = 0, epoch } = reference;
    const isBehind = ({ node, installation }: SimulatedProcess): boolean =>
      node === undefined ||
      installation.epoch < epoch ||
      node.replica.position.sequence < keptSequence ||
      // It has entered the epoch, and its state is of the epoch before.
      !reference.timeline.has(node.replica);
    if (machines.processes.some(isBehind)) {
      reference.cancelLoss();
      return;
    }
    for (const machine of machines.all) if (roll(4) === 0) machines.remove(machine, roll(10_000));
    const isWhole = machines.processes.some(({ hasOpened }) => hasOpened) && roll(3) === 0;
    for (const machine of machines.all) {
      const isAway = machine.continuesAt !== undefined || machine.mendedAt !== undefined;
      machines.cut(machine, 0);
      machine.wasAway = isAway;
    }
    const pause = roll(10_000);
    for (const machine of machines.all) {
      const back = this.#clock.now() + pause + roll(RECONNECTION);
      machine.mendedAt = Math.max(machine.mendedAt ?? 0, back);
      machine.startsAt = Math.max(machine.startsAt, back);
    }
    reference.lose(isWhole);
    this.#losses++;
  }

  // What must be so when nothing goes wrong

  /** All failures stop: every node serves clients, has the same state, and has told everything. */
  async #comeToRest(): Promise<void> {
    if (this.#losesAt !== undefined) {
      this.#losesAt = undefined;
      this.#reference.cancelLoss();
    }
    await this.#machines.calm(CALM);
    let patience = this.#isHandingOver ? LONG_PATIENCE : PATIENCE;
    for (let waited = 0; !this.#machines.areServing || this.#reference.hasLost; waited += 500) {
      // A node that starts may wait for the state of nodes of an earlier version, and perhaps they are dead.
      const isStarting = this.#machines.processes.some(({ node }) => node === undefined);
      if (isStarting) patience = Math.max(patience, Math.min(waited + PATIENCE, LONG_PATIENCE));
      assert(waited < patience, `a node does not serve clients within ${patience / 1_000} s after the last failure`);
      await this.#pass(500);
    }
    await this.#pass(3_000);
    await this.#serveFor(FAIR_STEPS);
    this.#reference.timeline.requestCheckpoint();
    await this.#pass(2_000);
    const { processes } = this.#machines;
    const { members, replica } = this.#reference.timeline;
    for (const each of processes) {
      const { name, node, waiting } = each;
      assert.deepEqual(waiting, [], `${name} has inputs that are not decided`);
      assert.deepEqual(members.untold(node?.number ?? 0), [], `${name} has something to tell`);
    }
    const last = Math.max(...processes.map(({ node }) => node?.replica.position.sequence ?? 0));
    assert(replica.position.sequence - last < 10, 'the nodes have not read the stream');
    const alive = processes.map(({ node }) => node?.number ?? 0).sort((one, other) => one - other);
    assert.deepEqual(replica.members.numbers, alive, 'the members are the nodes that run');
  }

  /** A node waits for a snapshot that others may be about to store, and perhaps they are dead. */
  get #isHandingOver(): boolean {
    const { highest } = this.#broker;
    const isBeginning = highest > 1 && this.#broker.latest.latestSnapshot === undefined;
    const version = this.#reference.replica.configuration?.lobbyVersion ?? this.#version;
    return isBeginning || version < this.#version;
  }

  /** A network that loses a few messages is no reason to declare a node dead. */
  async #serveFor(steps: number): Promise<void> {
    const { members } = this.#reference.timeline;
    const before = members.joins;
    this.#machines.setWeather(FAIR);
    for (let step = 0; step < steps; step++) {
      this.#submitOne();
      await this.#pass(this.#roll(200));
    }
    this.#machines.setWeather(CALM);
    await this.#pass(3_000);
    assert(members.joins === before, 'a node was declared dead because of a few lost messages');
  }

  #outcome(): NodesOutcome {
    const { inputs, games, members, skips, replica } = this.#reference.timeline;
    return {
      hash: replica.position.hash,
      messages: this.#reference.timeline.count,
      applied: inputs.appliedCount,
      dropped: inputs.droppedCount,
      games: games.begun,
      events: games.events,
      joins: members.joins,
      deaths: members.deaths,
      skips,
      losses: this.#losses,
      epochs: this.#broker.latest.number,
      version: this.#version,
      ends: games.ends,
    };
  }
}

const isOfNetwork = ({ message }: Error): boolean => ['lost', 'cut', 'not confirmed', 'sealed'].includes(message);
