import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { dice, pick, type Roll } from '../clients/dice.ts';
import { crowd } from '../clients/person.ts';
import { dabbler } from '../house/dabbler.ts';
import { World, type WorldOptions } from '../world/world.ts';
import { Guest } from './guest.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { Traffic } from './traffic.ts';

export interface Outcome {
  /** Of every byte in both directions, and when and by whom it was said. */
  readonly hash: string;
  readonly games: number;
  readonly turns: number;
  readonly crashes: number;
  /** How often games ended for each reason. */
  readonly ends: ReadonlyMap<string, number>;
}

const OPTIONS: readonly WorldOptions[] = [
  { grace: 0, idle: 300, resume: 120 },
  { grace: 30, idle: 120, resume: 60 },
];

/** Where people meet house players, too. */
const HOUSE = ['tengen', 'gnugo'] as const;

/** Milliseconds that pass at once. */
const PAUSES = [1, 1, 10, 10, 100, 100, 1000, 3000, 11_000] as const;
const LONG_PAUSES = [25_000, 61_000, 130_000] as const;

/** All of it follows from this. */
export interface Course {
  readonly seed: number;
  readonly steps: number;
  /** How many of each of the people in test/clients/person.ts come. */
  readonly copies: number;
}

/**
 * Hundreds of people on one server in memory, who do whatever they like, while bytes come in pieces, connections break,
 * the clock goes on by fits and starts, and the server dies. Everything follows from the seed.
 */
export class Simulation {
  readonly #course: Course;
  readonly #roll: Roll;
  readonly #disk = new SimulatedDisk({ readsSlowly: true });
  readonly #traffic = new Traffic();
  readonly #world: World;
  readonly #hasHouse: boolean;
  readonly #guests: readonly Guest[];
  readonly #hash = createHash('sha256');
  #crashes = 0;

  private constructor(course: Course) {
    this.#course = course;
    this.#roll = dice(course.seed);
    this.#hasHouse = this.#roll(2) === 0;
    const house = this.#hasHouse ? HOUSE.map((name) => dabbler(name, this.#roll)) : [];
    this.#world = new World({ ...pick(this.#roll, OPTIONS), house }, this.#disk);
    const { copies } = course;
    const surroundings = { world: this.#world, disk: this.#disk, traffic: this.#traffic, roll: this.#roll, copies };
    this.#guests = crowd(copies).map((person, index) => new Guest(person, surroundings, this.#note(index)));
  }

  /** Fails as soon as something is not as it must be. */
  static async run(course: Course): Promise<Outcome> {
    const simulation = new Simulation(course);
    await simulation.#start();
    for (let step = 0; step < course.steps; step++) await simulation.#step();
    await simulation.#comeToRest();
    await simulation.#everybodyGoes();
    const disk = simulation.#disk;
    return {
      hash: simulation.#hash.digest('hex'),
      games: disk.gamesBegun,
      turns: disk.turns,
      crashes: simulation.#crashes,
      ends: disk.ends,
    };
  }

  #note(index: number): (bytes: Uint8Array) => void {
    return (bytes) => this.#hash.update(`${index} ${this.#world.clock.now()} ${bytes.length} `).update(bytes);
  }

  async #start(): Promise<void> {
    let started = false;
    const starting = this.#world.start().then(() => {
      started = true;
    });
    while (!started) {
      await this.#world.clock.step();
      this.#disk.turn(1);
    }
    await starting;
  }

  async #step(): Promise<void> {
    const chance = this.#roll(100_000);
    const guest = pick(this.#roll, this.#guests);
    const { copies } = this.#course;
    if (chance < 45_000) (this.#traffic.pick(this.#roll) ?? guest).carry();
    else if (chance < 75_000) guest.live();
    else if (chance < 87_000) await this.#world.clock.step();
    else if (chance < 98_000) {
      this.#disk.turn(1);
      await this.#world.clock.step();
    } else if (chance < 99_860) {
      if (this.#roll(copies) === 0) await this.#world.clock.advance(pick(this.#roll, PAUSES));
    } else if (chance < 99_880) {
      if (this.#roll(copies) === 0) await this.#world.clock.advance(pick(this.#roll, LONG_PAUSES));
    } else if (chance < 99_980) guest.goAway();
    else if (chance < 99_995) {
      if (this.#roll(copies) === 0) await this.#crash();
    } else if (this.#roll(copies) === 0) await this.#stop();
    this.#traffic.tell();
  }

  /** The process dies; of what it was writing, some is kept, and of what it has said, some arrives. */
  async #crash(): Promise<void> {
    this.#crashes++;
    for (const guest of this.#guests) guest.outlive(this.#roll(2) === 0);
    this.#disk.die(this.#roll(2));
    await this.#start();
  }

  async #stop(): Promise<void> {
    for (const guest of this.#guests) guest.mayBeDismissed();
    let stopped = false;
    const stopping = this.#world.stop().then(() => {
      stopped = true;
    });
    while (!stopped) {
      await this.#world.clock.step();
      this.#disk.turn(1);
    }
    await stopping;
    for (const guest of this.#guests) guest.outlive(true);
    this.#disk.die(0);
    await this.#start();
  }

  /** Everything that was said arrives, and everybody asks for news, until nobody has anything more to say. */
  async #comeToRest(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      if (round === 2) await this.#world.clock.advance(11_000);
      for (const guest of this.#guests) guest.poll();
      let quiet = 0;
      while (quiet < 3) {
        const moved = this.#guests.map((guest) => guest.carryAll()).includes(true) || this.#disk.isBusy;
        quiet = moved ? 0 : quiet + 1;
        await this.#world.clock.step();
        this.#disk.turn(1);
        this.#traffic.tell();
      }
    }
    const boards = new Map<unknown, string>();
    for (const guest of this.#guests) guest.compare(boards);
    assert.equal(this.#world.hub.statistics.games, this.#disk.running, 'games that the journal does not know');
  }

  /** Once everybody has gone and nobody has come back, nobody is left but one seat of each house player. */
  async #everybodyGoes(): Promise<void> {
    for (const guest of this.#guests) guest.outlive(false, 'lose');
    for (let round = 0; round < 20; round++) {
      await this.#world.clock.advance(60_000);
      while (this.#disk.isBusy) {
        this.#disk.turn(1);
        await this.#world.clock.settle();
      }
    }
    const { players, waiting, games } = this.#world.hub.statistics;
    assert.deepEqual({ players, waiting, games }, { players: this.#hasHouse ? HOUSE.length : 0, waiting: 0, games: 0 });
    assert.equal(this.#disk.running, 0);
  }
}
