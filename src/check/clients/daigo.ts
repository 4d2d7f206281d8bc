import { makeClientMessage, parseClientMessage } from '../../protocols/daigo/codec.ts';
import { readText, scripted, writeText } from '../language.ts';
import { type ClientScripts, parseClauses } from '../scenario.ts';
import { columnAndRow, type Stones } from '../stones.ts';

const language = scripted({
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseClientMessage(line);
      return read.ok ? { text: makeClientMessage(read.value) } : undefined;
    }),
  write: writeText,
  isStray: () => false,
});

/** The document does not say where coordinates begin. */
const stones: Stones = { notation: columnAndRow('go', [0, 1]), played: [] };

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

const SCENES = `
  # Who comes back asks at once how things stand.
  scene a greeting
    client may ask LIST, hears GAMES {rival}
    client may ask PLAY, hears ERROR 2
    client: HELO {name of client}

  scene a wish
    given a greeting
    server --> client: OK
    client: CREATE
      or: JOIN {rival}
    server --> client: OK
`;

const THE_END = `
    client may say: CREATE
    client may say: JOIN {rival}
    client may hang up
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

  clause the client CREATEs a game, or JOINs one of the list
    client: CREATE
      or: JOIN {rival}
    server --> client: OK

  section A player checks if he can play

  clause the client asks whether it may PLAY, and as black begins
    client asks PLAY, hears START {rival}
    ${stoneOf('black')}
    server --> client: OK

  clause it asks again after its stone, and waits
    client asks PLAY, hears WAIT {rival}
    client is silent

  section Play a stone

  clause it answers a stone by a legal stone
    client asks PLAY, hears STONE {white stone}
    ${stoneOf('black')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    client is silent

  clause after error 5 it plays otherwise
    client asks PLAY, hears STONE {white stone}
    ${stoneOf('black', 'black try')}
    server --> client: ERROR 5
    ${turnOf('black', 'another black stone')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}

  clause after FORFEIT it plays on nowhere
    client asks PLAY, hears FORFEIT
    ${THE_END}
`;

const asWhite = `
  ${SCENES}
  section A player checks if he can play

  clause as white it does not begin
    given a wish
    client asks PLAY, hears WAIT {rival}
    client is silent

  section Play a stone

  clause as white it answers a stone by a legal stone
    client asks PLAY, hears STONE {black stone}
    ${stoneOf('white')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    client is silent

  section Pass your turn

  clause it answers a pass
    client asks PLAY, hears PASS
    ${turnOf('white')}
    server --> client: OK
    client asks PLAY, hears WAIT {rival}
    client is silent

  clause after DISCONNECT it plays on nowhere
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
      or, it does not ask for another name, nothing
`;

const scripts = [asBlack, asWhite, nameTaken].map((text) => parseClauses(text, language, 'server'));

export const daigoClient: ClientScripts = { language, stones, scripts };
