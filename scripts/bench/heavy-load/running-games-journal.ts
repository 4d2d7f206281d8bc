import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type Point, pointAt, square } from '../../../src/rules/point.ts';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';

export const LINES = 19;
/** Games that are appended to the journal together. */
const GAMES_PER_APPEND = 500;

export const nameOf = (color: 'black' | 'white', game: GameId): string => `${color}-${game}`;

/** The stone of a move, counted from 0. Black plays from the top and white from the middle, so that no stone is captured. */
export function stoneOf(move: number): Point {
  const stone = Math.floor(move / 2);
  const point = pointAt(square(LINES), stone % LINES, Math.floor(stone / LINES) + (move % 2 === 0 ? 0 : 10));
  if (point === undefined) throw new Error(`the board has no point for move ${move}`);
  return point;
}

/** Writes the journal of a server with the running games 1, 2, … up to `games`, each with `moves` moves. */
export async function writeRunningGames(path: string, games: number, moves: number): Promise<void> {
  const played = Array.from(
    { length: moves },
    (_, move): GameEvent => ({ kind: 'played', color: move % 2 === 0 ? 'black' : 'white', point: stoneOf(move) }),
  );
  const journal = await openSqliteJournal({ path, durability: 'os' });
  for (let from = 1; from <= games; from += GAMES_PER_APPEND) {
    const entries: JournalEntry[] = [];
    for (let game = from; game < from + GAMES_PER_APPEND && game <= games; game++) {
      const at = Date.now() - 3_600_000;
      const [black, white] = [goSeat(nameOf('black', game), LINES), goSeat(nameOf('white', game), LINES)];
      entries.push({ game, index: 0, at, event: { kind: 'seated', black, white, komi: 0, options: USUAL_OPTIONS } });
      for (const [move, event] of played.entries()) {
        entries.push({ game, index: move + 1, at: at + (move + 1) * 5000 + ((game * move) % 4096), event });
      }
    }
    await journal.append(entries);
  }
  await journal.close();
}
