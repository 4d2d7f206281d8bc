import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedGame } from '../../../test/support/archive/game-fixtures.ts';
import type { ArchivedGame } from '../api/resource-schemas.ts';
import { MatchViewer } from './match-viewer.ts';
import type { ViewerServerMessage } from './messages.ts';

/** The first messages to a viewer, if the archive has these games, the newest first. */
function listed(games: readonly ArchivedGame[]): readonly ViewerServerMessage[] {
  const messages: ViewerServerMessage[] = [];
  const viewer = new MatchViewer({
    send: (message) => void messages.push(message),
    ask: (command, onAnswer) => {
      assert.equal(command.kind, 'observe');
      onAnswer({ kind: 'directory', directory: { players: [], seeks: [], games: [] } });
    },
    lookUp(question, onFound) {
      if (question.kind !== 'games') throw new Error('another question');
      const { before = Number.POSITIVE_INFINITY, limit } = question;
      const from = games.filter(({ game }) => game < before);
      const [page, last] = [from.slice(0, limit), from[limit - 1]];
      onFound({ kind: 'games', found: { games: page, ...(from.length > limit && last ? { next: last.game } : {}) } });
    },
  });
  viewer.begin();
  return messages;
}

const newest = (count: number, each: (game: number) => ArchivedGame): ArchivedGame[] =>
  Array.from({ length: count }, (_, index) => each(count - index));

test('a viewer receives the last 40 finished games, the oldest first', () => {
  const messages = listed(newest(90, (game) => listedGame(game, 2)));
  assert.deepEqual(
    messages.map((message) => message.kind === 'match' && message.game),
    Array.from({ length: 40 }, (_, index) => 51 + index),
  );
});

test('a viewer does not receive games that its protocol cannot show', () => {
  const handicap = { game: 'go', size: 9, komi: 0.5, handicap: 3, ko: 'positional', suicide: 'allowed' } as const;
  const messages = listed(
    newest(350, (game) => ({ ...listedGame(game, 2), ...(game % 50 === 1 ? {} : { board: handicap }) })),
  );
  assert.deepEqual(
    messages.map((message) => message.kind === 'match' && message.game),
    [1, 51, 101, 151, 201, 251, 301],
  );
});
