import assert from 'node:assert/strict';
import {
  type ExplainedConversation,
  explainConversation,
} from '../../../src/server/recorder/explained-conversation.ts';
import { readStoredRecording } from '../../../src/server/recorder/recording-data.ts';
import { messagesOf } from '../protocols/loaded-protocols.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import { memoryTransport, type TranscriptClient } from '../transcripts/transcript-transport.ts';

/** A server in memory that records, with clients that send given lines in packets of a given size. */
export class RecordingServer {
  readonly recordings = new Map<number, string>();
  /** Whether the archive fails to store anything. */
  isArchiveDown = false;
  /** The game whose conversation the archive fails to store. */
  refusedGame: number | undefined;
  readonly inMemory: InMemoryServer;
  readonly #transport;
  readonly #clients = new Map<string, TranscriptClient>();

  private constructor(options: InMemoryServerOptions, packet: number) {
    this.inMemory = new InMemoryServer({
      ...options,
      keepConversation: async (game, text) => {
        if (this.isArchiveDown || game === this.refusedGame) throw new Error('no route to host');
        this.recordings.set(game, text);
      },
    });
    this.#transport = memoryTransport(this.inMemory, packet);
  }

  static async start(options: InMemoryServerOptions = {}, packet = 65_536): Promise<RecordingServer> {
    const server = new RecordingServer(options, packet);
    await server.inMemory.start();
    return server;
  }

  async connect(...clients: string[]): Promise<void> {
    for (const client of clients) {
      const [name = '', listener = ''] = client.split(': ');
      this.#clients.set(name, await this.#transport.connect(listener, '127.0.0.1'));
    }
  }

  /** Sends lines such as `alice: CORE.PASS`, one per line. Before each line, 10 ms pass. */
  async send(lines: string): Promise<void> {
    for (const line of lines.trim().split('\n')) {
      const [name = '', ...text] = line.trim().split(': ');
      await this.sendBytes(name, Buffer.from(`${text.join(': ')}\n`));
    }
  }

  async sendBytes(name: string, bytes: Buffer): Promise<void> {
    await this.inMemory.clock.advance(10);
    await this.#clients.get(name)?.send(bytes);
    await this.#transport.settle();
  }

  /** The stored conversation of a game that is over. Its clients must not have sent anything since. */
  async storedConversation(game: number): Promise<ExplainedConversation> {
    await this.inMemory.clock.advance(1_000);
    assert(this.recordings.has(game), `game ${game} is not stored`);
    return explainConversation(game, readStoredRecording(this.recordings.get(game) ?? ''), messagesOf);
  }

  /** Everything that the archive has stored of a game, with the bytes of its messages. */
  storedText(game: number): string {
    const text = this.recordings.get(game);
    assert(text !== undefined, `game ${game} is not stored`);
    return text + Buffer.from(readStoredRecording(text).log).toString('latin1');
  }

  /** The conversation of a game that is not archived yet. */
  unfinishedConversation(game: number): ExplainedConversation | undefined {
    const recording = this.inMemory.recorder?.recording(game);
    return recording && explainConversation(game, recording, messagesOf);
  }

  async disconnect(name: string): Promise<void> {
    this.#clients.get(name)?.disconnect();
    await this.#transport.settle();
  }

  /** The process dies and starts again. */
  async restart(): Promise<void> {
    await this.#transport.crash();
    await this.inMemory.start();
  }
}
