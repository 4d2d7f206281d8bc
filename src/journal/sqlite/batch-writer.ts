import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { GameId } from '../../lobby/games/game-event.ts';
import { findConflict } from '../append-check.ts';
import { type EncodedEntry, makeBatch } from '../rows/batch-row.ts';
import { isEnd } from '../rows/event-text.ts';
import type { EventsOnlyInBatches } from '../rows/events-only-in-batches.ts';
import { lengthOf, logLine, SEPARATOR, sumOfLog, sumOfMore } from '../rows/game-row.ts';
import type { GameTableReader } from '../rows/game-table-reader.ts';
import type { JournalFile } from './journal-file.ts';
import { type AppendConflict, type CommitRequest, decodeCommit } from './journal-message.ts';

/**
 * The maximum number of characters of events that are only in batches. With a higher maximum, a restart takes longer. With a lower
 * maximum, the row of a busy game is written more often.
 */
export const MAX_IN_BATCHES = 1 << 20;
/**
 * Games whose events are moved into their rows between two commits. The next commit waits for this. After a large commit more games are
 * moved, so that the batches do not grow.
 */
const GAMES_AT_A_TIME = 32;
/** Characters of the events that are moved between two commits. After a large commit there are more. */
const CHARACTERS_AT_A_TIME = 1 << 16;

/** The state of the row of an unfinished game. `length`: the number of events; 0 if there is no row. */
interface RowState {
  readonly length: number;
  readonly at: number;
  readonly sum: number;
}

/**
 * Writes each commit as one row, a batch. Therefore the cost of a commit does not depend on the number of its games. Later the events are
 * moved into the rows of their games, those of the oldest batches first. So the row of a game is written once for many moves.
 */
export class BatchWriter {
  readonly #file: JournalFile;
  readonly #database: DatabaseSync;
  readonly #games: GameTableReader;
  readonly #unmoved: EventsOnlyInBatches;
  readonly #insertBatch: StatementSync;
  readonly #deleteBatches: StatementSync;
  readonly #extendGame: StatementSync;
  /** The states of the rows that this process has written, by unfinished game. No other process writes rows. */
  readonly #rowStates = new Map<GameId, RowState>();
  #isMoving = false;
  #lastEntries = 0;
  /** The characters of the events of the last commit. */
  #lastCharacters = 0;
  /** The error after which nothing more is written. */
  #error: unknown;
  #hasSpace: boolean;
  #hasTakenReserve = false;

  constructor(file: JournalFile, games: GameTableReader, unmoved: EventsOnlyInBatches) {
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

  /** Writes one commit. On a full disk it releases the reserve and tries again. */
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
    this.#lastEntries = entries.length;
    this.#lastCharacters = 0;
    if (entries.length === 0) return true;
    const { id, entries: text, sum } = makeBatch(this.#unmoved.lastBatch + 1, entries);
    const insert = (): unknown => this.#insertBatch.run(id, text, sum);
    if (!this.#fits(insert) && !(this.#releaseReserve() && this.#fits(insert))) return false;
    const before = this.#unmoved.size;
    this.#unmoved.add(id, entries);
    this.#lastCharacters = this.#unmoved.size - before;
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

  /** Takes the reserve at its first call, so that the start need not wait for this. Moves some games if the batches are large. */
  maintain(): void {
    if (!this.#hasTakenReserve) {
      this.#hasTakenReserve = true;
      this.#hasSpace &&= this.#file.reserve?.take() ?? true;
    }
    if (this.#unmoved.size > MAX_IN_BATCHES) this.#isMoving = true;
    else if (this.#unmoved.size < MAX_IN_BATCHES / 2) this.#isMoving = false;
    if (!this.#isMoving) return;
    this.#moveGames(
      Math.max(GAMES_AT_A_TIME, this.#lastEntries),
      Math.max(CHARACTERS_AT_A_TIME, 2 * this.#lastCharacters),
    );
  }

  /** Moves the events of all games into their rows, as far as the disk has space. */
  moveAll(): void {
    const all = Number.POSITIVE_INFINITY;
    while (this.#unmoved.oldestBatch !== undefined) if (!this.#moveGames(all, all)) return;
    // Deletes all batches but the last, which stays because it determines the number of the next batch.
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
   * Deletes the batches whose events were all moved before, and moves more events. The events that are moved now are still in their
   * batches, so the rows need not be synced before the next commit.
   */
  #move(games: readonly GameId[], moved: Map<GameId, RowState | undefined>): void {
    this.#deleteBatches.run(this.#unmoved.oldestBatch ?? this.#unmoved.lastBatch);
    for (const game of games) moved.set(game, this.#extend(game));
  }

  /** Adds the events of a game to its row. Returns the new state of the row; undefined for a game that has ended. */
  #extend(game: GameId): RowState | undefined {
    const before = this.#rowState(game);
    const { length } = before;
    const added = this.#unmoved.entriesOf(game).filter(({ index }) => index >= length);
    const last = added.at(-1);
    if (last === undefined) return before;
    const at = length === 0 ? (added[0]?.at ?? 0) : before.at;
    const log = added.map((entry) => logLine(entry.at - at, entry.event)).join(SEPARATOR);
    const sumNow = length === 0 ? sumOfLog(game, at, log) : sumOfMore(before.sum, SEPARATOR + log);
    // A row itself does not show that an event is missing. Therefore it gets a wrong checksum.
    const isComplete = added.every(({ index }, position) => index === length + position);
    const sum = isComplete ? sumNow : invalidated(sumNow);
    const isOver = isEnd(last.event);
    this.#extendGame.run(game, at, isOver ? last.at : null, log, sum);
    return isOver ? undefined : { length: length + added.length, at, sum };
  }

  #length(game: GameId): number {
    const last = this.#unmoved.entriesOf(game).at(-1);
    return last === undefined ? this.#rowState(game).length : last.index + 1;
  }

  #rowState(game: GameId): RowState {
    const known = this.#rowStates.get(game);
    if (known !== undefined) return known;
    const row = this.#games.row(game);
    return row === undefined ? NO_ROW : { length: lengthOf(row.log), at: row.at, sum: row.sum };
  }
}

const invalidated = (sum: number): number => (sum ^ 1) >>> 0;

const NO_ROW: RowState = { length: 0, at: 0, sum: 0 };
