import type { DeliveredMessage } from '../../../src/nodes/replicated-lobby.ts';
import {
  type PublishAcknowledgement,
  type PublishOptions,
  type SharedStream,
  UnexpectedLastMessage,
} from '../../../src/nodes/shared-stream.ts';
import { encodeMessage, type StreamMessage } from '../../../src/nodes/stream-message.ts';
import type { RandomInt } from '../clients/random.ts';
import type { VirtualClock } from '../server/virtual-clock.ts';

/** The faults of the network of one node. Probabilities are in thousandths. */
export interface NetworkConditions {
  /** The largest delay of a message in each direction, in milliseconds. */
  readonly delay: number;
  /** The probability that a message is lost before it is stored. */
  readonly lost: number;
  /** The probability that a message is stored twice, the second time with another id. */
  readonly doubled: number;
  /** The probability that a message is stored and its acknowledgement is lost. */
  readonly unconfirmed: number;
}

/** A network without failures. */
export const RELIABLE_NETWORK: NetworkConditions = { delay: 2, lost: 0, doubled: 0, unconfirmed: 0 };

/** A stream in memory. All faults follow from the seed of the random numbers. */
export class SimulatedStream {
  readonly #clock: VirtualClock;
  readonly #randomInt: RandomInt;
  readonly messages: DeliveredMessage[] = [];
  readonly #ids = new Map<string, number>();
  readonly #links = new Set<StreamLink>();
  /** The error of the stream server's clock in milliseconds. */
  clockError = 0;
  /** The stream stores no more messages, because a later epoch exists or the stream is lost. */
  isSealed = false;
  #purged = 0;
  /** Called with each message before any node can read it. */
  onStored: (message: DeliveredMessage) => void = () => undefined;

  constructor(clock: VirtualClock, randomInt: RandomInt) {
    this.#clock = clock;
    this.#randomInt = randomInt;
  }

  get clock(): VirtualClock {
    return this.#clock;
  }

  get randomInt(): RandomInt {
    return this.#randomInt;
  }

  /** Advances the clock, with all effects. */
  async pass(milliseconds: number): Promise<void> {
    await this.#clock.settle();
    await this.#clock.advance(milliseconds);
  }

  /** Connects a node. */
  link(network: NetworkConditions = RELIABLE_NETWORK): StreamLink {
    const link = new StreamLink(this, network);
    this.#links.add(link);
    return link;
  }

  forget(link: StreamLink): void {
    this.#links.delete(link);
  }

  store(data: Uint8Array, { id, expectLast }: PublishOptions): PublishAcknowledgement {
    const known = this.#ids.get(id);
    if (known !== undefined) return { sequence: known, isDuplicate: true };
    if (this.isSealed) throw new Error('sealed');
    if (expectLast !== undefined && this.messages.length !== expectLast) throw new UnexpectedLastMessage();
    const sequence = this.messages.length + 1;
    const timestamp = Math.floor(this.#clock.now() + this.clockError);
    const message = { sequence, timestamp, data };
    this.messages.push(message);
    this.#ids.set(id, sequence);
    this.onStored(message);
    for (const link of this.#links) link.stored();
    return { sequence, isDuplicate: false };
  }

  /** Stores a message a second time, with another id. */
  storeAgain(data: Uint8Array, { id }: PublishOptions): void {
    if (!this.isSealed) this.store(data, { id: `${id} again` });
  }

  /** Stores a message at once, as if another node had sent it. */
  put(message: StreamMessage): void {
    this.store(encodeMessage(message), { id: `put ${this.messages.length}` });
  }

  /** The sequence of the last purged message. Messages up to this one are no longer delivered. */
  get purged(): number {
    return this.#purged;
  }

  purge(sequence: number): void {
    this.#purged = Math.max(this.#purged, sequence);
  }

  /** The stream loses its last messages. */
  cutTail(count: number): void {
    this.messages.splice(this.messages.length - count, count);
    for (const [id, sequence] of this.#ids) if (sequence > this.messages.length) this.#ids.delete(id);
  }

  /** The stream is lost. */
  lose(): void {
    this.cutTail(this.messages.length);
    this.isSealed = true;
  }
}

interface Reader {
  next: number;
  readonly deliver: (message: DeliveredMessage) => void;
  isBusy: boolean;
}

/** The connection of one node to a simulated stream. */
export class StreamLink implements SharedStream {
  readonly #stream: SimulatedStream;
  network: NetworkConditions;
  #isCut = false;
  /** How often the connection was cut. Messages in flight at that time are lost. */
  #cuts = 0;
  #readers: Reader[] = [];

  constructor(stream: SimulatedStream, network: NetworkConditions) {
    this.#stream = stream;
    this.network = network;
  }

  /** Cuts or restores the connection in both directions. */
  set isCut(isCut: boolean) {
    if (isCut) this.#cuts++;
    this.#isCut = isCut;
    if (!isCut) this.stored();
  }

  publish(data: Uint8Array, options: PublishOptions): Promise<PublishAcknowledgement> {
    const { randomInt } = this.#stream;
    const { lost, doubled, unconfirmed } = this.network;
    const before = this.#cuts;
    const wasCut = (): boolean => this.#isCut || this.#cuts !== before;
    return new Promise((resolve, reject) => {
      const isLost = this.#isCut || randomInt(1000) < lost;
      if (isLost) return this.#later(() => reject(new Error('lost')));
      this.#later(() => {
        if (wasCut()) return reject(new Error('cut'));
        let ack: PublishAcknowledgement;
        try {
          ack = this.#stream.store(data, options);
        } catch (error) {
          return reject(error);
        }
        if (randomInt(1000) < doubled) this.#later(() => this.#stream.storeAgain(data, options));
        if (randomInt(1000) < unconfirmed) this.#later(() => reject(new Error('not confirmed')));
        else this.#later(() => (wasCut() ? reject(new Error('cut')) : resolve(ack)));
      });
    });
  }

  read(after: number, deliver: (message: DeliveredMessage) => void): () => void {
    const reader = { next: after + 1, deliver, isBusy: false };
    this.#readers.push(reader);
    this.#deliverTo(reader);
    return () => {
      this.#readers = this.#readers.filter((each) => each !== reader);
    };
  }

  last(): Promise<number> {
    return this.#request(() => this.#stream.messages.length);
  }

  timestampOf(sequence: number): Promise<number | undefined> {
    return this.#request(() =>
      sequence <= this.#stream.purged ? undefined : this.#stream.messages[sequence - 1]?.timestamp,
    );
  }

  /** The process of the node has died. */
  close(): void {
    this.#readers = [];
    this.#isCut = true;
    this.#stream.forget(this);
  }

  /** The stream has a new message. */
  stored(): void {
    for (const reader of this.#readers) this.#deliverTo(reader);
  }

  #deliverTo(reader: Reader): void {
    if (reader.isBusy || this.#isCut || this.#stream.messages.length < reader.next) return;
    reader.isBusy = true;
    this.#later(() => {
      reader.isBusy = false;
      if (this.#isCut || !this.#readers.includes(reader)) return;
      // Messages that were stored in the meantime are delivered at once.
      reader.next = Math.max(reader.next, this.#stream.purged + 1);
      const some = this.#stream.messages.slice(reader.next - 1);
      for (const message of some) {
        if (!this.#readers.includes(reader)) return;
        reader.next = message.sequence + 1;
        reader.deliver(message);
      }
      this.#deliverTo(reader);
    });
  }

  /** A request and its reply. */
  #request<Value>(read: () => Value): Promise<Value> {
    const before = this.#cuts;
    const wasCut = (): boolean => this.#isCut || this.#cuts !== before;
    return new Promise((resolve, reject) => {
      this.#later(() => {
        if (wasCut()) return reject(new Error('cut'));
        const value = read();
        this.#later(() => (wasCut() ? reject(new Error('cut')) : resolve(value)));
      });
    });
  }

  #later(run: () => void): void {
    const { clock, randomInt } = this.#stream;
    clock.at(clock.now() + randomInt(this.network.delay + 1), run);
  }
}

const noSnapshot = (): Promise<never> => Promise.reject(new Error('no snapshots'));

/** A snapshot store without snapshots. */
export const NO_SNAPSHOTS = { snapshotAt: noSnapshot, saveSnapshot: noSnapshot };
