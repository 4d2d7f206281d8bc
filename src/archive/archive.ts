import type { OpenDatabase } from '../database/database.ts';
import type { GameId } from '../lobby/games/event.ts';
import { foldName } from '../lobby/players/name.ts';
import type {
  ArchivedGame,
  ArchivedGameWithTurns,
  Found,
  PlayerResource,
  Ranking,
  RatingClass,
  Search,
} from '../protocols/api/resource.ts';
import { gameOf } from './archive-row.ts';
import type { FinishedGame } from './finished-game.ts';
import { findGames } from './game-search.ts';
import { type OriginalText, originalOf, originalTextOf } from './import/original-text.ts';
import { keepGames } from './keep-games.ts';
import { readRanking, readRatings } from './ratings.ts';
import { fileOf, type RecordFile } from './record-file.ts';

/** A player as far as the archive knows it. */
export type ArchivedPlayer = Omit<PlayerResource, 'reserved' | 'here'>;

/** A game's number, and its record as a file. */
export interface NumberedFile extends RecordFile {
  readonly game: GameId;
}

/** A game with the text of its record. */
export interface StoredGame {
  readonly game: ArchivedGame;
  readonly record: string;
  /** What there is to say about the text from which it was imported. */
  readonly original: ArchivedGameWithTurns['original'];
}

/** What was said at one board, in JSON. */
export interface Conversation {
  readonly game: GameId;
  readonly text: string;
}

/** So many of a player's games are shown with the player. */
const RECENT_GAMES = 10;

/** Finished games, the players in them and their ratings. Times are milliseconds since the epoch. */
export class Archive {
  readonly #database: OpenDatabase;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  /**
   * Keeps a game with what follows from it, or nothing; false where a game of that number is kept already. Games that
   * were played here come in the order in which they ended, because ratings depend on it.
   */
  async add(finished: FinishedGame): Promise<boolean> {
    const kept = await this.#keep([finished]);
    return kept.has(finished.game);
  }

  /** The same for several, all of them or none. */
  async addAll(games: readonly FinishedGame[]): Promise<void> {
    await this.#keep(games);
  }

  /** A page of games, the newest first. */
  async search(search: Search): Promise<Found> {
    const rows = await findGames(this.#database, { ...search, limit: search.limit + 1 });
    const games = rows.slice(0, search.limit).map(gameOf);
    const last = games.at(-1);
    return rows.length > games.length && last !== undefined ? { games, next: last.game } : { games };
  }

  /** One game, as a search lists it. */
  async listed(game: GameId): Promise<ArchivedGame | undefined> {
    const row = await this.#database.selectFrom('game').selectAll().where('number', '=', game).executeTakeFirst();
    return row && gameOf(row);
  }

  /** One game, and the text of its record (src/archive/stored-record.ts), which takes long to read. */
  async stored(game: GameId): Promise<StoredGame | undefined> {
    const listed = await this.listed(game);
    const record = await this.#record(game);
    if (listed === undefined || record === undefined) return undefined;
    return { game: listed, record, original: listed.imported ? await originalOf(this.#database, game) : undefined };
  }

  /** The text from which a game was imported, byte for byte; undefined where there is none. */
  async original(game: GameId): Promise<OriginalText | undefined> {
    return await originalTextOf(this.#database, game);
  }

  /** The numbers of imported games above `after`, the lowest first, `limit` at most. */
  async importedGames(after: GameId, limit: number): Promise<GameId[]> {
    const rows = await this.#database
      .selectFrom('game')
      .select('number')
      .where('imported', '=', 1)
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute();
    return rows.map(({ number }) => number);
  }

  /** One game as a file. */
  async file(game: GameId): Promise<RecordFile | undefined> {
    const stored = await this.#record(game);
    return stored === undefined ? undefined : fileOf(stored);
  }

  /** Some games as files, those with the highest numbers first. */
  async files(games: readonly GameId[]): Promise<NumberedFile[]> {
    if (games.length === 0) return [];
    const rows = await this.#database
      .selectFrom('gameRecord')
      .selectAll()
      .where('number', 'in', games)
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ number, record }) => ({ game: number, ...fileOf(record) }));
  }

  /** Somebody who has played here or stands in an imported game; the name without case. Deviations as they are `now`. */
  async player(name: string, now: number): Promise<ArchivedPlayer | undefined> {
    const key = foldName(name);
    const player = await this.#database.selectFrom('player').selectAll().where('key', '=', key).executeTakeFirst();
    if (player === undefined) return undefined;
    const seats = await Promise.all(
      (['blackKey', 'whiteKey'] as const).map((seat) =>
        this.#database
          .selectFrom('game')
          .selectAll()
          .where(seat, '=', key)
          .orderBy('number', 'desc')
          .limit(RECENT_GAMES)
          .execute(),
      ),
    );
    const rows = new Map(seats.flat().map((row) => [row.number, row]));
    const recent = [...rows.values()].sort((one, other) => other.number - one.number).slice(0, RECENT_GAMES);
    const { name: written, games, won, lost, drawn } = player;
    const ratings = await readRatings(this.#database, key, now);
    return { name: written, games, won, lost, drawn, ratings, recent: recent.map(gameOf) };
  }

  /** Who is best in a class; deviations as they are `now`. */
  async ranking(kind: RatingClass, now: number): Promise<Ranking> {
    return await readRanking(this.#database, kind, now);
  }

  /** The highest number of any game, 0 if there is none. */
  async lastGame(): Promise<GameId> {
    const { last } = await this.#database
      .selectFrom('game')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  }

  /** Which of these games are kept. */
  async kept(games: readonly GameId[]): Promise<Set<GameId>> {
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

  /** Up to which number every game of the journal is kept, as `catchUp` was told. */
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

  /** What was said at some boards, all of it or nothing; it may come before the games. */
  async keepConversations(some: readonly Conversation[]): Promise<void> {
    await this.#database
      .insertInto('conversation')
      .values(some.map(({ game, text }) => ({ number: game, conversation: text })))
      .onConflict((conflict) =>
        conflict.column('number').doUpdateSet(({ ref }) => ({ conversation: ref('excluded.conversation') })),
      )
      .execute();
  }

  async conversation(game: GameId): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('conversation')
      .select('conversation')
      .where('number', '=', game)
      .executeTakeFirst();
    return row?.conversation;
  }

  /** One call after the other, because ratings follow from the games before. */
  #keep(games: readonly FinishedGame[]): Promise<Set<GameId>> {
    const kept = this.#keeping.then(() => keepGames(this.#database, games));
    this.#keeping = kept.catch(() => undefined);
    return kept;
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
