import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPlayerJson } from '../../protocols/api/server-message-schema.ts';
import type { GameParametersJson } from '../../protocols/api/value-schemas.ts';
import { computerFor, computerOpponent, isOutOfService, levelsFor } from './computer-levels.ts';

const computer = (name: string, more: Partial<ListedPlayerJson> = {}): ListedPlayerJson => ({
  name,
  protocol: 'computer',
  offers: [
    { game: 'go', sizes: [9, 13, 19] },
    { game: 'gomoku', sizes: [15], rules: ['freestyle', 'renju'] },
  ],
  ...more,
});
/** A player with an engine that is connected over a protocol. */
const VISITOR = computer('gnu', { protocol: 'gtp', offers: [{ game: 'go', sizes: [9] }] });
const ALICE: ListedPlayerJson = { name: 'alice', protocol: 'web' };

const go = (size: number): GameParametersJson => ({
  game: 'go',
  size,
  komi: 7.5,
  ko: 'positional',
  suicide: 'allowed',
});
const gomoku = (rule: 'freestyle' | 'caro'): GameParametersJson => ({ game: 'gomoku', size: 15, rule });

test('computerFor: a computer player plays on the board, only on other boards, or there is none', () => {
  assert.equal(computerFor(go(9), [ALICE, computer('tengen-2')]), 'free');
  assert.equal(computerFor(gomoku('freestyle'), [computer('tengen')]), 'free');
  assert.equal(computerFor(go(10), [computer('tengen')]), 'elsewhere');
  assert.equal(computerFor(gomoku('caro'), [computer('tengen')]), 'elsewhere');
  assert.equal(computerFor(go(9), [VISITOR]), 'free');
  assert.equal(computerFor(go(10), [VISITOR]), 'elsewhere');
  assert.equal(computerFor(go(9), [ALICE]), 'none');
  assert.equal(computerFor(go(9), [computer('tengen', { offers: [] })]), 'none');
});

test('levelsFor returns the computer players with a level, in the order of the levels', () => {
  const pretender: ListedPlayerJson = { name: 'tengen-1', protocol: 'web' };
  const retired = computer('tengen-3', { level: 3, offers: [] });
  const players = [
    computer('tengen-6', { level: 6 }),
    computer('tengen-2', { level: 2 }),
    computer('gnugo'),
    pretender,
    retired,
  ];
  assert.deepEqual(levelsFor(go(9), players), [
    { name: 'tengen-2', level: 2 },
    { name: 'tengen-6', level: 6 },
  ]);
  assert.deepEqual(levelsFor(go(10), players), []);
});

test('a seek for the computer names the computer player of the level, if the server has one', () => {
  assert.deepEqual(computerOpponent(4, [{ name: 'tengen-4', level: 4 }]), { opponent: 'tengen-4' });
  assert.deepEqual(computerOpponent(5, []), { computer: true });
});

test('a computer player that offers no board is out of service', () => {
  assert.equal(isOutOfService(computer('tengen', { offers: [] })), true);
  assert.equal(isOutOfService({ name: 'tengen', protocol: 'computer' }), true);
  assert.equal(isOutOfService(computer('tengen')), false);
  assert.equal(isOutOfService(VISITOR), false);
  assert.equal(isOutOfService(ALICE), false);
});
