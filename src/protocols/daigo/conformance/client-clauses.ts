import { type ClientScripts, parseClauses } from '../../conformance/clause.ts';
import { readText, scripted, writeText } from '../../conformance/dialogue-language.ts';
import { columnAndRow, type ScriptedGame } from '../../conformance/scripted-game.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

const language = scripted({
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseClientMessage(line);
      return read.ok ? { text: makeClientMessage(read.value) } : undefined;
    }),
  write: writeText,
  aside: () => undefined,
});

/** The document does not say where coordinates begin. */
const stones: ScriptedGame = { notation: columnAndRow('go', [0, 1]), played: [] };

const stoneOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: STONE {${which}}
      unless the client passes: PASS
      unless the client gives up: FORFEIT
`;

/** Either of the two that are legal. */
const turnOf = (color: 'black' | 'white', which = `${color} stone`): string => `
    client: STONE {${which}}
      or: PASS
      unless the client gives up: FORFEIT
`;

const WISH = `
    client: CREATE
      or: JOIN {rival}
      unless it joins a player that the script does not have: JOIN {any name}
    server --> client: OK
`;

/** It may ask how things stand as often as it likes. */
const WAITS = `
    client never says: STONE {any text}
      or: PASS
`;

const SCENES = `
  # Who comes back asks at once how things stand.
  scene a greeting
    client may ask LIST, hears GAMES {rival}
    client may ask PLAY, hears ERROR 2
    client: HELO {name of client}

  scene a wish
    given a greeting
    server --> client: OK
    ${WISH}
`;

const THE_END = `
    client may go, and never says: STONE {any text}
      or: PASS
`;

const asBlack = `
  ${SCENES}
  section Join the server

  clause the client greets by HELO and its name
    client may ask LIST, hears GAMES {rival}
    client may ask PLAY, hears ERROR 2
    client: HELO {name of client}
    server --> client: OK

  section Create a new game, Join an existing game

  clause the client CREATEs a game, or JOINs one
    ${WISH}

  section A player checks if he can play

  clause the client asks whether it may PLAY, and as black begins
    client asks PLAY, hears START {rival}
    ${stoneOf('black')}
    server --> client: OK

  clause it asks again after its stone, and waits
    client asks PLAY, hears WAIT {rival}
    ${WAITS}

  section Play a stone

  clause it answers a stone by a legal stone
    client asks PLAY, hears STONE {white stone}
    ${stoneOf('black')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    ${WAITS}

  clause after error 5 it plays otherwise
    client asks PLAY, hears STONE {white stone}
    ${stoneOf('black', 'black try')}
    server --> client: ERROR 5
    ${turnOf('black', 'another black stone')}
      or, it insists on what was refused: STONE {tried stone}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}

  clause after FORFEIT it plays no more
    client asks PLAY, hears FORFEIT
    ${THE_END}
`;

const asWhite = `
  ${SCENES}
  section A player checks if he can play

  clause as white it does not begin
    given a wish
    client asks PLAY, hears WAIT {rival}
    ${WAITS}

  section Play a stone

  clause as white it answers a stone by a legal stone
    client asks PLAY, hears STONE {black stone}
    ${stoneOf('white')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    ${WAITS}

  section Pass your turn

  clause it answers a pass
    client asks PLAY, hears PASS
    ${turnOf('white')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    ${WAITS}

  clause after DISCONNECT it plays no more
    client asks PLAY, hears DISCONNECT
    ${THE_END}
`;

const nameTaken = `
  ${SCENES}
  section Join the server

  clause after error 8 it says another name, or goes
    given a greeting
    server --> client: ERROR 8
    client: HELO {name other than client}
      or, it insists on what was refused: HELO {client}
      or, it does not ask for another name, nothing
`;

const scripts = [asBlack, asWhite, nameTaken].map((text) => parseClauses(text, language, 'server'));

export const clientClauses: ClientScripts = { language, stones, scripts };
