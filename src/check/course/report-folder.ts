import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, ok, problem, type Result } from '../../result.ts';

/**
 * The folder for the reports of a class. Programs that are examined could write there, too. Therefore all reports are written after the last
 * program has ended, as new files in a new folder with a random name, which is then moved to its place.
 */
export class ReportFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** The problem is one line: the folder is not empty, or no folder can be made there. */
  static async at(path: string): Promise<Result<ReportFolder>> {
    const folder = new ReportFolder(resolve(path));
    try {
      if (await isOccupied(folder.path)) return problem(`${path} is not empty; name a new folder for the reports`);
      const tried = folder.#newName();
      await makeFolder(tried);
      await rm(tried, { recursive: true });
    } catch (error) {
      return problem(`cannot write to ${path}: ${messageOf(error)}`);
    }
    return ok(folder);
  }

  /** Writes the files, by name, and returns their folder: another one than `path` if that is no longer an empty folder. */
  async write(files: ReadonlyMap<string, string>): Promise<string> {
    const fresh = this.#newName();
    await makeFolder(fresh);
    // `wx` creates the file, and follows no link.
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

/** Makes the folder and those above it. The option `recursive` never returns for a folder of /proc. */
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

/** Whether there is anything but an empty folder. */
async function isOccupied(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isDirectory() || (await readdir(path)).length > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
