import { type GameMessage, MessageLog } from './message-log.ts';
import { gameOf, type RecordingData } from './recording-data.ts';

/**
 * Merges the recordings that several nodes have made of one game, each of its own clients. Messages are ordered by the last message of
 * the stream that their node had applied. If it is the same for two nodes, the nodes' clocks decide. The messages of each node keep their
 * order.
 */
export function mergeNodeRecordings(parts: readonly RecordingData[]): RecordingData | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first;
  const messages: (GameMessage & { readonly part: number })[] = [];
  const connections: RecordingData['connections'][number][] = [];
  for (const [part, recording] of parts.entries()) {
    const before = connections.length;
    for (const message of gameOf(0, recording).log)
      messages.push({ ...message, connection: before + message.connection, part });
    connections.push(...recording.connections);
  }
  messages.sort(
    (one, other) =>
      Math.floor(one.order) - Math.floor(other.order) ||
      (one.part === other.part ? one.order - other.order : one.at - other.at || one.part - other.part),
  );
  const log = new MessageLog();
  // In the merged recording the order is a count.
  for (const [order, { connection, turns, part: _, ...message }] of messages.entries())
    log.add({ ...message, order }, connection, turns);
  return { connections, log: new Uint8Array(log.bytes), cut: parts.some(({ cut }) => cut) };
}
