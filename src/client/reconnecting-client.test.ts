import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import type {
  ClientEvent,
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  Intent,
} from '../protocols/client-session-types.ts';
import { ok } from '../result.ts';
import { type ClientNews, ReconnectingClient } from './reconnecting-client.ts';
import type { ConnectionHandlers, Dial, TcpConnection } from './tcp-connection.ts';

/**
 * A session of a protocol in which the server sends events as JSON, one event or a list in each piece of bytes. `close`
 * ends the session.
 */
class ScriptedSession implements ClientSession {
  readonly deadline = undefined;
  readonly number: number;
  readonly #greeting: readonly ClientEvent[];
  constructor(number: number, greeting: readonly ClientEvent[]) {
    this.number = number;
    this.#greeting = greeting;
  }
  open = (): ClientSessionOutput => ({ ...output(`hello ${this.number}`), news: this.#greeting });
  want = (intent: Intent): ClientSessionOutput => output(intent.kind, intent.kind === 'leave');
  tick = (): ClientSessionOutput => output('tick');
  hungUp = (): ClientSessionOutput => ({ send: [], news: [], close: false });
  receive(bytes: Uint8Array): ClientSessionOutput {
    const text = Buffer.from(bytes).toString();
    if (text === 'close') return { send: [], news: [], close: true };
    return { send: [], news: [JSON.parse(text) as ClientEvent | ClientEvent[]].flat(), close: false };
  }
}

const output = (text: string, close = false): ClientSessionOutput => ({ send: [Buffer.from(text)], news: [], close });

/** The server's side of all connections of a client. */
class ScriptedServer {
  readonly clock = new VirtualClock();
  readonly news: string[] = [];
  /** The bytes that the client has sent as text, and `(dials)` and `(closes)`. */
  readonly sent: string[] = [];
  readonly sessions: (number | undefined)[] = [];
  #handlers: ConnectionHandlers | undefined;
  /** The event of a session before the server has sent a message. */
  greeting: ClientEvent | undefined;
  /** An additional listener for the client's news. */
  onNews: (news: ClientNews) => void = () => {};
  readonly client: ReconnectingClient;

  constructor() {
    const dial: Dial = (handlers) => {
      this.#handlers = handlers;
      this.sent.push('(dials)');
      const connection: TcpConnection = {
        send: (bytes) => void this.sent.push(Buffer.from(bytes).toString()),
        close: () => void this.sent.push('(closes)'),
      };
      return connection;
    };
    let sessions = 0;
    const protocol: ClientHalf = {
      name: 'plain',
      game: 'go',
      intents: ['seek', 'play', 'leave', 'cancel'],
      rematch: 'same connection',
      configure: () => ok(() => new ScriptedSession(0, [])),
    };
    this.client = new ReconnectingClient({
      dial,
      protocol,
      open: (before) => {
        this.sessions.push((before as ScriptedSession | undefined)?.number);
        return new ScriptedSession(++sessions, this.greeting === undefined ? [] : [this.greeting]);
      },
      clock: this.clock,
      onNews: (news) => {
        const { kind } = news;
        this.news.push(
          kind === 'lost'
            ? `lost for ${news.again}: ${news.words}`
            : kind === 'failed'
              ? `failed: ${news.words}`
              : kind,
        );
        this.onNews(news);
      },
    });
  }

  /** Takes the news and the sent texts since the last call. */
  take(): { news: string[]; sent: string[] } {
    return { news: this.news.splice(0), sent: this.sent.splice(0) };
  }

  accept(): void {
    this.#handlers?.connected();
  }
  hangUp(problem?: string): void {
    this.#handlers?.closed(problem);
  }
  send(...all: (ClientEvent | ClientEvent[] | 'close')[]): void {
    for (const news of all) this.#handlers?.received(Buffer.from(news === 'close' ? news : JSON.stringify(news)));
  }
  /** Connects, enters, and lets the client send its seek. */
  enter(): void {
    this.client.connect({ kind: 'seek' });
    this.accept();
    this.send({ kind: 'entered' });
    this.take();
  }
}

const BEGUN: ClientEvent = {
  kind: 'begun',
  game: 'go',
  color: 'black',
  size: 9,
  setup: [],
  continues: false,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
};
const ENDED: ClientEvent = { kind: 'ended', words: 'over' };

describe('ReconnectingClient', () => {
  let server: ScriptedServer;
  beforeEach(() => {
    server = new ScriptedServer();
  });

  test('greets, and sends its seek after it has entered', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    assert.deepEqual(server.take(), { news: ['connected'], sent: ['(dials)', 'hello 1'] });
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take(), { news: ['entered'], sent: ['seek'] });
  });

  test('sends no seek if a game starts when it enters', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.take();
    server.send([{ kind: 'entered' }, BEGUN]);
    assert.deepEqual(server.take(), { news: ['entered', 'begun'], sent: [] });
    server.send(ENDED);
    server.client.want({ kind: 'seek' });
    assert.deepEqual(server.take(), { news: ['ended'], sent: ['seek'] });
  });

  test('fails if no server listens', () => {
    server.client.connect({ kind: 'seek' });
    server.hangUp('connection refused');
    assert.deepEqual(server.take().news, ['failed: connection refused']);
  });

  test('fails if the server closes the connection before it has entered', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.hangUp();
    assert.deepEqual(server.take().news, ['connected', 'failed: the server closed the connection before the login']);
  });

  test('reports the text of another server that closes the connection', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'remark', words: '220 smtp' });
    server.hangUp();
    assert.equal(
      server.take().news.at(-1),
      'failed: the server closed the connection before the login (its last message: 220 smtp)',
    );
  });

  test('accepts a server only after a message of its protocol', async () => {
    server.greeting = { kind: 'entered' };
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'remark', words: 'unknown command' });
    await server.clock.advance(10_000);
    assert.equal(server.take().news.at(-1), 'failed: the server does not answer (its last message: unknown command)');
  });

  test('fails after ten seconds without an answer', async () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    await server.clock.advance(9_999);
    assert.deepEqual(server.take().news, ['connected']);
    await server.clock.advance(1);
    assert.deepEqual(server.take().news, ['failed: the server does not answer']);
  });

  test('fails if the server does not speak the protocol', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'broken', words: 'it said: 220 smtp' });
    assert.deepEqual(server.take().news, ['connected', 'broken', 'failed: it said: 220 smtp']);
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().news, []);
  });

  test('reconnects to its game with growing pauses, and passes on the lost session', async () => {
    server.enter();
    server.send(BEGUN);
    server.take();
    server.hangUp('the connection was reset');
    assert.deepEqual(server.take(), { news: ['lost for 500: the connection was reset'], sent: ['(closes)'] });
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await server.clock.advance(pause - 1);
      assert.deepEqual(server.take(), { news: [], sent: [] });
      await server.clock.advance(1);
      assert.deepEqual(server.take().sent, ['(dials)']);
      server.hangUp('connection refused');
      assert.equal(server.take().news.length, 1);
    }
    await server.clock.advance(30_000);
    server.accept();
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().sent, ['(dials)', 'hello 2', 'seek']);
    assert.deepEqual(server.sessions, [undefined, 1]);
  });

  test('reconnects also while it waits for an opponent', async () => {
    server.enter();
    server.hangUp();
    assert.deepEqual(server.take().news, ['lost for 500: the server closed the connection']);
  });

  test('tries again when the server refuses it after a lost connection', async () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    await server.clock.advance(500);
    server.accept();
    server.take();
    server.send({ kind: 'refused', what: 'enter', words: 'NAMETAKEN' });
    assert.deepEqual(server.take().news, ['lost for 1000: the server does not accept the player back yet']);
    await server.clock.advance(1_000);
    server.accept();
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().sent, ['(dials)', 'hello 3', 'seek']);
    assert.deepEqual(server.sessions, [undefined, 1, 1]);
  });

  test('tries again when its seek is refused after a lost connection', async () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    await server.clock.advance(500);
    server.accept();
    server.take();
    server.send({ kind: 'entered' }, { kind: 'refused', what: 'seek', words: 'name taken' });
    assert.deepEqual(server.take().news, ['entered', 'lost for 1000: the server does not accept the player back yet']);
    await server.clock.advance(1_000);
    server.accept();
    server.send({ kind: 'entered' }, BEGUN, { kind: 'refused', what: 'seek', words: 'in a game' });
    assert.deepEqual(server.take().news, ['connected', 'entered', 'begun', 'refused']);
  });

  test('reports a refusal after two and a half minutes of attempts', async () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    let refused = false;
    let minutes = 0;
    while (!refused && minutes < 20) {
      await server.clock.advance(30_000);
      minutes += 0.5;
      server.accept();
      server.take();
      server.send({ kind: 'entered' }, { kind: 'refused', what: 'seek', words: 'no such game' });
      refused = server.take().news.includes('refused');
    }
    assert.equal(minutes, 5);
  });

  test('ends when its game is over and no seek is open', () => {
    server.enter();
    server.send(BEGUN, ENDED, 'close');
    server.hangUp();
    assert.deepEqual(server.take(), { news: ['begun', 'ended', 'parted'], sent: ['(closes)', '(closes)'] });
  });

  test('reconnects after a goodbye in the middle of a game, because the server restarts', () => {
    server.enter();
    server.send(BEGUN, 'close');
    server.hangUp();
    assert.deepEqual(server.take().news, ['begun', 'lost for 500: the server closed the connection']);
  });

  test('reconnects also without a seek', () => {
    server.client.connect();
    server.accept();
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().sent, ['(dials)', 'hello 1']);
    server.hangUp();
    assert.deepEqual(server.take().news, ['lost for 500: the server closed the connection']);
  });

  test('can connect again for another game', () => {
    server.enter();
    server.send(BEGUN, ENDED, 'close');
    server.hangUp();
    server.take();
    server.client.connect({ kind: 'seek', size: 13 });
    server.accept();
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().sent, ['(dials)', 'hello 2', 'seek']);
    assert.deepEqual(server.sessions, [undefined, undefined]);
  });

  test('sends a new seek over the same connection', () => {
    server.enter();
    server.onNews = ({ kind }) => void (kind === 'ended' && server.client.want({ kind: 'seek' }));
    server.send(BEGUN, ENDED);
    assert.deepEqual(server.take(), { news: ['begun', 'ended'], sent: ['seek'] });
  });

  test('sends intents that come during its events only after all events', () => {
    server.enter();
    server.onNews = ({ kind }) => void (kind === 'begun' && server.client.want({ kind: 'play', point: 0 as never }));
    server.send(BEGUN);
    assert.deepEqual(server.take(), { news: ['begun'], sent: ['play'] });
  });

  test('leaves with a goodbye, and does not reconnect', () => {
    server.enter();
    server.send(BEGUN);
    server.client.want({ kind: 'leave' });
    server.hangUp();
    assert.deepEqual(server.take(), { news: ['begun', 'parted'], sent: ['leave', '(closes)', '(closes)'] });
  });

  test('can leave while there is no connection to the server', async () => {
    server.enter();
    server.hangUp();
    server.take();
    server.client.want({ kind: 'leave' });
    assert.deepEqual(server.take().news, ['parted']);
    await server.clock.advance(60_000);
    assert.deepEqual(server.take(), { news: [], sent: [] });
  });

  test('refuses a move while there is no connection to the server', () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    server.take();
    server.client.want({ kind: 'pass' });
    assert.deepEqual(server.take(), { news: ['refused'], sent: [] });
  });

  test('does not repeat a cancelled seek', () => {
    server.enter();
    server.client.want({ kind: 'cancel' });
    server.send('close');
    server.hangUp();
    assert.deepEqual(server.take(), { news: ['parted'], sent: ['cancel', '(closes)', '(closes)'] });
  });

  test('ignores a connection that it has replaced', async () => {
    server.enter();
    server.send(BEGUN);
    server.client.want({ kind: 'leave' });
    server.hangUp();
    server.take();
    server.send(ENDED);
    server.hangUp();
    assert.deepEqual(server.take(), { news: [], sent: [] });
  });
});
