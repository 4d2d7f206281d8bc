import type { GameId } from '../../lobby/games/game-event.ts';
import { openErrorMessage } from '../files/database-open-checks.ts';
import { type EncodedGame, type ListedJournalGame, SqliteFileUnusable } from '../journal.ts';
import { type ReadBatches, readAllBatches } from '../rows/batch-table.ts';
import { isEnd } from '../rows/event-text.ts';
import { EventsOnlyInBatches } from '../rows/events-only-in-batches.ts';
import { damageOf, type JournalGameRow, lengthOf, logLine, SEPARATOR } from '../rows/game-row.ts';
import { GameTableReader } from '../rows/game-table-reader.ts';
import { BatchWriter } from './batch-writer.ts';
import { type JournalFile, openJournalFile } from './journal-file.ts';
import type { AppendConflict, CommitRequest, GamePage, JournalFileOptions } from './journal-message.ts';

/**
 * The journal's database, as the worker thread uses it. All methods block. A game consists of the events in its row and, after these, of
 * its events that are only in batches (docs/journal.md).
 */
export class JournalStore {
  readonly #path: string;
  readonly #file: JournalFile;
  readonly #games: GameTableReader;
  readonly #unmoved = new EventsOnlyInBatches();
  readonly #readBatches: ReadBatches;
  readonly #writer: BatchWriter | undefined;

  /** Throws `SqliteFileUnusable`. */
  constructor(options: JournalFileOptions, readBatches: ReadBatches = readAllBatches(options.path)) {
    this.#path = options.path;
    this.#file = openJournalFile(options);
    this.#readBatches = readBatches;
    try {
      this.#games = new GameTableReader(this.#file.database);
      this.#readNewBatches();
      if (!('readOnly' in options)) this.#writer = new BatchWriter(this.#file, this.#games, this.#unmoved);
    } catch (error) {
      this.#file.close();
      if (error instanceof SqliteFileUnusable) throw error;
      throw new SqliteFileUnusable(openErrorMessage(options.path, error), { cause: error });
    }
  }

  // Writing

  /** Whether the disk has more space than the reserve, according to the last check. */
  get hasSpace(): boolean {
    return this.#writer?.hasSpace ?? true;
  }

  checkSpace(): boolean {
    return this.#writer?.checkSpace() ?? true;
  }

  /** Writes all appends that do not conflict with one commit. `full`: nothing is written, because even the reserve is too small. */
  commit(request: CommitRequest): AppendConflict[] | 'full' {
    if (this.#writer === undefined) throw new Error(`${this.#path} is open for reading only`);
    return this.#writer.commit(request);
  }

  /** Does work that is not part of a commit. */
  maintain(): void {
    this.#writer?.maintain();
  }

  /** Copies the write-ahead log into the database file, as far as readers permit it. */
  checkpoint(): void {
    try {
      this.#file.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // SQLite fails if another program has emptied the log. Then there is nothing to copy.
    }
  }

  close(): void {
    this.#writer?.moveAll();
    this.#file.close();
  }

  // Reading

  /** Games with an id above `after`, lowest first: `limit` games that have rows, and games in between that have none yet. */
  games(after: GameId, limit: number): GamePage<ListedJournalGame> {
    return this.#readConsistently(() => {
      const rows = this.#games.listed(after, limit);
      const listed = new Map(rows.map(({ id, ended }) => [id, ended]));
      const next = rows.length < limit ? undefined : rows.at(-1)?.id;
      for (const id of this.#unmovedGames(after, next)) {
        const last = this.#unmoved.entriesOf(id).at(-1);
        listed.set(id, last !== undefined && isEnd(last.event) ? last.at : (listed.get(id) ?? null));
      }
      const games = [...listed].map(([game, ended]) => ({ game, ended: ended ?? undefined }));
      return { games: games.sort((one, other) => one.game - other.game), next };
    });
  }

  /** Unfinished games with an id above `after`, lowest first: `limit` games that have rows, and games in between that have none yet. */
  unfinished(after: GameId, limit: number): GamePage<EncodedGame> {
    return this.#readConsistently(() => {
      const rows = this.#games.unfinished(after, limit);
      const next = rows.length < limit ? undefined : rows.at(-1)?.id;
      const games = rows.map((row) => this.#gameOf(row.id, row));
      const listed = new Set(games.map(({ game }) => game));
      for (const id of this.#unmovedGames(after, next))
        if (!listed.has(id)) games.push(this.#gameOf(id, this.#games.row(id)));
      return { games: games.filter(({ ended }) => !ended).sort((one, other) => one.game - other.game), next };
    });
  }

  /** Undefined if there is no such game. */
  game(id: GameId): EncodedGame | undefined {
    return this.#readConsistently(() => {
      const row = this.#games.row(id);
      return row === undefined && this.#unmoved.entriesOf(id).length === 0 ? undefined : this.#gameOf(id, row);
    });
  }

  /** The events of a game that are in batches, for a game whose row cannot be read. */
  gameInBatches(id: GameId): EncodedGame | undefined {
    return this.#unmoved.entriesOf(id).length === 0 ? undefined : this.#gameOf(id, undefined);
  }

  get gamesInBatches(): Iterable<GameId> {
    return this.#unmoved.games;
  }

  lastGame(): GameId {
    return this.#readConsistently(() => {
      let last = this.#games.last();
      for (const id of this.#unmoved.games) last = Math.max(last, id);
      return last;
    });
  }

  countGames(): number {
    return this.#readConsistently(() => {
      let withoutRow = 0;
      for (const id of this.#unmoved.games) if (this.#games.row(id) === undefined) withoutRow++;
      return this.#games.count() + withoutRow;
    });
  }

  /** Calls `read` so that it reads one consistent state, although a server may be writing. */
  #readConsistently<Read>(read: () => Read): Read {
    if (this.#writer !== undefined) return read();
    const { database } = this.#file;
    database.exec('BEGIN');
    try {
      this.#readNewBatches();
      return read();
    } finally {
      if (database.isTransaction) database.exec('COMMIT');
    }
  }

  /** Games that have events in batches, with an id above `after` and at most `to`. */
  #unmovedGames(after: GameId, to = Number.POSITIVE_INFINITY): GameId[] {
    return [...this.#unmoved.games].filter((id) => id > after && id <= to);
  }

  #gameOf(id: GameId, row: JournalGameRow | undefined): EncodedGame {
    const unmoved = this.#unmoved.entriesOf(id);
    // Most games have no events in batches, and counting the events of a row takes longer than reading it.
    const length = row === undefined || unmoved.length === 0 ? 0 : lengthOf(row.log);
    const more = unmoved.filter(({ index }) => index >= length);
    const [first, last] = [more[0], more.at(-1)];
    const at = row?.at ?? first?.at ?? 0;
    const lines = more.map((entry) => logLine(entry.at - at, entry.event));
    const missing = more.findIndex(({ index }, position) => index !== length + position);
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

  #readNewBatches(): void {
    for (const { id, entries } of this.#readBatches(this.#file.database, this.#unmoved.lastBatch))
      this.#unmoved.add(id, entries);
  }
}
