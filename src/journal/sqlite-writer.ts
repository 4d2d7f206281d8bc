import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { GameId } from '../lobby/games/event.ts';
import { makeBatch, type TextEntry } from './batch-row.ts';
import { findConflict } from './conflict.ts';
import { isEnd } from './event-text.ts';
import { lengthOf, logLine, SEPARATOR, sumOfLog, sumOfMore } from './game-row.ts';
import type { GameRows } from './game-rows.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { type AppendConflict, type Batch, decodeBatch } from './sqlite-message.ts';
import type { Tail } from './tail.ts';

/**
 * Characters of events that may stand in batches. A restart reads them all, and a busy game comes into its row with
 * so many of its events at once the more there may be.
 */
export const MOST_IN_BATCHES = 1 << 20;
/**
 * So many games come into their rows at a time, or as many as come to so many characters, because the next commit waits for it.
 * The bounds grow with what the commit before has added.
 */
const GAMES_AT_A_TIME = 32;
const CHARACTERS_AT_A_TIME = 1 << 16;

/** What the row of a game that goes on has; `length` is 0 where there is none. */
interface Folded {
  readonly length: number;
  readonly at: number;
  readonly sum: number;
}

/**
 * Writes each commit as one row, and moves what has waited longest from there into the rows of the games: a commit costs
 * the same however many games it is for, and a game is rewritten once for many of its turns.
 */
export class SqliteWriter {
  readonly #file: SqliteFile;
  readonly #database: DatabaseSync;
  readonly #rows: GameRows;
  readonly #tail: Tail;
  readonly #insertBatch: StatementSync;
  readonly #deleteBatches: StatementSync;
  readonly #extendGame: StatementSync;
  /** Games that go on, as far as they have been asked for: nobody else writes. */
  readonly #folded = new Map<GameId, Folded>();
  #isFolding = false;
  /** Entries of the latest commit, and the characters of their events. */
  #lastCommit = 0;
  #lastSize = 0;
  /** Why nothing more can be written. */
  #trouble: unknown;
  #hasRoom: boolean;
  #hasReserve = false;

  constructor(file: SqliteFile, rows: GameRows, tail: Tail) {
    this.#file = file;
    this.#database = file.database;
    this.#rows = rows;
    this.#tail = tail;
    this.#insertBatch = this.#database.prepare('INSERT INTO batch (id, entries, sum) VALUES (?, ?, ?)');
    this.#deleteBatches = this.#database.prepare('DELETE FROM batch WHERE id < ?');
    this.#extendGame = this.#database.prepare(`
      INSERT INTO game (id, at, ended, log, sum) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, log = log || '${SEPARATOR}' || excluded.log, sum = excluded.sum`);
    this.#hasRoom = file.reserve?.isInReach ?? true;
  }

  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  look(): boolean {
    if (!this.#hasRoom) this.#hasRoom = this.#file.reserve?.take() ?? true;
    return this.#hasRoom;
  }

  /** On a full disk the reserve is given up for it. */
  commit(batch: Batch): AppendConflict[] | 'full' {
    if (this.#trouble !== undefined) throw this.#trouble;
    const conflicts: AppendConflict[] = [];
    const entries: TextEntry[] = [];
    const lengths = new Map<GameId, number>();
    for (const [append, appended] of decodeBatch(batch).entries()) {
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

  /** Whether there was room. */
  #write(entries: readonly TextEntry[]): boolean {
    this.#lastCommit = entries.length;
    this.#lastSize = 0;
    if (entries.length === 0) return true;
    const { id, entries: text, sum } = makeBatch(this.#tail.lastBatch + 1, entries);
    const insert = (): unknown => this.#insertBatch.run(id, text, sum);
    if (!this.#fits(insert) && !(this.#giveUpReserve() && this.#fits(insert))) return false;
    const before = this.#tail.size;
    this.#tail.add(id, entries);
    this.#lastSize = this.#tail.size - before;
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

  #giveUpReserve(): boolean {
    if (!this.#hasRoom) return false;
    this.#hasRoom = false;
    this.#file.reserve?.giveUp();
    return true;
  }

  /**
   * Takes hold of the reserve, which a start does not wait for, and moves some events into the rows of their games, once
   * there are many. What is kept is kept either way.
   */
  tidy(): void {
    if (!this.#hasReserve) {
      this.#hasReserve = true;
      this.#hasRoom &&= this.#file.reserve?.take() ?? true;
    }
    if (this.#tail.size > MOST_IN_BATCHES) this.#isFolding = true;
    else if (this.#tail.size < MOST_IN_BATCHES / 2) this.#isFolding = false;
    if (!this.#isFolding) return;
    this.#fold(Math.max(GAMES_AT_A_TIME, this.#lastCommit), Math.max(CHARACTERS_AT_A_TIME, 2 * this.#lastSize));
  }

  /** Moves all of them, as far as there is room. */
  finish(): void {
    const all = Number.POSITIVE_INFINITY;
    while (this.#tail.oldest !== undefined) if (!this.#fold(all, all)) return;
    // The latest batch stays: the next is numbered on from it.
    this.#fold(0, 0);
  }

  /** Moves the events of the games that have waited longest, up to so many. False where it cannot be done now. */
  #fold(most: number, characters: number): boolean {
    if (!this.#hasRoom || this.#trouble !== undefined) return false;
    const games = this.#tail.first(most, characters);
    try {
      const folded = new Map<GameId, Folded | undefined>();
      if (!this.#fits(() => this.#file.unsynced(() => this.#move(games, folded)))) {
        this.#giveUpReserve();
        return false;
      }
      for (const [game, row] of folded) {
        this.#tail.forget(game);
        if (row === undefined) this.#folded.delete(game);
        else this.#folded.set(game, row);
      }
      return true;
    } catch (error) {
      this.#trouble = error;
      return false;
    }
  }

  /** Until a batch is of no more use, what is moved stands there, too: it need not be synced before the next commit is. */
  #move(games: readonly GameId[], folded: Map<GameId, Folded | undefined>): void {
    this.#deleteBatches.run(this.#tail.oldest ?? this.#tail.lastBatch);
    for (const game of games) folded.set(game, this.#extend(game));
  }

  /** What the game's row has then; undefined for one that has ended. */
  #extend(game: GameId): Folded | undefined {
    const { length, at: begun, sum: before } = this.#foldedOf(game);
    const more = this.#tail.of(game).filter(({ index }) => index >= length);
    const last = more.at(-1);
    if (last === undefined) return this.#foldedOf(game);
    const at = length === 0 ? (more[0]?.at ?? 0) : begun;
    const log = more.map((entry) => logLine(entry.at - at, entry.event)).join(SEPARATOR);
    const sumNow = length === 0 ? sumOfLog(game, at, log) : sumOfMore(before, SEPARATOR + log);
    // In the row nothing would tell of an event that is missing but a sum that is wrong, and it stays so.
    const isWhole = more.every(({ index }, place) => index === length + place);
    const sum = isWhole ? sumNow : wrong(sumNow);
    const isOver = isEnd(last.event);
    this.#extendGame.run(game, at, isOver ? last.at : null, log, sum);
    return isOver ? undefined : { length: length + more.length, at, sum };
  }

  #length(game: GameId): number {
    const last = this.#tail.of(game).at(-1);
    return last === undefined ? this.#foldedOf(game).length : last.index + 1;
  }

  #foldedOf(game: GameId): Folded {
    const known = this.#folded.get(game);
    if (known !== undefined) return known;
    const row = this.#rows.row(game);
    return row === undefined ? NOTHING : { length: lengthOf(row.log), at: row.at, sum: row.sum };
  }
}

const wrong = (sum: number): number => (sum ^ 1) >>> 0;

const NOTHING: Folded = { length: 0, at: 0, sum: 0 };
