import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** GNU Go, where it is installed: on the path, or where Debian puts games. */
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
