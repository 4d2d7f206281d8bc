import type { Entry } from '../lobby/games/event.ts';
import { Game } from '../lobby/games/game.ts';
import { unfinishedGame } from '../lobby/games/unfinished-game.ts';

/** Plays a game once more, from its first event to its last. Throws for one that was not played by the rules. */
export function replay(entries: readonly Entry[]): Game {
  const game = Game.readBack(unfinishedGame(entries));
  game.read();
  return game;
}
