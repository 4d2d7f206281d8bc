import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Transcript, TranscriptStatement } from '../transcripts/transcript.ts';

/** Runs a transcript over TCP with a server at a port. Each step starts when the step before is complete. */
export async function runTranscriptOverTcp(port: number, { statements }: Transcript): Promise<void> {
  const clients = new Map<string, TcpClient>();
  try {
    for (const statement of statements) await execute(statement, port, clients);
  } finally {
    for (const client of clients.values()) client.end();
    await Promise.all([...clients.values()].map((client) => client.closed()));
  }
}

async function execute(statement: TranscriptStatement, port: number, clients: Map<string, TcpClient>): Promise<void> {
  const client = (who: string): TcpClient => clients.get(who) ?? fail(`no client is called ${who}`);
  switch (statement.kind) {
    case 'connect':
      clients.set(statement.who, await TcpClient.connect(port, statement.address));
      return;
    case 'sends':
      return client(statement.who).send(statement.bytes);
    case 'receives':
      for (const who of statement.who) await client(who).expect(statement.bytes);
      return;
    case 'closed':
      for (const who of statement.who) await client(who).closed();
      return;
    default:
      fail(`${statement.text}: not possible over TCP`);
  }
}

class TcpClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    socket.on('error', () => {});
  }

  static async connect(port: number, localAddress: string): Promise<TcpClient> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    await once(socket, 'connect');
    return new TcpClient(socket);
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  async expect(expected: Buffer): Promise<void> {
    while (this.#received.length < expected.length) {
      if (this.#socket.closed) fail(`closed before ${expected}`);
      const waiting = new AbortController();
      const { signal } = waiting;
      const events = [once(this.#socket, 'data', { signal }), once(this.#socket, 'close', { signal })];
      await Promise.race(events);
      waiting.abort();
      await Promise.allSettled(events);
    }
    const next = this.#received.subarray(0, expected.length);
    this.#received = this.#received.subarray(expected.length);
    if (!next.equals(expected)) fail(`received ${next} instead of ${expected}`);
  }

  end(): void {
    this.#socket.end();
  }

  async closed(): Promise<void> {
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }
}

const fail = (message: string): never => {
  throw new Error(message);
};
