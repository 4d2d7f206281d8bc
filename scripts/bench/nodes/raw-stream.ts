import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { NatsStream } from '../../../src/nodes/nats/nats-stream.ts';
import { encodeMessage } from '../../../src/nodes/stream-message.ts';
import type { GeneratorCommand, GeneratorReport, LoadOptions } from '../server/load-generator.ts';

// The stream alone, a process of its own: every table has one move on its way; all moves of one turn of the event loop are one message,
// as a node publishes them: node scripts/bench/nodes/raw-stream.ts OPTIONS

const { port, connections }: Pick<LoadOptions, 'port' | 'connections'> = JSON.parse(process.argv[2]!);
const tables = connections / 2;
const NAME = `raw-${connections}-${process.pid}`;

const connection = await connect({ servers: `127.0.0.1:${port}` });
const manager = await jetstreamManager(connection);
await manager.streams.add({ name: NAME, subjects: [NAME] });
const stream = new NatsStream(connection, manager, { stream: NAME, subject: NAME });

/** When the moves of a message were published, by its number. */
const published = new Map<number, readonly number[]>();
let messages = 0;
let waiting: number[] = [];
let isScheduled = false;
let [playing, moves, onTheirWay] = [false, 0, 0];
let waits: number[] = [];
let rested: () => void = () => {};

const moveOf = (index: number): object => ({
  kind: 'command',
  player: 67_108_865 + index,
  command: { kind: 'play', point: index % 361, spent: 10 },
  heard: Date.now(),
});

function flush(): void {
  isScheduled = false;
  const since = waiting;
  waiting = [];
  const number = ++messages;
  published.set(number, since);
  const inputs = since.map((_, index) => moveOf(index));
  const batch = { kind: 'batch', node: 1, number, inputs, applied: { sequence: number, hash: 1 } };
  void stream.publish(encodeMessage(batch as never), { id: `${number}` });
}

function play(): void {
  onTheirWay++;
  waiting.push(performance.now());
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(flush);
}

stream.read(0, ({ data }) => {
  const { number } = JSON.parse(Buffer.from(data).toString()) as { number: number };
  const now = performance.now();
  for (const since of published.get(number) ?? []) {
    onTheirWay--;
    moves++;
    if (playing) {
      waits.push(now - since);
      play();
    } else if (onTheirWay === 0) rested();
  }
  published.delete(number);
});

async function playFor(seconds: number): Promise<void> {
  [moves, waits, playing] = [0, [], true];
  const begin = performance.now();
  for (let table = 0; table < tables; table++) play();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const movesPerSecond = (1000 * moves) / (performance.now() - begin);
  const resting = new Promise<void>((resolve) => {
    rested = resolve;
  });
  playing = false;
  await resting;
  waits.sort((one, other) => one - other);
  const at = (share: number): number => waits[Math.floor(share * waits.length)] ?? Number.NaN;
  report({ kind: 'played', movesPerSecond, p50: at(0.5), p99: at(0.99), moves });
}

const report = (told: GeneratorReport): void => void process.send!(told);
process.on(
  'message',
  (order: GeneratorCommand) => void (order.kind === 'play' ? playFor(order.seconds) : report({ kind: 'seated' })),
);
process.on('disconnect', () => process.exit());
report({ kind: 'seated' });
