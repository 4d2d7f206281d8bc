import {
  positionText,
  type ReplicatedSnapshot,
  type SkippedInputPosition,
} from '../../../src/nodes/replicated-lobby.ts';
import type { SharedStorage } from '../../../src/nodes/shared-storage.ts';
import type { SharedStream } from '../../../src/nodes/shared-stream.ts';
import { encodeMessage } from '../../../src/nodes/stream-message.ts';
import { GatedStream, type ProcessGate } from './process-gate.ts';
import type { SimulatedNats } from './simulated-nats.ts';
import type { NetworkConditions, StreamLink } from './simulated-stream.ts';

/** The largest delay of an announcement in milliseconds. */
const ANNOUNCEMENT_DELAY = 50;
/** Milliseconds in which another node must have stored a snapshot, and between two looks for it. */
const SNAPSHOT_TIMEOUT = 60_000;
const SNAPSHOT_PAUSE = 250;

/** The connection of one process to NATS, which may be cut. */
export class SimulatedStorage implements SharedStorage {
  readonly #nats: SimulatedNats;
  readonly #gate: ProcessGate;
  readonly #onPublish: (id: string) => void;
  readonly #links: StreamLink[] = [];
  readonly #listeners = new Set<() => void>();
  #network: NetworkConditions;
  #isCut = false;
  #cuts = 0;
  #epoch = 0;
  #stream: SharedStream | undefined;
  /** Called when the connection works again. */
  onReconnected: (() => void) | undefined;

  constructor(nats: SimulatedNats, gate: ProcessGate, network: NetworkConditions, onPublish: (id: string) => void) {
    this.#nats = nats;
    this.#gate = gate;
    this.#network = network;
    this.#onPublish = onPublish;
    this.#enter(nats.latest.number);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get stream(): SharedStream {
    if (this.#stream === undefined) throw new Error('the process has not entered an epoch');
    return this.#stream;
  }

  set network(network: NetworkConditions) {
    this.#network = network;
    for (const link of this.#links) link.network = network;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    if (isCut) this.#cuts++;
    const isReconnected = this.#isCut && !isCut;
    this.#isCut = isCut;
    for (const link of this.#links) link.isCut = isCut;
    if (isReconnected) this.#gate.enter(() => this.onReconnected?.());
  }

  highestEpoch(): Promise<number> {
    return this.#request(() => this.#nats.highest);
  }

  async enter(epoch: number): Promise<void> {
    await this.#request(() => undefined);
    this.#enter(epoch);
  }

  async begin(epoch: number, creator: string, snapshot: ReplicatedSnapshot): Promise<boolean> {
    const nats = this.#nats;
    await this.#request(() => nats.sealBefore(epoch));
    if (!(await this.#request(() => nats.create(epoch, creator)))) return false;
    const message = encodeMessage({ kind: 'begin', epoch });
    await this.#request(() => nats.epoch(epoch).stream.store(message, { id: 'begin', expectLast: 0 }));
    const text = JSON.stringify(snapshot);
    await this.#request(() => nats.begin(epoch, text));
    return true;
  }

  async latestSnapshot(): Promise<ReplicatedSnapshot | undefined> {
    const text = await this.#request(() => this.#nats.epoch(this.#epoch).latestSnapshot);
    return text === undefined ? undefined : JSON.parse(text);
  }

  readonly snapshotAt = async (sequence: number): Promise<ReplicatedSnapshot> => {
    for (let waited = 0; waited < SNAPSHOT_TIMEOUT; waited += SNAPSHOT_PAUSE) {
      const text = await this.#request(() => {
        const { snapshots } = this.#nats.epoch(this.#epoch);
        const later = [...snapshots.keys()].filter((each) => each >= sequence);
        return snapshots.get(Math.min(...later));
      });
      if (text !== undefined) return JSON.parse(text);
      await new Promise<void>((resolve) => this.#gate.at(this.#gate.now() + SNAPSHOT_PAUSE, resolve));
    }
    throw new Error('lost');
  };

  async saveSnapshot(snapshot: ReplicatedSnapshot): Promise<void> {
    const text = JSON.stringify(snapshot);
    await this.#request(() => this.#nats.epoch(this.#epoch).save(snapshot.sequence, text));
  }

  skipped(): Promise<ReadonlySet<string>> {
    return this.#request(() => new Set(this.#nats.epoch(this.#epoch).skipped));
  }

  async skip(at: SkippedInputPosition): Promise<void> {
    await this.#request(() => this.#nats.epoch(this.#epoch).skipped.add(positionText(at)));
  }

  announce(text: string): void {
    if (!this.#isCut) this.#nats.announce(text);
  }

  onAnnouncement(listener: (text: string) => void): () => void {
    const { clock, randomInt } = this.#nats;
    let isHearing = true;
    const deliver = (text: string): void => {
      if (isHearing && !this.#isCut) this.#gate.enter(() => listener(text));
    };
    const forget = this.#nats.hear((text) => {
      clock.at(clock.now() + randomInt(ANNOUNCEMENT_DELAY), () => deliver(text));
    });
    const stop = (): void => {
      isHearing = false;
      forget();
      this.#listeners.delete(stop);
    };
    this.#listeners.add(stop);
    return stop;
  }

  /** The process has died. */
  close(): void {
    for (const stop of this.#listeners) stop();
    for (const link of this.#links) link.close();
    this.#isCut = true;
  }

  #enter(epoch: number): void {
    const link = this.#nats.epoch(epoch).stream.link(this.#network);
    link.isCut = this.#isCut;
    this.#links.push(link);
    this.#stream = new GatedStream(link, this.#gate, this.#onPublish);
    this.#epoch = epoch;
  }

  /** A request to NATS and its reply. */
  async #request<Result>(run: () => Result): Promise<Result> {
    const before = this.#cuts;
    // The server handles the request even while the process is stopped.
    await this.#pause((resolve) => resolve());
    this.#assertConnected(before);
    const result = run();
    await this.#pause((resolve) => this.#gate.enter(resolve));
    this.#assertConnected(before);
    return result;
  }

  #assertConnected(cuts: number): void {
    if (this.#isCut || this.#cuts !== cuts) throw new Error('cut');
  }

  #pause(arrive: (resolve: () => void) => void): Promise<void> {
    const { clock, randomInt } = this.#nats;
    const delay = randomInt(this.#network.delay + 1);
    return new Promise((resolve) => clock.at(clock.now() + delay, () => arrive(resolve)));
  }
}
