import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerPath, shownName } from './player-names.ts';

test('characters that change the direction of writing or are invisible become visible in a name', () => {
  assert.equal(shownName('\u202eesrever\u202c \u2067rtl'), '-esrever- -rtl');
  assert.equal(shownName('al\u200bi\u00adce\u2028\u3164\ufeff'), 'al-i-ce---');
  assert.equal(shownName('\u2800bo\u2800b'), '-bo-b');
  assert.equal(shownName('bo\u200db'), 'bo-b');
  assert.equal(shownName('bob\u{e0062}'), 'bob-');
});

test('letters of all scripts and composed emoji do not change', () => {
  for (const name of ['Zoë 天元', 'مرحبا', 'שלום', '👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 😀', "<b>&'"])
    assert.equal(shownName(name), name);
});

test('playerPath returns a path for all names except . and ..', () => {
  assert.equal(playerPath('a/b c?'), '/players/a%2Fb%20c%3F');
  assert.equal(playerPath('...'), '/players/...');
  for (const step of ['.', '..']) assert.equal(playerPath(step), undefined);
});
