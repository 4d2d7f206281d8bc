import { parseClauses, type Variant } from '../../conformance/clause.ts';
import type { DialogueLanguage } from '../../conformance/dialogue-language.ts';
import type { Version } from '../protocol-version.ts';
import { readManager, writePlayer } from './actions.ts';

const language = (version: Version): DialogueLanguage => ({
  read: (bytes) => readManager(bytes, version),
  write: (words) => writePlayer(words, version),
  // No player is told a colour: the one that hears BEGIN is first.
  colors: { black: '', white: '' },
  reflex(words) {
    if (words === 'ABOUT') return 'PLAYER DESCRIPTION name="tengen check"';
    return /^(?:START |RESTART$)/.test(words) ? 'READY' : undefined;
  },
  aside(words) {
    if (words === 'ABOUT' || words.startsWith('INFO ')) return {};
    return /^(?:ERROR|UNKNOWN)\b/.test(words) ? { note: 'an ERROR or UNKNOWN in between' } : undefined;
  },
  opponentIn: () => undefined,
  turn(color, turn) {
    if (turn === 'pass') throw new Error('there is no pass in Gomoku');
    return `
      ${color}: PLAY ${turn.x} ${turn.y}
      server --> ${color === 'black' ? 'white' : 'black'}: TURN ${turn.x} ${turn.y}
    `;
  },
  farewell: [],
});

/** Four stones of black's, and four of white's that stand wide apart. The fifth of black's is still to come. */
const fourOf = (stones: readonly string[], others: readonly string[] = ['0,4', '4,0', '2,0', '0,2']): string =>
  stones.flatMap((stone, index) => [stone, others[index] ?? '']).join(' ');

/** A manager may go on with another game instead of ending the session. */
const END = `server --> black, white: END
      or, another game at once: START {any number}
      or, another game at once: RESTART`;

/**
 * The document describes the actions and no more: what comes of an illegal stone, of a goodbye or of time it does not
 * say. Later versions tell a RESULT before END, which it does not have: none is demanded, but one that is told must be true.
 */
export function serverClauses(version: Version): Variant {
  const win = (title: string, four: string, x: number, y: number): string => `
  clause five in a row end the session, ${title}
    given a game
    given turns ${four}
    server may tell black, white: RESULT {any words}
    server may tell white: TURN ${x} ${y}
    black: PLAY ${x} ${y}
    ${END}
  `;
  /** The document does not say which versions there are, nor how they are written. A manager may wait for two players. */
  const greeting = `
    ann: PROTOCOL VERSION ${version}
    bob: PROTOCOL VERSION ${version}
    server --> ann, bob: COMPATIBLE
      unless the server is compatible with other versions: ERROR {any text}
      unless the server is compatible with other versions: UNKNOWN
      unless the server is compatible with other versions: END
  `;
  const results = `
  section RESULT of version 0.2.0

  clause a RESULT, if any, is win for the winner and loss for the other
    given a game
    given turns ${fourOf(['0,1', '1,1', '2,1', '3,1'])}
    black: PLAY 4 1
    server never tells black: RESULT loss
      or: RESULT draw
    server never tells white: RESULT win
      or: RESULT draw

  clause a RESULT, if any, is win for the second player, too
    given a game
    given turns 0,4 0,1 4,0 1,1 2,0 2,1 0,2 3,1 4,4
    white: PLAY 4 1
    server never tells white: RESULT loss
      or: RESULT draw
    server never tells black: RESULT win
      or: RESULT draw
  `;
  const spoken = language(version);
  const text = `
  scene two players
    ${greeting}

  scene a game
    given two players
    server --> ann, bob: START {size}
    server --> black of ann and bob: BEGIN

  section PROTOCOL COMPATIBLE, PROTOCOL VERSION

  clause PROTOCOL VERSION is answered by PROTOCOL COMPATIBLE
    ${greeting}

  section START, READY

  clause START tells both players the same size
    given two players
    server --> ann, bob: START {size}

  clause the game begins once both are READY
    given ann, bob answer by hand
    given two players
    given server --> ann, bob: START {size}
    given ann: READY
    server never tells ann, bob: TURN {any text}
      or, BEGIN before both are READY: BEGIN
    bob: READY
    server --> black of ann and bob: BEGIN

  section BEGIN

  clause one player is told to BEGIN
    given two players
    given server --> ann, bob: START {size}
    server --> black of ann and bob: BEGIN

  clause the other player is not told to begin
    given a game
    server never tells white: BEGIN
      or: TURN {any text}

  section TURN, PLAY

  clause a PLAY is told to the other as TURN
    given a game
    black: PLAY 3 2
    server --> white: TURN 3 2

  clause a PLAY is not told to its player
    given a game
    black: PLAY 3 2
    server never tells black: TURN {any text}

  clause the players move in turn
    given a game
    turns 3,2 2,2 3,3 2,3

  clause X and Y count from 0
    given a game
    turns 0,0 1,0

  clause X and Y go to one less than the size
    given a game
    black: PLAY {size-1} {size-1}
    server --> white: TURN {size-1} {size-1}

  clause X comes before Y
    given a game
    turns 1,3 3,1

  section START, Gomoku

  clause a stone on another is no TURN
    given a game
    given turns 3,2
    white: PLAY 3 2
    server never tells black: TURN {any text}

  clause a stone off the board is no TURN
    given a game
    black: PLAY {size} 0
    server never tells white: TURN {any text}

  clause four in a row end nothing
    given a game
    given turns 1,1 0,4 2,1 4,0 3,1 2,0
    turns 4,1 0,2

  section END
  ${win('across', fourOf(['0,1', '1,1', '2,1', '3,1']), 4, 1)}
  ${win('down', fourOf(['1,0', '1,1', '1,2', '1,3']), 1, 4)}
  ${win('falling', fourOf(['0,0', '1,1', '2,2', '3,3']), 4, 4)}
  ${win('rising', fourOf(['0,4', '1,3', '2,2', '3,1'], ['4,4', '0,0', '2,4', '4,2']), 4, 0)}

  clause five in a row end the session, white's as well
    given a game
    given turns 0,4 0,1 4,0 1,1 2,0 2,1 0,2 3,1 4,4
    server may tell black, white: RESULT {any words}
    server may tell black: TURN 4 1
    white: PLAY 4 1
    ${END}

  ${version === '0.2.0' ? results : ''}
  section MESSAGE, DEBUG

  clause a MESSAGE before a move costs nothing
    given a game
    black: MESSAGE I am thinking
    turns 3,2

  clause a DEBUG before a move costs nothing
    given a game
    black: DEBUG depth 7
    turns 3,2
  `;
  return { language: spoken, clauses: parseClauses(text, spoken) };
}
