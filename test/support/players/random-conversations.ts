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

/** The messages and intents of a random conversation. */
interface Conversation {
  readonly open: OpenClientSession;
  /** Messages of a server of the protocol, one line each. */
  readonly lines: readonly string[];
  /** Intents as `parseIntent` reads them, on a board of size 9. */
  readonly intents: readonly string[];
  /** Statements that lead into a game: `server: …`, `intent: …` and `… ms`. */
  readonly opening: readonly string[];
  /** Whether the protocol allows a client to send the line. */
  readonly isClientMessage: (line: string) => boolean;
}

type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'hangs up' };

/**
 * Checks a client session against random conversations: random bytes, messages in any order, and messages with a changed byte. The session
 * must not throw, must send only messages of its protocol, and must report consistent events. The result must not depend on how the bytes are
 * split. Some conversations continue in a second session after the connection was lost.
 */
export function checkRandomConversations(conversation: Conversation): void {
  const server = fc.constantFrom(...conversation.lines).map((line) => LINE_CODEC.encode(line));
  const bytes = fc.oneof(
    { weight: 12, arbitrary: server },
    { weight: 2, arbitrary: fc.tuple(server, fc.nat(), fc.nat(255)).map(withByteReplaced) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: bytes.map((each): Step => ({ kind: 'bytes', bytes: each })) },
    { weight: 8, arbitrary: fc.constantFrom(...conversation.intents).map(intentStep) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(50, 100, 1000).map((milliseconds): Step => ({ kind: 'wait', milliseconds })),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'hangs up' }) },
  );
  const opening = fc
    .nat(conversation.opening.length)
    .map((length) => conversation.opening.slice(0, length).map(parseStep));
  const steps = fc.tuple(opening, fc.array(step, { maxLength: 40 })).map(([first, rest]) => [...first, ...rest]);
  const check = (sessions: readonly (readonly Step[])[]): void => {
    let whole: CheckedSession | undefined;
    let bytewise: CheckedSession | undefined;
    for (const sessionSteps of sessions) {
      whole = new CheckedSession(conversation, conversation.open(whole?.session), 1 << 20);
      bytewise = new CheckedSession(conversation, conversation.open(bytewise?.session), 1);
      for (const step of sessionSteps) {
        whole.apply(step);
        bytewise.apply(step);
      }
      assert.deepEqual(bytewise.transcript, whole.transcript);
    }
  };
  fc.assert(fc.property(fc.array(steps, { minLength: 1, maxLength: 2 }), check), { numRuns: 400 });
}

const intentStep = (text: string): Step => ({ kind: 'intent', intent: parseIntent(text, 9) });

function parseStep(line: string): Step {
  if (line.startsWith('intent: ')) return intentStep(line.slice('intent: '.length));
  if (line.endsWith(' ms')) return { kind: 'wait', milliseconds: Number.parseInt(line, 10) };
  return { kind: 'bytes', bytes: LINE_CODEC.encode(line.slice('server: '.length)) };
}

function withByteReplaced([bytes, at, byte]: [Uint8Array, number, number]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at % copy.length] = byte;
  return copy;
}

/** A session whose output is checked after each step. */
class CheckedSession {
  readonly session: ClientSession;
  /** Messages and events in separate lists, because their relative order depends on how the bytes are split. */
  readonly transcript = { sent: [] as string[], events: [] as ClientEvent[] };
  readonly #conversation: Conversation;
  readonly #packet: number;
  #now = 1_000_000;
  #closed = false;
  #color: Color | 'both' | undefined;
  #isAskedToMove = false;

  /** `packet`: the number of bytes that the session receives at a time. */
  constructor(conversation: Conversation, session: ClientSession, packet: number) {
    this.#conversation = conversation;
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
      case 'intent':
        if (['play', 'pass', 'resign'].includes(step.intent.kind)) this.#isAskedToMove = false;
        this.#checkOutput(this.session.perform(step.intent, this.#now));
        return;
      case 'wait':
        this.#now += step.milliseconds;
        this.#checkOutput(this.session.tick(this.#now));
        assert(!((this.session.deadline ?? Infinity) <= this.#now), 'the deadline has not moved after tick');
        return;
      case 'hangs up':
        this.#checkOutput(this.session.disconnected(this.#now));
    }
  }

  #checkOutput({ send, events, close }: ClientSessionOutput): void {
    if (this.#closed) {
      assert.deepEqual([send, close], [[], true], 'a message after the end');
      assert(
        events.every(({ kind }) => kind === 'refused'),
        'events after the end',
      );
    }
    for (const line of LINE_CODEC.decode(Buffer.concat(send))) {
      assert(this.#conversation.isClientMessage(line), line);
      this.transcript.sent.push(line);
    }
    for (const each of events) this.#checkEvent(each);
    this.transcript.events.push(...events);
    if (events.some(({ kind }) => kind === 'protocol-error'))
      assert(close, 'the conversation is broken but not closed');
    this.#closed = close;
  }

  #checkEvent(event: ClientEvent): void {
    switch (event.kind) {
      case 'game-started':
        assert(this.#color === undefined, 'a new game while a game is running');
        this.#color = event.color;
        this.#isAskedToMove = false;
        return;
      case 'your-turn':
        assert(
          this.#color === event.color || this.#color === 'both',
          'your-turn without a game, or for the other colour',
        );
        assert(!this.#isAskedToMove, 'your-turn twice for one turn');
        this.#isAskedToMove = true;
        return;
      case 'played':
      case 'passed':
        assert(this.#color !== undefined, 'a move without a game');
        this.#isAskedToMove = false;
        return;
      case 'game-ended':
        assert(this.#color !== undefined, 'an end without a game');
        this.#color = undefined;
    }
  }
}
