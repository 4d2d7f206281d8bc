import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { LazyJournalEntries } from '../../lobby/games/lazy-journal-entries.ts';
import { type EncodedGame, GameDamaged } from '../journal.ts';
import { decodeEvent, encodeEvent, isOnlyMoves } from './event-text.ts';
import { logLine, SEPARATOR } from './game-row.ts';

/** Returns the entries of a game as they were appended. Throws `GameDamaged`. */
export function readEntries({ game, at, first, rest, damage }: EncodedGame): JournalEntry[] {
  if (damage !== undefined) throw new GameDamaged(game, damage);
  return [readFirst(game, at, JSON.parse(first)), ...readRest(game, at, rest)];
}

/** Makes the text of a game from its entries, the opposite of `readEntries`. There must be at least one entry. */
export function encodeGame(entries: readonly JournalEntry[]): EncodedGame {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a game without events');
  const { game, at } = first;
  const [firstLine = '', ...lines] = entries.map((entry) => logLine(entry.at - at, encodeEvent(entry.event)));
  const ended = last.event.kind === 'ended';
  return { game, at, first: firstLine, rest: lines.join(SEPARATOR), ended, damage: undefined };
}

/** The first entry of a game. Throws `GameDamaged`. */
const readFirst = (game: GameId, at: number, line: Line): JournalEntry => entryOf(game, at, 0, line);

/** All other entries. Throws `GameDamaged`. */
function readRest(game: GameId, at: number, lines: string): JournalEntry[] {
  const values: Line[] = JSON.parse(`[${lines}]`);
  return values.map((line, position) => entryOf(game, at, position + 1, line));
}

/** The line of an event, parsed. */
type Line = readonly [offset?: number, event?: unknown];

function entryOf(game: GameId, startedAt: number, index: number, [offset = 0, value]: Line): JournalEntry {
  const event = decodeEvent(value);
  if (event === undefined) throw new GameDamaged(game, `event ${index} is of an unknown kind`);
  return { game, index, at: startedAt + offset, event };
}

/** Characters of about 400 moves. */
const SHORT = 8_192;

/** Returns the entries of an unfinished game, or the error if it is damaged. The moves are parsed when they are first needed. */
export function lazyEntriesOf({ game, at, first, rest, damage }: EncodedGame): LazyJournalEntries | GameDamaged {
  if (damage !== undefined) return new GameDamaged(game, damage);
  try {
    const entry = readFirst(game, at, JSON.parse(first));
    return {
      first: entry,
      isEmpty: rest === '',
      hasOnlyMoves: isOnlyMoves(rest),
      isShort: rest.length <= SHORT,
      laterEntries: () => readRest(game, at, rest),
    };
  } catch (error) {
    if (error instanceof GameDamaged) return error;
    throw error;
  }
}
