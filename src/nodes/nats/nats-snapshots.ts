import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ObjectStore, Objm, StorageType, setSha256Backend } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ReplicatedSnapshot } from '../replicated-lobby.ts';
import { readConfigurationLine, readSnapshotLines, snapshotLines } from '../snapshot-lines.ts';
import type { SharedConfiguration } from '../stream-message.ts';
import { retryRequest } from './nats-retry.ts';

// The library's own SHA-256 is JavaScript, for browsers.
setSha256Backend('native');

/** The number of snapshots that are stored per epoch. */
const STORED_SNAPSHOTS = 2;
/**
 * Bytes of a decompressed chunk. With the default of 16 KiB, reading the lines of a large snapshot takes twice the CPU time.
 */
const CHUNK = 131_072;

/**
 * The snapshots of one epoch, in JetStream's object store. The name of a snapshot is the sequence of its last message.
 * Snapshots are compressed, because sending and storing 300 MB takes much longer than compressing them.
 */
export class NatsSnapshots {
  readonly #store: ObjectStore;

  private constructor(store: ObjectStore) {
    this.#store = store;
  }

  static async open(connection: NatsConnection, bucket: string, replicas: number): Promise<NatsSnapshots> {
    const store = await new Objm(connection).create(bucket, { storage: StorageType.File, replicas });
    return new NatsSnapshots(store);
  }

  /** The sequences of the stored snapshots, the latest first. */
  async sequences(): Promise<number[]> {
    const objects = await retryRequest(() => this.#store.list());
    return objects.map(({ name }) => Number(name)).sort((one, other) => other - one);
  }

  async load(sequence: number): Promise<ReplicatedSnapshot | undefined> {
    const found = await retryRequest(() => this.#store.get(`${sequence}`));
    if (found === null) return undefined;
    const snapshot = await readSnapshotLines(decompressed(found.data));
    const error = await found.error;
    if (error) throw error;
    return snapshot;
  }

  /** The configuration in a snapshot. Does not read the rest of the snapshot. */
  async configuration(sequence: number): Promise<SharedConfiguration | undefined> {
    const found = await retryRequest(() => this.#store.get(`${sequence}`));
    if (found === null) return undefined;
    // This promise rejects if a chunk arrives after the rest was cancelled.
    found.error.catch(() => undefined);
    return await readConfigurationLine(decompressed(found.data));
  }

  /**
   * Stores a snapshot, reads it again to check its digest, and deletes all snapshots except the last two. Resolves with the
   * sequence of the earlier one of these two, or 0 if there is only one: no node needs the messages up to this sequence.
   * Rejects if the digest is wrong.
   */
  async save(snapshot: ReplicatedSnapshot): Promise<number> {
    const name = `${snapshot.sequence}`;
    const lines = ReadableStream.from(snapshotLines(snapshot)).pipeThrough(new TextEncoderStream());
    await this.#store.put({ name }, lines.pipeThrough(new CompressionStream('gzip')), { timeout: 60_000 });
    const stored = await this.#store.get(name);
    if (stored === null) throw new Error(`snapshot ${name} is not stored`);
    // While it reads, the library compares the digest.
    for await (const _ of stored.data);
    const sequences = await this.sequences();
    for (const old of sequences.slice(STORED_SNAPSHOTS)) await this.#store.delete(`${old}`);
    return sequences[STORED_SNAPSHOTS - 1] ?? 0;
  }
}

/** The decompressed bytes. Errors are thrown to the reader. */
const decompressed = (bytes: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(bytes, createGunzip({ chunkSize: CHUNK }), () => undefined);
