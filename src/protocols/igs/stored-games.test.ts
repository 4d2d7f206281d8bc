import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goParameters } from '../go-parameters.ts';
import type { SessionLink } from './session-link.ts';
import { StoredGames } from './stored-games.ts';
import type { ToldGame } from './told-game.ts';

/** What ann is told who goes on with a game against bob, and is refused because one of the two plays. */
function refusedInGame(own: ToldGame | undefined): readonly string[] {
  const told: string[] = [];
  const link: Pick<SessionLink, 'name' | 'own' | 'ask' | 'tell'> = {
    name: 'ann',
    own,
    ask: (_, onAnswer) => onAnswer({ kind: 'refused', why: 'in-game' }),
    tell: (...lines) => void told.push(...lines),
  };
  const games = new StoredGames(link as SessionLink);
  const terms = { parameters: goParameters(9), moves: 2, since: 0, until: 1000 };
  games.changed([{ game: 3, color: 'black', opponent: 'bob', ...terms }]);
  games.load('bob-ann');
  return told;
}

test('a stored game does not go on while one of its players plays, and the client is told which', () => {
  assert.deepEqual(refusedInGame(undefined), ['5 bob is currently involved in a match against someone else.']);
  assert.deepEqual(refusedInGame({} as ToldGame), ['5 You are playing a game already.']);
});
