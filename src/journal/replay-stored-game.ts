import { Game } from '../lobby/games/game.ts';
import type { JournalEntry } from '../lobby/games/game-event.ts';
import { unfinishedGame } from '../lobby/games/unfinished-game.ts';

/** Replays a game from its first event to its last. Throws if a move breaks the rules. */
export function replayStoredGame(entries: readonly JournalEntry[]): Game {
  const game = Game.fromJournal(unfinishedGame(entries));
  game.read();
  return game;
}
