import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { GameId } from '../../lobby/games/game-event.ts';
import { findConflict } from '../append-check.ts';
import { type EncodedEntry, makeBatch } from '../rows/batch-row.ts';
import { isEnd } from '../rows/event-text.ts';
import type { EventsNotInRows } from '../rows/events-not-in-rows.ts';
import { lengthOf, logLine, SEPARATOR, sumOfLog, sumOfMore } from '../rows/game-row.ts';
import type { GameTableReader } from '../rows/game-table-reader.ts';
import type { JournalFile } from './journal-file.ts';
import { type AppendConflict, type CommitRequest, decodeCommit } from './journal-message.ts';

/**
 * Characters of events that may be in batches. With more, a restart takes longer. With fewer, the row of a busy game is written more
 * often.
 */
export const MAX_IN_BATCHES = 1 << 20;
/**
 * Games that are moved into their rows between two commits, and characters of their events. The next commit waits for it. After a
 * large commit more is moved, so that the batches do not grow.
 */
const GAMES_AT_A_TIME = 32;
const CHARACTERS_AT_A_TIME = 1 << 16;

/** What is known of the row of an unfinished game. `length` is 0 where there is no row. */
interface RowState {
  readonly length: number;
  readonly at: number;
  readonly sum: number;
}

/**
 * Writes each commit as one row, the batch. A commit therefore costs the same however many games it is for. Later the events of the
 * game with the oldest batch are moved into the row of that game, which is thus written once for many moves.
 */
export class BatchWriter {
  readonly #file: JournalFile;
  readonly #database: DatabaseSync;
  readonly #games: GameTableReader;
  readonly #unmoved: EventsNotInRows;
  readonly #insertBatch: StatementSync;
  readonly #deleteBatches: StatementSync;
  readonly #extendGame: StatementSync;
  /** The rows of unfinished games that were written here. No other process writes. */
  readonly #rowStates = new Map<GameId, RowState>();
  #isMoving = false;
  /** Entries of the latest commit, and the characters of their events. */
  #lastCommit = 0;
  #lastSize = 0;
  /** Why nothing more can be written. */
  #error: unknown;
  #hasSpace: boolean;
  #hasTakenReserve = false;

  constructor(file: JournalFile, games: GameTableReader, unmoved: EventsNotInRows) {
    this.#file = file;
    this.#database = file.database;
    this.#games = games;
    this.#unmoved = unmoved;
    this.#insertBatch = this.#database.prepare('INSERT INTO batch (id, entries, sum) VALUES (?, ?, ?)');
    this.#deleteBatches = this.#database.prepare('DELETE FROM batch WHERE id < ?');
    this.#extendGame = this.#database.prepare(`
      INSERT INTO game (id, at, ended, log, sum) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, log = log || '${SEPARATOR}' || excluded.log, sum = excluded.sum`);
    this.#hasSpace = file.reserve?.isAvailable ?? true;
  }

  get hasSpace(): boolean {
    return this.#hasSpace;
  }

  checkSpace(): boolean {
    if (!this.#hasSpace) this.#hasSpace = this.#file.reserve?.take() ?? true;
    return this.#hasSpace;
  }

  /** On a full disk it releases the reserve and tries again. */
  commit(request: CommitRequest): AppendConflict[] | 'full' {
    if (this.#error !== undefined) throw this.#error;
    const conflicts: AppendConflict[] = [];
    const entries: EncodedEntry[] = [];
    const lengths = new Map<GameId, number>();
    for (const [append, appended] of decodeCommit(request).entries()) {
      const why = findConflict(appended, (game) => lengths.get(game) ?? this.#length(game));
      if (why !== undefined) {
        conflicts.push({ append, why });
        continue;
      }
      for (const entry of appended) {
        lengths.set(entry.game, entry.index + 1);
        entries.push(entry);
      }
    }
    return this.#write(entries) ? conflicts : 'full';
  }

  /** Returns false if the disk is full. */
  #write(entries: readonly EncodedEntry[]): boolean {
    this.#lastCommit = entries.length;
    this.#lastSize = 0;
    if (entries.length === 0) return true;
    const { id, entries: text, sum } = makeBatch(this.#unmoved.lastBatch + 1, entries);
    const insert = (): unknown => this.#insertBatch.run(id, text, sum);
    if (!this.#fits(insert) && !(this.#releaseReserve() && this.#fits(insert))) return false;
    const before = this.#unmoved.size;
    this.#unmoved.add(id, entries);
    this.#lastSize = this.#unmoved.size - before;
    return true;
  }

  #fits(write: () => unknown): boolean {
    try {
      write();
      return true;
    } catch (error) {
      if (this.#file.isFull(error)) return false;
      throw error;
    }
  }

  #releaseReserve(): boolean {
    if (!this.#hasSpace) return false;
    this.#hasSpace = false;
    this.#file.reserve?.release();
    return true;
  }

  /** Takes the reserve, for which a start does not wait, and moves some games once the batches are large. */
  maintain(): void {
    if (!this.#hasTakenReserve) {
      this.#hasTakenReserve = true;
      this.#hasSpace &&= this.#file.reserve?.take() ?? true;
    }
    if (this.#unmoved.size > MAX_IN_BATCHES) this.#isMoving = true;
    else if (this.#unmoved.size < MAX_IN_BATCHES / 2) this.#isMoving = false;
    if (!this.#isMoving) return;
    this.#moveGames(Math.max(GAMES_AT_A_TIME, this.#lastCommit), Math.max(CHARACTERS_AT_A_TIME, 2 * this.#lastSize));
  }

  /** Moves all games, as far as the disk has space. */
  moveAll(): void {
    const all = Number.POSITIVE_INFINITY;
    while (this.#unmoved.oldestBatch !== undefined) if (!this.#moveGames(all, all)) return;
    // The latest batch stays, because the next number follows from it.
    this.#moveGames(0, 0);
  }

  /** Returns false if nothing can be moved now. */
  #moveGames(maxGames: number, maxCharacters: number): boolean {
    if (!this.#hasSpace || this.#error !== undefined) return false;
    const games = this.#unmoved.oldestGames(maxGames, maxCharacters);
    try {
      const moved = new Map<GameId, RowState | undefined>();
      if (!this.#fits(() => this.#file.writeUnsynced(() => this.#move(games, moved)))) {
        this.#releaseReserve();
        return false;
      }
      for (const [game, state] of moved) {
        this.#unmoved.remove(game);
        if (state === undefined) this.#rowStates.delete(game);
        else this.#rowStates.set(game, state);
      }
      return true;
    } catch (error) {
      this.#error = error;
      return false;
    }
  }

  /**
   * First deletes batches whose events were all moved before. What is moved now is still in its batch, so the rows need not be synced
   * before the next commit.
   */
  #move(games: readonly GameId[], moved: Map<GameId, RowState | undefined>): void {
    this.#deleteBatches.run(this.#unmoved.oldestBatch ?? this.#unmoved.lastBatch);
    for (const game of games) moved.set(game, this.#extend(game));
  }

  /** Returns the state of the row afterwards; undefined for a game that has ended. */
  #extend(game: GameId): RowState | undefined {
    const before = this.#rowState(game);
    const { length } = before;
    const more = this.#unmoved.of(game).filter(({ index }) => index >= length);
    const last = more.at(-1);
    if (last === undefined) return before;
    const at = length === 0 ? (more[0]?.at ?? 0) : before.at;
    const log = more.map((entry) => logLine(entry.at - at, entry.event)).join(SEPARATOR);
    const sumNow = length === 0 ? sumOfLog(game, at, log) : sumOfMore(before.sum, SEPARATOR + log);
    // A row cannot show that an event is missing. A wrong checksum shows it.
    const isComplete = more.every(({ index }, position) => index === length + position);
    const sum = isComplete ? sumNow : wrong(sumNow);
    const isOver = isEnd(last.event);
    this.#extendGame.run(game, at, isOver ? last.at : null, log, sum);
    return isOver ? undefined : { length: length + more.length, at, sum };
  }

  #length(game: GameId): number {
    const last = this.#unmoved.of(game).at(-1);
    return last === undefined ? this.#rowState(game).length : last.index + 1;
  }

  #rowState(game: GameId): RowState {
    const known = this.#rowStates.get(game);
    if (known !== undefined) return known;
    const row = this.#games.row(game);
    return row === undefined ? NO_ROW : { length: lengthOf(row.log), at: row.at, sum: row.sum };
  }
}

const wrong = (sum: number): number => (sum ^ 1) >>> 0;

const NO_ROW: RowState = { length: 0, at: 0, sum: 0 };
