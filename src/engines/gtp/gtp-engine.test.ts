import assert from 'node:assert/strict';
import test from 'node:test';
import { goSituation, POSITIONAL, vertex } from '../../../test/support/engines/engine-situations.ts';
import { BOARD_OF_9, greeting, runGtpDialogue, stone } from '../../../test/support/engines/gtp-dialogue.ts';
import { ScriptedProgram } from '../../../test/support/engines/scripted-program.ts';
import { ENGINE_TIMEOUTS } from '../engine-timeouts.ts';
import { GtpEngine } from './gtp-engine.ts';

test('the board is set up once per game, and then only new moves are sent', async () => {
  const { name, choices } = await runGtpDialogue(
    `${greeting()}
    ${BOARD_OF_9}
    > 8 genmove b
    < =8 E5 |
    # Its own move stands on its board already.
    > 9 play w C3
    < =9 |
    > 10 genmove b
    < =10 pass |
    > 11 play w pass
    < =11 |
    > 12 genmove b
    < =12 resign |`,
    goSituation(9, ''),
    goSituation(9, 'E5 C3'),
    goSituation(9, 'E5 C3 pass pass'),
  );
  assert.equal(name, 'Script');
  assert.deepEqual(choices, [stone(9, 'E5'), { kind: 'pass' }, { kind: 'resign' }]);
});

test('a running game is sent with its passes, after the set-up stones', async () => {
  const setup = [
    { color: 'black', point: vertex(9, 'A1') },
    { color: 'white', point: vertex(9, 'B1') },
  ] as const;
  const { choices } = await runGtpDialogue(
    `${greeting()}
    ${BOARD_OF_9}
    > 8 play b A1
    < =8 |
    > 9 play w B1
    < =9 |
    > 10 play b C3
    < =10 |
    > 11 play w pass
    < =11 |
    > 12 play b D4
    < =12 |
    > 13 genmove w
    < =13 J9 |`,
    goSituation(9, 'C3 pass D4', { setup }),
  );
  assert.deepEqual(choices, [stone(9, 'J9')]);
});

test('if the game differs, or another game starts, the whole game is sent again', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting()}
    ${BOARD_OF_9}
    > 8 genmove b
    < =8 E5 |
    # The move was not accepted: the same is asked again.
    > 9 boardsize 9
    < =9 |
    > 10 clear_board
    < =10 |
    > 11 komi 0
    < =11 |
    > 12 genmove b
    < =12 D5 |
    > 13 boardsize 7
    < =13 |
    > 14 clear_board
    < =14 |
    > 15 komi 7.5
    < =15 |
    > 16 genmove b
    < =16 D4 |`,
    goSituation(9, ''),
    goSituation(9, ''),
    goSituation(7, '', { komi: 7.5 }),
  );
  assert.deepEqual(choices, [stone(9, 'E5'), stone(9, 'D5'), stone(7, 'D4')]);
});

test('after a suicide that the engine refuses, it gets the stones on the board, and continues from them', async () => {
  const { choices, log } = await runGtpDialogue(
    `${greeting()}
    > 5 boardsize 3
    < =5 |
    > 6 clear_board
    < =6 |
    > 7 komi 0
    < =7 |
    > 8 play b A2
    < =8 |
    > 9 play w A1
    < =9 |
    > 10 play b B2
    < =10 |
    > 11 play w pass
    < =11 |
    > 12 play b C1
    < =12 |
    # Two stones without a liberty, which come off.
    > 13 play w B1
    < ?13 illegal move |
    > 14 clear_board
    < =14 |
    # Row by row from the top.
    > 15 play b A2
    < =15 |
    > 16 play b B2
    < =16 |
    > 17 play b C1
    < =17 |
    > 18 genmove b
    < =18 pass |
    > 19 play w A1
    < =19 |
    > 20 genmove b
    < =20 B1 |`,
    goSituation(3, 'A2 A1 B2 pass C1 B1'),
    goSituation(3, 'A2 A1 B2 pass C1 B1 pass A1'),
  );
  assert.deepEqual(choices, [{ kind: 'pass' }, stone(3, 'B1')]);
  assert.deepEqual(log.slice(1), ['Script takes no play of the game: illegal move']);
});

test('a program without list_commands gets only basic commands, and has the name of its file', async () => {
  const { name, choices } = await runGtpDialogue(
    `> 1 list_commands
    < ? unknown command |
    > 2 protocol_version
    < = 2 |
    > 3 name
    < ? unknown command |
    > 4 version
    < ? unknown command |
    ${BOARD_OF_9.replace(/=\d/g, '=')}
    > 8 genmove b
    < = e5 |`,
    goSituation(9, '', { time: { turn: 10_000 } }),
  );
  assert.equal(name, 'script');
  assert.deepEqual(choices, [stone(9, 'E5')]);
});

test('KataGo gets the rules, and no cleanup command', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting('kata-set-rules', 'kgs-genmove_cleanup')}
    > 5 boardsize 9
    < =5 |
    > 6 kata-set-rules {"koRule":"POSITIONAL","scoringRule":"AREA","taxRule":"NONE","multiStoneSuicideLegal":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}
    < =6 |
    > 7 clear_board
    < =7 |
    > 8 komi 7
    < =8 |
    > 9 genmove b
    < =9 E5 |`,
    goSituation(9, '', { komi: 7, rulesets: [POSITIONAL, { ko: 'positional', suicide: 'forbidden' }] }),
  );
  assert.deepEqual(choices, [stone(9, 'E5')]);
});

test('other engines are asked to capture dead stones before they pass, if they have the command', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting('kgs-genmove_cleanup')}
    ${BOARD_OF_9}
    > 8 kgs-genmove_cleanup b
    < =8 pass |`,
    goSituation(9, ''),
  );
  assert.deepEqual(choices, [{ kind: 'pass' }]);
});

/** The first move of a game with 30 s for each. */
const TIMED_MOVE = `
    > 8 time_settings 0 29 1
    < =8 |
    > 9 time_left b 29 1
    < =9 |
    > 10 genmove b
    < =10 E5 |`;

test('the clock is sent once, the time left before each move, and for the next game that it has no clock', async () => {
  const { choices, log } = await runGtpDialogue(
    `${greeting('time_settings', 'time_left')}
    ${BOARD_OF_9}${TIMED_MOVE}
    > 11 play w C3
    < =11 |
    > 12 time_left b 29 1
    < =12 |
    > 13 genmove b
    < =13 D5 |
    > 14 play w C4
    < =14 |
    # Less is left than a turn may take: its share for one move counts from now on.
    > 15 time_settings 0 1 1
    < =15 |
    > 16 time_left b 1 1
    < =16 |
    > 17 genmove b
    < =17 D6 |
    > 18 boardsize 9
    < =18 |
    > 19 clear_board
    < =19 |
    > 20 komi 0
    < ?20 cannot |
    > 21 time_settings 0 1 0
    < =21 |
    > 22 genmove b
    < =22 E5 |`,
    goSituation(9, '', { time: { turn: 30_000 } }),
    goSituation(9, 'E5 C3', { time: { turn: 30_000 } }),
    goSituation(9, 'E5 C3 D5 C4', { time: { turn: 30_000, left: 20_000 } }),
    goSituation(9, ''),
  );
  assert.deepEqual(
    choices,
    ['E5', 'D5', 'D6', 'E5'].map((name) => stone(9, name)),
  );
  assert.deepEqual(log, ['Script 1.0', 'Script answers "cannot" to komi 0']);
});

test('a move is awaited for its time and the tolerance, which the set-up does not use up', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting('time_settings', 'time_left')}
    > 5 boardsize 9
    after 5000 ms
    < =5 |
    > 6 clear_board
    < =6 |
    > 7 komi 0
    < =7 |
    > 8 time_settings 0 1 1
    < =8 |
    > 9 time_left b 1 1
    < =9 |
    > 10 genmove b
    after 5000 ms
    < =10 E5 |
    > 11 play w C3
    < =11 |
    > 12 time_left b 1 1
    < =12 |
    > 13 genmove b
    after 5001 ms`,
    goSituation(9, '', { moveTime: 2_000 }),
    goSituation(9, 'E5 C3', { moveTime: 2_000 }),
  );
  assert.deepEqual(choices, [stone(9, 'E5'), 'script does not answer (to genmove b)']);
});

test('the engine gets the time that the server’s clock has left after the set-up', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting('time_settings', 'time_left')}
    > 5 boardsize 9
    after 5000 ms
    < =5 |
    > 6 clear_board
    < =6 |
    > 7 komi 0
    < =7 |
    > 8 time_settings 0 29 1
    < =8 |
    > 9 time_left b 24 1
    < =9 |
    > 10 genmove b
    < =10 E5 |`,
    goSituation(9, '', { time: { turn: 30_000 } }),
  );
  assert.deepEqual(choices, [stone(9, 'E5')]);
});

test('the clock is sent again for the next game, because an engine may forget it with the board', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting('time_settings', 'time_left')}${BOARD_OF_9}${TIMED_MOVE}
    > 11 boardsize 9
    < =11 |
    > 12 clear_board
    < =12 |
    > 13 komi 0
    < =13 |
    > 14 time_settings 0 29 1
    < =14 |
    > 15 time_left b 29 1
    < =15 |
    > 16 genmove b
    < =16 C3 |`,
    goSituation(9, '', { time: { turn: 30_000 } }),
    goSituation(9, '', { time: { turn: 30_000 } }),
  );
  assert.deepEqual(choices, [stone(9, 'E5'), stone(9, 'C3')]);
});

test('reports an answer that is no move', async () => {
  for (const [answer, shown] of [
    ['=8 K10', '"K10"'],
    ['=8', '""'],
    ['=8 dunno', '"dunno"'],
    ['?8 out of memory', '"out of memory"'],
  ]) {
    const { choices } = await runGtpDialogue(
      `${greeting()}${BOARD_OF_9}\n> 8 genmove b\n< ${answer} |`,
      goSituation(9, ''),
    );
    assert.deepEqual(choices, [`Script answers ${shown} to genmove b`]);
  }
});

test('a board that it does not have is a problem; one that is asked for is a question', async () => {
  const { choices } = await runGtpDialogue(
    `${greeting()}\n> 5 boardsize 21\n< ?5 unacceptable size |`,
    goSituation(21, ''),
  );
  assert.deepEqual(choices, ['Script answers "unacceptable size" to boardsize 21']);
  const program = new ScriptedProgram(`${greeting()}
    > 5 boardsize 21
    < ?5 unacceptable size |
    > 6 boardsize 19
    < =6 |
    > 7 quit`);
  const engine = await GtpEngine.open(program, () => {}, ENGINE_TIMEOUTS);
  assert.ok(engine.ok);
  assert.deepEqual(await engine.value.accepts(21), { ok: true, value: false });
  assert.deepEqual(await engine.value.accepts(19), { ok: true, value: true });
  await engine.value.close();
  program.finish();
});

test('silence and the end of the program are problems that name the command', async () => {
  const silent = await runGtpDialogue(`${greeting()}${BOARD_OF_9}\n> 8 genmove b\nsilent`, goSituation(9, ''));
  assert.deepEqual(silent.choices, ['script does not answer (to genmove b)']);
  const dying = await runGtpDialogue(`${greeting()}\n> 5 boardsize 9\ngone`, goSituation(9, ''));
  assert.deepEqual(dying.choices, ['script ended with exit code 1 (to boardsize 9)']);
  const dead = await runGtpDialogue('> 1 list_commands\ngone\n> 2 quit');
  assert.deepEqual(dead.choices, ['script ended with exit code 1 (to list_commands)']);
});

test('output without a request is logged, and is no answer', async () => {
  const { choices, log } = await runGtpDialogue(
    `${greeting()}${BOARD_OF_9}
    > 8 genmove b
    < info: thinking
    < =7 A1 |
    < =8 E5 |`,
    goSituation(9, ''),
  );
  assert.deepEqual(choices, [stone(9, 'E5')]);
  assert.deepEqual(log, [
    'Script 1.0',
    'Script sends without a request: info: thinking',
    'Script sends without a request: A1',
  ]);
});

test('a GTP engine plays only Go', async () => {
  const program = new ScriptedProgram(greeting());
  const engine = await GtpEngine.open(program, () => {}, ENGINE_TIMEOUTS);
  assert.ok(engine.ok);
  const choice = await engine.value.choose({
    game: 'gomoku',
    size: 15,
    color: 'black',
    setup: [],
    moves: [],
    rule: 'renju',
  });
  assert.deepEqual(choice, { ok: false, problem: 'Script speaks GTP and plays Go only' });
});
