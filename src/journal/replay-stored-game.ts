import { Game } from '../lobby/games/game.ts';
import type { JournalEntry } from '../lobby/games/game-event.ts';
import { lazyJournalEntries } from '../lobby/games/lazy-journal-entries.ts';

/** Replays a game from its first event to its last. Throws if a move breaks the rules. */
export function replayStoredGame(entries: readonly JournalEntry[]): Game {
  const game = Game.fromJournal(lazyJournalEntries(entries));
  game.read();
  return game;
}
