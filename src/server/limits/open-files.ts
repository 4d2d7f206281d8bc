import { readFileSync } from 'node:fs';

/** Where the system does not say how many files a process may open. */
const LIKELY = 4_096;
/** For databases, the page, engines, and what is on its way in or out. */
const KEPT = 500;

/** How many connections a process can have, by the limit of its open files. */
export function roomForConnections(): number {
  return Math.max(16, (openFiles() ?? LIKELY) - KEPT);
}

function openFiles(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
