import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

describe('the rules of two seats', () => {
  test('remove the stones of a suicide if both rules allow it', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (alice and bob play a1 c1 c3 a2 b3 b2)
      alice plays b1
        = done
        alice, bob: black b1 xa1 xb1
    `));

  test('allow a move only if both rules do, and tell the player if the rules of the opponent forbid it', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3 no-suicide)
      (alice and bob play a1 c1 c3 a2 b3 b2)
      alice plays b1
        = refused: suicide, by their rules
      alice plays c2
        = done
        alice, bob: black c2
    `));

  test('forbid a suicide that only the rules of the player forbid', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3 no-suicide)
      (bob seeks go 3)
      (alice and bob play a1 c1 c3 a2 b3 b2)
      alice plays b1
        = refused: suicide
    `));

  test('name the reason of the rules of the player first: suicide if these forbid it, otherwise ko', () => {
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3 no-suicide)
      (bob seeks go 3)
      (alice and bob play c3 a2 c2 b1)
      alice plays a2
        = refused: occupied
      alice plays a1
        = refused: suicide
    `);
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3 no-suicide)
      (alice and bob play c3 a2 c2 b1)
      alice plays a1
        = refused: ko
    `);
  });
});
