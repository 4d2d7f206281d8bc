import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ClientSessionOutput, Intent } from './client-session-types.ts';
import { LineClientSession } from './line-client-session.ts';
import { LONGEST_SERVER_LINE } from './text-line.ts';

/**
 * Sends a greeting, reports every line as a remark, sets a deadline of 10 ms after `wait`, and closes after `bye` or the
 * intent `leave`.
 */
class Echo extends LineClientSession {
  #due: number | undefined;

  protected override greet(): void {
    this.sendLine('hello');
  }

  protected override get due(): number | undefined {
    return this.#due;
  }

  protected override onDeadline(): void {
    this.#due = undefined;
    this.report({ kind: 'remark', text: 'rang' });
  }

  protected override onIntent({ kind }: Intent): void {
    if (kind !== 'leave') this.refuseUnsupported(kind);
    else this.#farewell();
  }

  protected override onLine(line: string): void {
    if (line === 'wait') this.#due = this.now + 10;
    if (line === 'bye') this.#farewell();
    else if (line === 'nonsense') this.abort(`no message: ${line}`);
    else this.report({ kind: 'remark', text: line });
  }

  /** Sends and reports more after the session has been closed. */
  #farewell(): void {
    this.sendLine('bye');
    this.close();
    this.sendLine('too late');
    this.report({ kind: 'remark', text: 'too late' });
  }
}

const outputLines = ({ send, events, close }: ClientSessionOutput): string[] => [
  ...Buffer.concat(send).toString().split('\n').slice(0, -1),
  ...events.map((each) => ('text' in each ? `${each.kind}: ${each.text}` : each.kind)),
  ...(close ? ['closes'] : []),
];

function opened(): Echo {
  const echo = new Echo();
  assert.deepEqual(outputLines(echo.open(0)), ['hello']);
  return echo;
}

const receive = (echo: Echo, text: string, now = 0): string[] => outputLines(echo.receive(Buffer.from(text), now));

test('handles lines in order, and stores half a line until its end arrives', () => {
  const echo = opened();
  assert.deepEqual(receive(echo, 'one\ntwo\r\n th'), ['remark: one', 'remark: two']);
  assert.deepEqual(receive(echo, 'ree '), []);
  assert.deepEqual(receive(echo, '\n'), ['remark: three']);
});

test('reports the same events for any division of the bytes', () => {
  const text = Buffer.from('one\nzwölf\r\n\n  three \nbye\nfour\n');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 40 }), (lengths) => {
      const echo = opened();
      const events = [];
      let start = 0;
      for (const length of lengths) {
        events.push(...echo.receive(text.subarray(start, start + length), 0).events);
        start += length;
      }
      assert.deepEqual(
        events.map((each) => 'text' in each && each.text),
        ['one', 'zwölf', '', 'three'],
      );
    }),
  );
});

test('a closed session sends nothing, handles nothing, and refuses every intent', () => {
  const echo = opened();
  assert.deepEqual(receive(echo, 'wait\nbye\none\n'), ['bye', 'remark: wait', 'closes']);
  assert.equal(echo.deadline, undefined);
  assert.deepEqual(receive(echo, 'two\n'), ['closes']);
  assert.deepEqual(outputLines(echo.tick(1000)), ['closes']);
  assert.deepEqual(outputLines(echo.disconnected(1000)), ['closes']);
  assert.deepEqual(outputLines(echo.perform({ kind: 'leave' }, 1000)), ['refused: the session is over', 'closes']);
});

test('a server that breaks the protocol ends the session', () => {
  assert.deepEqual(receive(opened(), 'one\nnonsense\ntwo\n'), [
    'remark: one',
    'protocol-error: no message: nonsense',
    'closes',
  ]);
});

test('accepts the longest line, and rejects a longer one', () => {
  const long = 'x'.repeat(LONGEST_SERVER_LINE);
  assert.deepEqual(receive(opened(), `${long}\n`), [`remark: ${long}`]);
  assert.deepEqual(receive(opened(), `${long}x`), [
    `protocol-error: a line of more than ${LONGEST_SERVER_LINE} bytes`,
    'closes',
  ]);
});

test('calls onDeadline at the deadline, and not before', () => {
  const echo = opened();
  receive(echo, 'wait\n', 100);
  assert.equal(echo.deadline, 110);
  assert.deepEqual(outputLines(echo.tick(109)), []);
  assert.deepEqual(outputLines(echo.tick(110)), ['remark: rang']);
  assert.equal(echo.deadline, undefined);
  assert.deepEqual(outputLines(echo.tick(120)), []);
});

test('a closed connection ends the session with a remark only', () => {
  assert.deepEqual(outputLines(opened().disconnected(0)), ['remark: the server closed the connection', 'closes']);
  const echo = opened();
  receive(echo, 'hal');
  assert.deepEqual(outputLines(echo.disconnected(0)), [
    'remark: the server closed the connection in the middle of a message',
    'closes',
  ]);
});

test('refuses an intent that the protocol has no message for', () => {
  assert.deepEqual(outputLines(opened().perform({ kind: 'pass' }, 0)), [
    'refused: this protocol has no message for that',
  ]);
});
