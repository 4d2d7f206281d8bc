import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crypto } from '../../lazy-crypto.ts';

/** Disk space that is occupied while there is enough, and released when the disk is full. */
export interface DiskReserve {
  /** The space is held, or there seems to be enough space to take it. */
  readonly isAvailable: boolean;
  /** Takes the space if twice as much is free, so that it need not be released again at once. Returns whether the space is held. */
  take(): boolean;
  release(): void;
}

/** Bytes of the reserve: 1,000 pages, as many as a checkpoint copies from the write-ahead log into the database at a time. */
const SIZE = 4 << 20;
/** The largest part of a small disk that the reserve takes. */
const MAX_SHARE_OF_DISK = 1 / 8;
/** Bytes that are written to find out whether the disk is full. */
const PROBE_SIZE = 1 << 16;

/** A reserve that is a file beside the database. Its bytes are random, because some file systems compress zeros. */
export class FileReserve implements DiskReserve {
  readonly #path: string;
  readonly #size: number;

  constructor(database: string) {
    this.#path = `${database}-reserve`;
    const { blocks, bsize } = statfsSync(dirname(database));
    this.#size = Math.min(SIZE, Math.floor(blocks * bsize * MAX_SHARE_OF_DISK));
  }

  /** The file has its full size. This server or the last one has written it. */
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

  /** Writes as much of the file as possible for the next server, which needs some space to open the database. */
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

  /** Writes the file. If not all bytes fit, the file is shorter. Returns whether all bytes fit. */
  #write(size: number): boolean {
    try {
      writeFileSync(this.#path, crypto().randomBytes(size));
      return true;
    } catch {
      return false;
    }
  }
}

/** The size of the simulated reserve, in pages of the database. */
const PAGES = 16;

/** A reserve for tests: behaves as if the disk had space for a limited number of pages of the database. */
export class SimulatedDiskReserve implements DiskReserve {
  readonly #database: DatabaseSync;
  readonly #pages: number;
  #isHeld = false;

  constructor(database: DatabaseSync, pages: number) {
    this.#database = database;
    this.#pages = pages;
    this.release();
  }

  get isAvailable(): boolean {
    return (
      this.#isHeld || this.#pages - this.#readPragma('page_count') + this.#readPragma('freelist_count') >= 2 * PAGES
    );
  }

  take(): boolean {
    if (this.#isHeld || !this.isAvailable) return this.#isHeld;
    this.#setMaximum(this.#pages - PAGES);
    this.#isHeld = true;
    return true;
  }

  release(): void {
    this.#setMaximum(this.#pages);
    this.#isHeld = false;
  }

  #setMaximum(pages: number): void {
    this.#database.exec(`PRAGMA max_page_count = ${pages}`);
  }

  #readPragma(pragma: string): number {
    return Number(this.#database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  }
}
