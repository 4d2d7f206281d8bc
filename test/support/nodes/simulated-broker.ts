import type { DeliveredMessage } from '../../../src/nodes/replicated-lobby.ts';
import type { RandomInt } from '../clients/random.ts';
import type { VirtualClock } from '../server/virtual-clock.ts';
import { SimulatedStream } from './simulated-stream.ts';

/** So many snapshots of an epoch are kept. */
const KEPT = 2;

/** What the NATS of an installation has of one epoch. */
export class SimulatedEpoch {
  readonly number: number;
  readonly creator: string;
  readonly stream: SimulatedStream;
  /** JSON by sequence. */
  readonly snapshots = new Map<number, string>();
  /** Places of inputs that no lobby applies, as `sequence/place`. */
  readonly skipped = new Set<string>();

  constructor(number: number, creator: string, stream: SimulatedStream) {
    this.number = number;
    this.creator = creator;
    this.stream = stream;
  }

  get latestSnapshot(): string | undefined {
    return this.snapshots.get(Math.max(...this.snapshots.keys()));
  }

  /** Keeps the last two, and purges the messages before them. */
  save(sequence: number, text: string): void {
    this.snapshots.set(sequence, text);
    const sequences = [...this.snapshots.keys()].sort((one, other) => other - one);
    for (const old of sequences.slice(KEPT)) this.snapshots.delete(old);
    this.stream.purge(sequences[KEPT - 1] ?? 0);
  }
}

/** The NATS of an installation in memory. */
export class SimulatedBroker {
  readonly clock: VirtualClock;
  readonly roll: RandomInt;
  readonly #epochs = new Map<number, SimulatedEpoch>();
  readonly #hearers = new Set<(text: string) => void>();
  #clockError = 0;
  /** Called with each message before any node can read it. */
  onStored: (epoch: SimulatedEpoch, message: DeliveredMessage) => void = () => undefined;
  /** Called when the first snapshot of a later epoch is stored. */
  onBegun: (epoch: SimulatedEpoch, snapshot: string) => void = () => undefined;

  constructor(clock: VirtualClock, roll: RandomInt) {
    this.clock = clock;
    this.roll = roll;
    this.create(1, '');
  }

  /** The highest one. */
  get latest(): SimulatedEpoch {
    return this.epoch(this.highest);
  }

  /** The number of the highest epoch; 0 if there is none. */
  get highest(): number {
    return Math.max(0, ...this.#epochs.keys());
  }

  epoch(number: number): SimulatedEpoch {
    const epoch = this.#epochs.get(number);
    if (epoch === undefined) throw new RangeError(`there is no epoch ${number}`);
    return epoch;
  }

  /** By how many milliseconds the clock of the server is set forward or back. */
  get clockError(): number {
    return this.#clockError;
  }

  set clockError(milliseconds: number) {
    this.#clockError = milliseconds;
    for (const { stream } of this.#epochs.values()) stream.clockError = milliseconds;
  }

  /** False if another node has created this epoch. */
  create(number: number, creator: string): boolean {
    const existing = this.#epochs.get(number);
    if (existing !== undefined) return existing.creator === creator;
    const stream = new SimulatedStream(this.clock, this.roll);
    stream.clockError = this.#clockError;
    const epoch = new SimulatedEpoch(number, creator, stream);
    stream.onStored = (message) => this.onStored(epoch, message);
    this.#epochs.set(number, epoch);
    return true;
  }

  /** Nothing more is stored in the streams of earlier epochs. */
  sealBefore(number: number): void {
    for (const epoch of this.#epochs.values()) if (epoch.number < number) epoch.stream.isSealed = true;
  }

  /** NATS has lost everything that it had stored. */
  loseAll(): void {
    for (const { stream } of this.#epochs.values()) stream.lose();
    this.#epochs.clear();
  }

  /** The first snapshot of an epoch. */
  begin(number: number, snapshot: string): void {
    const epoch = this.epoch(number);
    epoch.save(0, snapshot);
    this.onBegun(epoch, snapshot);
  }

  announce(text: string): void {
    for (const hear of this.#hearers) hear(text);
  }

  hear(listener: (text: string) => void): () => void {
    this.#hearers.add(listener);
    return () => this.#hearers.delete(listener);
  }
}
