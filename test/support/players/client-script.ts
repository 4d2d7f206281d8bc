import assert from 'node:assert/strict';
import type {
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import { formatClientEvent, parseIntent } from './client-event-text.ts';

/** Opens a player with these settings: `name=anne&size=9`. */
export function sessionOpener(protocol: ClientHalf, settings = ''): OpenClientSession {
  const open = protocol.configure(Object.fromEntries(new URLSearchParams(settings)));
  assert(open.ok, open.ok ? '' : open.problem);
  return open.value;
}

/** What there is to say, and what a line of a script means as bytes: lines of text, if nothing else is named. */
interface MessageCodec {
  readonly encode: (decode: string) => Uint8Array;
  readonly words: (bytes: Uint8Array) => string[];
}

export const LINE_CODEC: MessageCodec = {
  encode: (words) => Buffer.from(`${words}\n`),
  words: (bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1),
};

interface ScriptOptions {
  readonly size?: number;
  readonly codec?: MessageCodec;
  /** So many bytes reach the session at a time; all that arrives together, if there is none. */
  readonly packet?: number;
  /** The session whose connection was lost. */
  readonly before?: ClientSession;
}

/**
 * A dialogue, line by line; what is expected after each line is everything that there is.
 *
 *     opens                   the connection stands (said by itself in the beginning)
 *     server: CORE.HELLO      the server says so; a further `server:` line at once after it arrives together with it
 *     want: play 2,3          the words of `intentIn`
 *     100 ms                  the clock goes on, and the session is called when it is due
 *     hangs up                the server does
 *     client: CORE.PASS       what the session must say …
 *     news: waiting           … and tell, in the words of `inWords`; `…` at its end stands for anything
 *     closes                  … and whether it hangs up
 *
 * Empty lines and those that begin with `#` are for people. Gives back the session, for whoever comes after it.
 */
export function runScript(open: OpenClientSession, script: string, options: ScriptOptions = {}): ClientSession {
  const player = new ScriptRunner(open(options.before), options);
  let stimulus = 'opens';
  let expected: string[] = [];
  const lines = script.split('\n').map((line) => line.trim());
  const play = (): void => player.check(stimulus, player.apply(stimulus), expected);
  for (const line of lines.filter((each) => each !== '' && each !== 'opens' && !each.startsWith('#'))) {
    if (/^(?:client: |news: |closes$)/.test(line)) {
      expected.push(line);
    } else if (line.startsWith('server:') && stimulus.startsWith('server:') && expected.length === 0) {
      stimulus += `\n${line}`;
    } else {
      play();
      stimulus = line;
      expected = [];
    }
  }
  play();
  return player.session;
}

class ScriptRunner {
  readonly session: ClientSession;
  readonly #wire: MessageCodec;
  readonly #packet: number;
  #size: number;
  #now = 1_000_000;
  #closed = false;

  constructor(session: ClientSession, { size = 9, codec: wire = LINE_CODEC, packet = 1 << 20 }: ScriptOptions) {
    this.session = session;
    this.#wire = wire;
    this.#packet = packet;
    this.#size = size;
  }

  apply(stimulus: string): string[] {
    const [, verb = stimulus, rest = ''] = /^(server|want): ?(.*)$/su.exec(stimulus) ?? [];
    const { session } = this;
    if (stimulus === 'opens') return this.#outcome(session.open(this.#now));
    if (stimulus === 'hangs up') return this.#outcome(session.hungUp(this.#now));
    if (verb === 'want') return this.#outcome(session.want(parseIntent(rest, this.#size), this.#now));
    if (verb === 'server') {
      const bytes = stimulus.split('\n').map((line) => this.#wire.encode(line.replace(/^server: ?/, '')));
      return this.#receive(Buffer.concat(bytes));
    }
    const [, milliseconds] = /^(\d+) ms$/.exec(stimulus) ?? [];
    assert(milliseconds !== undefined, `no line of a script: ${stimulus}`);
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

  /** What is said stands before what is told, however many packets it takes. */
  #receive(bytes: Uint8Array): string[] {
    const all: string[] = [];
    for (let start = 0; start < bytes.length; start += this.#packet) {
      all.push(...this.#outcome(this.session.receive(bytes.subarray(start, start + this.#packet), this.#now)));
    }
    const isSaid = (line: string): boolean => line.startsWith('client: ');
    return [...all.filter(isSaid), ...all.filter((line) => !isSaid(line))];
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

  /** `closes` once, when it does. */
  #outcome({ send, news, close }: ClientSessionOutput): string[] {
    const said = this.#wire.words(Buffer.concat(send)).map((words) => `client: ${words}`);
    const told = news.map((each) => {
      if (each.kind === 'begun') this.#size = each.size;
      return `news: ${formatClientEvent(each, this.#size)}`;
    });
    const closes = close && !this.#closed ? ['closes'] : [];
    this.#closed = close;
    return [...said, ...told, ...closes];
  }
}
