import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ObjectInfo, Objm } from '@nats-io/obj';
import { connect as connectNats } from '@nats-io/transport-node';
import type { Input } from '../src/lobby/input.ts';
import { NatsStorage } from '../src/nodes/nats/nats-storage.ts';
import { globalIdOf } from '../src/nodes/player-id-translation.ts';
import { decodeMessage, encodeMessage, type NodeNumber } from '../src/nodes/stream-message.ts';
import { Tengen } from '../test/e2e/serve/server-process.ts';
import { databaseKinds } from '../test/support/database/test-databases.ts';
import { goParameters } from '../test/support/lobby/go-seat.ts';
import { NatsServer } from '../test/support/nodes/nats-server.ts';
import { MAIN_PROTOCOL } from './bench/server/measured-protocol-list.ts';
import { numberOption } from './number-option.ts';

// Measures, with many running games, how long the start of a node takes, and how a snapshot delays the clients of the node that
// makes it.
// npm run nodes:many -- [--games NUMBER] [--moves NUMBER]

const { values } = parseArgs({
  options: { games: { type: 'string', default: '100000' }, moves: { type: 'string', default: '40' } },
});
const games = numberOption('--games', values.games);
const moves = numberOption('--moves', values.moves);
const LINES = 19;
const INPUTS_PER_BATCH = 1_000;
/** Batches that are being published at the same time. */
const MAXIMUM_IN_FLIGHT = 64;
/** After this many batches, the publisher waits until the nodes have applied all of them. */
const PAUSE_AFTER = 20;
/** Messages between two snapshots. */
const INTERVAL = 3_000;
/** Pairs of clients whose moves are timed. */
const PAIRS = 20;
/** Milliseconds between two moves of a pair. */
const MOVE_INTERVAL = 200;
/** Moves of a pair in each part of the measurement; all of them fit on the board, on every second point. */
const MOVES_PER_PART = 45;
/** How often both parts are measured. */
const ROUNDS = 2;
/** Milliseconds after a snapshot until the nodes have finished all work for it. */
const SNAPSHOT_PAUSE = 5_000;
/** Seconds until a snapshot must be stored. */
const SNAPSHOT_TIMEOUT = 300;
const [, postgres] = await databaseKinds();

/** A node without sockets, whose players play all the games. */
class Publisher {
  readonly #installation: NatsStorage;
  readonly #number: NodeNumber;
  readonly #inFlight = new Set<Promise<unknown>>();
  #batches = 0;
  /** Waits until a node has applied the message. */
  waitUntilApplied: (last: number) => Promise<void> = async () => undefined;

  private constructor(installation: NatsStorage, number: NodeNumber) {
    this.#installation = installation;
    this.#number = number;
  }

  static async join(port: number): Promise<Publisher> {
    const installation = await NatsStorage.open(location(port));
    const { stream } = installation;
    await stream.publish(encodeMessage({ kind: 'join', key: 'publisher' }), { id: 'publisher' });
    const number = await new Promise<NodeNumber>((resolve) => {
      let joins = 0;
      const stop = stream.read(0, ({ data }) => {
        const message = decodeMessage(data);
        if (!message.ok || message.value.kind !== 'join') return;
        joins++;
        if (message.value.key !== 'publisher') return;
        stop();
        resolve(joins);
      });
    });
    return new Publisher(installation, number);
  }

  async publish(inputs: readonly Input[]): Promise<void> {
    const number = ++this.#batches;
    const applied = { sequence: 0, hash: 0, messages: 0 };
    const batch = { kind: 'batch', node: this.#number, number, inputs, heartbeat: { broadcasts: 0 }, applied } as const;
    const published: Promise<unknown> = this.#installation.stream
      .publish(encodeMessage(batch), { id: `publisher ${number}` })
      .finally(() => this.#inFlight.delete(published));
    this.#inFlight.add(published);
    if (this.#inFlight.size >= MAXIMUM_IN_FLIGHT) await Promise.race(this.#inFlight);
  }

  async startGames(first: number, last: number): Promise<void> {
    const inputs: Input[] = [];
    for (let game = first; game <= last; game++) {
      for (const color of [0, 1]) {
        const player = globalIdOf(this.#number, 2 * game + color + 1);
        const client = { protocol: MAIN_PROTOCOL, listener: 'plain', address: '127.0.0.1' };
        inputs.push({ kind: 'command', player, client, command: { kind: 'enter', name: `p${game}-${color}` } });
        inputs.push({ kind: 'command', player, command: { kind: 'seek', parameters: goParameters(LINES) } });
      }
    }
    await this.#publishAll(inputs);
  }

  async play(turn: number): Promise<void> {
    const inputs: Input[] = [];
    for (let game = 0; game < games; game++) {
      const player = globalIdOf(this.#number, 2 * game + (turn % 2) + 1);
      inputs.push({ kind: 'command', player, command: { kind: 'play', point: (2 * turn) as never, spent: 1_000 } });
    }
    await this.#publishAll(inputs);
  }

  async #publishAll(inputs: readonly Input[]): Promise<void> {
    for (let from = 0; from < inputs.length; from += INPUTS_PER_BATCH) {
      await this.publish(inputs.slice(from, from + INPUTS_PER_BATCH));
      if (this.#batches % PAUSE_AFTER === 0) await this.waitUntilApplied(await this.last());
    }
    await this.waitUntilApplied(await this.last());
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await this.#installation.close();
  }

  async last(): Promise<number> {
    return await this.#installation.stream.last();
  }
}

const location = (port: number) => ({
  servers: [`127.0.0.1:${port}`],
  installation: 'many',
  replicas: 1 as const,
  snapshotInterval: INTERVAL,
});

/** Two nu6 clients that play against each other at a given pace. It measures the time of each move. */
class TimedPair {
  readonly times: number[] = [];
  #movesReceived = 0;
  #turn = 0;
  #sentAt = 0;
  #resolve: (() => void) | undefined;
  readonly #send: ((line: string) => void)[] = [];

  static async connect(port: number, name: string): Promise<TimedPair> {
    const pair = new TimedPair();
    const seated: Promise<void>[] = [];
    for (const color of ['black', 'white']) {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      const { promise, resolve } = Promise.withResolvers<void>();
      seated.push(promise);
      pair.#send.push((line) => void socket.write(`${line}\n`));
      const lines = createInterface(socket);
      lines.on('line', (line) => {
        if (line.startsWith('CORE.MATCH')) resolve();
        else if (line.startsWith('CORE.MOVE')) pair.#onMove();
      });
      socket.write(`CORE.HELLO~${name}-${color}\n`);
      await delay(20);
      socket.write('CORE.NEWGAME~19\n');
    }
    await Promise.all(seated);
    return pair;
  }

  #onMove(): void {
    if (++this.#movesReceived % 2 === 1) return;
    this.times.push(performance.now() - this.#sentAt);
    this.#resolve?.();
  }

  async play(count: number): Promise<void> {
    for (let move = 0; move < count; move++) {
      const turn = this.#turn++;
      const answered = new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
      this.#sentAt = performance.now();
      this.#send[turn % 2]?.(`CORE.MOVE~${2 * turn}`);
      await answered;
      await delay(Math.max(0, MOVE_INTERVAL - (performance.now() - this.#sentAt)));
    }
  }
}

function percentile(times: readonly number[], part: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1);
}

async function timeMoves(what: string, pairs: readonly TimedPair[]): Promise<void> {
  for (const pair of pairs) pair.times.length = 0;
  await Promise.all(
    pairs.map(async (pair, index) => {
      await delay((index * MOVE_INTERVAL) / PAIRS);
      await pair.play(MOVES_PER_PART);
    }),
  );
  const times = pairs.flatMap((each) => each.times);
  const [median, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  console.log(
    `${what}: ${times.length} moves, median ${median} ms, p99 ${high} ms, longest ${percentile(times, 1)} ms`,
  );
}

async function snapshots(port: number): Promise<readonly ObjectInfo[]> {
  const connection = await connectNats({ servers: `127.0.0.1:${port}` });
  const list = await (await new Objm(connection).open('tengen-many-1')).list();
  await connection.close();
  return list.toSorted((one, other) => Number(one.name) - Number(other.name));
}

async function snapshotAfter(port: number, sequence: number): Promise<ObjectInfo> {
  for (let waited = 0; waited < SNAPSHOT_TIMEOUT; waited++) {
    const latest = (await snapshots(port)).at(-1);
    if (latest !== undefined && Number(latest.name) >= sequence) return latest;
    await delay(1_000);
  }
  throw new Error(`no snapshot after ${SNAPSHOT_TIMEOUT} s: the thread that makes it has the lowest priority`);
}

/** The last message that a node has applied. */
async function appliedBy(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^tengen_node_applied_sequence (\d+)/m.exec(text)?.[1]);
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

await test(`${games} games of ${moves} moves`, async (context) => {
  const nats = await NatsServer.start(context);
  const url = `nats://127.0.0.1:${nats.port}?name=many&snapshot=${INTERVAL}`;
  const options = ['--nats', url, '--database', await postgres.newPlace(), '--log-level', 'info', '--resume', '600'];
  const node = (): Tengen => {
    const started = new Tengen('serve', '--port', '0', ...options);
    context.after(() => started.end('SIGKILL'));
    return started;
  };
  const first = node();
  const [port = 0] = await first.ports();
  const publisher = await Publisher.join(nats.port);
  let start = performance.now();
  const beats = setInterval(() => void publisher.publish([]).catch(() => undefined), 1_000);
  context.after(async () => {
    clearInterval(beats);
    await publisher.close();
  });
  // A node that is more than 5 s behind would leave.
  publisher.waitUntilApplied = async (last) => {
    while ((await appliedBy(port)) < last) await delay(20);
  };
  await publisher.startGames(0, games - 1);
  for (let turn = 0; turn < moves; turn++) await publisher.play(turn);
  console.log(`${await publisher.last()} messages published and applied in ${seconds(start)}`);
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await TimedPair.connect(port, `timed${pair}`));
  /** Publishes messages up to one at which a snapshot is made. The next snapshot is `INTERVAL` messages later. */
  const fill = async (): Promise<number> => {
    const last = (Math.floor((await publisher.last()) / INTERVAL) + 1) * INTERVAL;
    for (let missing = INTERVAL; missing > 0; missing = last - (await publisher.last()))
      for (let message = 0; message < Math.min(missing, 50); message++) await publisher.publish([]);
    return last;
  };
  await snapshotAfter(nats.port, await fill());
  for (let round = 0; round < ROUNDS; round++) {
    await delay(SNAPSHOT_PAUSE);
    await timeMoves('no snapshot is made', pairs);
    start = performance.now();
    const making = snapshotAfter(nats.port, await fill());
    await timeMoves('while a snapshot is made', pairs);
    console.log(`a snapshot of ${(await making).size} bytes was stored after ${seconds(start)}`);
  }
  start = performance.now();
  const other = node();
  const [otherPort = 0] = await other.ports();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${otherPort}/readyz`).catch(() => undefined);
    if (answer?.status === 200) break;
    await delay(50);
  }
  console.log(`another node is ready after ${seconds(start)}`);
  assert(first.child.exitCode === null);
});
