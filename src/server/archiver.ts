import type { Archive } from '../archive/archive.ts';
import { type FinishedGame, finishedGame } from '../archive/finished-game.ts';
import type { Clock } from '../clock.ts';
import { DatabaseAway } from '../database/unusable.ts';
import type { Journal, ListedGame } from '../journal/journal.ts';
import type { Entry, GameId } from '../lobby/event.ts';
import type { Log } from './hub/witnesses.ts';
import { Rest } from './rest.ts';

export interface ArchiverOptions {
  readonly archive: Pick<Archive, 'add' | 'kept' | 'caughtUpTo' | 'catchUp'>;
  readonly journal: Pick<Journal, 'games' | 'game'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A game that the archive has not taken so often, though it answers otherwise, is left out. */
const MOST_ATTEMPTS = 5;

const PAGE = 1_000;

/**
 * Takes games that have ended from the journal into the archive: one at a time, in the order of their ends, while the
 * next ones are played. At first it catches up with those that ended when no archiver was there any more. An archive that
 * fails delays games in the archive and nothing else.
 */
export class Archiver {
  readonly #options: ArchiverOptions;
  /** Games that have ended and are not in the archive, in the order of their ends. */
  readonly #queue = new Set<GameId>();
  #caughtUp = false;
  #work: Promise<void> | undefined;
  #attempts = 0;
  readonly #rest: Rest;
  /** Who wants to know when the next game is taken, or cannot be. */
  #waiting: (() => void)[] = [];
  #closing = false;

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#rest = new Rest(options.clock);
  }

  /** How many games have ended and are not in the archive. */
  get backlog(): number {
    return this.#queue.size;
  }

  /** The archive has not answered as it should, and is left alone for a moment. */
  get isFailing(): boolean {
    return this.#rest.isTaken;
  }

  /** Takes notice of what the journal has just kept. */
  kept(entries: readonly Entry[]): void {
    for (const { game, event } of entries) if (event.kind === 'ended') this.#queue.add(game);
    if (this.#caughtUp) this.open();
  }

  /** Begins to work: the rest of the server is there. */
  open(): void {
    if (this.#closing || (this.#caughtUp && this.#queue.size === 0)) return;
    this.#work ??= this.#persist().finally(() => {
      this.#work = undefined;
      // Something may have ended since it found nothing more to do.
      this.open();
    });
  }

  /**
   * Waits for a game that has ended and is about to be archived, as long as the archive does not fail. What the journal has
   * kept is known here before anybody is told of it.
   */
  async settled(game: GameId): Promise<void> {
    while (this.#caughtUp && !this.#closing && this.#queue.has(game) && !this.#rest.isTaken)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Finishes what has ended so far, unless the archive fails. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#rest.end();
    await this.#work;
  }

  async #persist(): Promise<void> {
    for (;;) {
      try {
        if (!this.#caughtUp) await this.#catchUp();
        if (!this.#caughtUp) return;
        for (const game of this.#queue) await this.#takeNext(game);
        return;
      } catch (error) {
        this.#options.log.error({ error: messageOf(error), games: this.#queue.size }, 'the archive fails');
        const resting = this.#closing ? undefined : this.#rest.take();
        this.#tellWaiting();
        await resting;
        if (this.#closing) return;
      }
    }
  }

  async #takeNext(game: GameId): Promise<void> {
    await this.#take(game);
    this.#queue.delete(game);
    this.#attempts = 0;
    this.#rest.forget();
    this.#tellWaiting();
  }

  /** False for a game that cannot be archived: it is left out, until the next start at least. */
  async #take(game: GameId): Promise<boolean> {
    const finished = await this.#read(game);
    if (finished === undefined) return false;
    const { archive } = this.#options;
    try {
      await archive.add(finished);
      return true;
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      if (++this.#attempts < MOST_ATTEMPTS) throw error;
      // If the archive itself is away, or full, this throws too, and the game is tried again.
      await archive.catchUp(await archive.caughtUpTo());
      this.#options.log.error({ game, error: messageOf(error) }, 'the archive does not take a game: it is left out');
      return false;
    }
  }

  async #read(game: GameId): Promise<FinishedGame | undefined> {
    try {
      return finishedGame(await this.#options.journal.game(game));
    } catch (error) {
      this.#options.log.error({ game, error: messageOf(error) }, 'a game cannot be archived: it is left out');
      return undefined;
    }
  }

  /**
   * Archives what the journal has and the archive lacks. Up to the first unfinished game nothing will be lacking any
   * more, so the next start looks from there only.
   */
  async #catchUp(): Promise<void> {
    const { archive, journal, log } = this.#options;
    const lacking: (ListedGame & { readonly ended: number })[] = [];
    let everyEnded = true;
    let caughtUpTo = await archive.caughtUpTo();
    for await (const page of pages(journal.games(caughtUpTo))) {
      const kept = await archive.kept(page.map(({ game }) => game));
      for (const { game, ended } of page) {
        everyEnded &&= ended !== undefined;
        if (everyEnded) caughtUpTo = game;
        if (ended !== undefined && !kept.has(game)) lacking.push({ game, ended });
      }
    }
    lacking.sort((one, other) => one.ended - other.ended || one.game - other.game);
    for (const { game } of lacking) {
      if (this.#closing) return;
      if (!(await this.#take(game))) caughtUpTo = Math.min(caughtUpTo, game - 1);
      this.#attempts = 0;
    }
    await archive.catchUp(caughtUpTo);
    this.#caughtUp = true;
    this.#rest.forget();
    if (lacking.length > 0) log.info({ games: lacking.length }, 'the archive has caught up with the journal');
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

async function* pages(games: AsyncIterable<ListedGame>): AsyncGenerator<readonly ListedGame[]> {
  let page: ListedGame[] = [];
  for await (const game of games) {
    if (page.push(game) < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
