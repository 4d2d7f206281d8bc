import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type Point, pointAt, square } from '../../../src/rules/point.ts';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';

export const LINES = 19;
/** Games that are appended together. */
const AT_A_TIME = 500;

export const nameOf = (color: 'black' | 'white', game: GameId): string => `${color}-${game}`;

/** Black builds from the top and white from the middle, so that nothing is ever taken. */
export function stoneOf(turn: number): Point {
  const place = Math.floor(turn / 2);
  const point = pointAt(square(LINES), place % LINES, Math.floor(place / LINES) + (turn % 2 === 0 ? 0 : 10));
  if (point === undefined) throw new Error(`there are not ${turn} turns`);
  return point;
}

/** Makes the journal of a server that has so many games running, 1, 2, …, each of so many turns. */
export async function writeRunningGames(path: string, games: number, turns: number): Promise<void> {
  const played = Array.from(
    { length: turns },
    (_, turn): GameEvent => ({ kind: 'played', color: turn % 2 === 0 ? 'black' : 'white', point: stoneOf(turn) }),
  );
  const journal = await openSqliteJournal({ path, durability: 'os' });
  for (let from = 1; from <= games; from += AT_A_TIME) {
    const entries: JournalEntry[] = [];
    for (let game = from; game < from + AT_A_TIME && game <= games; game++) {
      const at = Date.now() - 3_600_000;
      const [black, white] = [goSeat(nameOf('black', game), LINES), goSeat(nameOf('white', game), LINES)];
      entries.push({ game, index: 0, at, event: { kind: 'seated', black, white, komi: 0, options: USUAL_OPTIONS } });
      for (const [turn, event] of played.entries()) {
        entries.push({ game, index: turn + 1, at: at + (turn + 1) * 5000 + ((game * turn) % 4096), event });
      }
    }
    await journal.append(entries);
  }
  await journal.close();
}
