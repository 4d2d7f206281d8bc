import { pick, type RandomInt } from '../../clients/random.ts';
import type { NetworkConditions } from '../../nodes/simulated-stream.ts';
import type { VirtualClock } from '../../server/virtual-clock.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** One place for a process, which may be empty. */
export interface Machine {
  process: SimulatedProcess | undefined;
  /** When the next process starts, or the stopped one continues, or the cut line is mended. */
  startsAt: number;
  continuesAt: number | undefined;
  mendedAt: number | undefined;
  /** It stood still or was cut off since this was last set to false. */
  wasAway: boolean;
}

interface MachinesOptions {
  readonly clock: VirtualClock;
  readonly roll: RandomInt;
  readonly count: number;
  /** Undefined: not yet. */
  readonly start: () => SimulatedProcess | undefined;
  /** A process has ended by itself; throws if it must not. */
  readonly ended: (process: SimulatedProcess, failure: Error) => void;
}

/** The machines on which the nodes run, and what happens to them. */
export class Machines {
  readonly #options: MachinesOptions;
  readonly all: readonly Machine[];

  constructor(options: MachinesOptions) {
    this.#options = options;
    const times = { startsAt: 0, continuesAt: undefined, mendedAt: undefined };
    this.all = Array.from({ length: options.count }, () => ({ process: undefined, ...times, wasAway: false }));
  }

  get processes(): SimulatedProcess[] {
    return this.all.flatMap(({ process: each }) => (each === undefined ? [] : [each]));
  }

  get areServing(): boolean {
    return this.all.every(({ process: each }) => each?.node?.isOpen === true);
  }

  any(): Machine {
    return pick(this.#options.roll, this.all);
  }

  /** Starts processes, continues them, mends lines. */
  async tend(): Promise<void> {
    const now = this.#options.clock.now();
    for (const machine of this.all) {
      this.#replaceEnded(machine);
      if (machine.process === undefined && machine.startsAt <= now) machine.process = this.#options.start();
      if (machine.mendedAt !== undefined && machine.mendedAt <= now) this.#mend(machine);
      if (machine.continuesAt !== undefined && machine.continuesAt <= now) await this.#continue(machine);
    }
  }

  /** Everything that goes wrong stops. */
  async calm(weather: NetworkConditions): Promise<void> {
    for (const machine of this.all) {
      this.#mend(machine);
      await this.#continue(machine);
      machine.startsAt = Math.min(machine.startsAt, this.#options.clock.now());
    }
    this.setWeather(weather);
  }

  setWeather(weather: NetworkConditions): void {
    for (const { installation } of this.processes) installation.weather = weather;
  }

  /** The process is killed, and another one starts later. */
  remove(machine: Machine, pause: number): void {
    machine.process?.kill();
    machine.process = undefined;
    machine.startsAt = this.#options.clock.now() + pause;
    machine.continuesAt = undefined;
    machine.mendedAt = undefined;
  }

  cut(machine: Machine, pause: number): void {
    if (machine.process === undefined) return;
    machine.process.installation.isCut = true;
    machine.mendedAt = this.#options.clock.now() + pause;
    machine.wasAway = true;
  }

  /** The server of the stream is away. The nodes find it again within some milliseconds. */
  cutAll(pause: number, spread: number): void {
    for (const machine of this.all) this.cut(machine, pause + this.#options.roll(spread));
  }

  stop(machine: Machine, pause: number): void {
    machine.process?.gate.stop();
    machine.continuesAt = this.#options.clock.now() + pause;
    machine.wasAway = true;
  }

  /** As when the laptop on which all of them run is closed. */
  stopAll(pause: number): void {
    for (const machine of this.all) this.stop(machine, pause + this.#options.roll(100));
  }

  #replaceEnded(machine: Machine): void {
    const { process: ended } = machine;
    if (ended?.failure === undefined) return;
    this.#options.ended(ended, ended.failure);
    this.remove(machine, this.#options.roll(3_000));
  }

  #mend(machine: Machine): void {
    machine.mendedAt = undefined;
    if (machine.process !== undefined) machine.process.installation.isCut = false;
  }

  async #continue(machine: Machine): Promise<void> {
    machine.continuesAt = undefined;
    await machine.process?.gate.continue();
  }
}
