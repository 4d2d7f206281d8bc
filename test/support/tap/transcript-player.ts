import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Transcript, TranscriptStatement } from '../transcripts/transcript.ts';

/** Plays a transcript over real sockets with a server that is somewhere else, each step once the one before is heard. */
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
  const client = (who: string): TcpClient => clients.get(who) ?? fail(`nobody is called ${who}`);
  switch (statement.kind) {
    case 'connect':
      clients.set(statement.who, await TcpClient.connect(port, statement.address));
      return;
    case 'says':
      return client(statement.who).say(statement.bytes);
    case 'hears':
      for (const who of statement.who) await client(who).hear(statement.bytes);
      return;
    case 'closed':
      for (const who of statement.who) await client(who).closed();
      return;
    default:
      fail(`${statement.text}: not over sockets`);
  }
}

class TcpClient {
  readonly #socket: Socket;
  #heard: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#heard = Buffer.concat([this.#heard, bytes]);
    });
    socket.on('error', () => {});
  }

  static async connect(port: number, localAddress: string): Promise<TcpClient> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    await once(socket, 'connect');
    return new TcpClient(socket);
  }

  say(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  async hear(expected: Buffer): Promise<void> {
    while (this.#heard.length < expected.length) {
      if (this.#socket.closed) fail(`closed before ${expected}`);
      const look = new AbortController();
      const { signal } = look;
      const news = [once(this.#socket, 'data', { signal }), once(this.#socket, 'close', { signal })];
      await Promise.race(news);
      look.abort();
      await Promise.allSettled(news);
    }
    const next = this.#heard.subarray(0, expected.length);
    this.#heard = this.#heard.subarray(expected.length);
    if (!next.equals(expected)) fail(`${next} in place of ${expected}`);
  }

  end(): void {
    this.#socket.end();
  }

  async closed(): Promise<void> {
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }
}

const fail = (words: string): never => {
  throw new Error(words);
};
