import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { NatsServer } from '../../support/nodes/nats-server.ts';
import { serve, type Tengen } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';

/** A NATS server, and the options of the nodes of one installation. */
export class Installation {
  readonly nats: NatsServer;
  /** The options for NATS and the database, which `tengen export` has too. */
  readonly storageOptions: readonly string[];
  readonly options: readonly string[];
  readonly #context: TestContext;

  constructor(context: TestContext, nats: NatsServer, database: string) {
    this.#context = context;
    this.nats = nats;
    this.storageOptions = ['--nats', `nats://127.0.0.1:${nats.port}?name=test&snapshot=20`, '--database', database];
    this.options = [...this.storageOptions, '--log-level', 'info', '--resume', '60'];
  }

  /** Starts a NATS server. `database` is the address of an empty database. */
  static async open(context: TestContext, database: string): Promise<Installation> {
    return new Installation(context, await NatsServer.start(context), database);
  }

  async node(...furtherOptions: readonly string[]): Promise<{ readonly tengen: Tengen; readonly port: number }> {
    const tengen = serve(this.#context, ...this.options, ...furtherOptions);
    const [port = 0] = await tengen.ports();
    return { tengen, port };
  }
}

/** Connects a nu6 client and enters. */
export async function enter(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}`);
  assert.equal(await peer.line(), 'CORE.HELLO');
  return peer;
}

/** Starts a game between Alice (black) at one node and Bob at another. The numbers are ports. */
export async function startGame(blackPort: number, whitePort: number): Promise<{ alice: TcpClient; bob: TcpClient }> {
  const alice = await enter(blackPort, 'alice');
  alice.send('CORE.NEWGAME~9');
  const bob = await enter(whitePort, 'bob');
  // The player of the first seek is black.
  await delay(200);
  bob.send('CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  assert.equal(await bob.line(), 'CORE.MATCH~WHITE~9~alice');
  return { alice, bob };
}

export async function move(mover: TcpClient, other: TcpClient, point: number): Promise<void> {
  mover.send(`CORE.MOVE~${point}`);
  assert.equal(await mover.line(), `CORE.MOVE~${point}`);
  assert.equal(await other.line(), `CORE.MOVE~${point}`);
}
