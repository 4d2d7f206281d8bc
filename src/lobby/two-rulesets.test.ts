import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

describe('two seats of different rules', () => {
  test('that both allow suicide: the stones come off', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (alice and bob play a1 c1 c3 a2 b3 b2)
      alice plays b1
        = done
        alice, bob: black b1 xa1 xb1
    `));

  test('make a stone legal only if both allow it, and the mover is told that its own rules do', () =>
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

  test('forbid as well what only the mover’s rules forbid', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3 no-suicide)
      (bob seeks go 3)
      (alice and bob play a1 c1 c3 a2 b3 b2)
      alice plays b1
        = refused: suicide
    `));

  test('judge the suicide of one stone by the mover’s rules first: suicide where they forbid it, else ko', () => {
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
