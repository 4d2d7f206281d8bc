import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readFirstBytes } from './first-bytes.ts';

/** Something to read from that can be dropped, in the shape of a socket. */
function line() {
  const stream = new PassThrough();
  const found: string[] = [];
  const read = (said: Buffer) => {
    const end = said.indexOf('\n');
    return end === -1 ? undefined : { value: said.toString('latin1', 0, end), length: end + 1 };
  };
  return {
    stream,
    found,
    open: (patience?: number) =>
      readFirstBytes(
        stream,
        patience,
        read,
        (value) => found.push(value),
        () => found.push('late'),
      ),
  };
}

test('the first bytes are read, however they come, and those after them put back', async () => {
  const { stream, found, open } = line();
  open();
  for (const byte of 'hello\nand more') stream.write(byte);
  await new Promise(setImmediate);
  assert.deepEqual(found, ['hello']);
  assert(stream.isPaused());
  stream.end();
  assert.equal(Buffer.concat(await stream.toArray()).toString(), 'and more');
});

test('whoever says no more before they are whole is dropped', async () => {
  const { stream, found, open } = line();
  open();
  stream.end('hel');
  await once(stream, 'close');
  assert.deepEqual(found, []);
});

test('whoever takes too long in all is dropped, however much is said meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { stream, found, open } = line();
  open(5_000);
  for (let second = 1; second < 5; second++) {
    t.mock.timers.tick(1_000);
    stream.write('x');
    await new Promise(setImmediate);
    assert(!stream.destroyed);
  }
  t.mock.timers.tick(1_000);
  assert(stream.destroyed);
  assert.deepEqual(found, ['late']);
});

test('once they are read nobody waits any more', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { stream, found, open } = line();
  open(5_000);
  stream.write('hello\n');
  await new Promise(setImmediate);
  assert.deepEqual(found, ['hello']);
  t.mock.timers.tick(10_000);
  assert(!stream.destroyed);
});
