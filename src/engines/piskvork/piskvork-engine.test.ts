import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { gomokuSituation, goSituation } from '../../../test/support/engines/engine-situations.ts';
import { ScriptedProgram } from '../../../test/support/engines/scripted-program.ts';
import type { EngineChoice, Situation } from '../engine.ts';
import { ENGINE_TIMEOUTS } from '../engine-timeouts.ts';
import { PiskvorkEngine } from './piskvork-engine.ts';

const IDENTIFICATION = `
  > ABOUT
  < name="Script", version="1"`;

/** The settings of a game without a clock, and the answer to ABOUT, which shows that the program has read them. */
const information = (rule = 0, turn = 4500, match = 0, left = 2147483647): string => `
  > INFO timeout_turn ${turn}
  > INFO timeout_match ${match}
  > INFO max_memory 0
  > INFO time_left ${left}
  > INFO game_type 1
  > INFO rule ${rule}
  > INFO folder ${tmpdir()}
  > ABOUT
  < name="Script"`;

interface Played {
  readonly name: string;
  readonly log: readonly string[];
  /** The choices. Stones are `x,y` from the top left of the board. */
  readonly choices: readonly string[];
}

async function play(dialogue: string, ...situations: readonly Situation[]): Promise<Played> {
  const program = new ScriptedProgram(dialogue);
  const log: string[] = [];
  const engine = await PiskvorkEngine.open(program, (line) => log.push(line), ENGINE_TIMEOUTS);
  if (!engine.ok) {
    program.finish();
    return { name: '', log, choices: [engine.problem] };
  }
  const choices: string[] = [];
  for (const situation of situations) {
    const choice = await engine.value.choose(situation);
    choices.push(choice.ok ? choiceText(situation, choice.value) : choice.problem);
  }
  program.finish();
  return { name: engine.value.name, log, choices };
}

const choiceText = ({ size }: Situation, choice: EngineChoice): string =>
  choice.kind === 'play' ? `${choice.point % size},${Math.floor(choice.point / size)}` : choice.kind;

test('plays a game from its first stone', async () => {
  const { name, choices } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information()}
    > BEGIN
    < 10,10
    > TURN 11,11
    < 9,9
    > TURN 0,19
    < 19,0`,
    gomokuSituation(20, ''),
    gomokuSituation(20, '10,10 11,11'),
    gomokuSituation(20, '10,10 11,11 9,9 0,19'),
  );
  assert.equal(name, 'Script');
  assert.deepEqual(choices, ['10,10', '9,9', '19,0']);
});

test('a running game is sent with BOARD, in the order of its moves; set-up stones alternate', async () => {
  const setup = [
    { color: 'white', point: 0 as never },
    { color: 'black', point: 1 as never },
    { color: 'black', point: 2 as never },
    { color: 'white', point: 3 as never },
  ] as const;
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 15
    < OK - everything is good
    ${information(4)}
    > BOARD
    > 1,0,2
    > 0,0,1
    > 2,0,2
    > 3,0,1
    > 7,7,2
    > DONE
    < 8,8`,
    gomokuSituation(15, '7,7', { rule: 'renju', setup }),
  );
  assert.deepEqual(choices, ['8,8']);
});

test('a stone is sent with TURN only to its opponent', async () => {
  await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information()}
    > BEGIN
    < 10,10
    > RESTART
    < OK
    ${information()}
    > BOARD
    > 10,10,2
    > 0,0,1
    > DONE
    < 1,1`,
    gomokuSituation(20, ''),
    gomokuSituation(20, '10,10 0,0', { color: 'white' }),
  );
});

test('the next game, or a game that differs, begins with RESTART, or with START if the program does not know RESTART', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 15
    < OK
    ${information(1)}
    > BEGIN
    < 7,7
    > RESTART
    < OK
    ${information(1)}
    > BOARD
    > 0,0,1
    > 1,1,2
    > DONE
    < 2,2
    > RESTART
    < UNKNOWN command
    > START 15
    < OK
    ${information(8)}
    > BEGIN
    < 3,3`,
    gomokuSituation(15, '', { rule: 'standard' }),
    gomokuSituation(15, '0,0 1,1', { rule: 'standard' }),
    gomokuSituation(15, '', { rule: 'caro' }),
  );
  assert.deepEqual(choices, ['7,7', '2,2', '3,3']);
});

test('the clock is sent as turn, match and time left, minus the margin', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information(0, 29500, 179500, 149500)}
    > BEGIN
    < 10,10
    > INFO time_left 119500
    > TURN 0,0
    < 9,9`,
    gomokuSituation(20, '', { time: { turn: 30_000, match: 180_000, left: 150_000 } }),
    gomokuSituation(20, '10,10 0,0', { time: { turn: 30_000, match: 180_000, left: 120_000 } }),
  );
  assert.deepEqual(choices, ['10,10', '9,9']);
});

test('the set-up does not count as time for the move, which may be late by the tolerance', async () => {
  const slowly = information(0, 1500).replace('< name', 'after 700 ms\n< name').replace('< OK', 'after 400 ms\n< OK');
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    after 1900 ms
    < OK
    ${slowly}
    > BEGIN
    after 4999 ms
    < 10,10
    > TURN 0,0
    after 4999 ms
    < 9,9
    > TURN 1,1
    after 5001 ms`,
    gomokuSituation(20, '', { moveTime: 2_000 }),
    gomokuSituation(20, '10,10 0,0', { moveTime: 2_000 }),
    gomokuSituation(20, '10,10 0,0 9,9 1,1', { moveTime: 2_000 }),
  );
  assert.deepEqual(choices, ['10,10', '9,9', 'script does not answer']);
});

test('the server’s clock runs while an engine is set up, and the engine gets the time left', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    after 1000 ms
    < OK
    ${information(0, 8500, 59500, 58500).replace('< name', 'after 2000 ms\n< name')}
    > INFO timeout_turn 6500
    > INFO time_left 56500
    > BEGIN
    after 10000 ms
    < 10,10
    > INFO timeout_turn 9500
    > INFO time_left 46500
    > TURN 0,0
    < 9,9
    > INFO timeout_turn 4500
    > INFO timeout_match 99500
    > INFO time_left 39500
    > TURN 1,1
    after 8001 ms`,
    gomokuSituation(20, '', { time: { turn: 10_000, match: 60_000 } }),
    gomokuSituation(20, '10,10 0,0', { time: { turn: 10_000, match: 60_000, left: 47_000 } }),
    gomokuSituation(20, '10,10 0,0 9,9 1,1', { time: { turn: 5_000, match: 100_000, left: 40_000 } }),
  );
  assert.deepEqual(choices, ['10,10', '9,9', 'script does not answer']);
});

test('an engine whose set-up never ends is a problem, whatever its time for the move', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    after 59999 ms
    < OK
    ${information(0, 1500).replace('< name', 'after 60001 ms')}`.replace(/="Script"$/, ''),
    gomokuSituation(20, '', { moveTime: 2_000 }),
  );
  assert.deepEqual(choices, ['script does not answer']);
});

test('remarks are logged, and are no moves', async () => {
  const { choices, log } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information()}
    > BEGIN
    <
    < DEBUG depth 1
    < MESSAGE I will win
    < printf leftovers
    < 10,10
    ~ 11,11
    > TURN 0,0
    < 9,9`,
    gomokuSituation(20, ''),
    gomokuSituation(20, '10,10 0,0'),
  );
  assert.deepEqual(choices, ['10,10', '9,9']);
  assert.deepEqual(log, [
    'name="Script", version="1"',
    'Script: depth 1',
    'Script: I will win',
    'Script: printf leftovers',
    'Script sends without a request: 11,11',
  ]);
});

test('a suggestion is accepted and played', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information()}
    > BEGIN
    < SUGGEST 10,10
    > PLAY 10,10
    < 10,10
    > TURN 0,0
    < 1,1`,
    gomokuSituation(20, ''),
    gomokuSituation(20, '10,10 0,0'),
  );
  assert.deepEqual(choices, ['10,10', '1,1']);
});

test('a suggestion is the move if no move follows; then the board is sent again', async () => {
  for (const reply of ['silent', '< UNKNOWN command PLAY', 'gone']) {
    const { choices } = await play(
      `${IDENTIFICATION}
      > START 20
      < OK
      ${information()}
      > BEGIN
      < SUGGEST 10,10
      > PLAY 10,10
      ${reply}
      > RESTART
      < OK
      ${information()}
      > BOARD
      > 10,10,1
      > 0,0,2
      > DONE
      < 1,1`,
      gomokuSituation(20, ''),
      gomokuSituation(20, '10,10 0,0'),
    );
    assert.deepEqual(choices, ['10,10', '1,1']);
  }
});

test('complaints about INFO are no answers to a move, and no further INFO is sent', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information().replace('< name', '< ERROR max_memory\n< UNKNOWN folder\n< name')}
    > BEGIN
    < 10,10
    > TURN 0,0
    < ERROR bad
    silent`,
    gomokuSituation(20, '', { time: { turn: 5_000 } }),
    gomokuSituation(20, '10,10 0,0', { time: { turn: 5_000 } }),
  );
  assert.deepEqual(choices, ['10,10', 'Script makes no move: ERROR bad']);
});

test('an engine that complains about a move may still move', async () => {
  const { choices } = await play(
    `${IDENTIFICATION}
    > START 20
    < OK
    ${information()}
    > BEGIN
    < UNKNOWN joke
    < 10,10`,
    gomokuSituation(20, ''),
  );
  assert.deepEqual(choices, ['10,10']);
});

test('a program that does not know ABOUT plays under the name of its file', async () => {
  for (const answer of ['< UNKNOWN command', 'silent']) {
    const { name, choices } = await play(
      `> ABOUT
      ${answer}
      > START 20
      < OK
      ${information().split('> ABOUT')[0]}
      > BEGIN
      # This may still be meant for INFO.
      < UNKNOWN command
      < 10,10`,
      gomokuSituation(20, ''),
    );
    assert.equal(name, 'script');
    assert.deepEqual(choices, ['10,10']);
  }
});

test('a program that starts slowly gets its name when it sends it', async () => {
  const { name, choices } = await play(
    `> ABOUT
    silent
    > START 20
    < name="Slow"
    < OK
    ${information().replace('Script', 'Slow')}
    > BEGIN
    < ERROR bad
    silent`,
    gomokuSituation(20, ''),
  );
  assert.equal(name, 'Slow');
  assert.deepEqual(choices, ['Slow makes no move: ERROR bad']);
});

test('a board that it does not have is a problem; one that is asked for is a question', async () => {
  const { choices } = await play(`${IDENTIFICATION}\n> START 30\n< ERROR size`, gomokuSituation(30, ''));
  assert.deepEqual(choices, ['Script does not play on 30 lines: ERROR size']);
  const program = new ScriptedProgram(`${IDENTIFICATION}
    > START 30
    < ERROR size
    > START 15
    < OK
    > END`);
  const engine = await PiskvorkEngine.open(program, () => {}, ENGINE_TIMEOUTS);
  assert.ok(engine.ok);
  assert.deepEqual(await engine.value.accepts(30), { ok: true, value: false });
  assert.deepEqual(await engine.value.accepts(15), { ok: true, value: true });
  await engine.value.close();
  program.finish();
});

test('a move off the board, silence and the end of the program are problems', async () => {
  const begun = `${IDENTIFICATION}\n> START 15\n< OK\n${information()}\n> BEGIN`;
  const answers = async (answer: string) => (await play(`${begun}\n${answer}`, gomokuSituation(15, ''))).choices;
  assert.deepEqual(await answers('< 15,0'), ['Script plays 15,0, off a board of 15 lines']);
  assert.deepEqual(await answers('silent'), ['script does not answer']);
  assert.deepEqual(await answers('gone'), ['script ended with exit code 1']);
  assert.deepEqual((await play('> ABOUT\ngone\n> START 20\ngone\n> END')).choices, [
    'script ended with exit code 1 (to START 20)',
  ]);
});

test('a Piskvork engine plays only Gomoku', async () => {
  assert.deepEqual((await play(IDENTIFICATION, goSituation(9, ''))).choices, [
    'Script speaks Piskvork and plays Gomoku only',
  ]);
});
