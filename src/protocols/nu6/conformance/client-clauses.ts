import { type ClientScripts, parseClauses } from '../../conformance/clause.ts';
import { readText, scripted, writeText } from '../../conformance/dialogue-language.ts';
import type { ScriptedGame } from '../../conformance/scripted-game.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

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
  aside(line) {
    if (line.startsWith('CHAT.')) return {};
    return line.startsWith('CORE.') ? undefined : { note: 'commands of other extensions' };
  },
  reflex(line) {
    if (line === 'CHAT.GETLOBBY') return 'CHAT.LOBBY~rival';
    return /^(?:CORE|CHAT)\./.test(line) ? undefined : `CORE.ERROR~PROTOCOL~${line}`;
  },
});

const stones: ScriptedGame = {
  notation: {
    game: 'go',
    source: '\\d+',
    origins: [0],
    read: (text, size) => ({ x: Number(text) % size, y: Math.floor(Number(text) / size) }),
    write: ({ x, y }, size) => String(y * size + x),
  },
  played: [],
};

const LEAVES = `unless the client gives up: CORE.SURRENDER
      unless the client goes: CORE.BYE{any text}`;

/** A stone of the client's, which may also give up: then there is nothing more to see. */
const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: CORE.MOVE~{${which}}
      unless the client passes: CORE.PASS
      ${LEAVES}
`;

/** Either of the two that are legal. */
const turnOf = (color: 'black' | 'white'): string => `
    client: CORE.MOVE~{${color} stone}
      or: CORE.PASS
      ${LEAVES}
    server --> client: {same}
`;

const WAITS = `
    client never says: CORE.MOVE~{any text}
      or: CORE.PASS
`;

const THE_END = `
    client may go, and never says: CORE.MOVE~{any text}
      or: CORE.PASS
`;

const GREETING = `client: CORE.HELLO~{words of client}
      or: CORE.HELLO~{words of client}~{any text}`;

const WISH = `client: CORE.NEWGAME~{board size}
      unless it asks for a board on which the script has no room: CORE.NEWGAME~{any number}
      unless the client goes: CORE.BYE{any text}`;

const asBlack = `
  section Handshake

  clause the client greets by HELLO and its name
    ${GREETING}
    server --> client: CORE.HELLO

  section Starting a game

  clause the client asks for a NEWGAME
    ${WISH}

  clause as black it moves first, legally
    server --> client: CORE.MATCH~BLACK~{size}~{rival}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}

  section Ingame

  clause it waits for its turn
    ${WAITS}

  clause it answers a move by a legal move
    server --> client: CORE.MOVE~{white stone}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}
    server --> client: CORE.MOVE~{white stone}
    ${stoneOf('black')}
    server --> client: CORE.MOVE~{last stone}
    ${WAITS}

  clause it answers a PASS
    server --> client: CORE.PASS
    ${turnOf('black')}
    ${WAITS}

  clause after GAMEOVER by SURRENDER it plays no more
    server --> client: CORE.GAMEOVER~BLACK~4~2~SURRENDER
    ${THE_END}
`;

const asWhite = `
  section Ingame

  clause as white it does not move first
    given ${GREETING}
    given server --> client: CORE.HELLO
    given ${WISH}
    server --> client: CORE.MATCH~WHITE~{size}~{rival}
    ${WAITS}

  clause as white it answers a move by a legal move
    server --> client: CORE.MOVE~{black stone}
    ${stoneOf('white')}
    server --> client: CORE.MOVE~{last stone}
    ${WAITS}

  clause after ILLEGAL it moves otherwise
    server --> client: CORE.MOVE~{black stone}
    ${stoneOf('white', 'white try')}
    server --> client: CORE.ERROR~ILLEGAL~KO
    client: CORE.MOVE~{another white stone}
      or: CORE.PASS
      ${LEAVES}
      or, it insists on what was refused: CORE.MOVE~{tried stone}
    server --> client: {same}
    ${WAITS}

  clause after GAMEOVER by DISCONNECT it plays no more
    server --> client: CORE.GAMEOVER~WHITE~2~3~DISCONNECT
    ${THE_END}
`;

const nameTaken = `
  section Handshake

  clause after NAMETAKEN it says another name, or goes
    ${GREETING}
    server --> client: CORE.ERROR~NAMETAKEN
    client: CORE.HELLO~{words other than client}
      or: CORE.HELLO~{words other than client}~{any text}
      or, it insists on what was refused: CORE.HELLO~{client}
      or, it insists on what was refused: CORE.HELLO~{client}~{any text}
      or, it does not ask for another name, nothing
`;

const scripts = [asBlack, asWhite, nameTaken].map((text) => parseClauses(text, language, 'server'));

export const clientClauses: ClientScripts = { language, stones, scripts };
