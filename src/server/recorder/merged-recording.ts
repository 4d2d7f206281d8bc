import { type GameMessage, MessageLog } from './message-log.ts';
import { gameOf, type RecordingData } from './recording-data.ts';

/**
 * The recordings of several nodes, each of its own clients, as one. Messages are ordered by the stream: by what their node had applied of it. In
 * between, the clocks of the nodes decide, and each node's messages keep their order.
 */
export function mergedRecording(parts: readonly RecordingData[]): RecordingData | undefined {
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
  // The order of the whole: a count.
  for (const [order, { connection, turns, part: _, ...message }] of messages.entries())
    log.add({ ...message, order }, connection, turns);
  return { connections, log: new Uint8Array(log.bytes), cut: parts.some(({ cut }) => cut) };
}
