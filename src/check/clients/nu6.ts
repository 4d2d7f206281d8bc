import { makeClientMessage, parseClientMessage } from '../../protocols/nu6/codec.ts';
import { readText, scripted, writeText } from '../language.ts';
import { type ClientScripts, parseClauses } from '../scenario.ts';
import type { Stones } from '../stones.ts';

/** Without a size 19 is meant, and is read so. */
const DEFAULT = 'CORE.NEWGAME~19';

const language = scripted({
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseClientMessage(line);
      if (!read.ok) return undefined;
      const text = makeClientMessage(read.value);
      if (text === 'CORE.NEWGAME') return { text: DEFAULT };
      return text === line ? { text } : { text, variant: 'written otherwise than the document has it' };
    }),
  write: writeText,
  isStray: (line) => line.startsWith('CHAT.'),
});

const stones: Stones = {
  notation: {
    game: 'go',
    source: '\\d+',
    origins: [0],
    read: (text, size) => ({ x: Number(text) % size, y: Math.floor(Number(text) / size) }),
    write: ({ x, y }, size) => String(y * size + x),
  },
  played: [],
};

/** A stone of the client's, which may also give up: then there is nothing more to see. */
const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: CORE.MOVE~{${which}}
      unless the client passes: CORE.PASS
      unless the client gives up: CORE.SURRENDER
`;

/** Either of the two that are legal. */
const turnOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: CORE.MOVE~{${which}}
      or: CORE.PASS
      unless the client gives up: CORE.SURRENDER
    server --> client: {same}
`;

const GREETING = `
    client: CORE.HELLO~{name of client}
      or: CORE.HELLO~{name of client}~{any text}
`;

const asBlack = `
  section Handshake

  clause the client greets by HELLO and its name
    ${GREETING}
    server --> client: CORE.HELLO

  section Starting a game

  clause the client asks for a NEWGAME
    client: CORE.NEWGAME~{size}

  clause as black it moves first, legally
    server --> client: CORE.MATCH~BLACK~{size}~{rival}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}

  section Ingame

  clause it waits for its turn
    client is silent

  clause it answers a move by a legal move
    server --> client: CORE.MOVE~{white stone}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}
    server --> client: CORE.MOVE~{white stone}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}
    client is silent

  clause it answers a PASS
    server --> client: CORE.PASS
    ${turnOf('black')}
    client is silent

  clause after GAMEOVER by SURRENDER it plays on nowhere
    client may say: CORE.NEWGAME~{any number}
    client may say: CORE.BYE
    server --> client: CORE.GAMEOVER~BLACK~4~2~SURRENDER
    client may hang up
`;

const asWhite = `
  section Ingame

  clause as white it does not move first
    given ${GREETING.trim()}
    given server --> client: CORE.HELLO
    given client: CORE.NEWGAME~{size}
    server --> client: CORE.MATCH~WHITE~{size}~{rival}
    client is silent

  clause as white it answers a move by a legal move
    server --> client: CORE.MOVE~{black stone}
    ${stoneOf('white')}
    server --> client: CORE.MOVE~{last stone}
    client is silent

  clause after ILLEGAL it moves otherwise
    server --> client: CORE.MOVE~{black stone}
    ${stoneOf('white', 'white try')}
    server --> client: CORE.ERROR~ILLEGAL~KO
    ${turnOf('white', 'another white stone')}
    client is silent

  clause after GAMEOVER by DISCONNECT it plays on nowhere
    client may say: CORE.NEWGAME~{any number}
    client may say: CORE.BYE
    server --> client: CORE.GAMEOVER~WHITE~2~3~DISCONNECT
    client may hang up
`;

const nameTaken = `
  section Handshake

  clause after NAMETAKEN it says another name, or goes
    ${GREETING}
    server --> client: CORE.ERROR~NAMETAKEN
    client: CORE.HELLO~{name other than client}
      or: CORE.HELLO~{name other than client}~{any text}
      or, it does not ask for another name, nothing
`;

const scripts = [asBlack, asWhite, nameTaken].map((text) => parseClauses(text, language, 'server'));

export const nu6Client: ClientScripts = { language, stones, scripts };
