import {
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { positionText, type ReplicatedSnapshot, type SkippedInputPosition } from '../replicated-lobby.ts';
import type { SharedStorage } from '../shared-storage.ts';
import type { SharedStream } from '../shared-stream.ts';
import { encodeMessage, type SharedConfiguration } from '../stream-message.ts';
import { connectNats, RECONNECT_PAUSE } from './connect-nats.ts';
import { ANSWER_TIMEOUT, retryRequest, unusable } from './nats-retry.ts';
import { type NatsSettings, NatsUnusable } from './nats-settings.ts';
import { NatsSnapshots } from './nats-snapshots.ts';
import { NatsStream } from './nats-stream.ts';

/** Milliseconds for which the stream remembers a message id to recognise duplicates. */
const DUPLICATE_WINDOW = 120_000;
/** Milliseconds to wait for a snapshot that another node is about to store. */
const SNAPSHOT_TIMEOUT = 60_000;
/** Milliseconds in which every living node reconnects to a server that has just started. */
const RECONNECT_TIME = 1_000;
/** Milliseconds to wait until living nodes have begun the next epoch. Longer than an election. */
const EPOCH_TIMEOUT = 30_000;
/** Milliseconds to wait for the answer of NATS that no connection listens to a subject. */
const NO_RESPONDER_TIMEOUT = 250;
const NANOSECONDS = 1_000_000;
/** The oldest version of nats-server that is tested. */
const OLDEST_VERSION = [2, 9] as const;
/** The first version of nats-server that can sync every message to the disk. */
const FIRST_SYNCING_VERSION = [2, 10] as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Connected {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly requests: JetStreamManager;
  readonly location: NatsSettings;
}

/**
 * The storage of an installation on NATS. Each epoch has one stream and one object store. All epochs have one key-value store
 * together.
 */
export class NatsStorage implements SharedStorage {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  /** A manager whose requests time out after `ANSWER_TIMEOUT`. */
  readonly #requests: JetStreamManager;
  readonly #location: NatsSettings;
  /** The positions of skipped inputs, as keys. */
  #skips: KV | undefined;
  #epoch = 0;
  #stream: NatsStream | undefined;
  #snapshots: NatsSnapshots | undefined;
  onReconnected: (() => void) | undefined;

  private constructor({ connection, manager, requests, location }: Connected) {
    this.#connection = connection;
    this.#manager = manager;
    this.#requests = requests;
    this.#location = location;
  }

  /** Connects. If there is no stream, creates the first one, or rejects if it `mustExist`. Rejects with `NatsUnusable`. */
  static async open(location: NatsSettings, mustExist = false): Promise<NatsStorage> {
    const { installation } = location;
    const connection = await connectNats(location);
    try {
      const { version = '' } = connection.info ?? {};
      if (!isAtLeast(version, OLDEST_VERSION))
        throw new NatsUnusable(`NATS ${version} is too old: ${OLDEST_VERSION.join('.')} or later is needed`);
      const manager = await jetstreamManager(connection);
      const requests = await jetstreamManager(connection, { timeout: ANSWER_TIMEOUT, checkAPI: false });
      const highest = await highestEpoch(requests, installation);
      if (highest === 0 && mustExist) throw new NatsUnusable(`NATS does not have the installation ${installation}`);
      const opened = new NatsStorage({ connection, manager, requests, location });
      await opened.enter(highest === 0 ? await opened.#findFirstEpoch() : highest);
      await opened.#checkStream();
      void opened.#watchConnection();
      return opened;
    } catch (error) {
      await connection.close();
      throw error instanceof NatsUnusable ? error : unusable(error);
    }
  }

  get epoch(): number {
    return this.#epoch;
  }

  get stream(): SharedStream {
    if (this.#stream === undefined) throw new Error('no epoch is entered');
    return this.#stream;
  }

  /** Whether the server can store each message on the disk before it acknowledges it. */
  get canSyncAlways(): boolean {
    return isAtLeast(this.serverVersion, FIRST_SYNCING_VERSION);
  }

  get serverVersion(): string {
    return this.#connection.info?.version ?? '';
  }

  async highestEpoch(): Promise<number> {
    return await highestEpoch(this.#requests, this.#location.installation);
  }

  async enter(epoch: number): Promise<void> {
    const { installation, replicas } = this.#location;
    this.#skips = await new Kvm(this.#connection).create(`tengen-${installation}-skipped`, { replicas });
    this.#snapshots = await NatsSnapshots.open(this.#connection, this.#nameOf(epoch), replicas);
    this.#stream = new NatsStream(this.#connection, this.#requests, this.#namesOf(epoch));
    this.#epoch = epoch;
  }

  /**
   * Seals the earlier streams, so that a node that has not noticed the loss, or has created a stream again, cannot use them.
   * Rejects if this is not confirmed, because a node serves clients before it knows whether there is a later stream.
   */
  async begin(epoch: number, creator: string, snapshot: ReplicatedSnapshot): Promise<boolean> {
    for (const earlier of await existingEpochs(this.#requests, this.#location.installation))
      if (earlier < epoch) await this.#manager.streams.update(this.#nameOf(earlier), { sealed: true } as object);
    // The description contains the creator. If another node has created the stream, its configuration differs, and this request
    // fails.
    const isCreated = await this.#createStream(epoch, creator).then(
      () => true,
      () => false,
    );
    if (!isCreated) return false;
    // `begin` is the first message, because no node uses the stream before it has a snapshot.
    const stream = new NatsStream(this.#connection, this.#requests, this.#namesOf(epoch));
    await stream.publish(encodeMessage({ kind: 'begin', epoch }), { id: 'begin', expectLast: 0 });
    const snapshots = await NatsSnapshots.open(this.#connection, this.#nameOf(epoch), this.#location.replicas);
    await snapshots.save(snapshot);
    return true;
  }

  async latestSnapshot(): Promise<ReplicatedSnapshot | undefined> {
    const [latest] = (await this.#snapshots?.sequences()) ?? [];
    return latest === undefined ? undefined : await this.#snapshots?.load(latest);
  }

  /** The configuration in the latest snapshot. Reads much less than the whole snapshot. */
  async latestConfiguration(): Promise<SharedConfiguration | undefined> {
    const [latest] = (await this.#snapshots?.sequences()) ?? [];
    return latest === undefined ? undefined : await this.#snapshots?.configuration(latest);
  }

  readonly snapshotAt = async (sequence: number): Promise<ReplicatedSnapshot> => {
    for (let waited = 0; waited < SNAPSHOT_TIMEOUT; waited += RECONNECT_PAUSE) {
      const stored = (await this.#snapshots?.sequences()) ?? [];
      const earliest = stored.findLast((each) => each >= sequence);
      const snapshot = earliest === undefined ? undefined : await this.#snapshots?.load(earliest);
      if (snapshot !== undefined) return snapshot;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_PAUSE));
    }
    throw new NatsUnusable(`no node has stored the snapshot at message ${sequence}`);
  };

  async saveSnapshot(snapshot: ReplicatedSnapshot): Promise<void> {
    const oldest = await this.#snapshots?.save(snapshot);
    if (oldest) await this.#manager.streams.purge(this.#nameOf(this.#epoch), { seq: oldest + 1 });
  }

  async skipped(): Promise<ReadonlySet<string>> {
    const positions = new Set<string>();
    const keys = await retryRequest(async () => await this.#skips?.keys(`${this.#epoch}.>`));
    for await (const key of keys ?? []) positions.add(key.split('.').slice(1).join('/'));
    return positions;
  }

  /** Several nodes may record the same position at once. The first one succeeds. */
  async skip(at: SkippedInputPosition): Promise<void> {
    const key = `${this.#epoch}.${positionText(at).replaceAll('/', '.')}`;
    const skips = this.#skips;
    if (skips === undefined || (await skips.get(key)) !== null) return;
    await skips.create(key, encoder.encode('skipped')).catch(async (error: unknown) => {
      if ((await skips.get(key)) === null) throw error;
    });
  }

  announce(text: string): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#announcements, encoder.encode(text));
  }

  onAnnouncement(listener: (text: string) => void): () => void {
    const callback = (error: Error | null, message: { data: Uint8Array }): void => {
      if (error === null) listener(decoder.decode(message.data));
    };
    const subscription = this.#connection.subscribe(this.#announcements, { callback });
    return () => subscription.unsubscribe();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  get #announcements(): string {
    return `tengen.${this.#location.installation}.announcements`;
  }

  #nameOf(epoch: number): string {
    return `tengen-${this.#location.installation}-${epoch}`;
  }

  #namesOf(epoch: number): { stream: string; subject: string } {
    return { stream: this.#nameOf(epoch), subject: `tengen.${this.#location.installation}.${epoch}.log` };
  }

  /**
   * Finds the epoch to use if NATS has no stream. If nodes are connected, NATS has lost all data, and the nodes are about to
   * begin the next epoch: waits for it. Otherwise creates the stream of epoch 1.
   */
  async #findFirstEpoch(): Promise<number> {
    for (let waited = 0; waited < EPOCH_TIMEOUT; waited += RECONNECT_TIME) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_TIME));
      const highest = await this.highestEpoch();
      if (highest > 0) return highest;
      if (!(await this.#isAnyNodeConnected())) break;
    }
    await this.#createStream(1, '');
    return 1;
  }

  /** Whether a node listens to announcements. NATS answers at once if no connection listens to a subject. */
  async #isAnyNodeConnected(): Promise<boolean> {
    const request = this.#connection.request(this.#announcements, undefined, { timeout: NO_RESPONDER_TIMEOUT });
    return await request.then(
      () => true,
      (error: unknown) => !(error instanceof errors.RequestError && error.isNoResponders()),
    );
  }

  async #createStream(epoch: number, creator: string): Promise<void> {
    const { stream, subject } = this.#namesOf(epoch);
    await this.#manager.streams.add({
      name: stream,
      description: creator,
      subjects: [subject],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      num_replicas: this.#location.replicas,
      duplicate_window: DUPLICATE_WINDOW * NANOSECONDS,
      deny_delete: true,
      // Every server of a cluster may answer reads of single messages.
      allow_direct: true,
    });
  }

  async #checkStream(): Promise<void> {
    const { stream, subject } = this.#namesOf(this.#epoch);
    const { config } = await this.#manager.streams.info(stream);
    const fail = (reason: string): never => {
      throw new NatsUnusable(`the stream ${stream} ${reason}`);
    };
    if (!config.subjects?.includes(subject)) fail('has other subjects');
    if (config.storage !== StorageType.File) fail('is not stored in files');
    if (
      config.retention !== RetentionPolicy.Limits ||
      config.max_msgs > 0 ||
      config.max_age > 0 ||
      config.max_bytes > 0
    )
      fail('deletes messages by itself');
    if (config.num_replicas !== this.#location.replicas)
      fail(`has ${config.num_replicas} replicas instead of ${this.#location.replicas}`);
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type !== 'reconnect') continue;
      this.#stream?.reconnected();
      this.onReconnected?.();
    }
  }
}

function isAtLeast(version: string, [leastMajor, leastMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The highest epoch that has a stream; 0 if there is none. */
const highestEpoch = async (manager: JetStreamManager, installation: string): Promise<number> =>
  Math.max(0, ...(await existingEpochs(manager, installation)));

async function existingEpochs(manager: JetStreamManager, installation: string): Promise<number[]> {
  const pattern = new RegExp(`^tengen-${installation}-(\\d+)$`);
  return await retryRequest(async () => {
    const epochs: number[] = [];
    for await (const name of manager.streams.names(`tengen.${installation}.*.log`)) {
      const [, epoch] = pattern.exec(name) ?? [];
      if (epoch !== undefined) epochs.push(Number(epoch));
    }
    return epochs;
  });
}
