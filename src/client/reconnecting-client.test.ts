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

/** A protocol whose server says the news themselves, one or a list as JSON in each piece of bytes; `close` ends the session. */
class PlainSession implements ClientSession {
  readonly deadline = undefined;
  readonly number: number;
  readonly #greeting: readonly ClientEvent[];
  constructor(number: number, greeting: readonly ClientEvent[]) {
    this.number = number;
    this.#greeting = greeting;
  }
  open = (): ClientSessionOutput => ({ ...said(`hello ${this.number}`), news: this.#greeting });
  want = (intent: Intent): ClientSessionOutput => said(intent.kind, intent.kind === 'leave');
  tick = (): ClientSessionOutput => said('tick');
  hungUp = (): ClientSessionOutput => ({ send: [], news: [], close: false });
  receive(bytes: Uint8Array): ClientSessionOutput {
    const text = Buffer.from(bytes).toString();
    if (text === 'close') return { send: [], news: [], close: true };
    return { send: [], news: [JSON.parse(text) as ClientEvent | ClientEvent[]].flat(), close: false };
  }
}

const said = (text: string, close = false): ClientSessionOutput => ({ send: [Buffer.from(text)], news: [], close });

/** The other end of every connection that the caller makes. */
class Exchange {
  readonly clock = new VirtualClock();
  readonly heard: string[] = [];
  /** What the caller has said, `(closes)` among it. */
  readonly said: string[] = [];
  readonly sessions: (number | undefined)[] = [];
  #ear: ConnectionHandlers | undefined;
  /** What the session says of itself, before the server has said anything. */
  greeting: ClientEvent | undefined;
  /** Everything else that whoever listens does with the news. */
  react: (heard: ClientNews) => void = () => {};
  readonly caller: ReconnectingClient;

  constructor() {
    const dial: Dial = (ear) => {
      this.#ear = ear;
      this.said.push('(dials)');
      const wire: TcpConnection = {
        send: (bytes) => void this.said.push(Buffer.from(bytes).toString()),
        close: () => void this.said.push('(closes)'),
      };
      return wire;
    };
    let sessions = 0;
    const protocol: ClientHalf = {
      name: 'plain',
      game: 'go',
      intents: ['seek', 'play', 'leave', 'cancel'],
      rematch: 'same connection',
      configure: () => ok(() => new PlainSession(0, [])),
    };
    this.caller = new ReconnectingClient({
      dial,
      protocol,
      open: (before) => {
        this.sessions.push((before as PlainSession | undefined)?.number);
        return new PlainSession(++sessions, this.greeting === undefined ? [] : [this.greeting]);
      },
      clock: this.clock,
      onNews: (heard) => {
        const { kind } = heard;
        this.heard.push(
          kind === 'lost'
            ? `lost for ${heard.again}: ${heard.words}`
            : kind === 'failed'
              ? `failed: ${heard.words}`
              : kind,
        );
        this.react(heard);
      },
    });
  }

  /** What was heard and said since the last look. */
  look(): { heard: string[]; said: string[] } {
    return { heard: this.heard.splice(0), said: this.said.splice(0) };
  }

  answer(): void {
    this.#ear?.connected();
  }
  hangUp(problem?: string): void {
    this.#ear?.closed(problem);
  }
  say(...all: (ClientEvent | ClientEvent[] | 'close')[]): void {
    for (const news of all) this.#ear?.received(Buffer.from(news === 'close' ? news : JSON.stringify(news)));
  }
  /** As far as the lobby: connected, let in, the seek sent. */
  enter(): void {
    this.caller.connect({ kind: 'seek' });
    this.answer();
    this.say({ kind: 'entered' });
    this.look();
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
  let server: Exchange;
  beforeEach(() => {
    server = new Exchange();
  });

  test('greets, and sends its seek after it has entered', () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    assert.deepEqual(server.look(), { heard: ['connected'], said: ['(dials)', 'hello 1'] });
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look(), { heard: ['entered'], said: ['seek'] });
  });

  test('sends no seek if a game starts when it enters', () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    server.look();
    server.say([{ kind: 'entered' }, BEGUN]);
    assert.deepEqual(server.look(), { heard: ['entered', 'begun'], said: [] });
    server.say(ENDED);
    server.caller.want({ kind: 'seek' });
    assert.deepEqual(server.look(), { heard: ['ended'], said: ['seek'] });
  });

  test('fails if no server listens', () => {
    server.caller.connect({ kind: 'seek' });
    server.hangUp('nobody listens there');
    assert.deepEqual(server.look().heard, ['failed: nobody listens there']);
  });

  test('fails if the server closes the connection before it has entered', () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    server.hangUp();
    assert.deepEqual(server.look().heard, ['connected', 'failed: it hung up before it let us in']);
  });

  test('reports the text of another server that closes the connection', () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    server.say({ kind: 'remark', words: '220 smtp' });
    server.hangUp();
    assert.equal(server.look().heard.at(-1), 'failed: it hung up before it let us in (it said: 220 smtp)');
  });

  test('accepts a server only after a message of its protocol', async () => {
    server.greeting = { kind: 'entered' };
    server.caller.connect({ kind: 'seek' });
    server.answer();
    server.say({ kind: 'remark', words: 'unknown command' });
    await server.clock.advance(10_000);
    assert.equal(server.look().heard.at(-1), 'failed: it does not answer (it said: unknown command)');
  });

  test('fails after ten seconds without an answer', async () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    await server.clock.advance(9_999);
    assert.deepEqual(server.look().heard, ['connected']);
    await server.clock.advance(1);
    assert.deepEqual(server.look().heard, ['failed: it does not answer']);
  });

  test('fails if the server does not speak the protocol', () => {
    server.caller.connect({ kind: 'seek' });
    server.answer();
    server.say({ kind: 'broken', words: 'it said: 220 smtp' });
    assert.deepEqual(server.look().heard, ['connected', 'broken', 'failed: it said: 220 smtp']);
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look().heard, []);
  });

  test('reconnects to its game with growing pauses, and passes on the lost session', async () => {
    server.enter();
    server.say(BEGUN);
    server.look();
    server.hangUp('the connection was cut');
    assert.deepEqual(server.look(), { heard: ['lost for 500: the connection was cut'], said: ['(closes)'] });
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await server.clock.advance(pause - 1);
      assert.deepEqual(server.look(), { heard: [], said: [] });
      await server.clock.advance(1);
      assert.deepEqual(server.look().said, ['(dials)']);
      server.hangUp('nobody listens there');
      assert.equal(server.look().heard.length, 1);
    }
    await server.clock.advance(30_000);
    server.answer();
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look().said, ['(dials)', 'hello 2', 'seek']);
    assert.deepEqual(server.sessions, [undefined, 1]);
  });

  test('reconnects also while it waits for an opponent', async () => {
    server.enter();
    server.hangUp();
    assert.deepEqual(server.look().heard, ['lost for 500: the server hung up']);
  });

  test('tries again when the server refuses it after a lost connection', async () => {
    server.enter();
    server.say(BEGUN);
    server.hangUp();
    await server.clock.advance(500);
    server.answer();
    server.look();
    server.say({ kind: 'refused', what: 'enter', words: 'NAMETAKEN' });
    assert.deepEqual(server.look().heard, ['lost for 1000: the server does not take us back yet']);
    await server.clock.advance(1_000);
    server.answer();
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look().said, ['(dials)', 'hello 3', 'seek']);
    assert.deepEqual(server.sessions, [undefined, 1, 1]);
  });

  test('tries again when its seek is refused after a lost connection', async () => {
    server.enter();
    server.say(BEGUN);
    server.hangUp();
    await server.clock.advance(500);
    server.answer();
    server.look();
    server.say({ kind: 'entered' }, { kind: 'refused', what: 'seek', words: 'name taken' });
    assert.deepEqual(server.look().heard, ['entered', 'lost for 1000: the server does not take us back yet']);
    await server.clock.advance(1_000);
    server.answer();
    server.say({ kind: 'entered' }, BEGUN, { kind: 'refused', what: 'seek', words: 'in a game' });
    assert.deepEqual(server.look().heard, ['connected', 'entered', 'begun', 'refused']);
  });

  test('reports a refusal after two and a half minutes of attempts', async () => {
    server.enter();
    server.say(BEGUN);
    server.hangUp();
    let refused = false;
    let minutes = 0;
    while (!refused && minutes < 20) {
      await server.clock.advance(30_000);
      minutes += 0.5;
      server.answer();
      server.look();
      server.say({ kind: 'entered' }, { kind: 'refused', what: 'seek', words: 'no such game' });
      refused = server.look().heard.includes('refused');
    }
    assert.equal(minutes, 5);
  });

  test('ends when its game is over and no seek is open', () => {
    server.enter();
    server.say(BEGUN, ENDED, 'close');
    server.hangUp();
    assert.deepEqual(server.look(), { heard: ['begun', 'ended', 'parted'], said: ['(closes)', '(closes)'] });
  });

  test('reconnects after a goodbye in the middle of a game, because the server restarts', () => {
    server.enter();
    server.say(BEGUN, 'close');
    server.hangUp();
    assert.deepEqual(server.look().heard, ['begun', 'lost for 500: the server hung up']);
  });

  test('reconnects also without a seek', () => {
    server.caller.connect();
    server.answer();
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look().said, ['(dials)', 'hello 1']);
    server.hangUp();
    assert.deepEqual(server.look().heard, ['lost for 500: the server hung up']);
  });

  test('can connect again for another game', () => {
    server.enter();
    server.say(BEGUN, ENDED, 'close');
    server.hangUp();
    server.look();
    server.caller.connect({ kind: 'seek', size: 13 });
    server.answer();
    server.say({ kind: 'entered' });
    assert.deepEqual(server.look().said, ['(dials)', 'hello 2', 'seek']);
    assert.deepEqual(server.sessions, [undefined, undefined]);
  });

  test('sends a new seek over the same connection', () => {
    server.enter();
    server.react = ({ kind }) => void (kind === 'ended' && server.caller.want({ kind: 'seek' }));
    server.say(BEGUN, ENDED);
    assert.deepEqual(server.look(), { heard: ['begun', 'ended'], said: ['seek'] });
  });

  test('sends intents that come during its events only after all events', () => {
    server.enter();
    server.react = ({ kind }) => void (kind === 'begun' && server.caller.want({ kind: 'play', point: 0 as never }));
    server.say(BEGUN);
    assert.deepEqual(server.look(), { heard: ['begun'], said: ['play'] });
  });

  test('leaves with a goodbye, and does not reconnect', () => {
    server.enter();
    server.say(BEGUN);
    server.caller.want({ kind: 'leave' });
    server.hangUp();
    assert.deepEqual(server.look(), { heard: ['begun', 'parted'], said: ['leave', '(closes)', '(closes)'] });
  });

  test('can leave while there is no connection', async () => {
    server.enter();
    server.hangUp();
    server.look();
    server.caller.want({ kind: 'leave' });
    assert.deepEqual(server.look().heard, ['parted']);
    await server.clock.advance(60_000);
    assert.deepEqual(server.look(), { heard: [], said: [] });
  });

  test('refuses a move while there is no connection', () => {
    server.enter();
    server.say(BEGUN);
    server.hangUp();
    server.look();
    server.caller.want({ kind: 'pass' });
    assert.deepEqual(server.look(), { heard: ['refused'], said: [] });
  });

  test('does not repeat a cancelled seek', () => {
    server.enter();
    server.caller.want({ kind: 'cancel' });
    server.say('close');
    server.hangUp();
    assert.deepEqual(server.look(), { heard: ['parted'], said: ['cancel', '(closes)', '(closes)'] });
  });

  test('ignores a connection that it has replaced', async () => {
    server.enter();
    server.say(BEGUN);
    server.caller.want({ kind: 'leave' });
    server.hangUp();
    server.look();
    server.say(ENDED);
    server.hangUp();
    assert.deepEqual(server.look(), { heard: [], said: [] });
  });
});
