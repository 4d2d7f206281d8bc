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
  /** Of every byte in both directions, and when and by whom it was said. */
  readonly hash: string;
  readonly games: number;
  readonly turns: number;
  /** How often dead stones were marked, or marks taken off. */
  readonly marks: number;
  readonly crashes: number;
  /** How often games ended for each reason. */
  readonly ends: ReadonlyMap<string, number>;
}

const OPTIONS: readonly InMemoryServerOptions[] = [
  { grace: 0, idle: 300, resume: 120 },
  { grace: 30, idle: 120, resume: 60 },
];

/** Where people meet computer players, too. */
const HOUSE = ['tengen', 'gnugo'] as const;

/** Milliseconds that pass at once. */
const PAUSES = [1, 1, 10, 10, 100, 100, 1000, 3000, 11_000] as const;
const LONG_PAUSES = [25_000, 61_000, 130_000] as const;

/** Milliseconds by which the system's clock is set at most. */
const LARGEST_CORRECTION = 7_200_000;

/** Ten seconds for a word of a client that never says it, also where the time makes up for a correction. */
const LONGEST_WAIT = 12_000;

/** Of so many things that might go wrong, one does: where it is calm, games get to their end. */
const CLIMATES = [1, 4, 20] as const;

/** So many steps apart, everything is held against everything else. */
const REST_EVERY = 10_000;
/** Within which a server that is started is up. */
const MOST_CHANGES = 100_000;

/** All of it follows from this. */
export interface SimulationOptions {
  readonly seed: number;
  readonly steps: number;
  /** How many of each of the people in test/support/clients/returning-client.ts come. */
  readonly copies: number;
}

/**
 * Hundreds of people on one server in memory, who do whatever they like, while bytes come in pieces, connections break,
 * the clock goes on by fits and starts, and the server dies. Everything follows from the seed.
 */
export class Simulation {
  readonly #course: SimulationOptions;
  readonly #roll: RandomInt;
  readonly #disk = new SimulatedDisk({ readsSlowly: true });
  readonly #traffic = new BusyClients();
  readonly #operator: SimulatedOperator;
  readonly #hasHouse: boolean;
  readonly #calm: number;
  readonly #guests: readonly SimulatedClient[];
  readonly #hash = createHash('sha256');
  #step = 0;
  #crashes = 0;
  #last: SimulatedClient | undefined;
  #unnoticed: Error | undefined;

  private constructor(course: SimulationOptions) {
    this.#course = course;
    this.#roll = seededRandomInt(course.seed);
    this.#hasHouse = this.#roll(2) === 0;
    this.#calm = pick(this.#roll, CLIMATES);
    const house = this.#hasHouse ? HOUSE.map((name) => randomPlayer(name, this.#roll)) : [];
    this.#operator = new SimulatedOperator({ ...pick(this.#roll, OPTIONS), house }, this.#disk, this.#roll);
    const { server } = this.#operator;
    const { copies } = course;
    const surroundings = {
      server,
      disk: this.#disk,
      traffic: this.#traffic,
      roll: this.#roll,
      isShort: () => this.#operator.isShort,
      copies,
    };
    this.#guests = clientsOfAllProtocols(copies).map(
      (person, index) => new SimulatedClient(person, surroundings, this.#note(index)),
    );
  }

  /** Fails as soon as something is not as it must be, with the seed, the step and what was said of late. */
  static async run(course: SimulationOptions): Promise<SimulationOutcome> {
    const simulation = new Simulation(course);
    const notice = (error: unknown): void => simulation.#notice(error);
    process.on('unhandledRejection', notice);
    try {
      return await simulation.#run();
    } catch (error) {
      throw simulation.#failure(error);
    } finally {
      process.off('unhandledRejection', notice);
    }
  }

  async #run(): Promise<SimulationOutcome> {
    this.#operator.start();
    while (this.#step < this.#course.steps) {
      this.#step++;
      await this.#happen(this.#roll(100_000), this.#turnOf(pick(this.#roll, this.#guests)));
      this.#traffic.tell();
      this.#examine();
      if (this.#step % REST_EVERY === 0) await this.#comeToRest();
    }
    await this.#comeToRest();
    await this.#everybodyGoes();
    const { gamesBegun: games, turns, marks, ends } = this.#disk;
    return { hash: this.#hash.digest('hex'), games, turns, marks, crashes: this.#crashes, ends };
  }

  /** Nobody waits for it, and so it comes out with the next step. */
  #notice(error: unknown): void {
    this.#unnoticed ??= error instanceof Error ? error : new Error(String(error));
  }

  #failure(error: unknown): Error {
    const { seed, copies } = this.#course;
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const dialogue = told.includes('client: ') ? '' : `\nThe last one in turn was ${this.#last?.dialogue}`;
    return new Error(`SEED=${seed} STEP=${this.#step} (copies: ${copies})\n${told}${dialogue}`);
  }

  #turnOf(guest: SimulatedClient): SimulatedClient {
    this.#last = guest;
    return guest;
  }

  #examine(): void {
    if (this.#unnoticed !== undefined) throw this.#unnoticed;
    this.#operator.examine();
  }

  #note(index: number): (bytes: Uint8Array) => void {
    return (bytes) => this.#hash.update(`${index} ${this.#operator.server.clock.now()} ${bytes.length} `).update(bytes);
  }

  async #happen(chance: number, guest: SimulatedClient): Promise<void> {
    const { clock } = this.#operator.server;
    if (!this.#operator.isUp && chance % 2 === 0) await this.#change();
    else if (chance < 45_000) this.#turnOf(this.#traffic.pick(this.#roll) ?? guest).carry();
    else if (chance < 60_000) guest.live(this.#operator.isUp);
    else if (chance < 75_000) this.#turnOf(this.#traffic.takeEager(this.#roll) ?? guest).live(this.#operator.isUp);
    else if (chance < 87_000) await clock.step();
    else if (chance < 98_000) await this.#write();
    else if (chance < 99_600) await this.#wait(PAUSES);
    else if (chance < 99_620) await this.#wait(LONG_PAUSES);
    else if (this.#roll(this.#calm) > 0) return;
    else if (chance < 99_730) guest.goAway();
    else if (chance < 99_860) guest.doze();
    else this.#turnOfWeather(this.#roll(100));
  }

  /** The server has something to do. */
  get #isWorking(): boolean {
    return this.#disk.isBusy || !this.#operator.server.clock.isQuiet;
  }

  /** The disk does what it has been asked for. */
  async #write(): Promise<void> {
    this.#disk.turn(1);
    await this.#operator.server.clock.step();
  }

  /** Time passes, the less at once the more there is to do. */
  async #wait(pauses: readonly number[]): Promise<void> {
    if (this.#roll(this.#course.copies) === 0) await this.#operator.server.clock.advance(pick(this.#roll, pauses));
  }

  /** What is rare, and happens to the server and not to anybody at it. */
  #turnOfWeather(dice: number): void {
    const operator = this.#operator;
    if (dice < 20) operator.server.clock.correct((this.#roll(2) === 0 ? 1 : -1) * this.#roll(LARGEST_CORRECTION));
    else if (dice < 35) this.#disk.stall(this.#roll(200));
    else if (dice < 45) {
      this.#disk.fill(this.#roll(60));
      this.#expect('mayBePostponed');
    } else if (dice < 60) this.#disk.clear();
    else if (!operator.isUp) this.#crash();
    else if (dice < 65) this.#disk.fail(this.#roll(2) === 0 ? 'kept' : 'unkept');
    else if (dice < 80) this.#expect('gameMayBeStopped', operator.stopGame());
    else if (dice < 87) this.#expect('mayBeDisconnected', [operator.remove() ?? '']);
    else if (dice < 92) {
      operator.drain();
      this.#expect('mayBePostponed');
    } else if (dice < 98) this.#crash();
    else this.#stop();
  }

  /** Those from the addresses, or everybody. */
  #expect(what: Parameters<SimulatedClient['expect']>[0], addresses?: readonly string[]): void {
    for (const guest of this.#guests) if (addresses?.includes(guest.person.address) ?? true) guest.expect(what);
  }

  /** The server starts, stops or fails, and may be killed in the middle of that. */
  async #change(): Promise<void> {
    await this.#write();
    if (this.#operator.isOut) this.#crash();
    else if (this.#roll(1000) === 0) this.#crash();
  }

  /** The process dies; of what it was writing, some is kept, and of what it has said, some arrives. */
  #crash(): void {
    this.#crashes++;
    for (const guest of this.#guests) guest.outlive(this.#roll(2) === 0);
    this.#disk.die(this.#roll(2));
    this.#operator.start();
  }

  #stop(): void {
    this.#expect('mayBeDisconnected');
    this.#operator.stop();
  }

  /** The sun shines: the server runs, and nothing is wrong with its disk. */
  async #clearUp(): Promise<void> {
    this.#disk.recover();
    for (let change = 0; !this.#operator.isUp; change++) {
      if (change > MOST_CHANGES) throw new Error('the server does not come up');
      await this.#change();
    }
    this.#operator.undrain();
  }

  /** Everything that was said arrives, and everybody asks for news, until nobody has anything more to say. */
  async #comeToRest(): Promise<void> {
    await this.#clearUp();
    // Whoever asks last may have been told before the answer to somebody else was too long for a small buffer.
    for (let round = 0, before = -1; round < 3 || before < this.#disk.events; round++) {
      before = this.#disk.events;
      if (round === 1) await this.#operator.server.clock.advance(LONGEST_WAIT);
      for (const guest of this.#guests) guest.poll();
      let quiet = 0;
      while (quiet < 3) {
        const moved = this.#guests.map((guest) => guest.carryAll()).includes(true) || this.#isWorking;
        quiet = moved ? 0 : quiet + 1;
        await this.#write();
        this.#traffic.tell();
        this.#examine();
      }
    }
    const boards = new Map<unknown, string>();
    for (const guest of this.#guests) guest.compare(boards);
    this.#operator.look();
  }

  /** Once everybody has gone and nobody has come back, nobody is left but one seat of each computer player. */
  async #everybodyGoes(): Promise<void> {
    for (const guest of this.#guests) guest.outlive(false, 'lose');
    for (let round = 0; round < 20; round++) {
      await this.#operator.server.clock.advance(60_000);
      while (this.#isWorking) await this.#write();
    }
    const { named, waiting, games } = this.#operator.server.hub.statistics;
    assert.deepEqual({ named, waiting, games }, { named: this.#hasHouse ? HOUSE.length : 0, waiting: 0, games: 0 });
    assert.equal(this.#disk.running, 0);
  }
}
