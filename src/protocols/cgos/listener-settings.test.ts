import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';

const cgos = serverNamed('cgos');
assert(cgos !== undefined);

const problemOf = (settings: Readonly<Record<string, string>>): string | undefined => {
  const read = cgos.configure(settings);
  return read.ok ? undefined : read.problem;
};

describe('listener settings', () => {
  test('can name players whose ratings never change, on its board', () => {
    const settings = { size: '13', anchor: 'gnugo:1800,Fuego-1.1:2350' };
    assert.equal(problemOf(settings), undefined);
    assert.deepEqual(
      cgos.anchors?.(settings).map(({ name, rating, parameters }) => [name, rating, parameters.size]),
      [
        ['gnugo', 1800, 13],
        ['Fuego-1.1', 2350, 13],
      ],
    );
    assert.deepEqual(cgos.anchors?.({}), []);
  });

  test('have error messages', () => {
    for (const anchor of ['gnugo', 'gnugo:', 'gnugo:-1', '7up:1800', 'gnugo:1800,', 'gnugo:18000'])
      assert.equal(
        problemOf({ anchor }),
        `cgos: anchor is a name and a rating, like gnugo:1800, or several with commas between them, not "${anchor}"`,
      );
    assert.match(problemOf({ rounds: '-1' }) ?? '', /rounds is a whole number from 0 to 86400/);
    assert.match(problemOf({ size: '26' }) ?? '', /size is a whole number from 2 to 25/);
    assert.match(problemOf({ komi: '7,5' }) ?? '', /komi is a number like 7 or 0.25/);
  });
});
