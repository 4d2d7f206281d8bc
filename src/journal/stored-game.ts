import type { Entry, GameId } from '../lobby/games/event.ts';
import { decodeEvent, encodeEvent } from './event-text.ts';
import { logLine, SEPARATOR } from './game-row.ts';
import { GameDamaged, type StoredGame } from './journal.ts';

/** The entries of a game as they were appended. Throws `GameDamaged` for what no append can have left. */
export function readEntries({ game, at, first, rest, damage }: StoredGame): Entry[] {
  if (damage !== undefined) throw new GameDamaged(game, damage);
  return [readFirst(game, at, JSON.parse(first)), ...readRest(game, at, rest)];
}

/** The opposite: there is at least one entry. */
export function storedGame(entries: readonly Entry[]): StoredGame {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a game without events');
  const { game, at } = first;
  const [firstLine = '', ...lines] = entries.map((entry) => logLine(entry.at - at, encodeEvent(entry.event)));
  const ended = last.event.kind === 'ended';
  return { game, at, first: firstLine, rest: lines.join(SEPARATOR), ended, damage: undefined };
}

/** The first entry of a game, by its line. Throws `GameDamaged`. */
export const readFirst = (game: GameId, at: number, line: Line): Entry => entryOf(game, at, 0, line);

/** All others, by theirs. Throws `GameDamaged`. */
export function readRest(game: GameId, at: number, lines: string): Entry[] {
  const values: Line[] = JSON.parse(`[${lines}]`);
  return values.map((line, place) => entryOf(game, at, place + 1, line));
}

/** What the line of an event is in JSON. */
export type Line = readonly [offset?: number, event?: unknown];

function entryOf(game: GameId, begun: number, index: number, [offset = 0, value]: Line): Entry {
  const event = decodeEvent(value);
  if (event === undefined) throw new GameDamaged(game, `event ${index} is none that this tengen knows`);
  return { game, index, at: begun + offset, event };
}
