import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerPath, shownName } from './player-names.ts';

test('what turns the writing around, or is not seen, is seen in a name', () => {
  assert.equal(shownName('\u202eesrever\u202c \u2067rtl'), '-esrever- -rtl');
  assert.equal(shownName('al\u200bi\u00adce\u2028\u3164\ufeff'), 'al-i-ce---');
  assert.equal(shownName('\u2800bo\u2800b'), '-bo-b');
  assert.equal(shownName('bo\u200db'), 'bo-b');
  assert.equal(shownName('bob\u{e0062}'), 'bob-');
});

test('letters of any writing and emoji of several parts stay as they are', () => {
  for (const name of ['Zoë 天元', 'مرحبا', 'שלום', '👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 😀', "<b>&'"])
    assert.equal(shownName(name), name);
});

test('a player is told about under the name, but for the names that are steps in a path', () => {
  assert.equal(playerPath('a/b c?'), '/players/a%2Fb%20c%3F');
  assert.equal(playerPath('...'), '/players/...');
  for (const step of ['.', '..']) assert.equal(playerPath(step), undefined);
});
