import type { ClientSession } from '../../../src/protocols/client-session-types.ts';
import { daigoClient } from '../../../src/protocols/daigo/client-session.ts';
import { runScript, sessionOpener } from './client-script.ts';

export const RULES = 'ko positional suicide forbidden komi 7';

/** Runs the dialogue twice, with whole messages and byte by byte. Returns the last session. */
export function runDialogue(script: string, settings = 'name=alice', before?: ClientSession): ClientSession {
  const options = before === undefined ? {} : { before };
  runScript(sessionOpener(daigoClient, settings), script, { ...options, packet: 1 });
  return runScript(sessionOpener(daigoClient, settings), script, options);
}

export const checkDialogue = (script: string, settings?: string): void => void runDialogue(script, settings);

export const PRESENT = `
  opens
  client: HELO alice
  server: OK
  event: entered alice
`;

export const WAITING = `
  ${PRESENT}
  intent: seek
  client: LIST
  server: GAMES
  client: CREATE
  server: OK
  client: LIST
  event: waiting
  server: GAMES alice
  250 ms
  client: PLAY
`;

export const JOINED = `
  ${PRESENT}
  intent: seek
  client: LIST
  server: GAMES  bob   carol
  client: JOIN bob
  server: OK
  client: PLAY
`;

export const BLACK = `
  ${WAITING}
  server: START bob
  event: started black on 9 against bob, ${RULES}
  event: your turn black
`;

export const WHITE = `
  ${JOINED}
  server: WAIT bob
  event: started white on 9 against bob, ${RULES}
  250 ms
  client: PLAY
`;

export const WHITE_TO_MOVE = `
  ${WHITE}
  server: STONE 5 5
  event: played black 4,4
  event: your turn white
`;
