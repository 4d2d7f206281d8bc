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
import { ReconnectingClient, type ReconnectingClientEvent } from './reconnecting-client.ts';
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
  open = (): ClientSessionOutput => ({ ...output(`hello ${this.number}`), events: this.#greeting });
  perform = (intent: Intent): ClientSessionOutput => output(intent.kind, intent.kind === 'leave');
  tick = (): ClientSessionOutput => output('tick');
  disconnected = (): ClientSessionOutput => ({ send: [], events: [], close: false });
  receive(bytes: Uint8Array): ClientSessionOutput {
    const text = Buffer.from(bytes).toString();
    if (text === 'close') return { send: [], events: [], close: true };
    return { send: [], events: [JSON.parse(text) as ClientEvent | ClientEvent[]].flat(), close: false };
  }
}

const output = (text: string, close = false): ClientSessionOutput => ({ send: [Buffer.from(text)], events: [], close });

/** The server's side of all connections of a client. */
class ScriptedServer {
  readonly clock = new VirtualClock();
  readonly events: string[] = [];
  /** The bytes that the client has sent as text, and `(dials)` and `(closes)`. */
  readonly sent: string[] = [];
  readonly sessions: (number | undefined)[] = [];
  #handlers: ConnectionHandlers | undefined;
  /** The event of a session before the server has sent a message. */
  greeting: ClientEvent | undefined;
  /** An additional listener for the client's events. */
  onEvent: (event: ReconnectingClientEvent) => void = () => {};
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
      onEvent: (event) => {
        const { kind } = event;
        this.events.push(
          kind === 'connection-lost'
            ? `lost for ${event.retryIn}: ${event.text}`
            : kind === 'connection-failed'
              ? `failed: ${event.text}`
              : kind,
        );
        this.onEvent(event);
      },
    });
  }

  /** Takes the events and the sent texts since the last call. */
  take(): { events: string[]; sent: string[] } {
    return { events: this.events.splice(0), sent: this.sent.splice(0) };
  }

  accept(): void {
    this.#handlers?.connected();
  }
  hangUp(problem?: string): void {
    this.#handlers?.closed(problem);
  }
  send(...all: (ClientEvent | ClientEvent[] | 'close')[]): void {
    for (const event of all) this.#handlers?.received(Buffer.from(event === 'close' ? event : JSON.stringify(event)));
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
  kind: 'game-started',
  game: 'go',
  color: 'black',
  size: 9,
  setup: [],
  continues: false,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
};
const ENDED: ClientEvent = { kind: 'game-ended', text: 'over' };

describe('ReconnectingClient', () => {
  let server: ScriptedServer;
  beforeEach(() => {
    server = new ScriptedServer();
  });

  test('greets, and sends its seek after it has entered', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    assert.deepEqual(server.take(), { events: ['connected'], sent: ['(dials)', 'hello 1'] });
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take(), { events: ['entered'], sent: ['seek'] });
  });

  test('sends no seek if a game starts when it enters', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.take();
    server.send([{ kind: 'entered' }, BEGUN]);
    assert.deepEqual(server.take(), { events: ['entered', 'game-started'], sent: [] });
    server.send(ENDED);
    server.client.perform({ kind: 'seek' });
    assert.deepEqual(server.take(), { events: ['game-ended'], sent: ['seek'] });
  });

  test('fails if no server listens', () => {
    server.client.connect({ kind: 'seek' });
    server.hangUp('connection refused');
    assert.deepEqual(server.take().events, ['failed: connection refused']);
  });

  test('fails if the server closes the connection before it has entered', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.hangUp();
    assert.deepEqual(server.take().events, ['connected', 'failed: the server closed the connection before the login']);
  });

  test('reports the text of another server that closes the connection', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'remark', text: '220 smtp' });
    server.hangUp();
    assert.equal(
      server.take().events.at(-1),
      'failed: the server closed the connection before the login (its last message: 220 smtp)',
    );
  });

  test('accepts a server only after a message of its protocol', async () => {
    server.greeting = { kind: 'entered' };
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'remark', text: 'unknown command' });
    await server.clock.advance(10_000);
    assert.equal(server.take().events.at(-1), 'failed: the server does not answer (its last message: unknown command)');
  });

  test('fails after ten seconds without an answer', async () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    await server.clock.advance(9_999);
    assert.deepEqual(server.take().events, ['connected']);
    await server.clock.advance(1);
    assert.deepEqual(server.take().events, ['failed: the server does not answer']);
  });

  test('fails if the server does not speak the protocol', () => {
    server.client.connect({ kind: 'seek' });
    server.accept();
    server.send({ kind: 'protocol-error', text: 'it said: 220 smtp' });
    assert.deepEqual(server.take().events, ['connected', 'protocol-error', 'failed: it said: 220 smtp']);
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().events, []);
  });

  test('reconnects to its game with growing pauses, and passes on the lost session', async () => {
    server.enter();
    server.send(BEGUN);
    server.take();
    server.hangUp('the connection was reset');
    assert.deepEqual(server.take(), { events: ['lost for 500: the connection was reset'], sent: ['(closes)'] });
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await server.clock.advance(pause - 1);
      assert.deepEqual(server.take(), { events: [], sent: [] });
      await server.clock.advance(1);
      assert.deepEqual(server.take().sent, ['(dials)']);
      server.hangUp('connection refused');
      assert.equal(server.take().events.length, 1);
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
    assert.deepEqual(server.take().events, ['lost for 500: the server closed the connection']);
  });

  test('tries again when the server refuses it after a lost connection', async () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    await server.clock.advance(500);
    server.accept();
    server.take();
    server.send({ kind: 'refused', intent: 'enter', text: 'NAMETAKEN' });
    assert.deepEqual(server.take().events, ['lost for 1000: the server does not accept the player back yet']);
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
    server.send({ kind: 'entered' }, { kind: 'refused', intent: 'seek', text: 'name taken' });
    assert.deepEqual(server.take().events, [
      'entered',
      'lost for 1000: the server does not accept the player back yet',
    ]);
    await server.clock.advance(1_000);
    server.accept();
    server.send({ kind: 'entered' }, BEGUN, { kind: 'refused', intent: 'seek', text: 'in a game' });
    assert.deepEqual(server.take().events, ['connected', 'entered', 'game-started', 'refused']);
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
      server.send({ kind: 'entered' }, { kind: 'refused', intent: 'seek', text: 'no such game' });
      refused = server.take().events.includes('refused');
    }
    assert.equal(minutes, 5);
  });

  test('ends when its game is over and no seek is open', () => {
    server.enter();
    server.send(BEGUN, ENDED, 'close');
    server.hangUp();
    assert.deepEqual(server.take(), {
      events: ['game-started', 'game-ended', 'disconnected'],
      sent: ['(closes)', '(closes)'],
    });
  });

  test('reconnects after a goodbye in the middle of a game, because the server restarts', () => {
    server.enter();
    server.send(BEGUN, 'close');
    server.hangUp();
    assert.deepEqual(server.take().events, ['game-started', 'lost for 500: the server closed the connection']);
  });

  test('reconnects also without a seek', () => {
    server.client.connect();
    server.accept();
    server.send({ kind: 'entered' });
    assert.deepEqual(server.take().sent, ['(dials)', 'hello 1']);
    server.hangUp();
    assert.deepEqual(server.take().events, ['lost for 500: the server closed the connection']);
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
    server.onEvent = ({ kind }) => void (kind === 'game-ended' && server.client.perform({ kind: 'seek' }));
    server.send(BEGUN, ENDED);
    assert.deepEqual(server.take(), { events: ['game-started', 'game-ended'], sent: ['seek'] });
  });

  test('sends intents that come during its events only after all events', () => {
    server.enter();
    server.onEvent = ({ kind }) =>
      void (kind === 'game-started' && server.client.perform({ kind: 'play', point: 0 as never }));
    server.send(BEGUN);
    assert.deepEqual(server.take(), { events: ['game-started'], sent: ['play'] });
  });

  test('leaves with a goodbye, and does not reconnect', () => {
    server.enter();
    server.send(BEGUN);
    server.client.perform({ kind: 'leave' });
    server.hangUp();
    assert.deepEqual(server.take(), {
      events: ['game-started', 'disconnected'],
      sent: ['leave', '(closes)', '(closes)'],
    });
  });

  test('can leave while there is no connection to the server', async () => {
    server.enter();
    server.hangUp();
    server.take();
    server.client.perform({ kind: 'leave' });
    assert.deepEqual(server.take().events, ['disconnected']);
    await server.clock.advance(60_000);
    assert.deepEqual(server.take(), { events: [], sent: [] });
  });

  test('refuses a move while there is no connection to the server', () => {
    server.enter();
    server.send(BEGUN);
    server.hangUp();
    server.take();
    server.client.perform({ kind: 'pass' });
    assert.deepEqual(server.take(), { events: ['refused'], sent: [] });
  });

  test('does not repeat a cancelled seek', () => {
    server.enter();
    server.client.perform({ kind: 'cancel' });
    server.send('close');
    server.hangUp();
    assert.deepEqual(server.take(), { events: ['disconnected'], sent: ['cancel', '(closes)', '(closes)'] });
  });

  test('ignores a connection that it has replaced', async () => {
    server.enter();
    server.send(BEGUN);
    server.client.perform({ kind: 'leave' });
    server.hangUp();
    server.take();
    server.send(ENDED);
    server.hangUp();
    assert.deepEqual(server.take(), { events: [], sent: [] });
  });
});
