import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { mutateBytes, simplerBytes } from './byte-mutations.ts';
import type { AnyMessage, CodecSide } from './codec-side.ts';
import type { ProtocolLanguage } from './language.ts';
import type { ReportOutcome, Target } from './target.ts';
import { saidIn } from './transcripts.ts';

/** Beyond it nothing is whole or broken yet, and a reader must have said so: the longest payload is a full board. */
const LONGEST_MESSAGE = 5 + 3 * 255 * 255;

/** Both directions of one codec: any bytes are read as either side's. */
export function codecTarget({ name, protocol, client, server }: ProtocolLanguage): Target<Uint8Array> {
  const sides = [client, server] as const;
  const generate = (randomInt: RandomInt): Uint8Array => anyMessage(pick(randomInt, sides), randomInt);
  return {
    name: `${name} codec`,
    mustSee: mustSee(client, server),
    seeds: saidIn(protocol),
    generate(randomInt) {
      const bytes = generate(randomInt);
      return randomInt(3) > 0 ? bytes : mutateBytes(bytes, generate(randomInt), randomInt);
    },
    mutate: mutateBytes,
    run(bytes, saw) {
      takeAll('client', client, bytes, saw);
      takeAll('server', server, bytes, saw);
    },
    simpler: simplerBytes,
    show: (bytes) => escaped(bytes),
    count: () => 1,
  };
}

/** What can be said must be understood as it is meant. */
export function anyMessage(side: CodecSide, randomInt: RandomInt): Uint8Array {
  if (side.variants.length > 0 && randomInt(16) === 0) return Buffer.from(`${pick(randomInt, side.variants)}\n`);
  const message = side.any(randomInt);
  const bytes = side.make(message);
  const again = readAgain(side, bytes);
  if (again?.kind !== message.kind) assert.fail(`${shown(message)} is made as ${escaped(bytes)}, which is another`);
  if (isPlain(message)) assert.deepEqual(again, message);
  return bytes;
}

/** The one message that these bytes are, if they are one, whatever comes after them. */
function readAgain(side: CodecSide, made: Uint8Array): AnyMessage | undefined {
  const read = side.read(Buffer.concat([made, NEXT]));
  if (read.kind !== 'message' || read.message.kind !== 'message' || read.length !== made.length) return undefined;
  return read.message.message;
}

/** Where a payload may be missing, the byte after a message tells; this one begins none. */
const NEXT = Uint8Array.of(0xff);

const shown = (message: AnyMessage): string => JSON.stringify(message);

/** Whether everything in it is a word that any protocol here can carry. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return /^[\p{L}\p{N}.]{1,500}$/u.test(value);
  if (typeof value === 'number') return !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
};

/** Reads as a session does, message by message, and holds the codec to its word for each. */
function takeAll(who: string, side: CodecSide, bytes: Uint8Array, saw: ReportOutcome): void {
  let rest = bytes;
  while (rest.length > 0) {
    const read = side.read(rest);
    if (read.kind === 'more') {
      saw(`${who}: more`);
      assert(rest.length < LONGEST_MESSAGE, 'waits for ever');
      return;
    }
    const { message: taken } = read;
    if (taken.kind === 'problem' && /[\n\r]/.test(taken.problem)) assert.fail(`not one line: ${taken.problem}`);
    if (read.kind === 'broken') {
      assert.equal(taken.kind, 'problem', 'nothing can be read after a message');
      saw(`${who}: broken`);
      return;
    }
    if (read.length < 1 || read.length > rest.length)
      assert.fail(`a message of ${read.length} of ${rest.length} bytes`);
    const written = rest.subarray(0, read.length);
    checkCut(side, written);
    if (taken.kind === 'message') checkMadeAgain(side, taken.message, written);
    saw(taken.kind === 'message' ? `${who}: ${taken.message.kind}` : `${who} problem: ${kindOf(taken.problem)}`);
    rest = rest.subarray(read.length);
  }
}

/** A part of a message is never another message. */
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
  if (again === undefined) assert.fail(`made as ${escaped(made)}, which is no message`);
  const faith = side.faithful(written, message);
  if (faith !== 'changed' && !isSame(again, message)) {
    assert.fail(`${shown(message)} is made as ${escaped(made)}, which is ${shown(again)}`);
  }
  if (faith === 'canonical' && Buffer.compare(made, written) !== 0) assert.fail(`made as ${escaped(made)}`);
  // Whatever is lost is lost at the first time; but a CR or a space at the end of a line is lost with every ending.
  if (written.includes(0x0d) || made.at(-2) === 0x20) return;
  const third = side.make(again);
  if (Buffer.compare(third, made) !== 0) assert.fail(`made as ${escaped(made)}, and then as ${escaped(third)}`);
}

const isSame = (one: AnyMessage, other: AnyMessage): boolean =>
  isDeepStrictEqual(one, other) || shown(one) === shown(other);

/** What is wrong, whoever's words are in it. */
const kindOf = (problem: string): string => problem.replace(/^keyword .* unknown$/su, 'keyword … unknown');

/** Every kind of message that the vocabulary has: a draw of many shows them. */
function mustSee(client: CodecSide, server: CodecSide): string[] {
  return [...kindsOf('client', client), ...kindsOf('server', server)];
}

function kindsOf(who: string, side: CodecSide): string[] {
  let state = 1;
  const randomInt: RandomInt = (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
  return [...new Set(Array.from({ length: 3000 }, () => `${who}: ${side.any(randomInt).kind}`))];
}
