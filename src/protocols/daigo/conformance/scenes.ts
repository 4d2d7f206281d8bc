/** How the clauses of the protocol begin. */
export const SCENES = `
  scene ann
    ann: HELO {ann}
    server --> ann: OK

  scene two players
    given ann
    bob: HELO {bob}
    server --> bob: OK

  scene ann waits
    given ann
    ann: CREATE
    server --> ann: OK

  scene bob has joined ann
    given two players
    ann: CREATE
    server --> ann: OK
    bob: JOIN {ann}
    server --> bob: OK

  scene a game
    given bob has joined ann
    ann: PLAY
    server --> ann: {color of ann} {bob}
    bob: PLAY
    server --> bob: {color of bob} {ann}

  #   . X O .    Black has taken the stone on 2 2 by 3 2.
  #   X . X O
  #   . X O .
  scene a ko
    given a game
    turns 2,1 3,1 1,2 4,2 2,3 3,3 1,4 2,2 3,2x2,2
`;
