import type { ClientSession } from '../../../src/protocols/client-session-types.ts';
import { remasteredClient } from '../../../src/protocols/remastered/client-session.ts';
import { runScript, sessionOpener } from './client-script.ts';

/** The argument of `stones`: a board that begins with `first` and is empty otherwise. */
export const board = (first = '', lines = 9): string => first.padEnd(lines * lines, 'X');
export const RULES = 'ko positional suicide allowed komi 0';

/** Runs the dialogue twice, with whole messages and byte by byte. Returns the last session. */
export function runDialogue(script: string, settings = '', before?: ClientSession): ClientSession {
  const options = before === undefined ? {} : { before };
  runScript(sessionOpener(remasteredClient, settings), script, { ...options, packet: 1 });
  return runScript(sessionOpener(remasteredClient, settings), script, options);
}

export const checkDialogue = (script: string, settings?: string): void => void runDialogue(script, settings);

/** The dialogue up to `ready`, with an empty board. */
export const untilReady = (color: 'black' | 'white' | 'both'): string => `
  opens
  client: go 0.1.0
  server: ok 0.1.0
  server: mode ${color === 'both' ? 'local' : 'normal'}
  event: entered
  ${color === 'both' ? '' : `server: color ${color === 'black' ? 0 : 1}`}
  server: stones ${board()}
  client: ack
  server: ready
  event: ${color === 'black' ? 'waiting' : `started ${color} on 9, ${RULES}`}
`;

export const BLACK_TO_MOVE = `${untilReady('black')}
  server: yourturn
  client: ack
  event: started black on 9, ${RULES}
  event: your turn black
`;

export const WHITE_TO_MOVE = `${untilReady('white')}
  server: place 0 1 0
  client: ack
  event: played black 1,0
  server: yourturn
  client: ack
  event: your turn white
`;
