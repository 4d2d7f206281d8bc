import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { GameId } from '../lobby/event.ts';
import { findConflict } from './conflict.ts';
import { JournalUnusable } from './journal.ts';
import { openingTrouble, openSqliteFile, type SqliteFile, sumOf } from './sqlite-file.ts';
import {
  type AppendConflict,
  type Batch,
  NUMBERS_PER_ENTRY,
  type SqliteOptions,
  type StoredGame,
} from './sqlite-message.ts';

/**
 * One game with all its entries as a single text: 10 million rows would take several times as long one by one. Each entry
 * ends with 1 if it is as it was written, as far as its sum says, else 0.
 */
const entriesOf = (game: string, sound: string): string => `
  '[' || coalesce((
    SELECT group_concat(format('[%d,%d,%s,%d]', "index", at, event, ${sound}), ',' ORDER BY "index")
    FROM event WHERE game = ${game}
  ), '') || ']' AS entries`;

/** What was written before there were sums is taken as it is. */
const SOUND = 'sum IS NULL OR sum = sum_of(game, "index", at, event)';

/** One game and the time of its last entry, if it has ended. */
const WITH_END = `
  SELECT id, CASE ended WHEN 1 THEN (
    SELECT at FROM event WHERE game = id ORDER BY "index" DESC LIMIT 1
  ) END AS ended, '' AS entries FROM game`;

interface Row {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly ends: boolean;
  readonly event: string;
}

/** The journal's file as the worker thread uses it: everything here blocks. */
export class SqliteStore {
  readonly #file: SqliteFile;
  readonly #withEntries: string;
  readonly #entriesAlone: string;
  #hasRoom: boolean;
  readonly #database: DatabaseSync;
  /** How many events each game has that is being played: nobody else writes, so it is asked for once. */
  readonly #lengths = new Map<GameId, number>();
  readonly #insertGame: StatementSync;
  readonly #endGame: StatementSync;
  readonly #insertEvent: StatementSync;
  readonly #countEvents: StatementSync;

  /** Throws `JournalUnusable`. */
  constructor(options: SqliteOptions) {
    this.#file = openSqliteFile(options);
    this.#database = this.#file.database;
    const sound = this.#file.hasSums ? SOUND : '1';
    this.#withEntries = `SELECT id, ended, ${entriesOf('id', sound)} FROM game`;
    this.#entriesAlone = `SELECT ?1 AS id, NULL AS ended, ${entriesOf('?1', sound)}`;
    try {
      this.#database.function('sum_of', { deterministic: true }, (game, index, at, event) =>
        sumOf(Number(game), Number(index), Number(at), String(event)),
      );
      this.#insertGame = this.#database.prepare('INSERT INTO game (id, ended) VALUES (?, 0)');
      this.#endGame = this.#database.prepare('UPDATE game SET ended = 1 WHERE id = ?');
      const insert = 'INSERT INTO event (game, "index", at, event, sum) VALUES (?, ?, ?, ?, ?)';
      this.#insertEvent = this.#database.prepare(this.#file.hasSums ? insert : 'SELECT 1');
      this.#countEvents = this.#database.prepare('SELECT max("index") + 1 AS length FROM event WHERE game = ?');
      this.#hasRoom = this.#file.reserve?.take() ?? true;
    } catch (error) {
      this.#file.close();
      throw new JournalUnusable(openingTrouble(options.path, error), { cause: error });
    }
  }

  /** Whether the disk has more than the reserve, as far as is known. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** Looks whether there is room again. */
  look(): boolean {
    if (!this.#hasRoom) this.#hasRoom = this.#file.reserve?.take() ?? true;
    return this.#hasRoom;
  }

  /**
   * Writes what does not conflict in one transaction, or nothing if that fails. On a full disk the reserve is given up for
   * it; `full` if even that is not enough.
   */
  commit(batch: Batch): AppendConflict[] | 'full' {
    const first = this.#write(batch);
    if (first !== 'full' || !this.#hasRoom) return first;
    this.#hasRoom = false;
    this.#file.reserve?.giveUp();
    return this.#write(batch);
  }

  #write(batch: Batch): AppendConflict[] | 'full' {
    const conflicts: AppendConflict[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const [append, rows] of decode(batch).entries()) {
        const why = findConflict(rows, (game) => this.#length(game));
        if (why === undefined) for (const row of rows) this.#insert(row);
        else conflicts.push({ append, why });
      }
      this.#database.exec('COMMIT');
      return conflicts;
    } catch (error) {
      this.#lengths.clear();
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      if (this.#file.isFull(error)) return 'full';
      throw error;
    }
  }

  games(after: GameId, limit: number): StoredGame[] {
    return this.#select(`${WITH_END} WHERE id > ? ORDER BY id LIMIT ?`, after, limit);
  }

  unfinished(after: GameId, limit: number): StoredGame[] {
    return this.#select(`${this.#withEntries} WHERE ended = 0 AND id > ? ORDER BY id LIMIT ?`, after, limit);
  }

  game(id: GameId): StoredGame[] {
    return this.#select(`${this.#withEntries} WHERE id = ?`, id);
  }

  /** The same for a game of which only the events can be read: whether it is listed as ended is not known. */
  eventsOf(id: GameId): StoredGame[] {
    return this.#select(this.#entriesAlone, id);
  }

  lastGame(): StoredGame[] {
    // A game whose row is lost still has its number.
    return this.#select(`
      SELECT max(id) AS id, NULL AS ended, '' AS entries
      FROM (SELECT max(id) AS id FROM game UNION ALL SELECT max(game) FROM event)`);
  }

  close(): void {
    this.#file.close();
  }

  #length(game: GameId): number {
    const known = this.#lengths.get(game);
    if (known !== undefined) return known;
    const { length } = this.#countEvents.get(game) ?? {};
    return typeof length === 'number' ? length : 0;
  }

  #insert({ game, index, at, ends, event }: Row): void {
    if (index === 0) this.#insertGame.run(game);
    this.#insertEvent.run(game, index, at, event, sumOf(game, index, at, event));
    this.#lengths.set(game, index + 1);
    if (!ends) return;
    this.#endGame.run(game);
    this.#lengths.delete(game);
  }

  #select(sql: string, ...parameters: number[]): StoredGame[] {
    return this.#database
      .prepare(sql)
      .all(...parameters)
      .map(storedGame);
  }
}

const storedGame = ({ id, ended, entries }: Record<string, SQLOutputValue>): StoredGame => ({
  game: Number(id),
  ended: typeof ended === 'number' ? ended : undefined,
  entries: String(entries),
});

function decode({ sizes, numbers, events }: Batch): Row[][] {
  const lines = events.split('\n');
  let next = 0;
  const row = (): Row => {
    const [game = 0, index = 0, at = 0, ends = 0] = numbers.subarray(next * NUMBERS_PER_ENTRY);
    return { game, index, at, ends: ends === 1, event: lines[next++] ?? '' };
  };
  return sizes.map((size) => Array.from({ length: size }, row));
}
