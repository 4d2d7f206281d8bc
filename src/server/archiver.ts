import type { Archive } from '../archive/archive.ts';
import type { FinishedGame } from '../archive/finished-game.ts';
import type { Clock } from '../clock.ts';
import { DatabaseAway } from '../database/unusable.ts';
import type { Journal, ListedGame } from '../journal/journal.ts';
import { readEntries } from '../journal/stored-game.ts';
import type { Entry, GameId } from '../lobby/games/event.ts';
import { Backoff } from './backoff.ts';
import type { Log } from './hub/observability.ts';
import type { Reader } from './reader/reader.ts';

export interface ArchiverOptions {
  readonly archive: Pick<Archive, 'addAll' | 'kept' | 'caughtUpTo' | 'catchUp'>;
  readonly journal: Pick<Journal, 'games' | 'stored'>;
  /** Reads what is too long for this thread. */
  readonly reader: Reader;
  readonly clock: Clock;
  readonly log: Log;
}

/** A game that the archive has not taken so often, though it answers otherwise, is left out. */
const MOST_ATTEMPTS = 5;

const PAGE = 1_000;

/** Characters of a game's events, a thousand turns or so: what is longer is read in another thread. */
const LONG = 16_384;
/** Characters of the records that go to the archive in one message. */
const MOST_CHARACTERS = 65_536;

/** So many games at once, and milliseconds until the next: each transaction, with its sync, is a pause for the journal on the same disk. */
const TOGETHER = 32;
const PACE = 100;

/**
 * Takes games that have ended from the journal into the archive, in the order of their ends, while the
 * next ones are played. At first it catches up with those that ended when no archiver was there any more. An archive that
 * fails delays games in the archive and nothing else.
 */
export class Archiver {
  readonly #options: ArchiverOptions;
  /** Games that have ended and are not in the archive, in the order of their ends. */
  readonly #queue = new Set<GameId>();
  #caughtUp = false;
  #work: Promise<void> | undefined;
  /** Games that cannot be archived: they are looked for again at the next start. */
  readonly #leftOut = new Set<GameId>();
  /** The game that the archive did not take last, and how often. */
  #refused = { game: 0, attempts: 0 };
  readonly #backoff: Backoff;
  readonly #pace: Backoff;
  /** Who wants to know when the next game is taken, or cannot be. */
  #waiting: (() => void)[] = [];
  #closing = false;

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock);
    this.#pace = new Backoff(options.clock, PACE, PACE);
  }

  /** How many games have ended and are not in the archive. */
  get backlog(): number {
    return this.#queue.size;
  }

  /** The archive has not answered as it should, and is left alone for a moment. */
  get isFailing(): boolean {
    return this.#backoff.isWaiting;
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
    while (this.#caughtUp && !this.#closing && this.#queue.has(game) && !this.#backoff.isWaiting) {
      this.#pace.wake();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Finishes what has ended so far, unless the archive fails. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#backoff.wake();
    this.#pace.wake();
    await this.#work;
  }

  async #persist(): Promise<void> {
    for (;;) {
      try {
        if (!this.#caughtUp) await this.#catchUp();
        if (!this.#caughtUp) return;
        while (this.#queue.size > 0) await this.#takeNext();
        return;
      } catch (error) {
        this.#options.log.error({ error: messageOf(error), games: this.#queue.size }, 'archive.failed');
        const resting = this.#closing ? undefined : this.#backoff.wait();
        this.#tellWaiting();
        await resting;
        if (this.#closing) return;
      }
    }
  }

  async #takeNext(): Promise<void> {
    await this.#take([...this.#queue].slice(0, TOGETHER));
    this.#backoff.reset();
    this.#tellWaiting();
    if (!this.#closing && this.#waiting.length === 0) await this.#pace.wait();
  }

  /** All of them are in the archive afterwards, or left out. */
  async #take(games: readonly GameId[]): Promise<void> {
    let rest = games;
    while (rest.length > 0) {
      const { whole, many } = await this.#readSome(rest);
      await this.#add(whole, rest.slice(0, many));
      rest = rest.slice(many);
    }
  }

  /** The first of some games, so many that they come to no more than a message to the archive should have; how many that are. */
  async #readSome(games: readonly GameId[]): Promise<{ whole: FinishedGame[]; many: number }> {
    const whole: FinishedGame[] = [];
    let [many, characters] = [0, 0];
    // One after the other: each is a turn of the event loop of its own.
    for (; many < games.length && characters < MOST_CHARACTERS; many++) {
      const read = await this.#read(games[many]!);
      if (read === undefined) continue;
      whole.push(read);
      characters += read.record.length;
    }
    return { whole, many };
  }

  async #add(whole: readonly FinishedGame[], games: readonly GameId[]): Promise<void> {
    try {
      if (whole.length > 0) await this.#options.archive.addAll(whole);
      for (const game of games) this.#queue.delete(game);
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      const [first] = games;
      if (first !== undefined && games.length === 1) await this.#giveUp(first, error);
      // One by one, it is seen which of them it does not take.
      else for (const game of games) await this.#take([game]);
    }
  }

  /** Where the archive takes no game, or this one not yet, that is thrown. */
  async #giveUp(game: GameId, error: unknown): Promise<void> {
    if (this.#refused.game !== game) this.#refused = { game, attempts: 0 };
    if (++this.#refused.attempts < MOST_ATTEMPTS) throw error;
    const { archive, log } = this.#options;
    // If the archive itself is away, or full, this throws too, and the game is tried again.
    await archive.catchUp(await archive.caughtUpTo());
    log.error({ game, error: messageOf(error) }, 'archive.game-rejected');
    this.#leftOut.add(game);
    this.#queue.delete(game);
  }

  async #read(game: GameId): Promise<FinishedGame | undefined> {
    try {
      const { journal, reader } = this.#options;
      const stored = await journal.stored(game);
      if (stored === undefined) throw new Error(`the journal has no game ${game}`);
      if (stored.rest.length > LONG) return await reader.run('finishedGame', stored);
      // Loaded with the first game, because SGF brings tables of character sets with it.
      const { finishedGame } = await import('../archive/finish.ts');
      return finishedGame(readEntries(stored));
    } catch (error) {
      this.#options.log.error({ game, error: messageOf(error) }, 'archive.game-invalid');
      this.#leftOut.add(game);
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
        if (ended !== undefined && !kept.has(game) && !this.#leftOut.has(game)) lacking.push({ game, ended });
      }
    }
    lacking.sort((one, other) => one.ended - other.ended || one.game - other.game);
    for (let start = 0; start < lacking.length; start += TOGETHER) {
      if (this.#closing) return;
      await this.#take(lacking.slice(start, start + TOGETHER).map(({ game }) => game));
    }
    for (const game of this.#leftOut) caughtUpTo = Math.min(caughtUpTo, game - 1);
    await archive.catchUp(caughtUpTo);
    this.#caughtUp = true;
    this.#backoff.reset();
    if (lacking.length > 0) log.info({ games: lacking.length }, 'archive.caught-up');
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
