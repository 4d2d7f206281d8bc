import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CommandAnswer } from '../lobby/command.ts';
import type { Notice } from '../lobby/notice.ts';
import type { ReadResult } from './bytes.ts';
import { ServerSessionBase } from './server-session-base.ts';
import type { ServerSessionOutput } from './server-session-types.ts';
import { lineBytes, type ReceivedLine, readLine } from './text-line.ts';

/**
 * Repeats every message. Sends a command for each word `ask`, closes after `bye`, and sets a deadline of 10 ms after `ring`.
 */
class Echo extends ServerSessionBase<ReceivedLine> {
  #ringAt: number | undefined;

  override get deadline(): number | undefined {
    return this.#ringAt;
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    const text = line.kind === 'too-long' ? 'TOO LONG' : line.text;
    this.send(lineBytes(`${this.now}: ${text}`));
    for (const word of text.split(' '))
      if (word === 'ask') this.ask({ kind: 'who' }, ({ kind }) => this.send(lineBytes(`${this.now}: who -> ${kind}`)));
    if (text === 'ring') this.#ringAt = this.now + 10;
    if (text === 'bye' || line.kind === 'too-long') this.close();
  }

  protected override onNotice(notice: Notice): void {
    this.send(lineBytes(`${this.now}: heard ${notice.kind}`));
    if (notice.kind === 'farewell') this.close();
  }

  protected override onDeadline(): void {
    this.#ringAt = undefined;
    this.send(lineBytes(`${this.now}: rang`));
  }
}

const DONE: CommandAnswer = { kind: 'done' };
const PLAY_STARTED: Notice = { kind: 'play-started' };
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** The output of a call as lines: the writes, the commands, and `close`. */
function outputLines({ send, ask, close }: ServerSessionOutput): string[] {
  const lines = send.map((each) => Buffer.from(each).toString('utf8').trimEnd());
  return [...lines, ...ask.map(({ kind }) => `ask ${kind}`), ...(close ? ['close'] : [])];
}

describe('messages', () => {
  test('are handled in order, for any division of the bytes', () => {
    const parrot = new Echo(0);
    assert.deepEqual(outputLines(parrot.receive(bytes('one\ntwo\nthr'), 1)), ['1: one', '1: two']);
    assert.deepEqual(outputLines(parrot.receive(bytes('ee\n'), 2)), ['2: three']);
  });

  test('are the same byte by byte', () => {
    const said = bytes('one\r\nGrüße 👋\n\nask\n');
    const whole = outputLines(new Echo(0).receive(said, 1));
    const parrot = new Echo(0);
    const split = [...said].flatMap((byte) => outputLines(parrot.receive(Uint8Array.of(byte), 1)));
    assert.deepEqual(split, whole);
    assert.deepEqual(whole, ['1: one', '1: Grüße 👋', '1:', '1: ask', 'ask who']);
  });

  test('are passed to the observer before the session acts on them', () => {
    const parrot = new Echo(0);
    const seen: string[] = [];
    parrot.observer = { received: (message, now) => void seen.push(`${now}: ${Buffer.from(message)}`) };
    for (const byte of bytes('one\r\nask\nthree\n')) parrot.receive(Uint8Array.of(byte), 1);
    assert.deepEqual(seen, ['1: one\r\n', '1: ask\n']);
    parrot.answer(DONE, 2);
    parrot.proceed(3);
    assert.deepEqual(seen.slice(2), ['3: three\n']);
  });

  test('are all handled if one packet has thousands', () => {
    const said = Array.from({ length: 10_000 }, (_, index) => `${index}`);
    const heard = outputLines(new Echo(0).receive(bytes(`${said.join('\n')}\n`), 1));
    assert.deepEqual(
      heard,
      said.map((text) => `1: ${text}`),
    );
  });

  test('no bytes have no effect', () => assert.deepEqual(outputLines(new Echo(0).receive(new Uint8Array(0), 1)), []));
});

describe('a command without an answer', () => {
  test('delays the next message until its notices were passed', () => {
    const parrot = new Echo(0);
    assert.deepEqual(outputLines(parrot.receive(bytes('ask\none\ntwo\n'), 1)), ['1: ask', 'ask who']);
    assert.deepEqual(outputLines(parrot.receive(bytes('three\n'), 2)), []);
    assert.deepEqual(outputLines(parrot.answer(DONE, 3)), ['3: who -> done']);
    assert.deepEqual(outputLines(parrot.notify(PLAY_STARTED, 3)), ['3: heard play-started']);
    assert.deepEqual(outputLines(parrot.proceed(3)), ['3: one', '3: two', '3: three']);
  });

  test('delays the next message until all commands are answered', () => {
    const parrot = new Echo(0);
    assert.deepEqual(outputLines(parrot.receive(bytes('ask ask\none\n'), 1)), ['1: ask ask', 'ask who', 'ask who']);
    assert.deepEqual(outputLines(parrot.answer(DONE, 2)), ['2: who -> done']);
    assert.deepEqual(outputLines(parrot.proceed(2)), []);
    assert.deepEqual(outputLines(parrot.answer(DONE, 3)), ['3: who -> done']);
    assert.deepEqual(outputLines(parrot.proceed(3)), ['3: one']);
  });

  test('lets the next message through, one at a time', () => {
    const parrot = new Echo(0);
    parrot.receive(bytes('ask\nask\nbye\n'), 1);
    parrot.answer(DONE, 2);
    assert.deepEqual(outputLines(parrot.proceed(2)), ['2: ask', 'ask who']);
    parrot.answer(DONE, 3);
    assert.deepEqual(outputLines(parrot.proceed(3)), ['3: bye', 'close']);
  });

  test('does not delay notices', () => {
    const parrot = new Echo(0);
    parrot.receive(bytes('ask\none\n'), 1);
    assert.deepEqual(outputLines(parrot.notify(PLAY_STARTED, 2)), ['2: heard play-started']);
  });

  test('throws on an answer without a command', () => {
    assert.throws(() => new Echo(0).answer(DONE, 1), /an answer without a command/);
  });
});

describe('the backlog', () => {
  test('counts the bytes that have not been read', () => {
    const parrot = new Echo(0);
    assert.equal(parrot.backlog, 0);
    parrot.receive(bytes('one\nhalf'), 1);
    assert.equal(parrot.backlog, 4);
    parrot.receive(bytes('\nask\n12345\n'), 2);
    assert.equal(parrot.backlog, 6);
    parrot.answer(DONE, 3);
    assert.equal(parrot.backlog, 6);
    parrot.proceed(3);
    assert.equal(parrot.backlog, 0);
  });
});

describe('a closed session', () => {
  test('reads nothing more', () => {
    const parrot = new Echo(0);
    assert.deepEqual(outputLines(parrot.receive(bytes('bye\none\n'), 1)), ['1: bye', 'close']);
    assert.equal(parrot.backlog, 0);
    assert.deepEqual(outputLines(parrot.receive(bytes('two\n'), 2)), ['close']);
    assert.deepEqual(outputLines(parrot.notify(PLAY_STARTED, 3)), ['close']);
  });

  test('sends nothing for later answers and deadlines', () => {
    const parrot = new Echo(0);
    parrot.receive(bytes('ring\nask bye\n'), 1);
    parrot.notify({ kind: 'farewell' }, 2);
    assert.deepEqual(outputLines(parrot.answer(DONE, 3)), ['close']);
    assert.deepEqual(outputLines(parrot.tick(11)), ['close']);
  });

  test('follows from bytes that cannot be read', () => {
    const parrot = new Echo(0);
    const said = bytes(`one\n${'x'.repeat(5000)}\ntwo\n`);
    assert.deepEqual(outputLines(parrot.receive(said, 1)), ['1: one', '1: TOO LONG', 'close']);
  });
});

describe('a deadline', () => {
  test('calls onDeadline when it has come, and not before', () => {
    const parrot = new Echo(0);
    parrot.receive(bytes('ring\n'), 1);
    assert.deepEqual(outputLines(parrot.tick(10)), []);
    assert.deepEqual(outputLines(parrot.tick(11)), ['11: rang']);
    assert.deepEqual(outputLines(parrot.tick(12)), []);
  });
});
