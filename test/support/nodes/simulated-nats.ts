import type { DeliveredMessage } from '../../../src/nodes/replicated-lobby.ts';
import type { RandomInt } from '../clients/random.ts';
import type { VirtualClock } from '../server/virtual-clock.ts';
import { SimulatedStream } from './simulated-stream.ts';

/** The number of snapshots of an epoch that are stored. */
const KEPT = 2;

/** The data of one epoch that NATS stores. */
export class SimulatedEpoch {
  readonly number: number;
  readonly creator: string;
  readonly stream: SimulatedStream;
  /** Snapshots as JSON, by the sequence of their last message. */
  readonly snapshots = new Map<number, string>();
  /** Inputs that no lobby applies, as `sequence/place`. */
  readonly skipped = new Set<string>();

  constructor(number: number, creator: string, stream: SimulatedStream) {
    this.number = number;
    this.creator = creator;
    this.stream = stream;
  }

  get latestSnapshot(): string | undefined {
    return this.snapshots.get(Math.max(...this.snapshots.keys()));
  }

  /** Stores a snapshot, deletes all but the last two, and purges the messages before these. */
  save(sequence: number, text: string): void {
    this.snapshots.set(sequence, text);
    const sequences = [...this.snapshots.keys()].sort((one, other) => other - one);
    for (const old of sequences.slice(KEPT)) this.snapshots.delete(old);
    this.stream.purge(sequences[KEPT - 1] ?? 0);
  }
}

/** NATS in memory, for one installation. */
export class SimulatedNats {
  readonly clock: VirtualClock;
  readonly randomInt: RandomInt;
  readonly #epochs = new Map<number, SimulatedEpoch>();
  readonly #listeners = new Set<(text: string) => void>();
  #clockError = 0;
  /** Called with each message before any node can read it. */
  onStored: (epoch: SimulatedEpoch, message: DeliveredMessage) => void = () => undefined;
  /** Called when the first snapshot of a later epoch is stored. */
  onEpochStarted: (epoch: SimulatedEpoch, snapshot: string) => void = () => undefined;

  constructor(clock: VirtualClock, randomInt: RandomInt) {
    this.clock = clock;
    this.randomInt = randomInt;
    this.create(1, '');
  }

  /** The epoch with the highest number. */
  get latest(): SimulatedEpoch {
    return this.epoch(this.highest);
  }

  /** The highest number of an epoch; 0 if there is none. */
  get highest(): number {
    return Math.max(0, ...this.#epochs.keys());
  }

  epoch(number: number): SimulatedEpoch {
    const epoch = this.#epochs.get(number);
    if (epoch === undefined) throw new RangeError(`there is no epoch ${number}`);
    return epoch;
  }

  /** The error of the NATS server's clock in milliseconds. */
  get clockError(): number {
    return this.#clockError;
  }

  set clockError(milliseconds: number) {
    this.#clockError = milliseconds;
    for (const { stream } of this.#epochs.values()) stream.clockError = milliseconds;
  }

  /** Creates an epoch. Returns false if another node has created it. */
  create(number: number, creator: string): boolean {
    const existing = this.#epochs.get(number);
    if (existing !== undefined) return existing.creator === creator;
    const stream = new SimulatedStream(this.clock, this.randomInt);
    stream.clockError = this.#clockError;
    const epoch = new SimulatedEpoch(number, creator, stream);
    stream.onStored = (message) => this.onStored(epoch, message);
    this.#epochs.set(number, epoch);
    return true;
  }

  /** From now on, the streams of earlier epochs store no messages. */
  sealBefore(number: number): void {
    for (const epoch of this.#epochs.values()) if (epoch.number < number) epoch.stream.isSealed = true;
  }

  /** Deletes all stored data. */
  loseAll(): void {
    for (const { stream } of this.#epochs.values()) stream.lose();
    this.#epochs.clear();
  }

  /** The first snapshot of an epoch. */
  begin(number: number, snapshot: string): void {
    const epoch = this.epoch(number);
    epoch.save(0, snapshot);
    this.onEpochStarted(epoch, snapshot);
  }

  announce(text: string): void {
    for (const hear of this.#listeners) hear(text);
  }

  hear(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
