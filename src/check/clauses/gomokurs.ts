import type { Version } from '../../protocols/gomokurs/action.ts';
import type { Language } from '../language.ts';
import { parseClauses, type Way } from '../scenario.ts';
import { readManager, writePlayer } from './gomokurs-actions.ts';

const language = (version: Version): Language => ({
  read: (bytes) => readManager(bytes, version),
  write: (words) => writePlayer(words, version),
  // Nobody is told a colour: who hears BEGIN is first.
  colors: { black: '', white: '' },
  reflex(words) {
    if (words === 'ABOUT') return 'PLAYER DESCRIPTION name="tengen check"';
    return words.startsWith('START ') ? 'READY' : undefined;
  },
  isStray: (words) => words === 'ABOUT' || words.startsWith('INFO '),
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

/** Five in a row, black's, while white's stones stand wide apart; black's last is still to come. */
const fourOf = (stones: readonly string[]): string =>
  stones.flatMap((stone, index) => [stone, ['0,4', '4,0', '2,0', '0,2'][index] ?? '']).join(' ');

/**
 * The document describes the actions and no more: what comes of an illegal stone, of a goodbye or of time it does not
 * say. Later versions tell a RESULT before END, which it does not have: none is demanded, but one that is told must be true.
 */
export function gomokursClauses(version: Version): Way {
  const win = (title: string, four: readonly string[], x: number, y: number): string => `
  clause five in a row end the session, ${title}
    given a game
    given turns ${fourOf(four)}
    server may tell black, white: RESULT {any words}
    server may tell white: TURN ${x} ${y}
    black: PLAY ${x} ${y}
    server --> black, white: END
      or, another game at once: START {any number}
  `;
  const results = `
  section RESULT of version 0.2.0

  clause a RESULT, if any, is win for the winner and loss for the other
    given a game
    given turns ${fourOf(['0,1', '1,1', '2,1', '3,1'])}
    server may tell black: RESULT win
    server may tell white: RESULT loss
    server may tell white: TURN 4 1
    black: PLAY 4 1
    server --> black, white: END
      or, another game at once: START {any number}

  clause a RESULT, if any, is win for the second player, too
    given a game
    given turns 0,4 0,1 4,0 1,1 2,0 2,1 0,2 3,1 4,4
    server may tell white: RESULT win
    server may tell black: RESULT loss
    server may tell black: TURN 4 1
    white: PLAY 4 1
    server --> black, white: END
      or, another game at once: START {any number}
  `;
  const spoken = language(version);
  const text = `
  scene ann
    ann: PROTOCOL VERSION ${version}
    server --> ann: COMPATIBLE

  scene two players
    given ann
    bob: PROTOCOL VERSION ${version}
    server --> bob: COMPATIBLE

  scene a game
    given two players
    server --> ann, bob: START {size}
    server --> black of ann and bob: BEGIN

  section PROTOCOL COMPATIBLE, PROTOCOL VERSION

  clause PROTOCOL VERSION is answered by PROTOCOL COMPATIBLE
    ann: PROTOCOL VERSION ${version}
    server --> ann: COMPATIBLE

  section START, READY

  clause START tells both players the same size
    given two players
    server --> ann, bob: START {size}

  clause the game begins once both are READY
    given ann, bob answer by hand
    given two players
    given server --> ann, bob: START {size}
    given ann: READY
    silence for ann, bob
    bob: READY
    server --> black of ann and bob: BEGIN

  section BEGIN

  clause one player is told to BEGIN
    given two players
    given server --> ann, bob: START {size}
    server --> black of ann and bob: BEGIN

  clause the other player is told nothing before
    given a game
    silence for white

  section TURN, PLAY

  clause a PLAY is told to the other as TURN
    given a game
    black: PLAY 3 2
    server --> white: TURN 3 2

  clause a PLAY is not told to who made it
    given a game
    black: PLAY 3 2
    silence for black

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
    server may tell black: RESULT {any words}
    server may tell black: END
    white: PLAY 3 2
    silence or the end for black

  clause a stone off the board is no TURN
    given a game
    server may tell white: RESULT {any words}
    server may tell white: END
    black: PLAY {size} 0
    silence or the end for white

  clause four in a row end nothing
    given a game
    given turns 1,1 0,4 2,1 4,0 3,1 2,0
    turns 4,1 0,2

  section END
  ${win('across', ['0,1', '1,1', '2,1', '3,1'], 4, 1)}
  ${win('down', ['1,0', '1,1', '1,2', '1,3'], 1, 4)}
  ${win('falling', ['0,0', '1,1', '2,2', '3,3'], 4, 4)}
  ${win('rising', ['1,4', '2,3', '3,2', '4,1'], 5, 0)}

  clause five in a row end the session, white's as well
    given a game
    given turns 0,4 0,1 4,0 1,1 2,0 2,1 0,2 3,1 4,4
    server may tell black, white: RESULT {any words}
    server may tell black: TURN 4 1
    white: PLAY 4 1
    server --> black, white: END
      or, another game at once: START {any number}

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
