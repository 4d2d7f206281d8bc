import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Archive } from '../archive/archive.ts';
import { type OpenDatabase, openDatabaseToRead } from '../database/database.ts';
import { archiveBeside } from '../database/database-location.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { GameRecord } from '../rules/records/game-record.ts';

interface ArchiveLocation {
  readonly data: string;
  readonly database?: string;
}

/** The number of games that are read at once. */
const PAGE = 1_000;

/**
 * The archive of finished and imported games, which a running server may use at the same time. The first method that needs the
 * archive opens it. There is no archive if no option names one and no file is beside the journal. Methods reject with
 * `SqliteFileUnusable`, `DatabaseUnusable` or `DatabaseUnavailable`.
 */
export class ArchiveForExport {
  readonly #location: ArchiveLocation;
  #database: OpenDatabase | undefined;

  constructor(place: ArchiveLocation) {
    this.#location = place;
  }

  async #open(): Promise<Archive | undefined> {
    const { data, database } = this.#location;
    const where = database ?? archiveBeside(data);
    if (database === undefined && !existsSync(where)) return undefined;
    this.#database ??= await openDatabaseToRead(where);
    return new Archive(this.#database);
  }

  /** The numbers of the archive's games, the lowest first. */
  async *numbers(which: 'all' | 'imported'): AsyncGenerator<GameId> {
    const archive = await this.#open();
    let page: readonly GameId[] = [0];
    while (archive !== undefined && page.length > 0) {
      page = await archive.numbers(which, page.at(-1) ?? 0, PAGE);
      yield* page;
    }
  }

  async record(game: GameId): Promise<GameRecord | undefined> {
    const [file] = (await (await this.#open())?.files([game])) ?? [];
    if (file === undefined) return undefined;
    const { parseStoredRecord } = await import('../archive/stored-record.ts');
    return parseStoredRecord(file.text);
  }

  /** The key that identifies the database; undefined if there is no database. */
  async key(): Promise<string | undefined> {
    await this.#open();
    const { readDatabaseKey } = await import('../server/nodes/database-claim.ts');
    return this.#database && (await readDatabaseKey(this.#database));
  }

  /** Writes the original text of an imported game, byte for byte; false if there is none. */
  async writeOriginal(game: GameId): Promise<boolean> {
    const original = await (await this.#open())?.original(game);
    if (original === undefined) return false;
    if (!process.stdout.write(original.bytes)) await once(process.stdout, 'drain');
    return true;
  }

  async close(): Promise<void> {
    await this.#database?.destroy();
  }
}
