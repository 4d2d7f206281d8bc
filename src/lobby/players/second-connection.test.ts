import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a second connection of the same account', () => {
  const SEATED = `
      (somebody in charge reserves alice)
      (alice enters owning alice speaking nedap)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3)
  `;

  test('takes the seat of the first connection if its protocol asks for that', () =>
    dialogue(`${SEATED}
      again enters as alice owning alice speaking nedap from afar replacing
        = entered as alice, a seat is held
        alice: replaced
      again returns to go 3
        = seated
        again: black against bob, go 3, komi 0, black to move
    `));

  test('is refused if its protocol does not ask, if it has another protocol, or without the account', () =>
    dialogue(`${SEATED}
      again enters as alice owning alice speaking nedap
        = refused: name-taken
      again enters as alice owning alice replacing
        = refused: name-taken
      other enters as alice owning bob speaking nedap replacing
        = refused: name-taken, reserved
    `));
});
