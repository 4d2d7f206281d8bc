import { archivedGameResource } from '../../../src/archive/archived-game-resource.ts';
import { type ArchivedGameRow, gameOf, rowOf } from '../../../src/archive/archived-game-row.ts';
import { gameFromJournal } from '../../../src/archive/game-from-journal.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import type { ArchivedGame } from '../../../src/protocols/api/resource-schemas.ts';
import { COLORS } from '../../../src/rules/color.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';

const sideOf = (game: ArchivedGame, name: string) => COLORS.find((color) => game[color].name === name);

/** The finished games of a journal, without a database, for servers in memory. It knows no ratings. */
export function memoryArchive(journal: Journal): NonNullable<HubOptions['lookUp']> {
  const read = async (id: GameId) => {
    const entries = await journal.game(id);
    if (!entries.some(({ event }) => event.kind === 'ended')) return undefined;
    const finished = gameFromJournal(entries);
    return {
      game: gameOf(rowOf(finished, undefined) as ArchivedGameRow),
      record: finished.record,
      original: undefined,
    };
  };
  return async (question) => {
    switch (question.kind) {
      case 'games': {
        const games: ArchivedGame[] = [];
        const { before = (await journal.lastGame()) + 1, limit } = question;
        for (let id = before - 1; id > 0 && games.length < limit; id--) {
          const game = (await read(id))?.game;
          if (game?.board.game === 'go' && !game.options?.private) games.push(game);
        }
        const last = games.at(-1)?.game;
        return { kind: 'games', found: { games, ...(games.length === limit && last ? { next: last } : {}) } };
      }
      case 'game': {
        const stored = await read(question.game);
        if (stored === undefined || stored.game.options?.private) return { kind: 'nothing' };
        return { kind: 'game', game: archivedGameResource(stored) };
      }
      case 'player': {
        const games: ArchivedGame[] = [];
        for (let id = await journal.lastGame(); id > 0; id--) {
          const game = (await read(id))?.game;
          if (game !== undefined && !game.options?.private && sideOf(game, question.name)) games.push(game);
        }
        if (games.length === 0) return { kind: 'nothing' };
        const won = games.filter((game) => game.end.winner === sideOf(game, question.name)).length;
        const drawn = games.filter(({ end }) => end.winner === undefined).length;
        const counts = { won, drawn, lost: games.length - won - drawn };
        return { kind: 'player', player: { name: question.name, ...counts, ratings: [], recent: games.slice(0, 10) } };
      }
    }
  };
}
