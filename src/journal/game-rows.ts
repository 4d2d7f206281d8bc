import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { GameId } from '../lobby/event.ts';
import type { GameRow } from './game-row.ts';

/** A game without what happened in it. */
export interface ListedRow {
  readonly id: GameId;
  /** The time of its end. */
  readonly ended: number | null;
}

/** The games of a database, each as one row, as far as they have come into rows. */
export interface GameRows {
  row(id: GameId): GameRow | undefined;
  /** The id of every `many`th unfinished game, the lowest first. */
  milestones(many: number): GameId[];
  /** Unfinished ones with an id above `after` and none above `to`, the lowest first. */
  unfinished(after: GameId, to: GameId): GameRow[];
  /** Up to `limit` with an id above `after`, the lowest first. */
  listed(after: GameId, limit: number): ListedRow[];
  /** The highest id, 0 if there is none. */
  last(): GameId;
  count(): number;
}

export class StoredRows implements GameRows {
  readonly #row: StatementSync;
  readonly #milestones: StatementSync;
  readonly #unfinished: StatementSync;
  readonly #listed: StatementSync;
  readonly #last: StatementSync;
  readonly #count: StatementSync;

  constructor(database: DatabaseSync) {
    this.#row = database.prepare('SELECT * FROM game WHERE id = ?');
    this.#milestones = database.prepare('SELECT id FROM game WHERE ended IS NULL ORDER BY id');
    this.#unfinished = database.prepare('SELECT * FROM game WHERE ended IS NULL AND id > ? AND id <= ? ORDER BY id');
    this.#listed = database.prepare('SELECT id, ended FROM game WHERE id > ? ORDER BY id LIMIT ?');
    this.#last = database.prepare('SELECT max(id) AS id FROM game');
    this.#count = database.prepare('SELECT count(*) AS games FROM game');
  }

  row(id: GameId): GameRow | undefined {
    const found = this.#row.get(id);
    return found && gameRow(found);
  }

  milestones(many: number): GameId[] {
    return everyOf(this.#milestones.iterate(), many);
  }

  unfinished(after: GameId, to: GameId): GameRow[] {
    return this.#unfinished.all(after, to).map(gameRow);
  }

  listed(after: GameId, limit: number): ListedRow[] {
    return this.#listed.all(after, limit).map(listedRow);
  }

  last(): GameId {
    return Number(this.#last.get()?.['id'] ?? 0);
  }

  count(): number {
    return Number(this.#count.get()?.['games']);
  }
}

/** The id of every `many`th row. */
export function everyOf(rows: Iterable<Columns>, many: number): GameId[] {
  const ids: GameId[] = [];
  let count = 0;
  for (const { id } of rows) if (++count % many === 0) ids.push(Number(id));
  return ids;
}

type Columns = Record<string, SQLOutputValue>;

const listedRow = ({ id, ended }: Columns): ListedRow => ({
  id: Number(id),
  ended: typeof ended === 'number' ? ended : null,
});

const gameRow = (columns: Columns): GameRow => ({
  ...listedRow(columns),
  at: Number(columns['at']),
  log: String(columns['log']),
  sum: Number(columns['sum']),
});
