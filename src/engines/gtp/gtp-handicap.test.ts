import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goSituation, vertex } from '../../../test/support/engines/engine-situations.ts';
import { BOARD_OF_9, greeting, runGtpDialogue, stone } from '../../../test/support/engines/gtp-dialogue.ts';

describe('handicap stones', () => {
  const black = (...names: readonly string[]) =>
    names.map((name) => ({ color: 'black', point: vertex(9, name) }) as const);

  test('are sent with one command, and white moves first', async () => {
    const { choices } = await runGtpDialogue(
      `${greeting('set_free_handicap', 'fixed_handicap')}
      ${BOARD_OF_9}
      > 8 set_free_handicap C3 G7
      < =8 |
      > 9 genmove w
      < =9 E5 |
      > 10 play b E4
      < =10 |
      > 11 genmove w
      < =11 pass |`,
      goSituation(9, '', { setup: black('C3', 'G7'), color: 'white' }),
      {
        ...goSituation(9, '', { setup: black('C3', 'G7'), color: 'white' }),
        moves: [
          { kind: 'play', color: 'white', point: vertex(9, 'E5') },
          { kind: 'play', color: 'black', point: vertex(9, 'E4') },
        ],
      },
    );
    assert.deepEqual(choices, [stone(9, 'E5'), { kind: 'pass' }]);
  });

  test('are sent by their number if the program has only fixed_handicap', async () => {
    const { choices } = await runGtpDialogue(
      `${greeting('fixed_handicap')}
      ${BOARD_OF_9}
      > 8 fixed_handicap 2
      < =8 c3 G7 |
      > 9 genmove w
      < =9 E5 |`,
      goSituation(9, '', { setup: black('C3', 'G7'), color: 'white' }),
    );
    assert.deepEqual(choices, [stone(9, 'E5')]);
  });

  test('are played one by one if the program refuses them or places them on other points', async () => {
    for (const [command, request, answer] of [
      ['set_free_handicap', 'set_free_handicap C3 G7', '?8 no'],
      ['fixed_handicap', 'fixed_handicap 2', '=8 G3 C7'],
    ]) {
      const { choices, log } = await runGtpDialogue(
        `${greeting(command!)}
        ${BOARD_OF_9}
        > 8 ${request}
        < ${answer} |
        > 9 clear_board
        < =9 |
        > 10 play b C3
        < =10 |
        > 11 play b G7
        < =11 |
        > 12 genmove w
        < =12 E5 |`,
        goSituation(9, '', { setup: black('C3', 'G7'), color: 'white' }),
      );
      assert.deepEqual(choices, [stone(9, 'E5')]);
      assert.match(log.at(-1) ?? '', /handicap/);
    }
  });

  test('are chosen by a program that plays black, and returned one after the other', async () => {
    const placing = { ...goSituation(9, ''), toPlace: 3 };
    const { choices } = await runGtpDialogue(
      `${greeting('place_free_handicap', 'set_free_handicap')}
      ${BOARD_OF_9}
      > 8 place_free_handicap 3
      < =8 E5 c3 G7 |
      > 9 boardsize 9
      < =9 |
      > 10 clear_board
      < =10 |
      > 11 komi 0
      < =11 |
      > 12 set_free_handicap E5 C3 G7
      < =12 |
      > 13 play w D4
      < =13 |
      > 14 genmove b
      < =14 D3 |`,
      placing,
      { ...placing, setup: black('E5'), toPlace: 2 },
      { ...placing, setup: black('E5', 'C3'), toPlace: 1 },
      {
        ...goSituation(9, '', { setup: black('E5', 'C3', 'G7') }),
        moves: [{ kind: 'play', color: 'white', point: vertex(9, 'D4') }],
      },
    );
    assert.deepEqual(choices, [stone(9, 'E5'), stone(9, 'C3'), stone(9, 'G7'), stone(9, 'D3')]);
  });

  test('are on the fixed points if the program cannot choose them or its choice is invalid', async () => {
    const placing = { ...goSituation(9, ''), toPlace: 2 };
    const second = { ...placing, setup: black('C3'), toPlace: 1 };
    const { choices } = await runGtpDialogue(greeting(), placing, second);
    assert.deepEqual(choices, [stone(9, 'C3'), stone(9, 'G7')]);
    for (const answer of ['?8 no', '=8 C3', '=8 C3 C3', '=8 C3 pass', '=8 C3 G7 E5']) {
      const dialogue = `${greeting('place_free_handicap')}
        ${BOARD_OF_9}
        > 8 place_free_handicap 2
        < ${answer} |`;
      const { choices: chosen, log } = await runGtpDialogue(dialogue, placing, second);
      assert.deepEqual(chosen, [stone(9, 'C3'), stone(9, 'G7')]);
      assert.match(log.at(-1) ?? '', /place_free_handicap/);
    }
  });

  test('that a failed program has chosen are completed by another program', async () => {
    const { choices } = await runGtpDialogue(greeting('place_free_handicap'), {
      ...goSituation(9, ''),
      setup: black('A1', 'G7'),
      toPlace: 1,
    });
    assert.deepEqual(choices, [stone(9, 'C3')]);
  });
});
