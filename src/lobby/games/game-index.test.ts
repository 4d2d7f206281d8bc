import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishedGameEntries } from '../../../test/support/archive/game-fixtures.ts';
import { Game } from './game.ts';
import { GameIndex } from './game-index.ts';

/** A game between a player of each of these listeners. */
function gameOn(id: number, black: string, white: string): Game {
  const [first] = finishedGameEntries(id);
  assert(first?.event.kind === 'seated');
  const { event } = first;
  const seats = { black: { ...event.black, listener: black }, white: { ...event.white, listener: white } };
  return new Game(id, { ...event, ...seats }, first.at);
}

test('running games are counted by the listeners of their players', () => {
  const index = new GameIndex();
  const [one, two, three] = [gameOn(1, 'a', 'a'), gameOn(2, 'a', 'b'), gameOn(3, 'b', 'c')];
  for (const game of [one, two, three]) index.add(game);
  const counts = () => ['a', 'b', 'c', 'd'].map((listener) => index.countOf(listener));
  const none = { games: 0, players: 0 };
  assert.deepEqual(counts(), [{ games: 2, players: 3 }, { games: 2, players: 2 }, { games: 1, players: 1 }, none]);
  index.remove(one);
  // An adjourned game is removed a second time when it ends.
  index.remove(one);
  index.remove(three);
  assert.deepEqual(counts(), [{ games: 1, players: 1 }, { games: 1, players: 1 }, none, none]);
  index.remove(two);
  assert.deepEqual(counts(), [none, none, none, none]);
});
