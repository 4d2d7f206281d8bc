import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crypto } from '../../lazy-crypto.ts';

/** Disk space that is taken while there is enough, so that it can be released when the disk is full. */
export interface DiskReserve {
  /** It is held, or there seems to be enough space to take it. */
  readonly isAvailable: boolean;
  /** Takes the space if there is twice as much, so that it is not released again at once. Returns whether it is held. */
  take(): boolean;
  release(): void;
}

/** Bytes: 1,000 pages, which is what a checkpoint copies from the write-ahead log into the database at a time. */
const SIZE = 4 << 20;
/** The reserve takes no more of a small disk. */
const MAX_SHARE_OF_DISK = 1 / 8;
/** Bytes that are written to find out whether the disk is full. */
const PROBE_SIZE = 1 << 16;

/** A file beside the database. Its bytes are random, because some file systems compress zeros. */
export class FileReserve implements DiskReserve {
  readonly #path: string;
  readonly #size: number;

  constructor(database: string) {
    this.#path = `${database}-reserve`;
    const { blocks, bsize } = statfsSync(dirname(database));
    this.#size = Math.min(SIZE, Math.floor(blocks * bsize * MAX_SHARE_OF_DISK));
  }

  /** The file has its full size: it was taken, or the last server left it. */
  get isHeld(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === this.#size;
  }

  get isAvailable(): boolean {
    if (this.isHeld) return true;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    return bavail * bsize >= 2 * this.#size;
  }

  take(): boolean {
    if (this.isHeld) return true;
    if (!this.isAvailable) return false;
    if (this.#write(this.#size)) return true;
    this.release();
    return false;
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  /** Leaves as much as possible for the next server, which needs some space to open the database. */
  leave(): void {
    if (!this.isHeld) this.#write(this.#size);
  }

  /** Whether the disk or the quota has no space for even `PROBE_SIZE` bytes. */
  isDiskFull(): boolean {
    const probe = `${this.#path}-probe`;
    try {
      writeFileSync(probe, crypto().randomBytes(PROBE_SIZE));
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** If not all bytes fit, the file is shorter. */
  #write(size: number): boolean {
    try {
      writeFileSync(this.#path, crypto().randomBytes(size));
      return true;
    } catch {
      return false;
    }
  }
}

/** Pages of the reserve in a database of limited size. */
const PAGES = 16;

/** For tests: acts as if the disk had space for so many pages of the database. */
export class SimulatedDiskReserve implements DiskReserve {
  readonly #database: DatabaseSync;
  readonly #pages: number;
  #held = false;

  constructor(database: DatabaseSync, pages: number) {
    this.#database = database;
    this.#pages = pages;
    this.release();
  }

  get isAvailable(): boolean {
    return this.#held || this.#pages - this.#ask('page_count') + this.#ask('freelist_count') >= 2 * PAGES;
  }

  take(): boolean {
    if (this.#held || !this.isAvailable) return this.#held;
    this.#allow(this.#pages - PAGES);
    this.#held = true;
    return true;
  }

  release(): void {
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
