import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { EngineChoice, Situation } from '../../../src/engines/engine.ts';
import { ENGINE_TIMEOUTS } from '../../../src/engines/engine-timeouts.ts';
import { acceptedSizes, type ExternalEngine } from '../../../src/engines/external-engine.ts';
import { type ExternalEngineOptions, openExternalEngine } from '../../../src/engines/open-external-engine.ts';
import { RestartingEngine } from '../../../src/engines/restarting-engine.ts';
import { ok, type Result } from '../../../src/result.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { vertexName } from '../../../src/rules/vertex.ts';
import { temporaryFolder } from '../../e2e/serve/server-process.ts';
import {
  gtpCommand,
  piskvorkCommand,
  SHORT_TIMEOUTS,
  scriptCommand,
} from '../../support/engines/engine-command-lines.ts';
import { gomokuSituation, goSituation } from '../../support/engines/engine-situations.ts';

// The engines of these tests are processes that fail in the ways of real engines.

async function open(context: TestContext, command: string, options: Partial<ExternalEngineOptions> = {}) {
  const engine = await openExternalEngine(command, { game: 'unknown', log: () => {}, ...options });
  assert.ok(engine.ok, JSON.stringify(engine));
  context.after(() => engine.value.close());
  return engine.value;
}

/** Opens an engine that is started again after a failure, with short timeouts. Returns it and its log. */
async function openRestarting(context: TestContext, command: string, game: 'go' | 'gomoku') {
  const log: string[] = [];
  const options: ExternalEngineOptions = { game, log: (line) => log.push(line), timeouts: SHORT_TIMEOUTS };
  const engine = new RestartingEngine(
    await open(context, command, options),
    () => openExternalEngine(command, options),
    options.log,
  );
  context.after(() => engine.close());
  return { engine, log };
}

const describeChoice = ({ size }: Situation, choice: Result<EngineChoice>): string => {
  if (!choice.ok) return choice.problem;
  return choice.value.kind === 'play' ? vertexName(square(size), choice.value.point) : choice.value.kind;
};

const withoutCommands = (log: readonly string[]): string[] => log.filter((line) => !line.startsWith('received '));

test('the language of an engine is detected', async (t) => {
  const engines: ExternalEngine[] = await Promise.all([
    open(t, gtpCommand()),
    open(t, piskvorkCommand()),
    open(t, piskvorkCommand('mute'), { timeouts: { ...ENGINE_TIMEOUTS, probe: 100 } }),
  ]);
  assert.deepEqual(
    engines.map(({ kind, name }) => `${kind} ${name}`),
    [`gtp ${process.execPath.split('/').at(-1)}`, 'piskvork Scripted', 'piskvork Scripted'],
  );
});

test('a program that exits instead of answering is reported with the reason', async () => {
  const command = scriptCommand("console.error('no such option'); process.exitCode = 2");
  for (const game of ['go', 'gomoku', 'unknown'] as const) {
    const engine = await openExternalEngine(command, { game, log: () => {} });
    assert.ok(!engine.ok);
    assert.match(engine.problem, /ended with exit code 2: no such option/);
  }
  const missing = await openExternalEngine('/no/such/engine', { game: 'go', log: () => {} });
  assert.deepEqual(missing, { ok: false, problem: 'there is no program "/no/such/engine"' });
});

test('lines of engines may end with LF, CR LF or CR', async (t) => {
  const endings = ['lf', 'crlf', 'cr'].map(async (ending) => {
    const black = await open(t, gtpCommand('move=D4', `ending=${ending}`), { game: 'go' });
    assert.equal(describeChoice(goSituation(9, ''), await black.choose(goSituation(9, ''))), 'D4');
    const brain = await open(t, piskvorkCommand('move=7,7', `ending=${ending}`), { game: 'gomoku' });
    assert.deepEqual(await brain.choose(gomokuSituation(15, '')), ok({ kind: 'play', point: 112 as Point }));
  });
  await Promise.all(endings);
});

test('the board sizes that an engine accepts are found by trying them', async (t) => {
  const sizes = await acceptedSizes(await open(t, gtpCommand()));
  assert.ok(sizes.ok);
  assert.ok(sizes.value.includes(2) && sizes.value.includes(19) && sizes.value.includes(131));
});

test('the lines of standard error, such as the received commands, are in the log', async (t) => {
  const log: string[] = [];
  const engine = await open(t, gtpCommand('move=E5'), { game: 'go', log: (line) => log.push(line) });
  await engine.choose(goSituation(9, 'C3 pass'));
  await engine.close();
  assert.deepEqual(
    log.filter((line) => line.startsWith('received ')).map((line) => line.replace(/received \d+ /, '')),
    [
      ...['list_commands', 'protocol_version', 'name', 'version', 'boardsize 9', 'clear_board', 'komi 0'],
      ...['play b C3', 'play w pass', 'genmove b', 'quit'],
    ],
  );
});

test('an engine that crashes is started again and gets the whole game', async (t) => {
  const marker = temporaryFolder(t)('second-life');
  const { engine, log } = await openRestarting(t, gtpCommand('move=E5+crash', 'later=C3', `first=${marker}`), 'go');
  engine.newGame();
  assert.equal(describeChoice(goSituation(9, ''), await engine.choose(goSituation(9, ''))), 'E5');
  const situation = goSituation(9, 'E5 D4');
  assert.equal(describeChoice(situation, await engine.choose(situation)), 'C3');
  await engine.close();
  const second = log.slice(log.findIndex((line) => line.includes('restarting the engine')));
  assert.match(second[0] ?? '', /ended with exit code 3: out of ideas \(to genmove b\): restarting the engine$/);
  assert.deepEqual(
    second
      .filter((line) => /^received \d+ (?:play|genmove) /.test(line))
      .map((line) => line.replace(/received \d+ /, '')),
    ['play b E5', 'play w D4', 'genmove b'],
  );
});

/** The log of an engine that fails, is started again, fails again and resigns. */
async function failureLog(t: TestContext, command: string, situation: Situation): Promise<string[]> {
  const { engine, log } = await openRestarting(t, command, situation.game);
  assert.equal(describeChoice(situation, await engine.choose(situation)), 'resign');
  await engine.close();
  return withoutCommands(log).filter((line) => /restarting the engine|resigning/.test(line));
}

const ko = 'A2 D2 B3 C3 B1 C1 C2 B2';

test('an engine resigns after its second failure: a crash, no answer, too much output or an illegal move', async (t) => {
  const cases: [string, Situation, RegExp][] = [
    [gtpCommand('move=crash'), goSituation(9, ''), /ended with exit code 3/],
    [gtpCommand('move=hang'), goSituation(9, '', { time: { turn: 5 } }), /does not answer \(to genmove b\)/],
    [gtpCommand('move=flood'), goSituation(9, ''), /sends too much/],
    [gtpCommand('move=C2'), goSituation(5, ko), /C2 is illegal: ko/],
    [piskvorkCommand('move=crash'), gomokuSituation(15, ''), /ended with exit code 3/],
    [piskvorkCommand('move=hang'), gomokuSituation(15, '', { time: { turn: 5 } }), /does not answer/],
    [piskvorkCommand('move=flood'), gomokuSituation(15, ''), /sends too much/],
    [piskvorkCommand('move=15,15'), gomokuSituation(15, ''), /plays 15,15, off a board of 15 lines/],
  ];
  const failures = cases.map(async ([command, situation, reason]) => {
    const lines = await failureLog(t, command, situation);
    assert.equal(lines.length, 2, lines.join('\n'));
    for (const line of lines) assert.match(line, reason);
    assert.match(lines[1] ?? '', /second failure in this game, resigning$/);
  });
  await Promise.all(failures);
});

test('an engine that ignores quit and SIGTERM gets SIGKILL', async (t) => {
  for (const [command, game] of [
    [gtpCommand('stubborn'), 'go'],
    [piskvorkCommand('stubborn'), 'gomoku'],
  ] as const) {
    const log: string[] = [];
    const engine = await open(t, command, { game, timeouts: SHORT_TIMEOUTS, log: (line) => log.push(line) });
    await engine.close();
    assert.ok(log.some((line) => line.endsWith('ignores SIGTERM: SIGKILL')));
  }
});

test('closing an engine ends its pending choice with an error', async (t) => {
  const log: string[] = [];
  const thinking = Promise.withResolvers<void>();
  const onLine = (line: string) => {
    log.push(line);
    if (line.includes('genmove')) thinking.resolve();
  };
  const engine = await open(t, gtpCommand('move=hang'), { game: 'go', log: onLine });
  const choice = engine.choose(goSituation(9, ''));
  await thinking.promise;
  await Promise.all([engine.close(), engine.close()]);
  assert.match(describeChoice(goSituation(9, ''), await choice), /is closed/);
});

test('a program that prints random bytes is reported as no engine', async () => {
  const script = `
    let seed = Number(process.argv[1]);
    const noise = (length) => Buffer.from({ length }, () => (seed = (seed * 48271) % 2147483647) >> 8);
    process.stdout.write(noise(100000));
    process.stderr.write(noise(100000));`;
  for (const [index, game] of (['go', 'gomoku', 'unknown'] as const).entries()) {
    const command = scriptCommand(script.replaceAll('\n', ' '), String(index + 1));
    const engine = await openExternalEngine(command, { game, log: () => {}, timeouts: SHORT_TIMEOUTS });
    if (engine.ok) await engine.value.close();
    assert.ok(!engine.ok, `random bytes were accepted as an engine for ${game}`);
  }
});
