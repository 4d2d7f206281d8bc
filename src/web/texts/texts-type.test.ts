import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './en.ts';
import { fr } from './fr.ts';

test('the forms of results agree with their number', () => {
  const results = (count: number): string[] => [fr.player.won(count), fr.player.lost(count), fr.player.drawn(count)];
  assert.deepEqual(results(1), ['gagnée', 'perdue', 'nulle']);
  assert.deepEqual(results(2), ['gagnées', 'perdues', 'nulles']);
  assert.deepEqual(results(0), ['gagnée', 'perdue', 'nulle'], 'in French nought is singular');
  assert.equal(en.player.drawn(1), 'drawn');
});
