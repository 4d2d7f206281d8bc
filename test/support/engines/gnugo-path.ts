import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of GNU Go: in a folder of PATH, or in Debian's folder for games. Undefined if it is not installed. */
export function gnugoPath(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/games', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'gnugo')).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
