import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a guest', () => {
  test('gets the reserved seat of its address, protocol, listener, board size and rule', () =>
    dialogue(`
      (one enters nameless speaking gomokurs on side)
      (two enters nameless speaking gomokurs on side)
      (one seeks gomoku 15 renju)
      (two seeks gomoku 15 renju)
      (one plays a1)
      (the server restarts)
      other enters nameless wishing gomoku 15 renju speaking gomokurs on side from afar
        = entered as guest-3
      other enters nameless wishing gomoku 15 renju speaking remastered on side
        = entered as guest-4
      other enters nameless wishing gomoku 15 renju speaking gomokurs on plain
        = entered as guest-5
      other enters nameless wishing gomoku 20 renju speaking gomokurs on side
        = entered as guest-6
      other enters nameless wishing gomoku 15 caro speaking gomokurs on side
        = entered as guest-7
      one enters nameless wishing gomoku 15 renju speaking gomokurs on side
        = entered as guest-1, a seat is held
      one seeks gomoku 15 renju
        = seated
        one: black against guest-2, gomoku 15 renju, komi 0, white to move, after a1: black a1, white nothing
    `));

  test('gets the reserved seat that is the oldest', () =>
    dialogue(
      `
      (one enters nameless speaking remastered)
      (two enters nameless speaking remastered)
      (one seeks go 9)
      (two seeks go 9)
      two is lost
      one is lost
      back enters nameless wishing go 9 speaking remastered
        = entered as guest-2, a seat is held
      then enters nameless wishing go 9 speaking remastered
        = entered as guest-1, a seat is held
      more enters nameless wishing go 9 speaking remastered
        = entered as guest-3
    `,
      { grace: 60 },
    ));

  test('never gets the reserved seat of a player with a name, nor does such a player get the seat of a guest', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (one enters nameless)
      (two enters nameless)
      (one seeks go 13)
      (two seeks go 13)
      (the server restarts)
      one enters nameless wishing go 9
        = entered as guest-3
      two enters as guest-1
        = refused: name-taken
    `));

  test('who plays against itself gets both seats again', () =>
    dialogue(`
      (one enters nameless speaking remastered on local)
      (one practises go 9)
      (one plays a1)
      (the server restarts)
      one enters nameless wishing go 9 speaking remastered on local
        = entered as guest-1, a seat is held
      one practises go 9
        = seated
        one: both against guest-1, go 9, komi 0, white to move, after a1: black a1, white nothing
    `));

  test('who has chosen a name, before or during the game, returns by this name', () =>
    dialogue(`
      (one enters nameless speaking web)
      (one renames to Alice)
      (bob enters)
      (one seeks go 9)
      (bob seeks go 9)
      (two enters nameless speaking web)
      (carol enters)
      (two seeks go 13)
      (carol seeks go 13)
      (two renames to Dan)
      (the server restarts)
      other enters nameless wishing go 9 speaking web
        = entered as guest-1
      other enters as alice speaking web from afar
        = refused: name-taken
      one enters as alice speaking web
        = entered as Alice, a seat is held
      two enters as dan speaking web
        = entered as Dan, a seat is held
    `));
});

describe('a game of a player against itself', () => {
  test('ends without a winner if the player does not return', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 9)
      (the server restarts)
      120 s pass
        kept game 1 event 1: ended: nobody wins, abandoned, 0 to 0
    `,
      { log: true },
    ));

  test('is lost when the player seeks an opponent', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 9)
      (the server restarts)
      (alice enters)
      alice seeks go 9
        kept game 1 event 1: black left
        kept game 1 event 2: ended: nobody wins, left, 0 to 0
        = waiting
    `,
      { log: true },
    ));
});

describe('a listener with a limited number of seats', () => {
  test('refuses players when its seats are taken. Other listeners do not', () =>
    dialogue(`
      one enters nameless on side capacity 2
        = entered as guest-1
      two enters nameless on side capacity 2
        = entered as guest-2
      three enters nameless on side capacity 2
        = refused: full
      three enters nameless on other capacity 2
        = entered as guest-3
      (one leaves)
      four enters nameless on side capacity 2
        = entered as guest-4
    `));

  test('counts the reserved seats of absent players, who may return', () =>
    dialogue(`
      (one enters nameless on side capacity 2)
      (two enters nameless on side capacity 2)
      (one seeks go 9)
      (two seeks go 9)
      (the server restarts)
      three enters nameless wishing go 13 on side capacity 2
        = refused: full
      one enters nameless wishing go 9 on side capacity 2
        = entered as guest-1, a seat is held
      two enters nameless wishing go 9 on side capacity 2
        = entered as guest-2, a seat is held
      three enters nameless wishing go 9 on side capacity 2
        = refused: full
    `));

  test('counts a player once, also after a new name', () =>
    dialogue(`
      (one enters nameless on side capacity 2)
      (one renames to alice)
      two enters nameless on side capacity 2
        = entered as guest-2
      three enters nameless on side capacity 2
        = refused: full
    `));
});
