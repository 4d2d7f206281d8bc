import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { enginePlayerName } from './engine-player-name.ts';

test("the name is the engine's own in lower case, or engine", () => {
  assert.equal(enginePlayerName('GNU Go', 1), 'gnugo');
  assert.equal(enginePlayerName('KataGo', 2), 'katago2');
  assert.equal(enginePlayerName('4d天元', 1), 'd');
  assert.equal(enginePlayerName('天元', 1), 'engine');
  assert.equal(enginePlayerName('Guest', 3), 'engine3');
  assert.equal(enginePlayerName('a very long name of an engine', 12), 'averylongnameo12');
});

test("every protocol can write the name, and it is not a guest's name", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 99 }), (own, number) => {
      const name = enginePlayerName(own, number);
      assert.match(name, /^[a-z][a-z0-9]{0,15}$/);
      assert.doesNotMatch(name, /^guest\d*$/);
    }),
  );
});
