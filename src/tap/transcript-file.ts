import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf, ok, problem, type Result } from '../result.ts';

/** The mode of a new file: recordings may be private. */
const OWNER_ONLY = 0o600;

/** A transcript file that is written line by line, so that a crash loses nothing. */
export class TranscriptFile {
  readonly #descriptor: number;
  readonly #path: string;
  /** The first write error, in one line. */
  problem: string | undefined;

  private constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#path = path;
  }

  /** Overwrites the file. The problem is one line. */
  static open(path: string): Result<TranscriptFile> {
    try {
      return ok(new TranscriptFile(openSync(path, 'w', OWNER_ONLY), path));
    } catch (error) {
      return problem(`cannot write ${path}: ${messageOf(error)}`);
    }
  }

  write(line: string): void {
    if (this.problem !== undefined) return;
    try {
      writeSync(this.#descriptor, `${line}\n`);
    } catch (error) {
      this.problem = `the transcript ends before its time: cannot write ${this.#path}: ${messageOf(error)}`;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
