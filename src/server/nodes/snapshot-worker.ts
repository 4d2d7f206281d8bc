import { workerData } from 'node:worker_threads';
import { applyStreamUpTo } from '../../nodes/apply-stream-up-to.ts';
import { NatsStorage } from '../../nodes/nats/nats-storage.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import { newReplica, type ReplicaThreadData } from './replica-thread-data.ts';

// The thread that makes snapshots. It follows the stream with its own lobby, so that no client of the node waits. If it fails, it ends with
// an error, and the node starts it again.

const data = workerData as ReplicaThreadData & {
  /** Messages between two snapshots. */
  readonly interval: number;
};

lowerThreadPriority();
// If the stream is lost, the node begins a new stream and starts this thread again.
const installation = await NatsStorage.open(data.location, true);
const replica = newReplica(data, await installation.skipped());
const latest = await installation.latestSnapshot();
if (latest !== undefined) replica.restore(latest);

for (let saved = replica.position.sequence; ; saved = replica.position.sequence) {
  await applyStreamUpTo(installation.stream, replica, saved + data.interval);
  await installation.saveSnapshot(replica.snapshot());
}
