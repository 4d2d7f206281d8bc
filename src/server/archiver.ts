import type { Archive } from '../archive/archive.ts';
import type { gameFromJournal } from '../archive/game-from-journal.ts';
import type { GameToArchive } from '../archive/game-to-archive.ts';
import type { Clock } from '../clock.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import type { Journal, ListedJournalGame } from '../journal/journal.ts';
import { readEntries } from '../journal/rows/encoded-game.ts';
import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import { messageOf } from '../result.ts';
import type { Log } from './hub/observability.ts';
import { InterruptiblePause } from './interruptible-pause.ts';
import type { JobRunner } from './jobs/job-thread.ts';
import { RetryBackoff } from './retry-backoff.ts';

export interface ArchiverOptions {
  readonly archive: Pick<Archive, 'addAll' | 'storedNumbers' | 'caughtUpTo' | 'catchUp'>;
  readonly journal: Pick<Journal, 'games' | 'stored'>;
  /** Reads long games in another thread. */
  readonly jobs: JobRunner;
  readonly clock: Clock;
  readonly log: Log;
  /** Set if there are several nodes. One of them archives the games, and the others are notified by `archivedByNode`. */
  readonly sharing?: ArchivingCoordination;
}

export interface ArchivingCoordination {
  /** Whether this node archives now. */
  isResponsible(): boolean;
  /** The finished games that the nodes do not know to be in the archive, in the order of their ends. */
  finished(): ReadonlySet<GameId>;
  /** These games are in the archive: the other nodes must know it. */
  report(games: readonly GameId[]): void;
}

/** Milliseconds between two checks whether this node archives the games, because the node that did so may have stopped. */
const RESPONSIBILITY_POLL_INTERVAL = 1_000;

/** If the archive refuses a game this many times, but answers other requests, the game is left out. */
const MAXIMUM_ATTEMPTS = 5;

/** Games whose presence in the archive is checked with one query. */
const PAGE_SIZE = 1_000;

/**
 * Games of one transaction. A single game costs the server's thread about 340 µs, a game in a group of 8 about 80 µs: most of it is
 * making queries and sending them to the archive's thread. Larger groups occupy the server's thread for some milliseconds.
 */
const GROUP_SIZE = 8;

/**
 * Milliseconds after a transaction in which finished games are collected for the next one, unless a request waits for one of them.
 * With 280 finished games per second, one transaction for each game took 4 of the 30 µs that the server needed for a move.
 */
const COLLECTION_TIME = 100;

/** Characters of a game's events, about a thousand moves. A longer game is read in another thread. */
const LONG_GAME = 16_384;

/**
 * Copies finished games from the journal into the archive, in the order of their ends. Games that wait are stored in groups, each with
 * one transaction. At the start it first archives the finished games that the archive lacks. While the archive fails, the games wait in
 * the journal, and nothing else is affected.
 */
export class Archiver {
  readonly #options: ArchiverOptions;
  /** Games that have ended and are not in the archive, in the order of their ends. */
  readonly #queue = new Set<GameId>();
  #caughtUp = false;
  /** Games that ended before this start and are not in the archive yet. Undefined until the journal is read. */
  #missing: Set<GameId> | undefined;
  #work: Promise<void> | undefined;
  /** Games that cannot be archived. The next start tries them again. */
  readonly #leftOut = new Set<GameId>();
  /** Archived games that the other nodes do not know to be in the archive yet. */
  readonly #reported = new Set<GameId>();
  #cancelCheck: (() => void) | undefined;
  /** The game that the archive has refused last, and the number of its attempts. */
  #refused = { game: 0, attempts: 0 };
  readonly #backoff: RetryBackoff;
  /** The pause in which finished games are collected. */
  readonly #collectionPause: InterruptiblePause;
  /** Called when the next game is archived, or the archive fails. */
  #settledCallbacks: (() => void)[] = [];
  #closing = false;
  /** Imported with the first game, because SGF needs large tables of character sets. */
  #gameFromJournal: typeof gameFromJournal | undefined;

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#backoff = new RetryBackoff(options.clock);
    this.#collectionPause = new InterruptiblePause(options.clock);
  }

  /** How many games have ended and are not in the archive. */
  get backlog(): number {
    return this.#options.sharing?.finished().size ?? this.#queue.size;
  }

  /** The archive has failed, and the next attempt is pending. */
  get isFailing(): boolean {
    return this.#backoff.isWaiting;
  }

  /** Must be called when the journal has stored these events. */
  stored(entries: readonly JournalEntry[]): void {
    if (this.#options.sharing !== undefined) {
      this.open();
      return;
    }
    // In the order in which `#catchUp` archives them too, because ratings depend on it.
    const ends = entries.filter(({ event }) => event.kind === 'ended');
    ends.sort((one, other) => one.at - other.at || one.game - other.game);
    for (const { game } of ends) this.#queue.add(game);
    if (this.#queue.size >= GROUP_SIZE) this.#collectionPause.end();
    if (this.#caughtUp) this.open();
  }

  open(): void {
    if (this.#closing || (this.#isCaughtUp && this.#next().length === 0)) return;
    this.#work ??= this.#archiveAll().finally(() => {
      this.#work = undefined;
      this.#notifyWaiting();
      // A game may have ended after the queue was found empty.
      this.open();
    });
  }

  /** Must be called when the node has joined the other nodes, for the first time or again. Its earlier reports may be lost. */
  joined(): void {
    this.#reported.clear();
    this.#checkResponsibility();
  }

  #checkResponsibility(): void {
    const { clock } = this.#options;
    this.#cancelCheck?.();
    if (this.#closing) return;
    this.open();
    this.#cancelCheck = clock.at(clock.now() + RESPONSIBILITY_POLL_INTERVAL, () => this.#checkResponsibility());
  }

  /** Must be called when the nodes know that these games are in the archive. */
  archivedByNode(games: readonly GameId[]): void {
    for (const game of games) this.#reported.delete(game);
    this.#notifyWaiting();
  }

  /**
   * Resolves when a finished game is in the archive, or when the archive fails. `stored` is called before any client is notified of
   * the end of a game.
   */
  async settled(game: GameId): Promise<void> {
    while (!this.#closing && !this.#backoff.isWaiting && this.#isPending(game)) {
      this.#collectionPause.end();
      await new Promise<void>((resolve) => this.#settledCallbacks.push(resolve));
    }
  }

  get #isCaughtUp(): boolean {
    return this.#caughtUp || this.#options.sharing !== undefined;
  }

  #next(): GameId[] {
    const { sharing } = this.#options;
    if (sharing === undefined) return firstOf(this.#queue);
    if (!sharing.isResponsible()) return [];
    const isOpen = (game: GameId): boolean => !this.#reported.has(game) && !this.#leftOut.has(game);
    return firstOf(sharing.finished().values().filter(isOpen));
  }

  #isPending(game: GameId): boolean {
    const { sharing } = this.#options;
    if (sharing !== undefined) return sharing.finished().has(game);
    return this.#missing === undefined || this.#missing.has(game) || this.#queue.has(game);
  }

  /** Archives all games that have ended so far, unless the archive fails. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#cancelCheck?.();
    this.#backoff.wake();
    this.#collectionPause.end();
    this.#notifyWaiting();
    await this.#work;
  }

  async #archiveAll(): Promise<void> {
    for (;;) {
      try {
        if (!this.#isCaughtUp) await this.#catchUp();
        if (!this.#isCaughtUp) return;
        for (let next = this.#next(); next.length > 0; next = this.#next()) {
          await this.#archive(next);
          await this.#pauseToCollect();
        }
        return;
      } catch (error) {
        this.#options.log.error({ error: messageOf(error), games: this.backlog }, 'archive.failed');
        const pause = this.#closing ? undefined : this.#backoff.wait();
        this.#notifyWaiting();
        await pause;
        if (this.#closing) return;
      }
    }
  }

  async #pauseToCollect(): Promise<void> {
    const isUrgent = this.#closing || this.#settledCallbacks.length > 0 || this.#next().length >= GROUP_SIZE;
    if (!isUrgent) await this.#collectionPause.wait(COLLECTION_TIME);
  }

  /** Afterwards the games are in the archive or left out. Rejects if one of them is to be tried again. */
  async #archive(games: readonly GameId[]): Promise<void> {
    const finished: GameToArchive[] = [];
    for (const game of games) {
      const read = await this.#read(game);
      if (read !== undefined) finished.push(read);
    }
    try {
      const differing = await this.#options.archive.addAll(finished);
      for (const game of differing) this.#options.log.error({ game }, 'archive.game-differs');
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // One by one, to find the game that the archive refuses.
      if (games.length > 1) for (const game of games) await this.#archive([game]);
      else for (const game of games) await this.#refuse(game, error);
    }
    for (const game of games) {
      this.#queue.delete(game);
      this.#missing?.delete(game);
    }
    this.#report(games.filter((game) => !this.#leftOut.has(game)));
    this.#backoff.reset();
    this.#notifyWaiting();
  }

  /** Reports archived games to the other nodes. A game that cannot be archived stays in their state. */
  #report(games: readonly GameId[]): void {
    const { sharing } = this.#options;
    if (sharing === undefined || games.length === 0) return;
    for (const game of games) this.#reported.add(game);
    sharing.report(games);
  }

  /** Leaves a game out after `MAXIMUM_ATTEMPTS`. Rejects before that. */
  async #refuse(game: GameId, error: unknown): Promise<void> {
    if (this.#refused.game !== game) this.#refused = { game, attempts: 0 };
    if (++this.#refused.attempts < MAXIMUM_ATTEMPTS) throw error;
    const { archive, log } = this.#options;
    // If the whole archive cannot be written, this rejects too, and the game is tried again.
    await archive.catchUp(await archive.caughtUpTo());
    log.error({ game, error: messageOf(error) }, 'archive.game-rejected');
    this.#leftOut.add(game);
  }

  async #read(game: GameId): Promise<GameToArchive | undefined> {
    try {
      const { journal, jobs } = this.#options;
      const stored = await journal.stored(game);
      if (stored === undefined) throw new Error(`the journal has no game ${game}`);
      if (stored.rest.length > LONG_GAME) return await jobs.run('gameToArchive', stored);
      this.#gameFromJournal ??= (await import('../archive/game-from-journal.ts')).gameFromJournal;
      return this.#gameFromJournal(readEntries(stored));
    } catch (error) {
      this.#options.log.error({ game, error: messageOf(error) }, 'archive.game-invalid');
      this.#leftOut.add(game);
      return undefined;
    }
  }

  /** Archives the finished games that the archive lacks. The next start checks only from the first unfinished game on. */
  async #catchUp(): Promise<void> {
    const { archive, journal, log } = this.#options;
    const missing: (ListedJournalGame & { readonly ended: number })[] = [];
    let everyEnded = true;
    let caughtUpTo = await archive.caughtUpTo();
    for await (const page of pages(journal.games(caughtUpTo))) {
      const stored = await archive.storedNumbers(page.map(({ game }) => game));
      for (const { game, ended } of page) {
        everyEnded &&= ended !== undefined;
        if (everyEnded) caughtUpTo = game;
        if (ended !== undefined && !stored.has(game) && !this.#leftOut.has(game)) missing.push({ game, ended });
      }
    }
    missing.sort((one, other) => one.ended - other.ended || one.game - other.game);
    this.#missing = new Set(missing.map(({ game }) => game));
    this.#notifyWaiting();
    while (this.#missing.size > 0) {
      // The next start archives these games. Games that have ended since this start may be in a journal that is lost with the process.
      if (this.#closing && !this.#missing.isSubsetOf(this.#queue)) return;
      await this.#archive(firstOf(this.#missing));
    }
    for (const game of this.#leftOut) caughtUpTo = Math.min(caughtUpTo, game - 1);
    await archive.catchUp(caughtUpTo);
    this.#caughtUp = true;
    this.#backoff.reset();
    if (missing.length > 0) log.info({ games: missing.length }, 'archive.caught-up');
  }

  #notifyWaiting(): void {
    for (const resolve of this.#settledCallbacks.splice(0)) resolve();
  }
}

const firstOf = (games: Iterable<GameId>): GameId[] => Iterator.from(games).take(GROUP_SIZE).toArray();

async function* pages(games: AsyncIterable<ListedJournalGame>): AsyncGenerator<readonly ListedJournalGame[]> {
  let page: ListedJournalGame[] = [];
  for await (const game of games) {
    if (page.push(game) < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
