import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

describe('an administrator', () => {
  test('stops a game, which then has no winner', () =>
    dialogue(
      `
      (alice and bob sit down to go 3)
      (carol enters)
      (carol watches 1)
      (alice plays b2)
      somebody in charge stops 1
        kept game 1 event 2: ended: nobody wins, stopped, 9 to 0
        alice, bob: ended: nobody wins, stopped, 9 to 0
        carol: game 1: ended: nobody wins, stopped, 9 to 0
      somebody in charge stops 1
        nothing
      alice seeks go 3
        = waiting
    `,
      { log: true },
    ));

  test('removes a player, who loses the game and whose name becomes free', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      somebody in charge removes ALICE
        alice: removed
        bob: ended: white wins, left, 0 to 0
      somebody in charge removes alice
        nothing
      carol enters as alice
        = entered as alice
    `));

  test('removes a player who waits for an opponent', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9)
      somebody in charge removes alice
        alice: removed
      (bob enters)
      bob seeks go 9
        = waiting
    `));

  test('removes an absent player, whose reserved seat is lost', () =>
    dialogue(
      `
      (alice and bob sit down to go 3)
      alice is lost
      somebody in charge removes alice
        bob: ended: white wins, left, 0 to 0
      alice enters
        = entered as alice
    `,
      { grace: 60 },
    ));

  test('removes all players of an address, absent players too', () =>
    dialogue(
      `
      (alice and bob sit down to go 3)
      (carol and dave sit down to go 3)
      (erin enters from afar)
      alice is lost
      carol is lost
      dave is lost
      somebody in charge removes everybody from home
        kept game 1 event 1: white left
        kept game 1 event 2: ended: black wins, left, 0 to 0
        kept game 2 event 1: black left
        kept game 2 event 2: ended: white wins, left, 0 to 0
        bob: removed
      somebody in charge removes everybody from home
        nothing
      carol enters from afar
        = entered as carol
    `,
      { grace: 60, log: true },
    ));
});
