import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { EngineChoice, Situation } from '../../../src/engines/engine.ts';
import { ENGINE_TIMEOUTS } from '../../../src/engines/engine-timeouts.ts';
import { type ExternalEngine, acceptedSizes } from '../../../src/engines/external-engine.ts';
import { type OpenOptions, openEngine } from '../../../src/engines/open-engine.ts';
import { RestartingEngine } from '../../../src/engines/restarting-engine.ts';
import { ok, type Result } from '../../../src/result.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { vertexName } from '../../../src/rules/vertex.ts';
import { temporaryFolder } from '../../e2e/serve/server-process.ts';
import { gtpCommand, piskvorkCommand, SHORT, scriptCommand } from '../../support/engines/engine-command-lines.ts';
import { go, gomoku } from '../../support/engines/situations.ts';

/** Engines that are real processes, misbehaving as real ones do. */

async function open(context: TestContext, command: string, options: Partial<OpenOptions> = {}) {
  const engine = await openEngine(command, { game: 'unknown', log: () => {}, ...options });
  assert.ok(engine.ok, JSON.stringify(engine));
  context.after(() => engine.value.close());
  return engine.value;
}

/** Watched over, and its log; where it ends badly nobody waits for it. */
async function supervise(context: TestContext, command: string, game: 'go' | 'gomoku') {
  const log: string[] = [];
  const options: OpenOptions = { game, log: (line) => log.push(line), patience: SHORT };
  const engine = new RestartingEngine(
    await open(context, command, options),
    () => openEngine(command, options),
    options.log,
  );
  context.after(() => engine.close());
  return { engine, log };
}

const named = ({ size }: Situation, choice: Result<EngineChoice>): string => {
  if (!choice.ok) return choice.problem;
  return choice.value.kind === 'play' ? vertexName(square(size), choice.value.point) : choice.value.kind;
};

const said = (log: readonly string[]): string[] => log.filter((line) => !line.startsWith('heard '));

test('it is found out which language a program speaks', async (t) => {
  const engines: ExternalEngine[] = await Promise.all([
    open(t, gtpCommand()),
    open(t, piskvorkCommand()),
    open(t, piskvorkCommand('mute'), { patience: { ...ENGINE_TIMEOUTS, probe: 100 } }),
  ]);
  assert.deepEqual(
    engines.map(({ kind, name }) => `${kind} ${name}`),
    [`gtp ${process.execPath.split('/').at(-1)}`, 'piskvork Scripted', 'piskvork Scripted'],
  );
});

test('a program that ends instead of answering is a problem that says why', async () => {
  const command = scriptCommand("console.error('no such option'); process.exitCode = 2");
  for (const game of ['go', 'gomoku', 'unknown'] as const) {
    const engine = await openEngine(command, { game, log: () => {} });
    assert.ok(!engine.ok);
    assert.match(engine.problem, /ended with exit code 2: no such option/);
  }
  const missing = await openEngine('/no/such/engine', { game: 'go', log: () => {} });
  assert.deepEqual(missing, { ok: false, problem: 'there is no program "/no/such/engine"' });
});

test('whatever ends their lines, engines are understood', async (t) => {
  const endings = ['lf', 'crlf', 'cr'].map(async (ending) => {
    const black = await open(t, gtpCommand('move=D4', `ending=${ending}`), { game: 'go' });
    assert.equal(named(go(9, ''), await black.choose(go(9, ''))), 'D4');
    const brain = await open(t, piskvorkCommand('move=7,7', `ending=${ending}`), { game: 'gomoku' });
    assert.deepEqual(await brain.choose(gomoku(15, '')), ok({ kind: 'play', point: 112 as Point }));
  });
  await Promise.all(endings);
});

test('the boards that an engine accepts', async (t) => {
  const sizes = await acceptedSizes(await open(t, gtpCommand()));
  assert.ok(sizes.ok);
  assert.ok(sizes.value.includes(2) && sizes.value.includes(19) && sizes.value.includes(131));
});

test('standard error is in the log, among it what the engine was told', async (t) => {
  const log: string[] = [];
  const engine = await open(t, gtpCommand('move=E5'), { game: 'go', log: (line) => log.push(line) });
  await engine.choose(go(9, 'C3 pass'));
  await engine.close();
  assert.deepEqual(
    log.filter((line) => line.startsWith('heard ')).map((line) => line.replace(/heard \d+ /, '')),
    [
      ...['list_commands', 'protocol_version', 'name', 'version', 'boardsize 9', 'clear_board', 'komi 0'],
      ...['play b C3', 'play w pass', 'genmove b', 'quit'],
    ],
  );
});

test('an engine that crashes is started again, and is told the whole game', async (t) => {
  const sign = temporaryFolder(t)('second-life');
  const { engine, log } = await supervise(t, gtpCommand('move=E5+crash', 'later=C3', `first=${sign}`), 'go');
  engine.newGame();
  assert.equal(named(go(9, ''), await engine.choose(go(9, ''))), 'E5');
  const situation = go(9, 'E5 D4');
  assert.equal(named(situation, await engine.choose(situation)), 'C3');
  await engine.close();
  const second = log.slice(log.findIndex((line) => line.includes('started again')));
  assert.match(second[0] ?? '', /ended with exit code 3: out of ideas \(to genmove b\): the engine is started again$/);
  assert.deepEqual(
    second.filter((line) => /^heard \d+ (?:play|genmove) /.test(line)).map((line) => line.replace(/heard \d+ /, '')),
    ['play b E5', 'play w D4', 'genmove b'],
  );
});

/** How an engine that plays badly in both lives loses its game. */
async function failure(t: TestContext, command: string, situation: Situation): Promise<string[]> {
  const { engine, log } = await supervise(t, command, situation.game);
  assert.equal(named(situation, await engine.choose(situation)), 'resign');
  await engine.close();
  return said(log).filter((line) => /started again|resigned/.test(line));
}

const ko = 'A2 D2 B3 C3 B1 C1 C2 B2';

test('an engine that fails twice resigns: by a crash, by silence, by a flood, by what is illegal', async (t) => {
  const cases: [string, Situation, RegExp][] = [
    [gtpCommand('move=crash'), go(9, ''), /ended with exit code 3/],
    [gtpCommand('move=hang'), go(9, '', { time: { turn: 5 } }), /does not answer \(to genmove b\)/],
    [gtpCommand('move=flood'), go(9, ''), /floods/],
    [gtpCommand('move=C2'), go(5, ko), /C2 is illegal: ko/],
    [piskvorkCommand('move=crash'), gomoku(15, ''), /ended with exit code 3/],
    [piskvorkCommand('move=hang'), gomoku(15, '', { time: { turn: 5 } }), /does not answer/],
    [piskvorkCommand('move=flood'), gomoku(15, ''), /floods/],
    [piskvorkCommand('move=15,15'), gomoku(15, ''), /plays 15,15, off a board of 15 lines/],
  ];
  const failures = cases.map(async ([command, situation, why]) => {
    const told = await failure(t, command, situation);
    assert.equal(told.length, 2, told.join('\n'));
    for (const line of told) assert.match(line, why);
    assert.match(told[1] ?? '', /for the second time in this game, which is resigned$/);
  });
  await Promise.all(failures);
});

test('one that ignores quit and SIGTERM is gone all the same', async (t) => {
  for (const [command, game] of [
    [gtpCommand('stubborn'), 'go'],
    [piskvorkCommand('stubborn'), 'gomoku'],
  ] as const) {
    const log: string[] = [];
    const engine = await open(t, command, { game, patience: SHORT, log: (line) => log.push(line) });
    await engine.close();
    assert.ok(log.some((line) => line.endsWith('does not heed SIGTERM: SIGKILL')));
  }
});

test('to close it is a problem for the choice that it is making', async (t) => {
  const log: string[] = [];
  const thinking = Promise.withResolvers<void>();
  const hear = (line: string) => {
    log.push(line);
    if (line.includes('genmove')) thinking.resolve();
  };
  const engine = await open(t, gtpCommand('move=hang'), { game: 'go', log: hear });
  const choice = engine.choose(go(9, ''));
  await thinking.promise;
  await Promise.all([engine.close(), engine.close()]);
  assert.match(named(go(9, ''), await choice), /is closed/);
});

test('any bytes at all are a problem and no more', async () => {
  const script = `
    let seed = Number(process.argv[1]);
    const noise = (length) => Buffer.from({ length }, () => (seed = (seed * 48271) % 2147483647) >> 8);
    process.stdout.write(noise(100000));
    process.stderr.write(noise(100000));`;
  for (const [index, game] of (['go', 'gomoku', 'unknown'] as const).entries()) {
    const command = scriptCommand(script.replaceAll('\n', ' '), String(index + 1));
    const engine = await openEngine(command, { game, log: () => {}, patience: SHORT });
    if (engine.ok) await engine.value.close();
    assert.ok(!engine.ok, `noise is taken for an engine of ${game}`);
  }
});
