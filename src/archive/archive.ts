import type { OpenDatabase } from '../database/database.ts';
import type { GameId, KeyHash, ViewerCredentials } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type {
  ArchivedGame,
  ArchivedGameWithTurns,
  ArchiveSearch,
  ArchiveSearchResult,
  PlayerResource,
  Ranking,
  RatingClass,
  RatingClasses,
} from '../protocols/api/resource-schemas.ts';
import { gameOf } from './archived-game-row.ts';
import { readConversationParts, storeConversationParts } from './conversation-part-table.ts';
import { findGames } from './game-search.ts';
import type { GameToArchive } from './game-to-archive.ts';
import { visibilityCondition } from './game-visibility-condition.ts';
import { type OriginalText, originalSummary, originalText } from './import/original-table.ts';
import type { AnchorRatings, RatingRow } from './rate-games.ts';
import { readRanking, readRatingClasses, readRatings, readRatingsOf } from './rating-table.ts';
import { fileOf, type RecordFile } from './record-file.ts';
import { storeGames } from './store-games.ts';

/** The archive's part of the data about a player. */
export type ArchivedPlayer = Omit<PlayerResource, 'reserved' | 'here'>;

/** A game's record as a file, with the number of the game. */
export interface NumberedRecordFile extends RecordFile {
  readonly game: GameId;
}

export interface GameWithRecord {
  readonly game: ArchivedGame;
  readonly record: string;
  /** Notes on the text from which the game was imported. */
  readonly original: ArchivedGameWithTurns['original'];
}

/** The conversation of one game, in JSON. */
export interface ConversationText {
  readonly game: GameId;
  readonly text: string;
}

/** The number of recent games in the data about a player. */
const RECENT_GAMES = 10;

/** Finished games, the players in them and their ratings. Times are milliseconds since the epoch. */
export class Archive {
  readonly #database: OpenDatabase;
  readonly #source: string | undefined;
  readonly #anchors: AnchorRatings;
  #storing: Promise<unknown> = Promise.resolve();

  /** `anchors`: fixed ratings, which no game changes. `source`: a random text for this process, if it is one of several nodes. */
  constructor(database: OpenDatabase, anchors: AnchorRatings = new Map(), source?: string) {
    this.#database = database;
    this.#source = source;
    this.#anchors = anchors;
  }

  /**
   * Stores games with the totals and the new ratings of their players, all or none. Games whose numbers are stored already are left out.
   * Returns those of them whose stored record differs. Call it in the order of the games' ends, because ratings depend on it.
   */
  async addAll(games: readonly GameToArchive[]): Promise<GameId[]> {
    // One call after another, because ratings depend on the earlier games.
    const keeping = this.#storing.then(() => storeGames(this.#database, games, this.#anchors));
    this.#storing = keeping.catch(() => undefined);
    return await keeping;
  }

  /** Returns a page of games, newest first. Private games are left out, except those that the viewer may see. */
  async search(search: ArchiveSearch, viewer: ViewerCredentials = {}): Promise<ArchiveSearchResult> {
    const rows = await findGames(this.#database, { ...search, limit: search.limit + 1 }, viewer);
    const games = rows.slice(0, search.limit).map(gameOf);
    const last = games.at(-1);
    return rows.length > games.length && last !== undefined ? { games, next: last.game } : { games };
  }

  /** Returns one game in the form of a search result; undefined if there is no such game, or if the viewer may not see it. */
  async listed(game: GameId, viewer: ViewerCredentials): Promise<ArchivedGame | undefined> {
    const row = await this.#database
      .selectFrom('game')
      .selectAll()
      .where('number', '=', game)
      .where((row) => visibilityCondition(row, viewer))
      .executeTakeFirst();
    return row && gameOf(row);
  }

  /** Returns the number of the game that came from an invitation. */
  async invited(key: KeyHash): Promise<GameId | undefined> {
    const row = await this.#database
      .selectFrom('game')
      .select('number')
      .where('keyHash', '=', key)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
    return row?.number;
  }

  /**
   * Returns one game and the text of its record; undefined if there is no such game, or if the viewer may not see it. Parsing the record
   * may take long (src/archive/stored-record.ts).
   */
  async stored(game: GameId, viewer: ViewerCredentials): Promise<GameWithRecord | undefined> {
    const listed = await this.listed(game, viewer);
    const record = await this.#record(game);
    if (listed === undefined || record === undefined) return undefined;
    return {
      game: listed,
      record,
      original: listed.imported ? await originalSummary(this.#database, game) : undefined,
    };
  }

  /** Returns the text from which a game was imported, byte for byte; undefined if none is stored. */
  async original(game: GameId): Promise<OriginalText | undefined> {
    return await originalText(this.#database, game);
  }

  /** Returns at most `limit` numbers of games above `after`, lowest first. */
  async numbers(which: 'all' | 'imported', after: GameId, limit: number): Promise<GameId[]> {
    const above = this.#database.selectFrom('game').select('number').where('number', '>', after);
    const query = which === 'all' ? above : above.where('imported', '=', 1);
    const rows = await query.orderBy('number').limit(limit).execute();
    return rows.map(({ number }) => number);
  }

  /** Returns one game as a file; undefined if there is no such game, or if the viewer may not see it. */
  async file(game: GameId, viewer: ViewerCredentials): Promise<RecordFile | undefined> {
    if ((await this.listed(game, viewer)) === undefined) return undefined;
    const stored = await this.#record(game);
    return stored === undefined ? undefined : fileOf(stored);
  }

  /** Returns some games as files, highest number first. */
  async files(games: readonly GameId[]): Promise<NumberedRecordFile[]> {
    if (games.length === 0) return [];
    const rows = await this.#database
      .selectFrom('gameRecord')
      .selectAll()
      .where('number', 'in', games)
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ number, record }) => ({ game: number, ...fileOf(record) }));
  }

  /**
   * Returns a player of any stored game that the viewer may see; the case of the name does not matter. `now`: the time for which rating
   * deviations are computed.
   */
  async player(name: string, now: number, viewer: ViewerCredentials = {}): Promise<ArchivedPlayer | undefined> {
    const key = foldName(name);
    const player = await this.#database.selectFrom('player').selectAll().where('key', '=', key).executeTakeFirst();
    if (player === undefined) return undefined;
    const seats = await Promise.all(
      (['blackKey', 'whiteKey'] as const).map((seat) =>
        this.#database
          .selectFrom('game')
          .selectAll()
          .where(seat, '=', key)
          .where((game) => visibilityCondition(game, viewer))
          .orderBy('number', 'desc')
          .limit(RECENT_GAMES)
          .execute(),
      ),
    );
    const rows = new Map(seats.flat().map((row) => [row.number, row]));
    // The player is known only from private games of others.
    if (rows.size === 0) return undefined;
    const recent = [...rows.values()].sort((one, other) => other.number - one.number).slice(0, RECENT_GAMES);
    const { name: written, games, won, lost, drawn } = player;
    const ratings = await readRatings(this.#database, key, now);
    return { name: written, games, won, lost, drawn, ratings, recent: recent.map(gameOf) };
  }

  /** Returns the best players of a class. `now`: the time for which rating deviations are computed. */
  async ranking(kind: RatingClass, now: number): Promise<Ranking> {
    return await readRanking(this.#database, kind, now);
  }

  /** Returns all classes with their numbers of players. Whether a rating is provisional depends on `now`. */
  async ratingClasses(now: number): Promise<RatingClasses> {
    return await readRatingClasses(this.#database, now);
  }

  /** Returns the ratings of these players in a class, by folded name. */
  async ratingsOf(kind: RatingClass, names: readonly string[]): Promise<ReadonlyMap<string, RatingRow>> {
    return await readRatingsOf(this.#database, kind, names);
  }

  /** Returns the highest number of any game, 0 if there is none. */
  async lastGame(): Promise<GameId> {
    const { last } = await this.#database
      .selectFrom('game')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  }

  /** Returns those of the numbers whose games are stored. */
  async storedNumbers(games: readonly GameId[]): Promise<Set<GameId>> {
    if (games.length === 0) return new Set();
    const [first, last] = [Math.min(...games), Math.max(...games)];
    const rows = await this.#database
      .selectFrom('game')
      .select('number')
      .where('number', '>=', first)
      .where('number', '<=', last)
      .execute();
    return new Set(rows.map(({ number }) => number));
  }

  /** Returns the number that `catchUp` has set: every finished game of the journal up to this number is stored. */
  async caughtUpTo(): Promise<GameId> {
    const row = await this.#database.selectFrom('caughtUp').select('number').executeTakeFirst();
    return row?.number ?? 0;
  }

  async catchUp(game: GameId): Promise<void> {
    await this.#database
      .insertInto('caughtUp')
      .values({ id: 1, number: game })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ number: game }))
      .execute();
  }

  /** Whether other nodes use the database too. */
  get isShared(): boolean {
    return this.#source !== undefined;
  }

  /** Stores the conversations of some games, all or none. The games may be stored later. Each of several nodes stores its own part. */
  async storeConversations(some: readonly ConversationText[]): Promise<void> {
    const source = this.#source;
    if (source !== undefined) return await storeConversationParts(this.#database, source, some);
    await this.#database
      .insertInto('conversation')
      .values(some.map(({ game, text }) => ({ number: game, conversation: text })))
      .onConflict((conflict) =>
        conflict.column('number').doUpdateSet(({ ref }) => ({ conversation: ref('excluded.conversation') })),
      )
      .execute();
  }

  /** Returns the stored conversation of a game: one text, or one text from each node. */
  async conversations(game: GameId): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('conversation')
      .select('conversation')
      .where('number', '=', game)
      .execute();
    const parts = this.#database.isShared ? await readConversationParts(this.#database, game) : [];
    return [...rows.map(({ conversation }) => conversation), ...parts];
  }

  async #record(game: GameId): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('gameRecord')
      .select('record')
      .where('number', '=', game)
      .executeTakeFirst();
    return row?.record;
  }
}
