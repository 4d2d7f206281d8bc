import { type Logger, pino } from 'pino';
import type { ServeConfig } from '../server/config/config.ts';
import { logDestination } from './log-destination.ts';

/** The log of a server. Each line of one of several processes has the number of its process. */
export function openLog({ process, ...config }: Pick<ServeConfig, 'log-level' | 'process'>): Logger {
  const log = pino({ level: config['log-level'] }, logDestination());
  return process === undefined ? log : log.child({ process: process.number });
}
