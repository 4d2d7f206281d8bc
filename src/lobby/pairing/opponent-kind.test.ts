import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a seek for a person', () => {
  test('is never taken by a computer player, but by a person at once', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      alice seeks go 9 for a person
        = waiting
      100 s pass
      (gnugo offers games after 0 s go 9)
      (bob enters)
      bob lists go 9
        = names: alice
      bob seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('is paired with a person who waits already for any opponent', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9)
      (bob enters)
      bob seeks go 9 for a person
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));
});

describe('a seek for a computer', () => {
  test('is taken at once by the first computer player with a free seat', () =>
    dialogue(`
      (gnugo enters)
      (pachi enters)
      (pachi offers games after 5 s go 13)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      alice seeks go 9 for a computer as white
        = seated
        gnugo: black against alice, go 9, komi 0, black to move
        alice: white against gnugo, go 9, komi 0, black to move
    `));

  test('waits for a free seat. Meanwhile it is in no list and no person can take it', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s with 1 seat go 9)
      (bob enters)
      (bob seeks go 9 for gnugo)
      (alice enters)
      (carol enters)
      (carol seeks go 9)
      carol cancels
        = done
      alice seeks go 9 for a computer
        = waiting
      carol lists go 9
        = names: nobody
      carol takes alice go 9
        = refused: no-such-seek
      carol seeks go 9
        = waiting
      carol cancels
        = done
      carol seeks go 9 for alice
        = waiting
      bob forfeits resigned
        = done
        bob, gnugo: ended: white wins, resigned, 0 to 0
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('is not paired with a person who waits already', () =>
    dialogue(`
      (bob enters)
      (bob seeks go 9)
      (alice enters)
      alice seeks go 9 for a computer
        = waiting
    `));

  test('is shown only to its host', () =>
    dialogue(`
      (carol enters)
      (carol observes)
      (alice enters)
      alice observes
        = directory: carol (nu6); alice (nu6)
      alice seeks go 9 for a computer
        = waiting
        alice: directory: alice wants go 9
      carol observes
        = directory: carol (nu6); alice (nu6)
    `));

  test('can be cancelled, or replaced by another seek', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 for a computer)
      alice cancels
        = done
      (alice seeks go 9 for a computer)
      (alice seeks go 9 for a person)
      (bob enters)
      bob seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));
});
