import { type ClientScripts, parseClauses } from '../../conformance/clause.ts';
import { type DialogueLanguage, readText, scripted, writeText } from '../../conformance/dialogue-language.ts';
import { columnAndRow, type ScriptedGame } from '../../conformance/scripted-game.ts';
import { type Dialect, makeClientMessage, parseClientMessage } from '../messages.ts';
import { UNKNOWN_KEYWORD } from './language.ts';

/** All that a client can say, chat apart. Every other keyword may be ignored ("Ongeldige keywords"). */
const KEYWORDS: Readonly<Record<Dialect, readonly string[]>> = {
  documented: ['GO', 'CANCEL', 'MOVE', 'PASS', 'TABLEFLIP'],
  later: ['PLAYER', 'GO', 'CANCEL', 'EXIT', 'MOVE', 'PASS', 'TABLEFLIP'],
};

const language = (dialect: Dialect): DialogueLanguage =>
  scripted({
    read: (bytes) =>
      readText(bytes, (line) => {
        const read = parseClientMessage(line, dialect);
        return read.ok ? { text: makeClientMessage(read.value) } : undefined;
      }),
    write: writeText,
    aside(line) {
      const [keyword = ''] = line.split(' ');
      if (keyword === 'CHAT') return {};
      return KEYWORDS[dialect].includes(keyword) ? undefined : UNKNOWN_KEYWORD;
    },
  });

/** The document does not say where coordinates begin. */
const stones: ScriptedGame = { notation: columnAndRow('go', [0, 1]), played: [] };

const LEAVES = `unless the client gives up: TABLEFLIP
      unless the client goes: CANCEL
      unless the client goes: EXIT`;

const WAITS = `
    client never says: MOVE {any text}
      or: PASS{any text}
`;

const THE_END = `
    client may go, and never says: MOVE {any text}
      or: PASS{any text}
`;

const SECTIONS = { start: 'Opstarten: Wachten', valid: 'Spel: Geldige zet', invalid: 'Spel: Ongeldige zet' };

export function clientClauses(dialect: Dialect): ClientScripts {
  const later = dialect === 'later';
  const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: MOVE {${which}}
      unless the client passes: PASS
      unless the client passes: PASS ${color}
      ${LEAVES}
  `;
  const wish = later
    ? `client: PLAYER {letters of client}
      or, a name with digits: PLAYER {letters or digits of client}
      unless it speaks the document's dialect, which is examined as nedap: GO {any name} {odd size}
    client: GO {odd size}
      or: GO {odd size} {any name}
      ${LEAVES}`
    : `client: GO {letters of client} {odd size}
      or: GO {letters of client} {odd size} {any name}
      or, a name with digits: GO {letters or digits of client} {odd size}
      or, a name with digits: GO {letters or digits of client} {odd size} {any name}
      unless it speaks the later dialect, which is examined as nedap?dialect=later: PLAYER {any words}`;
  const asBlack = `
  section ${SECTIONS.start}

  clause the client asks for a game by GO
    ${wish}
    server --> client: WAITING

  section ${SECTIONS.valid}

  clause as black it moves first, legally
    server --> client: READY black {rival} {size}
    ${stoneOf('black')}
    server --> client: VALID black {last stone}

  clause it waits for its turn
    ${WAITS}

  clause it answers a move by a legal move
    server --> client: VALID white {white stone}
    ${stoneOf('black')}
    server --> client: VALID black {last stone}
    server --> client: VALID white {white stone}
    ${stoneOf('black')}
    server --> client: VALID black {last stone}
    ${WAITS}

  section Spel: Passen

  clause it answers a pass
    server --> client: PASSED white
    client: MOVE {black stone}
      or: PASS${later ? '' : ' black'}
      or, ${later ? 'PASS with its colour: PASS black' : 'PASS without its colour: PASS'}
      ${LEAVES}
    ${WAITS}

  section Afsluiten

  clause after END it plays no more
    server --> client: TABLEFLIPPED white
    server --> client: ${later ? 'END -1 -1' : 'END {size*size}.0 0.0'}
    ${THE_END}
  `;
  const asWhite = `
  scene a wish
    ${wish}
    server --> client: WAITING

  section ${SECTIONS.valid}

  clause as white it does not move first
    given a wish
    server --> client: READY white {rival} {size}
    ${WAITS}

  clause as white it answers a move by a legal move
    server --> client: VALID black {black stone}
    ${stoneOf('white')}
    server --> client: VALID white {last stone}
    ${WAITS}

  section ${SECTIONS.invalid}

  clause after INVALID it plays no more
    server --> client: VALID black {black stone}
    ${stoneOf('white', 'white try')}
    server --> client: INVALID ${later ? 'white ' : ''}so it is
    ${THE_END}
  `;
  const spoken = language(dialect);
  const scripts = [asBlack, asWhite].map((text) => parseClauses(text, spoken, 'server'));
  return { language: spoken, stones, scripts };
}
