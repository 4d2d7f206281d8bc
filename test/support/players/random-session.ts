import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  ClientEvent,
  ClientSession,
  ClientSessionOutput,
  Intent,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import type { Color } from '../../../src/rules/color.ts';
import { parseIntent } from './client-event-text.ts';
import { LINE_CODEC } from './client-script.ts';

/** What may be said and wanted in a talk, in and out of place. */
interface Conversation {
  readonly open: OpenClientSession;
  /** What a server of the protocol says, a line each. */
  readonly lines: readonly string[];
  /** In the words of `intentIn`, on a board of 9 lines. */
  readonly intents: readonly string[];
  /** A beginning that leads into a game, as `server: …`, `want: …` and `… ms`. */
  readonly opening: readonly string[];
  /** Whether a line is one that a client may say. */
  readonly isClientMessage: (line: string) => boolean;
}

type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'want'; readonly intent: Intent }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'hangs up' };

/**
 * Whatever a server says and whoever plays wants, a session throws nothing, says what is in its protocol alone, and its
 * news make sense: checked with bytes at random, with lines in any order, and with lines in which a byte is another. It
 * is all the same if the bytes come one by one. Some sessions come back from one whose connection was lost.
 */
export function checkRandomConversations(talk: Conversation): void {
  const server = fc.constantFrom(...talk.lines).map((line) => LINE_CODEC.encode(line));
  const bytes = fc.oneof(
    { weight: 12, arbitrary: server },
    { weight: 2, arbitrary: fc.tuple(server, fc.nat(), fc.nat(255)).map(withByteReplaced) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: bytes.map((each): Step => ({ kind: 'bytes', bytes: each })) },
    { weight: 8, arbitrary: fc.constantFrom(...talk.intents).map(intentStep) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(50, 100, 1000).map((milliseconds): Step => ({ kind: 'wait', milliseconds })),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'hangs up' }) },
  );
  const opening = fc.nat(talk.opening.length).map((length) => talk.opening.slice(0, length).map(parseStep));
  const steps = fc.tuple(opening, fc.array(step, { maxLength: 40 })).map(([first, rest]) => [...first, ...rest]);
  const check = (lives: readonly (readonly Step[])[]): void => {
    let whole: CheckedSession | undefined;
    let cut: CheckedSession | undefined;
    for (const life of lives) {
      whole = new CheckedSession(talk, talk.open(whole?.session), 1 << 20);
      cut = new CheckedSession(talk, talk.open(cut?.session), 1);
      for (const each of life) {
        whole.apply(each);
        cut.apply(each);
      }
      assert.deepEqual(cut.transcript, whole.transcript);
    }
  };
  fc.assert(fc.property(fc.array(steps, { minLength: 1, maxLength: 2 }), check), { numRuns: 400 });
}

const intentStep = (words: string): Step => ({ kind: 'want', intent: parseIntent(words, 9) });

function parseStep(line: string): Step {
  if (line.startsWith('want: ')) return intentStep(line.slice('want: '.length));
  if (line.endsWith(' ms')) return { kind: 'wait', milliseconds: Number.parseInt(line, 10) };
  return { kind: 'bytes', bytes: LINE_CODEC.encode(line.slice('server: '.length)) };
}

function withByteReplaced([bytes, at, byte]: [Uint8Array, number, number]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at % copy.length] = byte;
  return copy;
}

/** Hears everything that a session says and tells, and holds it to its word. */
class CheckedSession {
  readonly session: ClientSession;
  /** What it says and what it tells: apart, since further bytes may come between the two. */
  readonly transcript = { sent: [] as string[], news: [] as ClientEvent[] };
  readonly #conversation: Conversation;
  readonly #packet: number;
  #now = 1_000_000;
  #closed = false;
  #color: Color | 'both' | undefined;
  #isAskedToMove = false;

  /** `packet`: so many bytes arrive at a time. */
  constructor(talk: Conversation, session: ClientSession, packet: number) {
    this.#conversation = talk;
    this.session = session;
    this.#packet = packet;
    this.#checkOutput(session.open(this.#now));
  }

  apply(step: Step): void {
    switch (step.kind) {
      case 'bytes':
        for (let start = 0; start < step.bytes.length; start += this.#packet) {
          this.#checkOutput(this.session.receive(step.bytes.subarray(start, start + this.#packet), this.#now));
        }
        return;
      case 'want':
        if (['play', 'pass', 'resign'].includes(step.intent.kind)) this.#isAskedToMove = false;
        this.#checkOutput(this.session.want(step.intent, this.#now));
        return;
      case 'wait':
        this.#now += step.milliseconds;
        this.#checkOutput(this.session.tick(this.#now));
        assert(!((this.session.deadline ?? Infinity) <= this.#now), 'still due after it has rung');
        return;
      case 'hangs up':
        this.#checkOutput(this.session.hungUp(this.#now));
    }
  }

  #checkOutput({ send, news, close }: ClientSessionOutput): void {
    if (this.#closed) {
      assert.deepEqual([send, close], [[], true], 'something is said after the end');
      assert(
        news.every(({ kind }) => kind === 'refused'),
        'something is told after the end',
      );
    }
    for (const line of LINE_CODEC.words(Buffer.concat(send))) {
      assert(this.#conversation.isClientMessage(line), line);
      this.transcript.sent.push(line);
    }
    for (const each of news) this.#checkNews(each);
    this.transcript.news.push(...news);
    if (news.some(({ kind }) => kind === 'broken')) assert(close, 'it is broken, and goes on');
    this.#closed = close;
  }

  #checkNews(news: ClientEvent): void {
    switch (news.kind) {
      case 'begun':
        assert(this.#color === undefined, 'a game within a game');
        this.#color = news.color;
        this.#isAskedToMove = false;
        return;
      case 'your-turn':
        assert(this.#color === news.color || this.#color === 'both', 'called in no game, or in another colour');
        assert(!this.#isAskedToMove, 'called twice for one turn');
        this.#isAskedToMove = true;
        return;
      case 'played':
      case 'passed':
        assert(this.#color !== undefined, 'a turn, and no game');
        this.#isAskedToMove = false;
        return;
      case 'ended':
        assert(this.#color !== undefined, 'an end, and no game');
        this.#color = undefined;
    }
  }
}
