import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdjournedGameView } from '../../lobby/notice.ts';
import { defaultGoParameters } from '../default-go-parameters.ts';
import { OwnAdjournedGames } from './own-adjourned-games.ts';
import type { ServerSessionGame } from './server-session-game.ts';
import type { SessionContext } from './session-context.ts';

const TERMS = { parameters: defaultGoParameters(9), moves: 2, since: 0, until: 1000 } as const;

/**
 * The adjourned games of ann against bob, and the lines sent to ann. The lobby refuses all commands, because one of them
 * plays.
 */
function adjournedGames(
  numbers: readonly number[],
  own?: ServerSessionGame,
): { games: OwnAdjournedGames; lines: readonly string[] } {
  const told: string[] = [];
  const link: Pick<SessionContext, 'name' | 'own' | 'ask' | 'send'> = {
    name: 'ann',
    own,
    ask: (_, onAnswer) => onAnswer({ kind: 'refused', why: 'in-game' }),
    send: (...lines) => void told.push(...lines),
  };
  const games = new OwnAdjournedGames(link as SessionContext);
  games.changed(numbers.map((game) => ({ game, color: 'black', opponent: 'bob', ...TERMS })));
  return { games, lines: told };
}

test('an adjourned game cannot continue while one of its players plays, and the client learns which one', () => {
  for (const [own, refusal] of [
    [undefined, '5 bob is currently involved in a match against someone else.'],
    [{} as ServerSessionGame, '5 You are playing a game already.'],
  ] as const) {
    const { games, lines: told } = adjournedGames([3], own);
    games.load('bob-ann');
    assert.deepEqual(told, [refusal]);
  }
});

test('the only game is named without its number, even if the list arrives again before the answer', () => {
  const told: string[] = [];
  const list = (): readonly AdjournedGameView[] => [{ game: 3, color: 'black', opponent: 'bob', ...TERMS }];
  const link: Pick<SessionContext, 'name' | 'ask' | 'send'> = {
    name: 'ann',
    ask: (_, onAnswer) => {
      games.changed(list());
      onAnswer({ kind: 'done' });
    },
    send: (...lines) => void told.push(...lines),
  };
  const games = new OwnAdjournedGames(link as SessionContext);
  games.changed(list());
  games.load('3');
  assert.deepEqual(told, ['9 bob is asked to go on with the game bob-ann.']);
});

test('two adjourned games of the same players have different numbers', () => {
  const one = adjournedGames([3]);
  one.games.list('ann');
  assert.deepEqual(one.lines, ['9 Stored games for ann:', '23 bob-ann', '9 Found 1 stored games.']);
  const two = adjournedGames([3, 8]);
  two.games.list('ann');
  assert.deepEqual(two.lines, ['9 Stored games for ann:', '23 bob-ann 3', '23 bob-ann 8', '9 Found 2 stored games.']);
  const [first, second] = [3, 8].map((game) => ({ game, color: 'black', opponent: 'bob', ...TERMS }) as const);
  two.games.changed([first!, { ...second!, askedBy: 'white' }]);
  assert.deepEqual(two.lines.slice(-2), [
    '9 bob wants to go on with the adjourned game bob-ann 8.',
    '9 Use "load 8" to go on.',
  ]);
});
