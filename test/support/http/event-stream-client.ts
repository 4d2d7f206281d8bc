import assert from 'node:assert/strict';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import type { ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import { inTime } from '../eventually.ts';

type Of<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

/** A client of server-sent events. Each event must be a message that matches the schema. */
export class EventStreamClient {
  readonly #abort: AbortController;
  readonly #messages: AsyncIterator<ServerMessage>;

  private constructor(body: ReadableStream<Uint8Array>, abort: AbortController) {
    this.#abort = abort;
    // Locks the body at once: fetch cancels a body without a reader when its response is garbage-collected.
    this.#messages = messagesOf(body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>));
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventStreamClient> {
    const abort = new AbortController();
    const answer = await fetch(url, { headers, signal: abort.signal });
    assert.equal(answer.status, 200, url);
    assert.equal(answer.headers.get('Content-Type'), 'text/event-stream');
    assert(answer.body !== null);
    return new EventStreamClient(answer.body, abort);
  }

  /** The next message of any kind; undefined if the stream has ended. */
  async any(): Promise<ServerMessage | undefined> {
    const { value, done } = await inTime('the next event', this.#messages.next());
    return done ? undefined : value;
  }

  /** The next message of the given kind. Messages of other kinds before it are skipped. */
  async next<Kind extends ServerMessage['kind']>(kind: Kind): Promise<Of<Kind>> {
    for (;;) {
      const message = await this.any();
      assert(message !== undefined, `the stream ended without ${kind}`);
      if (message.kind === kind) return message as Of<Kind>;
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

async function* messagesOf(body: ReadableStream<string>): AsyncGenerator<ServerMessage, undefined> {
  let text = '';
  for await (const part of body) {
    const events = `${text}${part}`.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith(':')) continue;
      assert(event.startsWith('data: '), event);
      const message = parseServerMessage(event.slice('data: '.length));
      assert(message.ok, `${event}: ${message.ok ? '' : message.problem.problem}`);
      yield message.value;
    }
  }
}
