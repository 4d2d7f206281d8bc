import { readFileSync } from 'node:fs';

const DEFAULT_LIMIT = 4_096;
/** Files for databases, the page, engines and connections that are being opened or closed. */
const RESERVED = 500;

/** How many connections the limit of open files allows. */
export function maximumConnections(): number {
  return Math.max(16, (openFiles() ?? DEFAULT_LIMIT) - RESERVED);
}

function openFiles(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
