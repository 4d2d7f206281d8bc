import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { pick, type RandomInt, seededRandomInt } from '../clients/random.ts';
import { clientsOfAllProtocols } from '../clients/returning-client.ts';
import { randomPlayer } from '../computer-players/random-player.ts';
import type { InMemoryServerOptions } from '../server/in-memory-server.ts';
import { BusyClients } from './busy-clients.ts';
import { SimulatedClient } from './simulated-client.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedOperator } from './simulated-operator.ts';

export interface SimulationOutcome {
  /** A hash of every byte in both directions, with its time and its client. */
  readonly hash: string;
  readonly games: number;
  readonly moves: number;
  /** How often dead stones were marked or unmarked. */
  readonly marks: number;
  readonly crashes: number;
  /** The number of ended games by reason. */
  readonly ends: ReadonlyMap<string, number>;
}

const OPTIONS: readonly InMemoryServerOptions[] = [
  { grace: 0, idle: 300, resume: 120 },
  { grace: 30, idle: 120, resume: 60 },
];

/** The computer players. Half of the runs have them. */
const HOUSE = ['tengen', 'gnugo'] as const;

/** Milliseconds by which the clock advances in one step. */
const PAUSES = [1, 1, 10, 10, 100, 100, 1000, 3000, 11_000] as const;
const LONG_PAUSES = [25_000, 61_000, 130_000] as const;

/** The largest correction of the system's clock in milliseconds. */
const LARGEST_CORRECTION = 7_200_000;

/** Longer than the 10 s that the server waits for an answer of a client, even during the correction of a clock. */
const LONGEST_WAIT = 12_000;

/** On average, one of this many possible faults happens. Each run chooses one value. With a large value, games reach their end. */
const FAULT_INTERVALS = [1, 4, 20] as const;

/** After this many steps, all states are compared. */
const COMPARE_EVERY = 10_000;
/** The largest number of steps until a started server accepts connections. */
const START_STEP_LIMIT = 100_000;

/** The options of a simulation. Equal options give equal runs. */
export interface SimulationOptions {
  readonly seed: number;
  readonly steps: number;
  /** The number of copies of each player in test/support/clients/returning-client.ts. */
  readonly copies: number;
}

/**
 * Hundreds of clients that act at random on one server in memory, while bytes arrive in pieces, connections break,
 * the clock jumps, and the server dies. Equal seeds give equal runs.
 */
export class Simulation {
  readonly #options: SimulationOptions;
  readonly #randomInt: RandomInt;
  readonly #disk = new SimulatedDisk({ readsSlowly: true });
  readonly #busyClients = new BusyClients();
  readonly #operator: SimulatedOperator;
  readonly #hasHouse: boolean;
  readonly #faultInterval: number;
  readonly #clients: readonly SimulatedClient[];
  readonly #hash = createHash('sha256');
  #step = 0;
  #crashes = 0;
  #lastActive: SimulatedClient | undefined;
  #pendingError: Error | undefined;

  private constructor(options: SimulationOptions) {
    this.#options = options;
    this.#randomInt = seededRandomInt(options.seed);
    this.#hasHouse = this.#randomInt(2) === 0;
    this.#faultInterval = pick(this.#randomInt, FAULT_INTERVALS);
    const house = this.#hasHouse ? HOUSE.map((name) => randomPlayer(name, this.#randomInt)) : [];
    this.#operator = new SimulatedOperator({ ...pick(this.#randomInt, OPTIONS), house }, this.#disk, this.#randomInt);
    const { server } = this.#operator;
    const { copies } = options;
    const context = {
      server,
      disk: this.#disk,
      busyClients: this.#busyClients,
      randomInt: this.#randomInt,
      isRestricted: () => this.#operator.isRestricted,
      copies,
    };
    this.#clients = clientsOfAllProtocols(copies).map(
      (player, index) => new SimulatedClient(player, context, this.#hashBytes(index)),
    );
  }

  /** Runs a simulation. The error of a failure has the seed, the step and the latest messages. */
  static async run(options: SimulationOptions): Promise<SimulationOutcome> {
    const simulation = new Simulation(options);
    const storeError = (error: unknown): void => simulation.#storeError(error);
    process.on('unhandledRejection', storeError);
    try {
      return await simulation.#run();
    } catch (error) {
      throw simulation.#failure(error);
    } finally {
      process.off('unhandledRejection', storeError);
    }
  }

  async #run(): Promise<SimulationOutcome> {
    this.#operator.start();
    while (this.#step < this.#options.steps) {
      this.#step++;
      await this.#randomStep(this.#randomInt(100_000), this.#activate(pick(this.#randomInt, this.#clients)));
      this.#busyClients.deliver();
      this.#check();
      if (this.#step % COMPARE_EVERY === 0) await this.#compareAll();
    }
    await this.#compareAll();
    await this.#disconnectAll();
    const { gameCount: games, moves, marks, ends } = this.#disk;
    return { hash: this.#hash.digest('hex'), games, moves, marks, crashes: this.#crashes, ends };
  }

  /** Stores the error of a promise that the simulation does not await. The next step throws it. */
  #storeError(error: unknown): void {
    this.#pendingError ??= error instanceof Error ? error : new Error(String(error));
  }

  #failure(error: unknown): Error {
    const { seed, copies } = this.#options;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const dialogue = message.includes('client: ') ? '' : `\nThe last active client was ${this.#lastActive?.dialogue}`;
    return new Error(`SEED=${seed} STEP=${this.#step} (copies: ${copies})\n${message}${dialogue}`);
  }

  #activate(client: SimulatedClient): SimulatedClient {
    this.#lastActive = client;
    return client;
  }

  #check(): void {
    if (this.#pendingError !== undefined) throw this.#pendingError;
    this.#operator.check();
  }

  #hashBytes(index: number): (bytes: Uint8Array) => void {
    return (bytes) => this.#hash.update(`${index} ${this.#operator.server.clock.now()} ${bytes.length} `).update(bytes);
  }

  async #randomStep(chance: number, client: SimulatedClient): Promise<void> {
    const { clock } = this.#operator.server;
    if (!this.#operator.isUp && chance % 2 === 0) await this.#continueChange();
    else if (chance < 45_000) this.#activate(this.#busyClients.pick(this.#randomInt) ?? client).deliverSome();
    else if (chance < 60_000) client.act(this.#operator.isUp);
    else if (chance < 75_000)
      this.#activate(this.#busyClients.takeActive(this.#randomInt) ?? client).act(this.#operator.isUp);
    else if (chance < 87_000) await clock.step();
    else if (chance < 98_000) await this.#write();
    else if (chance < 99_600) await this.#wait(PAUSES);
    else if (chance < 99_620) await this.#wait(LONG_PAUSES);
    else if (this.#randomInt(this.#faultInterval) > 0) return;
    else if (chance < 99_730) client.disconnect();
    else if (chance < 99_860) client.toggleReading();
    else this.#serverEvent(this.#randomInt(100));
  }

  /** Whether the server has work to do. */
  get #isWorking(): boolean {
    return this.#disk.isBusy || !this.#operator.server.clock.isQuiet;
  }

  /** The disk completes its requests. */
  async #write(): Promise<void> {
    this.#disk.completeNext(1);
    await this.#operator.server.clock.step();
  }

  /** Advances the clock, less often if there are more clients. */
  async #wait(pauses: readonly number[]): Promise<void> {
    if (this.#randomInt(this.#options.copies) === 0)
      await this.#operator.server.clock.advance(pick(this.#randomInt, pauses));
  }

  /** A rare event of the server: a fault, a correction of the clock, or an action of the operator. */
  #serverEvent(chance: number): void {
    const operator = this.#operator;
    if (chance < 20)
      operator.server.clock.correct((this.#randomInt(2) === 0 ? 1 : -1) * this.#randomInt(LARGEST_CORRECTION));
    else if (chance < 35) this.#disk.stall(this.#randomInt(200));
    else if (chance < 45) {
      this.#disk.fill(this.#randomInt(60));
      this.#expect('mayBePostponed');
    } else if (chance < 60) this.#disk.clear();
    else if (!operator.isUp) this.#crash();
    else if (chance < 65) this.#disk.fail(this.#randomInt(2) === 0 ? 'stored' : 'lost');
    else if (chance < 80) this.#expect('gameMayBeStopped', operator.stopGame());
    else if (chance < 87) this.#expect('mayBeDisconnected', [operator.remove() ?? '']);
    else if (chance < 92) {
      operator.drain();
      this.#expect('mayBePostponed');
    } else if (chance < 98) this.#crash();
    else this.#stop();
  }

  /** Lets the clients of these addresses, or all clients, accept this event. */
  #expect(what: Parameters<SimulatedClient['expect']>[0], addresses?: readonly string[]): void {
    for (const client of this.#clients) if (addresses?.includes(client.player.address) ?? true) client.expect(what);
  }

  /** Continues a start, a stop or a failure of the server, during which it may be killed. */
  async #continueChange(): Promise<void> {
    await this.#write();
    if (this.#operator.hasStopped) this.#crash();
    else if (this.#randomInt(1000) === 0) this.#crash();
  }

  /** Kills the process. Some of its appends are stored, and some of its sent bytes arrive. */
  #crash(): void {
    this.#crashes++;
    for (const client of this.#clients) client.onServerDeath(this.#randomInt(2) === 0);
    this.#disk.killProcess(this.#randomInt(2));
    this.#operator.start();
  }

  #stop(): void {
    this.#expect('mayBeDisconnected');
    this.#operator.stop();
  }

  /** Ends all faults: the server runs, and its disk works. */
  async #endFaults(): Promise<void> {
    this.#disk.recover();
    for (let change = 0; !this.#operator.isUp; change++) {
      if (change > START_STEP_LIMIT) throw new Error('the server does not start');
      await this.#continueChange();
    }
    this.#operator.undrain();
  }

  /** Delivers all bytes and lets all clients poll, until no bytes are in flight. Then compares all states. */
  async #compareAll(): Promise<void> {
    await this.#endFaults();
    // Several rounds: a long answer to one client may fill a small buffer and disconnect it after others have polled.
    for (let round = 0, before = -1; round < 3 || before < this.#disk.events; round++) {
      before = this.#disk.events;
      if (round === 1) await this.#operator.server.clock.advance(LONGEST_WAIT);
      for (const client of this.#clients) client.poll();
      let quiet = 0;
      while (quiet < 3) {
        const hasDelivered = this.#clients.map((client) => client.deliverAll()).includes(true) || this.#isWorking;
        quiet = hasDelivered ? 0 : quiet + 1;
        await this.#write();
        this.#busyClients.deliver();
        this.#check();
      }
    }
    const boards = new Map<unknown, string>();
    for (const client of this.#clients) client.compare(boards);
    this.#operator.refreshDirectory();
  }

  /** Disconnects all clients. After some time, only the computer players may be left in the lobby. */
  async #disconnectAll(): Promise<void> {
    for (const client of this.#clients) client.onServerDeath(false, 'lose');
    for (let round = 0; round < 20; round++) {
      await this.#operator.server.clock.advance(60_000);
      while (this.#isWorking) await this.#write();
    }
    const { named, waiting, games } = this.#operator.server.hub.statistics;
    assert.deepEqual({ named, waiting, games }, { named: this.#hasHouse ? HOUSE.length : 0, waiting: 0, games: 0 });
    assert.equal(this.#disk.running, 0);
  }
}
