import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { GameId } from '../lobby/games/event.ts';
import { decodeEvent, encodeEvent } from './event-text.ts';
import { type GameRow, logLine, SEPARATOR, sumOfLog } from './game-row.ts';
import type { GameRows, ListedRow } from './game-rows.ts';

// Journals of the versions 1 and 2 have one row an event: docs/journal.md.

interface EarlierEvent {
  readonly index: number;
  readonly at: number;
  readonly event: string;
  /** The first version has none, and is taken as it is. */
  readonly sum: number | null;
}

/** A game as it would be written today, and why it cannot be what was written, if it cannot. `prefix`: of the names of the tables. */
export function readEarlierGame(
  database: DatabaseSync,
  id: GameId,
  prefix = '',
): { readonly row: GameRow; readonly damage: string | undefined } {
  const listed = database.prepare(`SELECT ended FROM ${prefix}game WHERE id = ?`).get(id);
  const events = database
    .prepare(`SELECT * FROM ${prefix}event WHERE game = ? ORDER BY "index"`)
    .all(id)
    .map(({ index, at, event, sum }) => ({
      index: Number(index),
      at: Number(at),
      event: String(event),
      sum: typeof sum === 'number' ? sum : null,
    }));
  const at = events[0]?.at ?? 0;
  const last = events.at(-1);
  const hasEnd = last !== undefined && isEnded(last.event);
  const damage =
    damageOfEvents(id, events) ??
    (listed === undefined || (listed['ended'] === 1) === hasEnd
      ? undefined
      : hasEnd
        ? 'it has ended, and is not listed so'
        : 'its end is missing');
  const log = events
    .map(({ at: then, event }) => logLine(then - at, damage === undefined ? brief(event) : event))
    .join(SEPARATOR);
  const ended = last !== undefined && hasEnd ? last.at : null;
  return { row: { id, at, ended, log, sum: sumOfLog(id, at, log) }, damage };
}

function damageOfEvents(id: GameId, events: readonly EarlierEvent[]): string | undefined {
  if (events.length === 0) return 'it has no events';
  for (const [place, { index, at, event, sum }] of events.entries()) {
    if (index !== place) return `event ${place} is missing`;
    if (sum !== null && crc32(`${id} ${index} ${at} ${event}`) !== sum)
      return `event ${place} is not as it was written`;
    if (decodeEvent(parsed(event)) === undefined) return `event ${place} is none that this tengen knows`;
  }
  return undefined;
}

const isEnded = (event: string): boolean => decodeEvent(parsed(event))?.kind === 'ended';

function brief(text: string): string {
  const event = decodeEvent(parsed(text));
  return event === undefined ? text : encodeEvent(event);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads such a journal as it is. */
export class EarlierRows implements GameRows {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  row(id: GameId): GameRow | undefined {
    const { row, damage } = readEarlierGame(this.#database, id);
    if (damage === 'it has no events' && this.#isUnlisted(id)) return undefined;
    return damage === undefined ? row : { ...row, damage };
  }

  unfinished(after: GameId, limit: number): GameRow[] {
    const ids = this.#database.prepare('SELECT id FROM game WHERE ended = 0 AND id > ? ORDER BY id LIMIT ?');
    return ids.all(after, limit).flatMap(({ id }) => this.row(Number(id)) ?? []);
  }

  listed(after: GameId, limit: number): ListedRow[] {
    const rows = this.#database
      .prepare(`
        SELECT id, CASE ended WHEN 1 THEN (
          SELECT at FROM event WHERE game = id ORDER BY "index" DESC LIMIT 1
        ) END AS ended FROM game WHERE id > ? ORDER BY id LIMIT ?`)
      .all(after, limit);
    return rows.map(({ id, ended }) => ({ id: Number(id), ended: typeof ended === 'number' ? ended : null }));
  }

  last(): GameId {
    const sql = 'SELECT max(id) AS id FROM (SELECT max(id) AS id FROM game UNION ALL SELECT max(game) FROM event)';
    return Number(this.#database.prepare(sql).get()?.['id'] ?? 0);
  }

  count(): number {
    return Number(this.#database.prepare('SELECT count(*) AS games FROM game').get()?.['games']);
  }

  #isUnlisted(id: GameId): boolean {
    return this.#database.prepare('SELECT 1 FROM game WHERE id = ?').get(id) === undefined;
  }
}
