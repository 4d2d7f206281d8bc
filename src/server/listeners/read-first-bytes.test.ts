import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readFirstBytes } from './read-first-bytes.ts';

/** A stream in place of a socket, and the first lines that were read from it. */
function openStream() {
  const stream = new PassThrough();
  const found: string[] = [];
  const read = (bytes: Buffer) => {
    const end = bytes.indexOf('\n');
    return end === -1 ? undefined : { value: bytes.toString('latin1', 0, end), length: end + 1 };
  };
  return {
    stream,
    found,
    open: (timeout?: number) =>
      readFirstBytes(
        stream,
        timeout,
        read,
        (value) => found.push(value),
        () => found.push('late'),
      ),
  };
}

test('the first bytes are read one by one, and the bytes after them are put back', async () => {
  const { stream, found, open } = openStream();
  open();
  for (const byte of 'hello\nand more') stream.write(byte);
  await new Promise(setImmediate);
  assert.deepEqual(found, ['hello']);
  assert(stream.isPaused());
  stream.end();
  assert.equal(Buffer.concat(await stream.toArray()).toString(), 'and more');
});

test('a stream that ends before the first bytes are complete is destroyed', async () => {
  const { stream, found, open } = openStream();
  open();
  stream.end('hel');
  await once(stream, 'close');
  assert.deepEqual(found, []);
});

test('a stream whose first bytes take too long is destroyed, even if bytes arrive', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { stream, found, open } = openStream();
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

test('there is no time limit any more after the first bytes are read', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { stream, found, open } = openStream();
  open(5_000);
  stream.write('hello\n');
  await new Promise(setImmediate);
  assert.deepEqual(found, ['hello']);
  t.mock.timers.tick(10_000);
  assert(!stream.destroyed);
});
