import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { NatsStream } from '../../../src/nodes/nats/nats-stream.ts';
import { encodeMessage } from '../../../src/nodes/stream-message.ts';
import type { GeneratorCommand, GeneratorReport, LoadGeneratorOptions } from '../server/load-generator.ts';

// The stream alone, in a process of its own: node scripts/bench/nodes/raw-stream.ts OPTIONS
// Every pair has one move in flight. Like a node, the process puts all moves of one turn of the event loop into one message.

const { port, connections }: Pick<LoadGeneratorOptions, 'port' | 'connections'> = JSON.parse(process.argv[2]!);
const pairs = connections / 2;
const NAME = `raw-${connections}-${process.pid}`;

const connection = await connect({ servers: `127.0.0.1:${port}` });
const manager = await jetstreamManager(connection);
await manager.streams.add({ name: NAME, subjects: [NAME] });
const stream = new NatsStream(connection, manager, { stream: NAME, subject: NAME });

/** The times of the moves of each message, by the message's number. */
const published = new Map<number, readonly number[]>();
let messages = 0;
let unpublished: number[] = [];
let isScheduled = false;
let [playing, moves, inFlight] = [false, 0, 0];
let delays: number[] = [];
let onIdle: () => void = () => {};

const moveOf = (index: number): object => ({
  kind: 'command',
  player: 67_108_865 + index,
  command: { kind: 'play', point: index % 361, spent: 10 },
  receivedAt: Date.now(),
});

function flush(): void {
  isScheduled = false;
  const since = unpublished;
  unpublished = [];
  const number = ++messages;
  published.set(number, since);
  const inputs = since.map((_, index) => moveOf(index));
  const batch = { kind: 'batch', node: 1, number, inputs, applied: { sequence: number, hash: 1 } };
  void stream.publish(encodeMessage(batch as never), { id: `${number}` });
}

function play(): void {
  inFlight++;
  unpublished.push(performance.now());
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(flush);
}

stream.read(0, ({ data }) => {
  const { number } = JSON.parse(Buffer.from(data).toString()) as { number: number };
  const now = performance.now();
  for (const since of published.get(number) ?? []) {
    inFlight--;
    moves++;
    if (playing) {
      delays.push(now - since);
      play();
    } else if (inFlight === 0) onIdle();
  }
  published.delete(number);
});

async function playFor(seconds: number): Promise<void> {
  [moves, delays, playing] = [0, [], true];
  const begin = performance.now();
  for (let pair = 0; pair < pairs; pair++) play();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const movesPerSecond = (1000 * moves) / (performance.now() - begin);
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  playing = false;
  await idle;
  delays.sort((one, other) => one - other);
  const at = (share: number): number => delays[Math.floor(share * delays.length)] ?? Number.NaN;
  report({ kind: 'played', movesPerSecond, p50: at(0.5), p99: at(0.99), moves });
}

const report = (message: GeneratorReport): void => void process.send!(message);
process.on(
  'message',
  (command: GeneratorCommand) => void (command.kind === 'play' ? playFor(command.seconds) : report({ kind: 'seated' })),
);
process.on('disconnect', () => process.exit());
report({ kind: 'seated' });
