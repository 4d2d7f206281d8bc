import { CamelCasePlugin, type Dialect, Kysely } from 'kysely';
import type { FilesListener } from './kept-file.ts';
import { isUpToDate, migrate } from './migrate.ts';
import { isPostgres } from './place.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import type { Task } from './task.ts';
import { DatabaseUnusable } from './unusable.ts';

/** What every query is built on: `select`, `insert` and so on, in camel case; columns are in snake case. */
export type Database = Kysely<Tables>;

/** A database that is open until its `destroy()`, and does tasks as well. */
export class OpenDatabase extends Kysely<Tables> {
  readonly #sqlite: Omit<Sqlite, 'dialect'> | undefined;

  constructor(dialect: Dialect, sqlite?: Omit<Sqlite, 'dialect'>) {
    super({ dialect, plugins: [new CamelCasePlugin()] });
    this.#sqlite = sqlite;
  }

  /** It is new, and there was one before in the same place. */
  get isBegunAnew(): boolean {
    return this.#sqlite?.isBegunAnew ?? false;
  }

  /** Calls `listener` with what has happened to a file of it, or with undefined once all are in their places again. */
  watchFiles(listener: FilesListener): void {
    this.#sqlite?.watchFiles(listener);
  }

  /** Does a task in the thread of the database, or here where it has none; all of it or nothing. */
  async perform<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    const inThread = this.#sqlite?.perform(task, input);
    return await (inThread ?? this.transaction().execute((transaction) => task.run(transaction, input)));
  }
}

/**
 * Opens a database and brings its tables up to date. `where` is a URL that begins with `postgres://`, else the file of
 * an SQLite database, or `:memory:`. Rejects with `DatabaseUnusable` for what whoever starts the server can mend.
 * `destroy()` closes it. SQLite has a thread of its own, and where nobody is served yet, not before `served` resolves.
 */
export async function openDatabase(where: string, served?: Promise<unknown>): Promise<OpenDatabase> {
  const sqlite = isPostgres(where) ? undefined : await openSqlite(where, served === undefined ? 'in-thread' : 'here');
  const database = new OpenDatabase(sqlite?.dialect ?? (await openPostgres(where)), sqlite);
  const moveToThread = sqlite?.moveToThread;
  try {
    if (moveToThread === undefined || !(await isUpToDate(database))) {
      // It may take long, and a signal should be heard meanwhile.
      await moveToThread?.();
      await migrate(database);
    }
    if (moveToThread !== undefined) served?.then(moveToThread).catch(() => undefined);
    return database;
  } catch (error) {
    await database.destroy().catch(() => undefined);
    throw new DatabaseUnusable(where, error);
  }
}
