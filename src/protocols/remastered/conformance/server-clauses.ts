import { parseClauses, type Variant } from '../../conformance/clause.ts';
import { language } from './language.ts';

const GREETED = (who: string): string => `
    ${who}: go 0.1.0
    server --> ${who}: ok 0.1.0
      unless the server speaks another version: no
`;

const NORMAL = (who: string): string => `
    server --> ${who}: mode normal
      unless the server is full: full
      not where the server runs a local game: mode local
`;

/** The boards of the dialogues begin empty; how that is drawn is a matter of one clause alone. */
const STONES = (who: string): string => `
    server --> ${who}: stones {empty board}
      unless stones stand there from the start: stones {board with stones}
      or: stones {board drawn otherwise}
`;

const SET_UP = (who: string): string => `
    ${NORMAL(who)}
    server --> ${who}: color {color of ${who}}
    ${STONES(who)}
    server --> ${who}: ready
`;

/**
 * What comes of an illegal stone the document does not say: no more than that it is not told as one that stands. There is
 * no pass, so that no game is ever counted. A server may wait with the set-up until both players have greeted.
 */
const clauses = parseClauses(
  `
  scene both have greeted
    ${GREETED('ann')}
    ${GREETED('bob')}

  scene ann in a normal game
    given both have greeted
    ${NORMAL('ann')}

  scene both in a normal game
    given ann in a normal game
    ${NORMAL('bob')}

  scene ann has a colour
    given ann in a normal game
    server --> ann: color {color of ann}

  scene ann is shown the board
    given ann has a colour
    ${STONES('ann')}

  scene ann alone in a normal game
    ${GREETED('ann')}
    ${NORMAL('ann')}

  scene two players
    given both have greeted
    ${SET_UP('ann')}
    ${SET_UP('bob')}

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
    ${STONES('ann')}
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

  # Which versions are compatible is the server's business.
  clause go with an impossible version is answered by no
    ann: go knit
    server --> ann: no
      or, every version is compatible: ok knit

  # These come early: where places are never free again, only the first can be taken.
  section Ending connection

  clause after close another client gets the place
    given ann alone in a normal game
    given ann: close
    given ann hangs up
    given a while passes
    given bob: go 0.1.0
    given server --> bob: ok 0.1.0
    server --> bob: mode normal

  clause after a game both places are free again
    given a game
    given black: close
    given white: close
    given black hangs up
    given white hangs up
    given a while passes
    given cat: go 0.1.0
    given server --> cat: ok 0.1.0
    server --> cat: mode normal

  section Setup

  clause after ok come mode, color, stones
    given both have greeted
    ${NORMAL('ann')}
    server --> ann: color {color of ann}
    server --> ann: stones {any words}

  clause an empty intersection is an X
    given ann has a colour
    server --> ann: stones {empty board}
      unless stones stand there from the start: stones {board with stones}

  clause ready comes once stones are acknowledged
    given ann answers by hand
    given ann is shown the board
    server never tells ann: ready
    ann: ack
    server --> ann: ready

  clause two players have different colours
    given both in a normal game
    server --> ann: color {color of ann}
    server --> bob: color {color of bob}

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
    server may tell cat: close
    server closes cat

  clause in local mode no color is told
    given alone
    server never tells ann: color {any text}

  clause in local mode there is one place
    given alone
    given bob: go 0.1.0
    given server --> bob: ok 0.1.0
    server --> bob: full
      or, more places than one: mode local

  section Main: Indicating turn

  clause black is told yourturn first
    given two players
    server --> black: yourturn

  clause white is not told yourturn before
    given two players
    given server --> black: yourturn
    server never tells white: yourturn

  clause after a stone the opponent is told yourturn
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
    server may tell ann: ack
    server --> ann: yourturn
    ann: place 3 2
    server --> ann: place 1 3 2
    server may tell ann: ack
    server --> ann: yourturn

  section Main: Stone placement

  clause a stone is told to both, with its colour
    given a game
    black: place 2 3
    server --> black, white: place 0 2 3

  clause the mover gets an ack
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
    server never tells black: ack
    black: ack
    server --> black: ack

  clause 0 0 is on the board
    given a game
    black: place 0 0
    server --> black, white: place 0 0 0

  clause the last column and row are one less than the lines
    given a game
    black: place {size-1} {size-1}
    server --> black, white: place 0 {size-1} {size-1}

  clause a stone off the board is not passed on
    given a game
    black: place {size} 0
    server never tells black, white: place {any text}

  clause a stone on another is not passed on
    given a game
    given turns 2,2
    white: place 2 2
    server never tells black, white: place {any text}

  clause a stone out of turn is not passed on
    given a game
    white: place 2 2
    server never tells black, white: place {any text}

  clause a ko that is taken back at once is not passed on
    given a ko
    white: place 1 0
    server never tells black, white: place {any text}

  clause a ko may be taken back after a move elsewhere
    given a ko
    given white turns 4,4 0,2
    white turns 1,0x2,0

  section Main: Stone removal

  clause captured stones are removed, for both
    given a game
    given turns 1,0 0,0
    turns 0,1x0,0

  clause several stones are removed
    given a game
    given turns 0,1 0,0 1,1 1,0
    turns 2,0x0,0x1,0

  clause two groups are removed
    given a game
    given turns 0,1 0,0 2,1 2,0 3,0 4,4
    turns 1,0x0,0x2,0

  clause stones may stand where a group was removed
    given a game
    given turns 0,1 0,0 1,1 1,0 2,0x0,0x1,0
    white turns 4,4 0,0 5,5 1,0

  clause stones may stand where two groups were removed
    given a game
    given turns 0,1 0,0 2,1 2,0 3,0 4,4 1,0x0,0x2,0
    white turns 5,5 0,0 4,5 2,0

  clause a stone may stand where another was removed
    given a game
    given turns 1,0 0,0 0,1x0,0 4,4
    turns 0,0
  `,
  language,
);

export const serverClauses: Variant = { language, clauses };
