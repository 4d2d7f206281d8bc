import assert from 'node:assert/strict';
import type {
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import { formatClientEvent, parseIntent } from './client-event-text.ts';

/** Returns a function that opens a client session with these settings, such as `name=anne&size=9`. */
export function sessionOpener(protocol: ClientHalf, settings = ''): OpenClientSession {
  const open = protocol.configure(Object.fromEntries(new URLSearchParams(settings)));
  assert(open.ok, open.ok ? '' : open.problem);
  return open.value;
}

/** Converts messages in a script from and to bytes. */
interface MessageCodec {
  readonly encode: (text: string) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => string[];
}

export const LINE_CODEC: MessageCodec = {
  encode: (text) => Buffer.from(`${text}\n`),
  decode: (bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1),
};

interface ScriptOptions {
  readonly size?: number;
  readonly codec?: MessageCodec;
  /** The number of bytes that the session receives at a time; by default all bytes that arrive together. */
  readonly packet?: number;
  /** The earlier session, whose connection was lost. */
  readonly before?: ClientSession;
}

/**
 * Runs a dialogue with a client session, one statement per line. After each input, the dialogue lists all expected outputs.
 *
 *     opens                   input: the connection is open (implied at the start of the dialogue)
 *     server: CORE.HELLO      input: a message of the server. A `server:` line directly after it arrives together with it
 *     intent: play 2,3          input: an intent of the player, as `parseIntent` reads it
 *     100 ms                  input: time passes, and the session's deadlines are called
 *     hangs up                input: the server closes the connection
 *     client: CORE.PASS       output: the session sends a message
 *     event: waiting           output: the session reports an event, as `formatClientEvent` writes it. A `…` at the end matches any text
 *     closes                  output: the session closes the connection
 *
 * Empty lines and lines that begin with `#` are ignored. Returns the session, so that another session can continue it.
 */
export function runScript(open: OpenClientSession, script: string, options: ScriptOptions = {}): ClientSession {
  const runner = new ScriptRunner(open(options.before), options);
  let stimulus = 'opens';
  let expected: string[] = [];
  const lines = script.split('\n').map((line) => line.trim());
  const runStatement = (): void => runner.check(stimulus, runner.apply(stimulus), expected);
  for (const line of lines.filter((each) => each !== '' && each !== 'opens' && !each.startsWith('#'))) {
    if (/^(?:client: |event: |closes$)/.test(line)) {
      expected.push(line);
    } else if (line.startsWith('server:') && stimulus.startsWith('server:') && expected.length === 0) {
      stimulus += `\n${line}`;
    } else {
      runStatement();
      stimulus = line;
      expected = [];
    }
  }
  runStatement();
  return runner.session;
}

class ScriptRunner {
  readonly session: ClientSession;
  readonly #codec: MessageCodec;
  readonly #packet: number;
  #size: number;
  #now = 1_000_000;
  #closed = false;

  constructor(session: ClientSession, { size = 9, codec = LINE_CODEC, packet = 1 << 20 }: ScriptOptions) {
    this.session = session;
    this.#codec = codec;
    this.#packet = packet;
    this.#size = size;
  }

  apply(stimulus: string): string[] {
    const [, verb = stimulus, rest = ''] = /^(server|intent): ?(.*)$/su.exec(stimulus) ?? [];
    const { session } = this;
    if (stimulus === 'opens') return this.#outcome(session.open(this.#now));
    if (stimulus === 'hangs up') return this.#outcome(session.disconnected(this.#now));
    if (verb === 'intent') return this.#outcome(session.perform(parseIntent(rest, this.#size), this.#now));
    if (verb === 'server') {
      const bytes = stimulus.split('\n').map((line) => this.#codec.encode(line.replace(/^server: ?/, '')));
      return this.#receive(Buffer.concat(bytes));
    }
    const [, milliseconds] = /^(\d+) ms$/.exec(stimulus) ?? [];
    assert(milliseconds !== undefined, `not a statement: ${stimulus}`);
    return this.#advance(Number(milliseconds));
  }

  check(stimulus: string, actual: readonly string[], expected: readonly string[]): void {
    const shown = actual.map((line, index) => {
      const pattern = expected[index] ?? '';
      const matches = pattern.endsWith('…') && line.startsWith(pattern.slice(0, -1).trimEnd());
      return matches ? pattern : line;
    });
    assert.deepEqual(shown, expected, `after “${stimulus}”`);
  }

  /** Returns the messages before the events, for any number of packets. */
  #receive(bytes: Uint8Array): string[] {
    const all: string[] = [];
    for (let start = 0; start < bytes.length; start += this.#packet) {
      all.push(...this.#outcome(this.session.receive(bytes.subarray(start, start + this.#packet), this.#now)));
    }
    const isMessage = (line: string): boolean => line.startsWith('client: ');
    return [...all.filter(isMessage), ...all.filter((line) => !isMessage(line))];
  }

  #advance(milliseconds: number): string[] {
    const until = this.#now + milliseconds;
    const all: string[] = [];
    let due = this.session.deadline;
    while (due !== undefined && due <= until) {
      this.#now = Math.max(this.#now, due);
      all.push(...this.#outcome(this.session.tick(this.#now)));
      due = this.session.deadline;
    }
    this.#now = until;
    return all;
  }

  /** The output as lines, with `closes` only once. */
  #outcome({ send, events, close }: ClientSessionOutput): string[] {
    const messages = this.#codec.decode(Buffer.concat(send)).map((text) => `client: ${text}`);
    const eventLines = events.map((each) => {
      if (each.kind === 'game-started') this.#size = each.size;
      return `event: ${formatClientEvent(each, this.#size)}`;
    });
    const closes = close && !this.#closed ? ['closes'] : [];
    this.#closed = close;
    return [...messages, ...eventLines, ...closes];
  }
}
