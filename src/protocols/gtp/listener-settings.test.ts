import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { gtp } from './module.ts';

const { configure } = await gtp.server();
const problemOf = (settings: ProtocolSettings): string | undefined => {
  const read = configure(settings);
  return read.ok ? undefined : read.problem;
};

describe('listener settings', () => {
  test('accepts either side of GTP, a size, and a name for engines', () => {
    assert.equal(problemOf({}), undefined);
    assert.equal(problemOf({ as: 'engine', size: '9' }), undefined);
    assert.equal(problemOf({ as: 'controller' }), undefined);
    assert.equal(problemOf({ as: 'controller', name: 'gnu', size: '25' }), undefined);
  });

  test('rejects another side, a size that is too large, a name that a protocol cannot write, and a name for controllers', () => {
    assert.equal(problemOf({ as: 'server' }), 'gtp: as is one of engine, controller, not "server"');
    assert.equal(problemOf({ size: '26' }), 'gtp: size is a whole number from 2 to 25, not "26"');
    assert.equal(
      problemOf({ as: 'controller', name: 'GNU Go' }),
      'gtp: name is 1 to 16 lower-case letters and digits, a letter first, and not guest, not "GNU Go"',
    );
    assert.match(problemOf({ as: 'controller', name: 'guest' }) ?? '', /and not guest/);
    assert.equal(problemOf({ name: 'gnu' }), 'gtp: name is for as=controller, not "gnu"');
  });
});
