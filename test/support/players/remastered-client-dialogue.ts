import type { ClientSession } from '../../../src/protocols/client-session-types.ts';
import { remasteredClient } from '../../../src/protocols/remastered/client-session.ts';
import { runScript, sessionOpener } from './client-script.ts';

/** The board of `stones`, its first intersections as given. */
export const board = (first = '', lines = 9): string => first.padEnd(lines * lines, 'X');
export const RULES = 'ko positional suicide allowed komi 0';

/** Whole, and byte by byte. */
export function runDialogue(script: string, settings = '', before?: ClientSession): ClientSession {
  const options = before === undefined ? {} : { before };
  runScript(sessionOpener(remasteredClient, settings), script, { ...options, packet: 1 });
  return runScript(sessionOpener(remasteredClient, settings), script, options);
}

export const checkDialogue = (script: string, settings?: string): void => void runDialogue(script, settings);

/** As far as `ready`, with nothing on the board. */
export const untilReady = (color: 'black' | 'white' | 'both'): string => `
  opens
  client: go 0.1.0
  server: ok 0.1.0
  server: mode ${color === 'both' ? 'local' : 'normal'}
  news: entered
  ${color === 'both' ? '' : `server: color ${color === 'black' ? 0 : 1}`}
  server: stones ${board()}
  client: ack
  server: ready
  news: ${color === 'black' ? 'waiting' : `begun ${color} on 9, ${RULES}`}
`;

export const BLACK_TO_MOVE = `${untilReady('black')}
  server: yourturn
  client: ack
  news: begun black on 9, ${RULES}
  news: your turn black
`;

export const WHITE_TO_MOVE = `${untilReady('white')}
  server: place 0 1 0
  client: ack
  news: played black 1,0
  server: yourturn
  client: ack
  news: your turn white
`;
