import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkFakeClients } from '../../support/check/fake-client.ts';
import { CgosBridge } from '../../support/clients/cgos-bridge.ts';
import { seededRandomInt } from '../../support/clients/random.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';
import {
  memoryTransport,
  type TranscriptClient,
  type TranscriptTransport,
} from '../../support/transcripts/transcript-transport.ts';

type BridgeKind = 'tcl' | 'python';

/** A client that can connect to a server in memory. */
class ConnectedClient {
  readonly client: CgosBridge;
  readonly #transport: TranscriptTransport;
  readonly #listener: string;
  connection: TranscriptClient | undefined;
  #read = 0;

  constructor(transport: TranscriptTransport, listener: string, client: CgosBridge) {
    this.#transport = transport;
    this.#listener = listener;
    this.client = client;
  }

  async connect(): Promise<void> {
    this.connection = await this.#transport.connect(this.#listener, '127.0.0.1');
    this.#read = 0;
    this.client.connected();
  }

  /** Answers the bytes that have arrived. Returns false if none have. */
  async answer(): Promise<boolean> {
    const { connection } = this;
    if (connection === undefined || connection.closed || connection.received.length === this.#read) return false;
    const answers = this.client.receive(connection.received.subarray(this.#read).toString());
    this.#read = connection.received.length;
    for (const line of answers) await connection.send(Buffer.from(line));
    return true;
  }

  disconnect(): void {
    this.connection?.disconnect();
    this.connection = undefined;
  }
}

const LISTENER = 'cgos?size=9';
const MAX_ROUNDS = 4_000;

interface ConnectedClients {
  readonly clients: readonly ConnectedClient[];
  /** Plays until each client has finished `games` games. */
  play(games: number, afterRound?: (round: number) => Promise<void>): Promise<void>;
}

async function connectClients(kinds: readonly BridgeKind[], packet: number, seed: number): Promise<ConnectedClients> {
  const server = new InMemoryServer();
  await server.start();
  const transport = memoryTransport(server, packet);
  const clients: ConnectedClient[] = [];
  for (const [index, kind] of kinds.entries()) {
    const bridge = new CgosBridge(kind, `engine-${index}.${kind}`, {
      maxMoves: 90 + index,
      randomInt: seededRandomInt(seed + index),
    });
    const client = new ConnectedClient(transport, LISTENER, bridge);
    clients.push(client);
    await client.connect();
  }
  return {
    clients,
    async play(games, afterRound = async () => {}) {
      const isOver = (): boolean => clients.every(({ client }) => client.results.length >= games);
      for (let round = 0; !isOver(); round++) {
        assert(round < MAX_ROUNDS, 'the game does not end');
        await transport.settle();
        const hasAnswered = (await Promise.all(clients.map((client) => client.answer()))).includes(true);
        for (const { client } of clients) assert.equal(client.stopped, undefined);
        await afterRound(round);
        if (!hasAnswered) await server.clock.advance(1_000);
      }
    },
  };
}

describe('clients that behave like the two bridge programs of CGOS', () => {
  for (const kinds of [
    ['tcl', 'python'],
    ['python', 'python'],
    ['tcl', 'tcl'],
  ] as const) {
    for (const packet of [1, 1 << 20]) {
      test(`${kinds.join(' and ')} play two complete games, in packets of at most ${packet} bytes`, async () => {
        const { clients, play } = await connectClients(kinds, packet, 7);
        await play(2);
        const [first, second] = clients.map(({ client }) => client.results);
        assert.deepEqual(first, second);
        for (const result of first ?? []) assert.match(result, /^[BW]\+\d+\.\d$|^Draw$/);
        for (const { client } of clients) assert(!client.hungUp);
      });
    }
  }

  test('reconnect during a game and finish it', async () => {
    const { clients, play } = await connectClients(['tcl', 'python'], 1 << 20, 11);
    await play(1, async (round) => {
      const client = clients[round % 2];
      if (round % 17 !== 3) return;
      client?.disconnect();
      await client?.connect();
    });
    assert.deepEqual(clients[0]?.client.results, clients[1]?.client.results);
  });

  for (const kind of ['tcl', 'python'] as const) {
    test(`${kind}: breaks no clause of tengen check`, async () => {
      let client = new CgosBridge(kind, 'engine', { maxMoves: 1_000, randomInt: seededRandomInt(3) });
      const checked = await checkFakeClients('cgos', [
        {
          reconnects: true,
          onConnect: () => {
            client = new CgosBridge(kind, 'engine', { maxMoves: 1_000, randomInt: seededRandomInt(3) });
          },
          onLine(line, { send, hangUp }) {
            for (const answer of client.receive(`${line}\n`)) send(answer.trimEnd());
            if (client.hungUp || client.stopped !== undefined) hangUp();
          },
        },
      ]);
      assert.equal(
        JSON.stringify(
          checked.filter(({ verdict }) => verdict.kind === 'broken'),
          null,
          1,
        ),
        '[]',
      );
      const reached = checked.filter(({ verdict }) => verdict.kind === 'kept').length;
      assert(reached >= checked.length - 1, `${reached} of ${checked.length}`);
    });
  }
});
