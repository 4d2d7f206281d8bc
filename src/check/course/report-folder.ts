import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, ok, problem, type Result } from '../../result.ts';

/**
 * The folder for the reports of a class. The tested programs could write there, too. Therefore the reports are written
 * after the last program has ended, into a new folder with a random name, which is then renamed.
 */
export class ReportFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Checks that the folder is empty, or can be made. A problem is one line. */
  static async at(path: string): Promise<Result<ReportFolder>> {
    const folder = new ReportFolder(resolve(path));
    try {
      if (await isOccupied(folder.path)) return problem(`${path} is not empty; name a new folder for the reports`);
      const trial = folder.#newName();
      await makeFolder(trial);
      await rm(trial, { recursive: true });
    } catch (error) {
      return problem(`cannot write to ${path}: ${messageOf(error)}`);
    }
    return ok(folder);
  }

  /** Writes files, given by their names. Returns their folder: `path`, or a new folder if `path` is no longer empty. */
  async write(files: ReadonlyMap<string, string>): Promise<string> {
    const fresh = this.#newName();
    await makeFolder(fresh);
    // `wx` only creates new files and follows no link.
    for (const [name, text] of files) await writeFile(join(fresh, name), text, { flag: 'wx' });
    try {
      await rename(fresh, this.path);
      return this.path;
    } catch {
      return fresh;
    }
  }

  #newName(): string {
    return `${this.path}-${randomBytes(6).toString('hex')}`;
  }
}

/**
 * Makes the folder and the folders above it. With its option `recursive`, `mkdir` never returns for a folder of /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

/** Whether the path exists and is not an empty folder. */
async function isOccupied(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isDirectory() || (await readdir(path)).length > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
