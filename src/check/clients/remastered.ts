import { makeClientMessage, parseClientMessage } from '../../protocols/remastered/codec.ts';
import { readText, scripted, writeText } from '../language.ts';
import { type ClientScripts, parseClauses } from '../scenario.ts';
import { columnAndRow, type Stones } from '../stones.ts';

const language = scripted({
  read: (bytes) =>
    readText(bytes, (line) => {
      const message = parseClientMessage(line);
      return message && { text: makeClientMessage(message) };
    }),
  write: writeText,
  isStray: () => false,
});

const stones: Stones = { notation: columnAndRow('go', [0]), played: [] };

/** The document knows no pass. Elsewhere there is one, and a way to give up. */
const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: place {${which}}
      unless the client passes: pass
      unless the client gives up: resign
      unless the client goes: close
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
    client: ack

  section Main: Indicating turn

  clause the client places nothing before its turn
    server --> client: ready
    client is silent

  clause the client acknowledges yourturn
    server --> client: yourturn
    client: ack

  section Main: Stone placement

  clause in turn it places a stone, legally
    ${stoneOf('black')}

  clause it acknowledges its own stone
    server --> client: place 0 {last stone}
    client: ack

  clause it waits for its turn
    server --> client: ack
    client is silent

  clause it acknowledges the other's stone
    server --> client: place 1 {white stone}
    client: ack
    client is silent

  clause it answers a stone by a legal stone
    server --> client: yourturn
    client: ack
    ${stoneOf('black')}
    server --> client: place 0 {last stone}
    client: ack
    server --> client: ack
    client is silent

  section Ending connection

  clause after close it plays on nowhere
    server --> client: close
    client may say: close
    client may hang up
`;

const asWhite = `
  ${GREETED}
  section Setup

  clause as white it waits for its turn
    given a greeting
    server --> client: mode normal
    server --> client: color 1
    server --> client: stones {corner board}
    client: ack
    server --> client: ready
    client is silent

  section Main: Stone removal

  clause it acknowledges a removal
    server --> client: place 0 {black stone at 0,1}
    client: ack
    server --> client: remove 0 0
    client: ack
    client is silent

  section Main: Stone placement

  clause as white it answers a stone by a legal stone
    server --> client: yourturn
    client: ack
    ${stoneOf('white')}
    server --> client: place 1 {last stone}
    client: ack
    server --> client: ack
    client is silent
    server --> client: close
`;

const full = `
  ${GREETED}
  section Setup

  clause after full it says nothing more
    given a greeting
    client may say: close
    server --> client: full
    client may hang up
`;

const otherVersion = `
  section Handshake

  clause after no it says nothing more
    given client: go {name of version}
    client may say: close
    server --> client: no
    client may hang up
`;

const scripts = [asBlack, asWhite, full, otherVersion].map((text) => parseClauses(text, language, 'server'));

export const remasteredClient: ClientScripts = { language, stones, scripts };
