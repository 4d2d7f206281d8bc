import { closeSync, openSync, readSync } from 'node:fs';
import { ok, problem, type Result } from './result.ts';

/** Bytes of the largest file that is read. */
const LARGEST_FILE = 1024 * 1024;

/** The text of a file of at most 1 MiB. The problem is one clear line. `encoding` is an editor's name for UTF-8. */
export function readSmallFile(path: string, encoding: string): Result<string> {
  let bytes: Uint8Array;
  try {
    bytes = readAtMost(path, LARGEST_FILE + 1);
  } catch (error) {
    return problem(`cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
  if (bytes.length > LARGEST_FILE) return problem(`${path}: larger than 1 MiB`);
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return problem(`${path}: not UTF-8; save it as ${encoding}`);
  }
}

function readAtMost(path: string, most: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(most);
    let end = 0;
    for (let read = -1; read !== 0 && end < most; end += read) read = readSync(file, bytes, end, most - end, null);
    return bytes.subarray(0, end);
  } finally {
    closeSync(file);
  }
}
