import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('while its player is away', () => {
  const TWO = `
      (alice enters)
      (bob enters)`;

  test('a seek is in no list and is not paired. After the return it waits again', () =>
    dialogue(`${TWO}
      (alice seeks go 9)
      (alice is away for 57)
      bob lists go 9
        = names: nobody
      bob takes alice go 9
        = refused: no-such-seek
      bob seeks go 13
        = waiting
      alice is back
      bob lists go 9
        = names: alice
      bob takes alice go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('two fitting seeks wait. The return pairs them, and the player who was present has black', () =>
    dialogue(`${TWO}
      (alice seeks go 9)
      (alice is away for 57)
      bob seeks go 9
        = waiting
      alice is back
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  test('a seek for a named opponent can be taken', () =>
    dialogue(`${TWO}
      (alice seeks go 9 for bob)
      (alice is away for 57)
      bob takes alice go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('a seek ends with the connection', () =>
    dialogue(`${TWO}
      (alice seeks go 9)
      (alice is away for 57)
      alice is lost
      bob seeks go 9
        = waiting
    `));

  test('a seek waits after the return while the server starts no games, also if a computer player is ready', () =>
    dialogue(`${TWO}
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice seeks go 9)
      (alice is away for 57)
      6 s pass
      no game begins
      alice is back
      all is open
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));
});
