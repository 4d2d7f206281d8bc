import { makeServerMessage, parseServerMessage, type ServerMessage } from '../../protocols/remastered/codec.ts';
import { opposite } from '../../rules/color.ts';
import { type Language, readText, writeText } from '../language.ts';
import { parseClauses, type Way } from '../scenario.ts';

const language: Language = {
  read: (bytes) => readText(bytes, canonical),
  write: writeText,
  colors: { black: '0', white: '1' },
  reflex: (line) => (/^(?:stones|yourturn|place|remove)\b/.test(line) ? 'ack' : undefined),
  isStray: () => false,
  opponentIn: () => undefined,
  turn(color, turn) {
    if (turn === 'pass') throw new Error('nobody can pass in this protocol');
    const digit = color === 'black' ? 0 : 1;
    const stones = turn.captured.map(({ x, y }) => `${x} ${y}`).join(' ');
    const removal = stones === '' ? '' : `and: remove ${stones}`;
    return `
      ${color}: place ${turn.x} ${turn.y}
      server --> black, white: place ${digit} ${turn.x} ${turn.y}
      server --> ${color}: ack
        ${removal}
      server --> ${opposite(color)}: yourturn
        ${removal}
    `;
  },
  farewell: ['close'],
};

/** In which order stones are taken off is all the same. */
function canonical(line: string): { text: string; variant?: string } | undefined {
  const message = parseServerMessage(line);
  if (message === undefined) return undefined;
  const text = makeServerMessage(sorted(message));
  return message.kind === 'mode' && text !== line ? { text, variant: 'the mode in capitals' } : { text };
}

const sorted = (message: ServerMessage): ServerMessage =>
  message.kind === 'remove'
    ? { ...message, stones: message.stones.toSorted((one, other) => one.y - other.y || one.x - other.x) }
    : message;

const GREETED = (who: string): string => `
    ${who}: go 0.1.0
    server --> ${who}: ok 0.1.0
      unless the server speaks another version: no
`;

const COME_IN = (who: string): string => `
    ${GREETED(who)}
    server --> ${who}: mode normal
      unless the server is full: full
      not where the server runs a local game: mode local
    server --> ${who}: color {color of ${who}}
    server --> ${who}: stones {empty board}
    server --> ${who}: ready
`;

/**
 * What comes of an illegal stone the document does not say: no more than that it is not told as one that stands. Nobody can pass,
 * so that no game is ever counted.
 */
const clauses = parseClauses(
  `
  scene ann has greeted
    ${GREETED('ann')}

  scene ann
    ${COME_IN('ann')}

  scene two players
    given ann
    ${COME_IN('bob')}

  scene a game
    given two players
    server --> black: yourturn

  scene alone
    ${GREETED('ann')}
    server --> ann: mode local
      unless the server is full: full
      not where the server runs a normal game: mode normal

  scene a game alone
    given alone
    server --> ann: stones {empty board}
    server --> ann: ready
    server --> ann: yourturn

  #   . X O .    Black has taken the stone on 1,0 by 2,0.
  #   O X . .
  scene a ko
    given a game
    turns 0,0 1,0 1,1 2,1 0,4 3,0 2,0x1,0

  section Handshake

  clause go is answered by ok and the version
    ann: go 0.1.0
    server --> ann: ok 0.1.0
      unless the server speaks another version: no

  clause go with a version that is none is answered by no
    ann: go knit
    server --> ann: no

  # These come early: where places are never free again, only the first can be taken.
  section Ending connection

  clause after close there is place for others
    given ann
    given ann: close
    given ann hangs up
    given silence for bob
    bob: go 0.1.0
    server --> bob: ok 0.1.0
    server --> bob: mode normal

  clause after close in a game there is place for others
    given a game
    given black: close
    given white: close
    given black hangs up
    given white hangs up
    given silence for cat
    cat: go 0.1.0
    server --> cat: ok 0.1.0
    server --> cat: mode normal

  section Setup

  clause after ok come mode, color, stones
    given ann has greeted
    server --> ann: mode normal
      unless the server is full: full
      not where the server runs a local game: mode local
    server --> ann: color {color of ann}
    server --> ann: stones {empty board}

  clause ready comes once stones are acknowledged
    given ann answers by hand
    given ann has greeted
    given server --> ann: mode normal
      unless the server is full: full
      not where the server runs a local game: mode local
    given server --> ann: color {color of ann}
    given server --> ann: stones {empty board}
    silence for ann
    ann: ack
    server --> ann: ready

  clause two players have different colours
    given ann
    ${COME_IN('bob')}

  clause with two players the server is full
    given two players
    given cat: go 0.1.0
    given server --> cat: ok 0.1.0
    server --> cat: full
      or, more places than two: mode normal

  clause after full the connection ends
    given two players
    given cat: go 0.1.0
    given server --> cat: ok 0.1.0
    given server --> cat: full
    server closes cat

  clause in local mode no color is told
    given alone
    server --> ann: stones {empty board}
    server --> ann: ready

  clause in local mode there is one place
    given alone
    given bob: go 0.1.0
    given server --> bob: ok 0.1.0
    server --> bob: full

  section Main: Indicating turn

  clause yourturn is told to who begins
    given two players
    server --> black: yourturn

  clause yourturn is told to nobody else
    given two players
    given server --> black: yourturn
    silence for white

  clause after a stone yourturn is told to the other
    given a game
    given black: place 2 2
    given server --> white: place 0 2 2
    server --> white: yourturn

  clause the players move in turn
    given a game
    turns 2,2 3,2 2,3 3,3

  clause in local mode one client plays both colours
    given a game alone
    ann: place 2 2
    server --> ann: place 0 2 2
    server --> ann: ack
    server --> ann: yourturn
    ann: place 3 2
    server --> ann: place 1 3 2
    server --> ann: ack
    server --> ann: yourturn

  section Main: Stone placement

  clause a stone is told to both, with its colour
    given a game
    black: place 2 3
    server --> black, white: place 0 2 3

  clause who placed a stone gets an ack
    given a game
    given black: place 2 3
    given server --> black: place 0 2 3
    server --> black: ack

  clause the ack comes once the stone is acknowledged
    given a game
    given black, white answer by hand
    given black: place 2 3
    given server --> black, white: place 0 2 3
    given white: ack
    silence for black
    black: ack
    server --> black: ack

  clause the top left is 0 0
    given a game
    turns 0,0

  clause the bottom right is one less than the lines
    given a game
    black: place {size-1} {size-1}
    server --> black, white: place 0 {size-1} {size-1}

  clause a stone off the board is told to nobody
    given a game
    server may tell white: close
    black: place {size} 0
    silence or the end for white

  clause a stone on another is told to nobody
    given a game
    given turns 2,2
    server may tell black: close
    white: place 2 2
    silence or the end for black

  clause a stone out of turn is told to nobody
    given a game
    server may tell black: close
    white: place 2 2
    silence or the end for black

  clause a ko that is taken back at once is told to nobody
    given a ko
    server may tell black: close
    white: place 1 0
    silence or the end for black

  clause a ko may be taken back after a move elsewhere
    given a ko
    given white turns 4,4 0,2
    white turns 1,0x2,0

  section Main: Stone removal

  clause captured stones are removed, for both
    given a game
    given turns 1,0 0,0
    turns 0,1x0,0

  clause several stones are removed by one message
    given a game
    given turns 0,1 0,0 1,1 1,0
    turns 2,0x0,0x1,0

  clause two groups are removed by one message
    given a game
    given turns 0,1 0,0 2,1 2,0 3,0 4,4
    turns 1,0x0,0x2,0

  clause where a group was removed others may stand
    given a game
    given turns 0,1 0,0 1,1 1,0 2,0x0,0x1,0
    white turns 4,4 0,0 5,5 1,0

  clause where two groups were removed others may stand
    given a game
    given turns 0,1 0,0 2,1 2,0 3,0 4,4 1,0x0,0x2,0
    white turns 5,5 0,0 4,5 2,0

  clause where a stone was removed another may stand
    given a game
    given turns 1,0 0,0 0,1x0,0 4,4
    turns 0,0
  `,
  language,
);

export const remastered: Way = { language, clauses };
