import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPlayer } from '../../protocols/api/message-schemas.ts';
import type { Board } from '../../protocols/api/value-schemas.ts';
import { computerFor, computerOpponent, isOutOfService, levelName, levelOf, levelsFor } from './computer-levels.ts';

const computer = (name: string, more: Partial<ListedPlayer> = {}): ListedPlayer => ({
  name,
  protocol: 'computer',
  offers: [
    { game: 'go', sizes: [9, 13, 19] },
    { game: 'gomoku', sizes: [15], rules: ['freestyle', 'renju'] },
  ],
  ...more,
});
const ALICE: ListedPlayer = { name: 'alice', protocol: 'web' };

const go = (size: number): Board => ({ game: 'go', size, komi: 7.5, ko: 'positional', suicide: 'allowed' });
const gomoku = (rule: 'freestyle' | 'caro'): Board => ({ game: 'gomoku', size: 15, rule });

test('the computer is free, in a game, on other boards only, or not there', () => {
  const playing = computer('tengen', { game: 4, offers: [] });
  assert.equal(computerFor(go(9), [ALICE, playing, computer('tengen-2')]), 'free');
  assert.equal(computerFor(gomoku('freestyle'), [computer('tengen')]), 'free');
  assert.equal(computerFor(go(9), [ALICE, playing]), 'busy');
  assert.equal(computerFor(go(10), [computer('tengen')]), 'elsewhere');
  assert.equal(computerFor(gomoku('caro'), [computer('tengen')]), 'elsewhere');
  assert.equal(computerFor(go(9), [ALICE]), 'none');
  assert.equal(computerFor(go(9), [computer('tengen', { offers: [] })]), 'none');
});

test('a level is a computer player with its name', () => {
  assert.equal(levelName(4), 'tengen-4');
  assert.equal(levelOf('tengen-4'), 4);
  for (const name of ['tengen', 'tengen-0', 'tengen-7', 'tengen-44', 'alice']) assert.equal(levelOf(name), undefined);
  const pretender: ListedPlayer = { name: 'tengen-1', protocol: 'web' };
  const players = [computer('tengen-6'), computer('tengen-2'), computer('gnugo'), pretender];
  assert.deepEqual(levelsFor(go(9), players), [2, 6]);
  assert.deepEqual(levelsFor(go(10), players), []);
});

test('a seek for the computer names the level, if the server has it', () => {
  assert.deepEqual(computerOpponent(4, [3, 4]), { opponent: 'tengen-4' });
  assert.deepEqual(computerOpponent(5, []), { computer: true });
});

test('a computer player that neither plays nor offers a board is out of service', () => {
  assert.equal(isOutOfService(computer('tengen', { offers: [] })), true);
  assert.equal(isOutOfService({ name: 'tengen', protocol: 'computer' }), true);
  assert.equal(isOutOfService(computer('tengen')), false);
  assert.equal(isOutOfService({ name: 'tengen', protocol: 'computer', game: 4 }), false);
  assert.equal(isOutOfService(ALICE), false);
});
