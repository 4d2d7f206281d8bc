import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { mutateBytes, simplifyBytes } from './byte-mutations.ts';
import type { AnyMessage, CodecSide } from './codec-side.ts';
import type { ReportOutcome, Target } from './fuzz-target.ts';
import type { ProtocolLanguage } from './protocol-language.ts';
import { messagesInTranscripts } from './transcript-messages.ts';

/** The maximum length of a message: a full board. A reader must not wait for more bytes than this. */
const MAX_MESSAGE_BYTES = 5 + 3 * 255 * 255;

/** Fuzzes one codec: reads the bytes as messages of the client and of the server. */
export function codecTarget({ name, protocol, client, server }: ProtocolLanguage): Target<Uint8Array> {
  const sides = [client, server] as const;
  const generate = (randomInt: RandomInt): Uint8Array => anyMessage(pick(randomInt, sides), randomInt);
  return {
    name: `${name} codec`,
    expectedOutcomes: expectedOutcomesOf(client, server),
    seeds: messagesInTranscripts(protocol),
    generate(randomInt) {
      const bytes = generate(randomInt);
      return randomInt(3) > 0 ? bytes : mutateBytes(bytes, generate(randomInt), randomInt);
    },
    mutate: mutateBytes,
    run(bytes, report) {
      readAll('client', client, bytes, report);
      readAll('server', server, bytes, report);
    },
    simplerInputs: simplifyBytes,
    show: (bytes) => escaped(bytes),
    count: () => 1,
  };
}

/** Makes a random message, and asserts that the codec reads it back. */
export function anyMessage(side: CodecSide, randomInt: RandomInt): Uint8Array {
  if (side.variants.length > 0 && randomInt(16) === 0) return Buffer.from(`${pick(randomInt, side.variants)}\n`);
  const message = side.generate(randomInt);
  const bytes = side.make(message);
  const again = readAgain(side, bytes);
  if (again?.kind !== message.kind)
    assert.fail(`${toJson(message)} is made as ${escaped(bytes)}, which is read as another kind`);
  if (isPlain(message)) assert.deepEqual(again, message);
  return bytes;
}

/** The message that these bytes are, if they are exactly one message. */
function readAgain(side: CodecSide, made: Uint8Array): AnyMessage | undefined {
  const read = side.read(Buffer.concat([made, NEXT]));
  if (read.kind !== 'message' || read.message.kind !== 'message' || read.length !== made.length) return undefined;
  return read.message.message;
}

/** A byte that begins no message. If a payload is optional, the byte after a message shows whether it is missing. */
const NEXT = Uint8Array.of(0xff);

const toJson = (message: AnyMessage): string => JSON.stringify(message);

/** Whether all texts and numbers in a message can be represented by all protocols. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return /^[\p{L}\p{N}.]{1,500}$/u.test(value);
  if (typeof value === 'number') return !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
};

/** Reads message by message, as a session does, and checks each message. */
function readAll(who: string, side: CodecSide, bytes: Uint8Array, report: ReportOutcome): void {
  let rest = bytes;
  while (rest.length > 0) {
    const read = side.read(rest);
    if (read.kind === 'more') {
      report(`${who}: more`);
      assert(rest.length < MAX_MESSAGE_BYTES, 'the reader waits for more than the longest message');
      return;
    }
    const { message: outcome } = read;
    if (outcome.kind === 'problem' && /[\n\r]/.test(outcome.problem)) assert.fail(`not one line: ${outcome.problem}`);
    if (read.kind === 'broken') {
      assert.equal(outcome.kind, 'problem', 'a message was read, but the rest is broken');
      report(`${who}: broken`);
      return;
    }
    if (read.length < 1 || read.length > rest.length)
      assert.fail(`a message of ${read.length} of ${rest.length} bytes`);
    const written = rest.subarray(0, read.length);
    checkCut(side, written);
    if (outcome.kind === 'message') checkMadeAgain(side, outcome.message, written);
    report(
      outcome.kind === 'message' ? `${who}: ${outcome.message.kind}` : `${who} problem: ${kindOf(outcome.problem)}`,
    );
    rest = rest.subarray(read.length);
  }
}

/** Asserts that a part of a message is not read as a message. */
function checkCut(side: CodecSide, written: Uint8Array): void {
  for (const length of [written.length >> 1, written.length - 1]) {
    if (length < 1) continue;
    const part = side.read(written.subarray(0, length));
    if (part.kind === 'message') assert.fail(`${length} of ${written.length} bytes are a message already`);
  }
}

function checkMadeAgain(side: CodecSide, message: AnyMessage, written: Uint8Array): void {
  const made = side.make(message);
  const again = readAgain(side, made);
  if (again === undefined) assert.fail(`made as ${escaped(made)}, which is not a message`);
  const kind = side.roundTrip(written, message);
  if (kind !== 'changed' && !isSame(again, message)) {
    assert.fail(`${toJson(message)} is made as ${escaped(made)}, which is ${toJson(again)}`);
  }
  if (kind === 'canonical' && Buffer.compare(made, written) !== 0) assert.fail(`made as ${escaped(made)}`);
  // The second round trip must change nothing. Exception: each round trip removes one CR or space from the end of a line.
  if (written.includes(0x0d) || made.at(-2) === 0x20) return;
  const third = side.make(again);
  if (Buffer.compare(third, made) !== 0) assert.fail(`made as ${escaped(made)}, and then as ${escaped(third)}`);
}

const isSame = (one: AnyMessage, other: AnyMessage): boolean =>
  isDeepStrictEqual(one, other) || toJson(one) === toJson(other);

/** The problem without the client's own text. */
const kindOf = (problem: string): string => problem.replace(/^keyword .* unknown$/su, 'keyword … unknown');

/** All kinds of messages that the generators make, found by generating many. */
function expectedOutcomesOf(client: CodecSide, server: CodecSide): string[] {
  return [...kindsOf('client', client), ...kindsOf('server', server)];
}

function kindsOf(who: string, side: CodecSide): string[] {
  let state = 1;
  const randomInt: RandomInt = (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
  return [...new Set(Array.from({ length: 3000 }, () => `${who}: ${side.generate(randomInt).kind}`))];
}
