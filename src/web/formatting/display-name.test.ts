import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName } from './display-name.ts';

test('characters that change the direction of writing or are invisible become visible in a name', () => {
  assert.equal(displayName('\u202eesrever\u202c \u2067rtl'), '-esrever- -rtl');
  assert.equal(displayName('al\u200bi\u00adce\u2028\u3164\ufeff'), 'al-i-ce---');
  assert.equal(displayName('\u2800bo\u2800b'), '-bo-b');
  assert.equal(displayName('bo\u200db'), 'bo-b');
  assert.equal(displayName('bob\u{e0062}'), 'bob-');
});

test('letters of all scripts and composed emoji do not change', () => {
  for (const name of ['Zoë 天元', 'مرحبا', 'שלום', '👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 😀', "<b>&'"])
    assert.equal(displayName(name), name);
});
