import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crypto } from '../crypto.ts';

/** Room that is held while there is enough, so that it can be given up once there is none. */
export interface Reserve {
  /** It is held, or could be taken as far as one look tells. */
  readonly isInReach: boolean;
  /** Takes hold of it, unless it is held, if there is twice as much: whoever has given it up should not do so again at once. */
  take(): boolean;
  giveUp(): void;
}

/** Bytes: as much as the write-ahead log has to move into the database at a time, 1,000 pages. */
const SIZE = 4 << 20;
/** A small disk is not for the reserve. */
const SHARE_OF_DISK = 1 / 8;
/** Bytes that tell whether anything can be written at all. */
const CRUMB = 1 << 16;

/** Bytes in a file beside the database. They are of chance, because some file systems make zeros small. */
export class FileReserve implements Reserve {
  readonly #path: string;
  readonly #size: number;

  constructor(database: string) {
    this.#path = `${database}-reserve`;
    const { blocks, bsize } = statfsSync(dirname(database));
    this.#size = Math.min(SIZE, Math.floor(blocks * bsize * SHARE_OF_DISK));
  }

  /** A server before has left it, all of it. */
  get isHeld(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === this.#size;
  }

  get isInReach(): boolean {
    if (this.isHeld) return true;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    return bavail * bsize >= 2 * this.#size;
  }

  take(): boolean {
    if (this.isHeld) return true;
    if (!this.isInReach) return false;
    if (this.#write(this.#size)) return true;
    this.giveUp();
    return false;
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }

  /** Keeps what can be had for whoever opens the database next: on a full disk even that takes some room. */
  leave(): void {
    if (!this.isHeld) this.#write(this.#size);
  }

  /** Whether there is no room for even a little, on the disk or within somebody's quota. */
  isDiskFull(): boolean {
    const probe = `${this.#path}-probe`;
    try {
      writeFileSync(probe, crypto().randomBytes(CRUMB));
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** What fits stays where not all does. */
  #write(size: number): boolean {
    try {
      writeFileSync(this.#path, crypto().randomBytes(size));
      return true;
    } catch {
      return false;
    }
  }
}

/** Pages of a reserve in a database that may have only so many. */
const PAGES = 16;

/** Stands for a disk that has room for so many pages of the database and no more. */
export class PageReserve implements Reserve {
  readonly #database: DatabaseSync;
  readonly #pages: number;
  #held = false;

  constructor(database: DatabaseSync, pages: number) {
    this.#database = database;
    this.#pages = pages;
    this.giveUp();
  }

  get isInReach(): boolean {
    return this.#held || this.#pages - this.#ask('page_count') + this.#ask('freelist_count') >= 2 * PAGES;
  }

  take(): boolean {
    if (this.#held || !this.isInReach) return this.#held;
    this.#allow(this.#pages - PAGES);
    this.#held = true;
    return true;
  }

  giveUp(): void {
    this.#allow(this.#pages);
    this.#held = false;
  }

  #allow(pages: number): void {
    this.#database.exec(`PRAGMA max_page_count = ${pages}`);
  }

  #ask(pragma: string): number {
    return Number(this.#database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  }
}
