import { type ClientScripts, parseClauses } from '../../conformance/clause.ts';
import { readText, scripted, writeText } from '../../conformance/dialogue-language.ts';
import { columnAndRow, type ScriptedGame } from '../../conformance/scripted-game.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

const language = scripted({
  read: (bytes) =>
    readText(bytes, (line) => {
      const message = parseClientMessage(line);
      return message && { text: makeClientMessage(message) };
    }),
  write: writeText,
  aside: (line) => (line === 'ack' ? { note: 'acks for nothing' } : undefined),
});

const stones: ScriptedGame = { notation: columnAndRow('go', [0]), played: [] };

/** The document knows no pass. Elsewhere there is one, and a way to give up. */
const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: place {${which}}
      unless the client passes: pass
      unless the client gives up: resign
      unless the client goes: close
`;

/** At once; a client that does not like what it is told may go. */
const ACK = `client answers: ack
      unless the client goes: close`;

const WAITS = `
    client never says: place {any text}
`;

const THE_END = `
    client may go, and never says: place {any text}
`;

const GREETED = `
  scene a greeting
    client: go {name of version}
    server --> client: ok {version}
`;

const asBlack = `
  section Handshake

  clause the client greets by go and a version
    client: go {name of version}

  section Setup

  clause the client acknowledges stones
    server --> client: ok {version}
    server --> client: mode normal
    server --> client: color 0
    server --> client: stones {empty board}
    ${ACK}

  section Main: Indicating turn

  clause the client places nothing before its turn
    server --> client: ready
    ${WAITS}

  clause the client acknowledges yourturn
    server --> client: yourturn
    ${ACK}

  section Main: Stone placement

  clause in turn it places a stone, legally
    ${stoneOf('black')}

  clause it acknowledges its own stone
    server --> client: place 0 {last stone}
    ${ACK}

  clause it waits for its turn
    server --> client: ack
    ${WAITS}

  clause it acknowledges the other's stone
    server --> client: place 1 {white stone}
    ${ACK}
    ${WAITS}

  clause it answers a stone by a legal stone
    server --> client: yourturn
    ${ACK}
    ${stoneOf('black')}
    server --> client: place 0 {last stone}
    ${ACK}
    server --> client: ack
    ${WAITS}

  section Ending connection

  clause after close it plays no more
    server --> client: close
    ${THE_END}
`;

const asWhite = `
  ${GREETED}
  section Setup

  clause as white it waits for its turn
    given a greeting
    server --> client: mode normal
    server --> client: color 1
    server --> client: stones {corner board}
    ${ACK}
    server --> client: ready
    ${WAITS}

  section Main: Stone removal

  clause it acknowledges a removal
    server --> client: place 0 {black stone at 0,1}
    ${ACK}
    server --> client: remove 0 0
    ${ACK}
    ${WAITS}

  section Main: Stone placement

  clause as white it answers a stone by a legal stone
    server --> client: yourturn
    ${ACK}
    ${stoneOf('white')}
    server --> client: place 1 {last stone}
    ${ACK}
    server --> client: ack
    ${WAITS}
    server --> client: close
`;

const striped = `
  ${GREETED}
  section Setup

  clause it plays on none of the stones that it was shown
    given a greeting
    given server --> client: mode normal
    given server --> client: color 1
    given server --> client: stones {striped board}
    given ${ACK}
    given server --> client: ready
    given server --> client: yourturn
    given ${ACK}
    ${stoneOf('white')}
    server --> client: close
`;

const full = `
  ${GREETED}
  section Setup

  clause after full it does not play
    given a greeting
    server --> client: full
    ${THE_END}
`;

const otherVersion = `
  section Handshake

  clause after no it does not play
    given client: go {name of version}
    server --> client: no
    ${THE_END}
`;

const scripts = [asBlack, asWhite, full, otherVersion, striped].map((text) => parseClauses(text, language, 'server'));

export const clientClauses: ClientScripts = { language, stones, scripts };
