import { parseClauses, type Variant } from '../../conformance/clause.ts';
import { language } from './language.ts';
import { SCENES } from './scenes.ts';

/** What the document does not say: which error comes first if several apply. */
const error = (who: string, code: number, ...others: readonly number[]): string =>
  [
    `server --> ${who}: ERROR ${code}`,
    ...others.map((other) => `      or, another error that applies: ERROR ${other}`),
  ].join('\n');

/** Nor whether who has not passed last is told of that pass before the result. */
const result = (who: string, outcome: string, komi?: string): string => `
    ${who}: PLAY
    server --> ${who}: RESULT ${outcome}
      ${komi === undefined ? '' : `or, white has a komi: RESULT ${komi}`}
      again, the last pass is told before the result: PASS
`;

/**
 * The document does not say whether coordinates begin at 0 or at 1, nor how large the board is: every stone here is on
 * the board either way, or off it either way. Nor does it say what comes after the end of a game.
 */
const clauses = parseClauses(
  `
${SCENES}

  section Join the server

  clause HELO is answered by OK
    ann: HELO {ann}
    server --> ann: OK

  clause a second HELO is error 7
    given ann
    ann: HELO {bob}
    server --> ann: ERROR 7

  clause a name that is taken is error 8
    given ann
    bob: HELO {ann}
    server --> bob: ERROR 8

  clause after error 8 another name may be said
    given ann
    given bob: HELO {ann}
    given server --> bob: ERROR 8
    bob: HELO {bob}
    server --> bob: OK

  section Create a new game

  clause CREATE is answered by OK
    given ann
    ann: CREATE
    server --> ann: OK

  clause CREATE before HELO is error 1
    ann: CREATE
    server --> ann: ERROR 1

  clause a second CREATE is error 3
    given ann waits
    ann: CREATE
    server --> ann: ERROR 3

  clause CREATE in a game is error 3
    given a game
    black: CREATE
    server --> black: ERROR 3

  section List open games

  clause LIST names a player who waits
    given ann waits
    given bob: HELO {bob}
    given server --> bob: OK
    bob: LIST
    server --> bob: GAMES{any text} {ann}{any text}

  clause LIST does not name a player in a game
    given a game
    given cat: HELO {cat}
    given server --> cat: OK
    cat: LIST
    server --> cat: GAMES{anything without ann}

  clause LIST before HELO is error 1
    ann: LIST
    server --> ann: ERROR 1

  section Join an existing game

  clause JOIN is answered by OK
    given two players
    given ann: CREATE
    given server --> ann: OK
    bob: JOIN {ann}
    server --> bob: OK

  clause JOIN of a player who does not wait is error 6
    given two players
    bob: JOIN {ann}
    server --> bob: ERROR 6

  clause JOIN of a game that has two players is error 6
    given bob has joined ann
    given cat: HELO {cat}
    given server --> cat: OK
    cat: JOIN {ann}
    server --> cat: ERROR 6

  clause JOIN before HELO is error 1
    given ann waits
    bob: JOIN {ann}
    server --> bob: ERROR 1

  clause JOIN in a game is error 3
    given a game
    given cat: HELO {cat}
    given server --> cat: OK
    given cat: CREATE
    given server --> cat: OK
    black: JOIN {cat}
    server --> black: ERROR 3

  section A player checks if he can play

  clause PLAY before an opponent has joined is WAIT
    given ann waits
    ann: PLAY
    server --> ann: WAIT

  clause PLAY is START for black and WAIT for white, with the other's name
    given bob has joined ann
    ann: PLAY
    server --> ann: {color of ann} {bob}
    bob: PLAY
    server --> bob: {color of bob} {ann}

  clause PLAY tells the other's stone
    given a game
    given black: STONE 3 2
    given server --> black: OK
    white: PLAY
    server --> white: STONE 3 2

  clause PLAY tells the other's pass
    given a game
    given black: PASS
    given server --> black: OK
    white: PLAY
    server --> white: PASS

  clause PLAY is WAIT while the other is to move
    given a game
    given turns 3,2
    black: PLAY
    server --> black: WAIT {white}

  clause PLAY tells that the other gave up
    given a game
    given black: FORFEIT
    given server --> black: OK
    white: PLAY
    server --> white: FORFEIT

  clause PLAY tells that the other is gone
    given a game
    given black hangs up
    given a moment passes
    white: PLAY
    server --> white: DISCONNECT
      or, the seat of a lost connection is held: WAIT {black}

  clause PLAY tells a victory
    given a game
    given turns 2,2 pass
    given black: PASS
    given server --> black: OK
    ${result('black', '1')}

  clause PLAY tells a defeat
    given a game
    given turns 2,2 pass
    given black: PASS
    given server --> black: OK
    ${result('white', '-1')}

  clause PLAY tells white's victory by points to both
    given a game
    given turns 1,1 3,2 6,1 2,3 1,6 4,3 6,6 3,4 pass
    given white: PASS
    given server --> white: OK
    ${result('white', '1')}
    ${result('black', '-1')}

  clause PLAY tells a draw to both
    given a game
    given turns 2,2 4,4 pass
    given white: PASS
    given server --> white: OK
    ${result('black', '0', '-1')}
    ${result('white', '0', '1')}

  clause PLAY before HELO is error 1
    ann: PLAY
    ${error('ann', 1, 2)}

  clause PLAY outside a game is error 2
    given ann
    ann: PLAY
    server --> ann: ERROR 2

  section Play a stone

  clause STONE in turn is answered by OK
    given a game
    black: STONE 2 3
    server --> black: OK

  clause the players move in turn
    given a game
    given turns 2,2
    white turns 3,2 2,3 3,3

  clause STONE before HELO is error 1
    ann: STONE 2 2
    ${error('ann', 1, 2, 4)}

  clause STONE outside a game is error 2
    given ann
    ann: STONE 2 2
    ${error('ann', 2, 4)}

  clause STONE out of turn is error 4
    given a game
    white: STONE 2 2
    server --> white: ERROR 4

  clause STONE on another is error 5
    given a game
    given turns 2,2
    white: STONE 2 2
    server --> white: ERROR 5

  clause STONE off the board is error 5
    given a game
    black: STONE {off the board} 2
    server --> black: ERROR 5

  clause STONE below the board is error 5
    given a game
    black: STONE 2 {off the board}
    server --> black: ERROR 5

  clause taking a ko back at once is error 5
    given a ko
    white: STONE 2 2
    server --> white: ERROR 5

  clause a ko may be taken back after a move elsewhere
    given a ko
    given white turns 4,4 1,1
    white turns 2,2

  clause after error 5 it is still the same turn
    given a game
    given turns 2,2
    given white: STONE 2 2
    given server --> white: ERROR 5
    white turns 3,3

  clause captured stones come off
    given a game
    given turns 2,3 3,3 4,3 1,1 3,2 2,1 3,4x3,3 4,1
    turns 3,3

  clause a group of two stones comes off
    given a game
    given turns 2,3 3,3 5,3 4,3 3,2 1,1 4,2 6,1 3,4 1,6 4,4x3,3x4,3
    white turns 6,6 3,3 5,6 4,3

  clause two groups come off by one stone
    given a game
    given turns 2,3 3,3 3,2 5,3 3,4 1,1 6,3 1,6 5,2 6,6 5,4 6,1 4,3x3,3x5,3
    white turns 1,2 3,3 1,3 5,3

  clause STONE before an opponent has joined is error 9
    given ann waits
    ann: STONE 2 2
    ${error('ann', 9, 4)}

  section Pass your turn

  clause PASS in turn is answered by OK
    given a game
    black: PASS
    server --> black: OK

  clause passes with a stone between them do not end the game
    given a game
    given turns pass 2,2
    turns pass
    white turns 3,3

  clause PASS before HELO is error 1
    ann: PASS
    ${error('ann', 1, 2, 4)}

  clause PASS outside a game is error 2
    given ann
    ann: PASS
    ${error('ann', 2, 4)}

  clause PASS out of turn is error 4
    given a game
    white: PASS
    server --> white: ERROR 4

  clause PASS before an opponent has joined is error 9
    given ann waits
    ann: PASS
    ${error('ann', 9, 4)}

  section Forfeit the game

  clause FORFEIT in turn is answered by OK
    given a game
    black: FORFEIT
    server --> black: OK

  clause FORFEIT before HELO is error 1
    ann: FORFEIT
    ${error('ann', 1, 2, 4)}

  clause FORFEIT outside a game is error 2
    given ann
    ann: FORFEIT
    ${error('ann', 2, 4)}

  clause FORFEIT out of turn is error 4
    given a game
    white: FORFEIT
    server --> white: ERROR 4
      or, a game may be forfeited out of turn: OK

  clause FORFEIT before an opponent has joined is error 9
    given ann waits
    ann: FORFEIT
    ${error('ann', 9, 4)}

  section Unknown Message

  clause an unknown message is error -1
    given ann
    ann: KNIT 3
    server --> ann: ERROR -1

  section Transport

  clause a client is told nothing unasked
    given a game
    given black: STONE 2 2
    given server --> black: OK
    server never tells white: {any text}

  section Exit the server

  clause the name of a client that has hung up is free again
    given ann
    given ann hangs up
    given a while passes
    bob: HELO {ann}
    server --> bob: OK
  `,
  language,
);

export const serverClauses: Variant = { language, clauses };
