import type { GameId } from '../../lobby/games/game-event.ts';
import type { LazyJournalEntries } from '../../lobby/games/lazy-journal-entries.ts';
import { messageOf } from '../../result.ts';
import type { HubOptions } from './hub-options.ts';

/** Gives the lobby the unfinished games of the journal. A game that breaks the rules is logged, and stays in the journal. */
export async function restoreGames(
  lobby: { resume(unfinished: LazyJournalEntries): void },
  { journal, log, meter }: Pick<HubOptions, 'journal' | 'log' | 'meter'>,
): Promise<void> {
  const report = (game: GameId, reason: string): void => log.error({ game, reason }, 'game.unplayable');
  for await (const games of journal.unfinished(report)) {
    for (const game of games) {
      try {
        lobby.resume(game);
        meter?.restored(game.first);
      } catch (error) {
        report(game.first.game, messageOf(error));
      }
    }
  }
}
