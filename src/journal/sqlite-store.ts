import type { GameId } from '../lobby/games/event.ts';
import { allBatches, type ReadBatches } from './batches.ts';
import { isEnd } from './event-text.ts';
import { damageOf, type GameRow, lengthOf, logLine, SEPARATOR } from './game-row.ts';
import { GameRows } from './game-rows.ts';
import { JournalUnusable, type ListedGame, type StoredGame } from './journal.ts';
import { openingTrouble, openSqliteFile, type SqliteFile } from './sqlite-file.ts';
import type { AppendConflict, Batch, Page, SqliteOptions } from './sqlite-message.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { Tail } from './tail.ts';

/**
 * The journal's file as the worker thread uses it: everything here blocks. A game is what its row has, and what stands in
 * batches beyond that (docs/journal.md).
 */
export class SqliteStore {
  readonly #path: string;
  readonly #file: SqliteFile;
  readonly #rows: GameRows;
  readonly #tail = new Tail();
  readonly #readBatches: ReadBatches;
  readonly #writer: SqliteWriter | undefined;

  /** Throws `JournalUnusable`. */
  constructor(options: SqliteOptions, readBatches: ReadBatches = allBatches(options.path)) {
    this.#path = options.path;
    this.#file = openSqliteFile(options);
    this.#readBatches = readBatches;
    try {
      this.#rows = new GameRows(this.#file.database);
      this.#followBatches();
      if (!('readOnly' in options)) this.#writer = new SqliteWriter(this.#file, this.#rows, this.#tail);
    } catch (error) {
      this.#file.close();
      if (error instanceof JournalUnusable) throw error;
      throw new JournalUnusable(openingTrouble(options.path, error), { cause: error });
    }
  }

  // Writing

  /** Whether the disk has more than the reserve, as far as is known. */
  get hasRoom(): boolean {
    return this.#writer?.hasRoom ?? true;
  }

  /** Looks whether there is room again. */
  look(): boolean {
    return this.#writer?.look() ?? true;
  }

  /** Writes what does not conflict with one commit, or nothing if that fails; `full` where not even the reserve has room for it. */
  commit(batch: Batch): AppendConflict[] | 'full' {
    if (this.#writer === undefined) throw new Error(`${this.#path} is open for reading only`);
    return this.#writer.commit(batch);
  }

  /** What can be done when nobody waits for it. */
  tidy(): void {
    this.#writer?.tidy();
  }

  /** Copies what is in the log into the database file, as far as the log can be read and readers let it. */
  checkpoint(): void {
    try {
      this.#file.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // An emptied log has nothing to copy.
    }
  }

  close(): void {
    this.#writer?.finish();
    this.#file.close();
  }

  // Reading

  games(after: GameId, limit: number): Page<ListedGame> {
    return this.#reading(() => {
      const rows = this.#rows.listed(after, limit);
      const listed = new Map(rows.map(({ id, ended }) => [id, ended]));
      const next = rows.length < limit ? undefined : rows.at(-1)?.id;
      for (const id of this.#waiting(after, next)) {
        const last = this.#tail.of(id).at(-1);
        listed.set(id, last !== undefined && isEnd(last.event) ? last.at : (listed.get(id) ?? null));
      }
      const games = [...listed].map(([game, ended]) => ({ game, ended: ended ?? undefined }));
      return { games: games.sort((one, other) => one.game - other.game), next };
    });
  }

  /** Unfinished games with a number above `after`, the lowest first: `many` of those that have rows, and what stands in batches. */
  unfinished(after: GameId, many: number): Page<StoredGame> {
    return this.#reading(() => {
      const rows = this.#rows.unfinished(after, many);
      const next = rows.length < many ? undefined : rows.at(-1)?.id;
      const games = rows.map((row) => this.#whole(row.id, row));
      const listed = new Set(games.map(({ game }) => game));
      for (const id of this.#waiting(after, next)) if (!listed.has(id)) games.push(this.#whole(id, this.#rows.row(id)));
      return { games: games.filter(({ ended }) => !ended).sort((one, other) => one.game - other.game), next };
    });
  }

  /** Undefined if there is none. */
  game(id: GameId): StoredGame | undefined {
    return this.#reading(() => {
      const row = this.#rows.row(id);
      return row === undefined && this.#tail.of(id).length === 0 ? undefined : this.#whole(id, row);
    });
  }

  /** A game whose row cannot be read: what stands in batches. */
  gameInBatches(id: GameId): StoredGame | undefined {
    return this.#tail.of(id).length === 0 ? undefined : this.#whole(id, undefined);
  }

  get gamesInBatches(): Iterable<GameId> {
    return this.#tail.games;
  }

  lastGame(): GameId {
    return this.#reading(() => {
      let last = this.#rows.last();
      for (const id of this.#tail.games) last = Math.max(last, id);
      return last;
    });
  }

  countGames(): number {
    return this.#reading(() => {
      let begun = 0;
      for (const id of this.#tail.games) if (this.#rows.row(id) === undefined) begun++;
      return this.#rows.count() + begun;
    });
  }

  /** As everything is at one moment, although a server may be writing. */
  #reading<Read>(read: () => Read): Read {
    if (this.#writer !== undefined) return read();
    const { database } = this.#file;
    database.exec('BEGIN');
    try {
      this.#followBatches();
      return read();
    } finally {
      if (database.isTransaction) database.exec('COMMIT');
    }
  }

  /** Games that have entries in batches, with an id above `after` and, if that is said, none above `to`. */
  #waiting(after: GameId, to = Number.POSITIVE_INFINITY): GameId[] {
    return [...this.#tail.games].filter((id) => id > after && id <= to);
  }

  #whole(id: GameId, row: GameRow | undefined): StoredGame {
    const waiting = this.#tail.of(id);
    // Most games have nothing in batches, and to count what is in their rows would take longer than to read them.
    const length = row === undefined || waiting.length === 0 ? 0 : lengthOf(row.log);
    const more = waiting.filter(({ index }) => index >= length);
    const [first, last] = [more[0], more.at(-1)];
    const at = row?.at ?? first?.at ?? 0;
    const lines = more.map((entry) => logLine(entry.at - at, entry.event));
    const missing = more.findIndex(({ index }, place) => index !== length + place);
    const damage = (row && damageOf(row)) ?? (missing < 0 ? undefined : `event ${length + missing} is missing`);
    const log = row === undefined || lines.length > 0 ? [row?.log ?? [], lines].flat().join(SEPARATOR) : row.log;
    const end = log.indexOf(SEPARATOR);
    return {
      game: id,
      at,
      first: end < 0 ? log : log.slice(0, end),
      rest: end < 0 ? '' : log.slice(end + SEPARATOR.length),
      ended: last === undefined ? row?.ended !== null : isEnd(last.event),
      damage,
    };
  }

  #followBatches(): void {
    for (const { id, entries } of this.#readBatches(this.#file.database, this.#tail.lastBatch))
      this.#tail.add(id, entries);
  }
}
