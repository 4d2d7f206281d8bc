import { pick, type RandomInt } from '../../clients/random.ts';
import type { NetworkConditions } from '../../nodes/simulated-stream.ts';
import type { VirtualClock } from '../../server/virtual-clock.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A machine, on which one process may run. */
export interface Machine {
  process: SimulatedProcess | undefined;
  /** The time at which a process starts, a stopped process continues, or a cut connection is restored. */
  startsAt: number;
  continuesAt: number | undefined;
  reconnectsAt: number | undefined;
  /** Whether the process was stopped or cut off since this was last set to false. */
  wasUnreachable: boolean;
}

interface MachinesOptions {
  readonly clock: VirtualClock;
  readonly randomInt: RandomInt;
  readonly count: number;
  /** Undefined if no process can start yet. */
  readonly start: () => SimulatedProcess | undefined;
  /** Called when a process has ended by itself. Throws if it must not have ended. */
  readonly ended: (process: SimulatedProcess, failure: Error) => void;
}

/** The machines on which the nodes run, and their faults. */
export class Machines {
  readonly #options: MachinesOptions;
  readonly all: readonly Machine[];

  constructor(options: MachinesOptions) {
    this.#options = options;
    const times = { startsAt: 0, continuesAt: undefined, reconnectsAt: undefined };
    this.all = Array.from({ length: options.count }, () => ({ process: undefined, ...times, wasUnreachable: false }));
  }

  get processes(): SimulatedProcess[] {
    return this.all.flatMap(({ process: each }) => (each === undefined ? [] : [each]));
  }

  get areServing(): boolean {
    return this.all.every(({ process: each }) => each?.node?.isOpen === true);
  }

  any(): Machine {
    return pick(this.#options.randomInt, this.all);
  }

  /** Starts and continues processes and restores connections that are due. */
  async update(): Promise<void> {
    const now = this.#options.clock.now();
    for (const machine of this.all) {
      this.#replaceEnded(machine);
      if (machine.process === undefined && machine.startsAt <= now) machine.process = this.#options.start();
      if (machine.reconnectsAt !== undefined && machine.reconnectsAt <= now) this.#reconnect(machine);
      if (machine.continuesAt !== undefined && machine.continuesAt <= now) await this.#continue(machine);
    }
  }

  /** Ends all faults. */
  async endFaults(network: NetworkConditions): Promise<void> {
    for (const machine of this.all) {
      this.#reconnect(machine);
      await this.#continue(machine);
      machine.startsAt = Math.min(machine.startsAt, this.#options.clock.now());
    }
    this.setNetwork(network);
  }

  setNetwork(network: NetworkConditions): void {
    for (const { installation } of this.processes) installation.network = network;
  }

  /** Kills the process. Another one starts later. */
  remove(machine: Machine, pause: number): void {
    machine.process?.kill();
    machine.process = undefined;
    machine.startsAt = this.#options.clock.now() + pause;
    machine.continuesAt = undefined;
    machine.reconnectsAt = undefined;
  }

  cut(machine: Machine, pause: number): void {
    if (machine.process === undefined) return;
    machine.process.installation.isCut = true;
    machine.reconnectsAt = this.#options.clock.now() + pause;
    machine.wasUnreachable = true;
  }

  /** The stream's server is unreachable for a while. The nodes reconnect within some milliseconds of each other. */
  cutAll(pause: number, spread: number): void {
    for (const machine of this.all) this.cut(machine, pause + this.#options.randomInt(spread));
  }

  stop(machine: Machine, pause: number): void {
    machine.process?.gate.stop();
    machine.continuesAt = this.#options.clock.now() + pause;
    machine.wasUnreachable = true;
  }

  /** Stops all processes, like when the laptop on which they run is closed. */
  stopAll(pause: number): void {
    for (const machine of this.all) this.stop(machine, pause + this.#options.randomInt(100));
  }

  #replaceEnded(machine: Machine): void {
    const { process: ended } = machine;
    if (ended?.failure === undefined) return;
    this.#options.ended(ended, ended.failure);
    this.remove(machine, this.#options.randomInt(3_000));
  }

  #reconnect(machine: Machine): void {
    machine.reconnectsAt = undefined;
    if (machine.process !== undefined) machine.process.installation.isCut = false;
  }

  async #continue(machine: Machine): Promise<void> {
    machine.continuesAt = undefined;
    await machine.process?.gate.continue();
  }
}
