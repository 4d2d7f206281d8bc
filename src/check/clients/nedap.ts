import { type Dialect, makeClientMessage, parseClientMessage } from '../../protocols/nedap/codec.ts';
import { type Language, readText, scripted, writeText } from '../language.ts';
import { type ClientScripts, parseClauses } from '../scenario.ts';
import { columnAndRow, type Stones } from '../stones.ts';

const language = (dialect: Dialect): Language =>
  scripted({
    read: (bytes) =>
      readText(bytes, (line) => {
        const read = parseClientMessage(line, dialect);
        return read.ok ? { text: makeClientMessage(read.value) } : undefined;
      }),
    write: writeText,
    isStray: (line) => line.startsWith('CHAT '),
  });

/** The document does not say where coordinates begin. */
const stones: Stones = { notation: columnAndRow('go', [0, 1]), played: [] };

const SECTIONS = { start: 'Opstarten: Wachten', valid: 'Spel: Geldige zet', invalid: 'Spel: Ongeldige zet' };

export function nedapScripts(dialect: Dialect): ClientScripts {
  const later = dialect === 'later';
  const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: MOVE {${which}}
      unless the client passes: PASS
      unless the client passes: PASS ${color}
      unless the client gives up: TABLEFLIP
  `;
  const wish = later
    ? `client: PLAYER {name of client}
    client: GO {size}
      or: GO {size} {any name}`
    : `client: GO {name of client} {size}
      or: GO {name of client} {size} {any name}`;
  const theEnd = `
    client may say: ${later ? 'EXIT' : 'CANCEL'}
    client may say: GO {any words}
    client may hang up
  `;
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
    client is silent

  clause it answers a move by a legal move
    server --> client: VALID white {white stone}
    ${stoneOf('black')}
    server --> client: VALID black {last stone}
    server --> client: VALID white {white stone}
    ${stoneOf('black')}
    server --> client: VALID black {last stone}
    client is silent

  section Spel: Passen

  clause it answers a pass
    server --> client: PASSED white
    client: MOVE {black stone}
      or: PASS
      or: PASS black
      unless the client gives up: TABLEFLIP
    client is silent

  section Afsluiten

  clause after END it plays on nowhere
    server --> client: TABLEFLIPPED white
    server --> client: ${later ? 'END -1 -1' : 'END {size*size}.0 0.0'}
    ${theEnd}
  `;
  const asWhite = `
  scene a wish
    ${wish}
    server --> client: WAITING

  section ${SECTIONS.valid}

  clause as white it does not move first
    given a wish
    server --> client: READY white {rival} {size}
    client is silent

  clause as white it answers a move by a legal move
    server --> client: VALID black {black stone}
    ${stoneOf('white')}
    server --> client: VALID white {last stone}
    client is silent

  section ${SECTIONS.invalid}

  clause after INVALID it plays on nowhere
    server --> client: VALID black {black stone}
    ${stoneOf('white', 'white try')}
    server --> client: INVALID ${later ? 'white ' : ''}so it is
    ${theEnd}
  `;
  const spoken = language(dialect);
  const scripts = [asBlack, asWhite].map((text) => parseClauses(text, spoken, 'server'));
  return { language: spoken, stones, scripts };
}
