import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { GameId } from '../lobby/event.ts';
import { findConflict } from './conflict.ts';
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts';
import {
  type AppendConflict,
  type Batch,
  NUMBERS_PER_ENTRY,
  type SqliteOptions,
  type StoredGame,
} from './sqlite-message.ts';

/** One game with all its entries as a single text: 10 million rows would take several times as long one by one. */
const WITH_ENTRIES = `
  SELECT id, NULL AS ended, '[' || coalesce((
    SELECT group_concat(format('[%d,%d,%s]', "index", at, event), ',' ORDER BY "index")
    FROM event WHERE game = id
  ), '') || ']' AS entries FROM game`;

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
  readonly #database: DatabaseSync;
  /** How many events each game has that is being played: nobody else writes, so it is asked for once. */
  readonly #lengths = new Map<GameId, number>();
  readonly #insertGame: StatementSync;
  readonly #endGame: StatementSync;
  readonly #insertEvent: StatementSync;
  readonly #countEvents: StatementSync;

  constructor(options: SqliteOptions) {
    this.#file = openSqliteFile(options);
    this.#database = this.#file.database;
    this.#insertGame = this.#database.prepare('INSERT INTO game (id, ended) VALUES (?, 0)');
    this.#endGame = this.#database.prepare('UPDATE game SET ended = 1 WHERE id = ?');
    this.#insertEvent = this.#database.prepare('INSERT INTO event (game, "index", at, event) VALUES (?, ?, ?, ?)');
    this.#countEvents = this.#database.prepare('SELECT max("index") + 1 AS length FROM event WHERE game = ?');
  }

  /** Writes what does not conflict in one transaction, or nothing if that fails. */
  commit(batch: Batch): AppendConflict[] {
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
      throw error;
    }
  }

  games(after: GameId, limit: number): StoredGame[] {
    return this.#select(`${WITH_END} WHERE id > ? ORDER BY id LIMIT ?`, after, limit);
  }

  unfinished(after: GameId, limit: number): StoredGame[] {
    return this.#select(`${WITH_ENTRIES} WHERE ended = 0 AND id > ? ORDER BY id LIMIT ?`, after, limit);
  }

  game(id: GameId): StoredGame[] {
    return this.#select(`${WITH_ENTRIES} WHERE id = ?`, id);
  }

  lastGame(): StoredGame[] {
    return this.#select("SELECT id, NULL AS ended, '' AS entries FROM game ORDER BY id DESC LIMIT 1");
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
    this.#insertEvent.run(game, index, at, event);
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
