import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GoPosition } from '../rules/go/go-position.ts';
import type { Point } from '../rules/point.ts';
import { square } from '../rules/point.ts';
import { type BuiltInEngines, type BuiltInEnginesOptions, openBuiltInEngines } from './built-in-engines.ts';
import type { Engine, EngineTimeLimits, GomokuSituation, GoSituation } from './engine.ts';
import type { Level } from './level.ts';

const GO: GoSituation = {
  game: 'go',
  size: 5,
  color: 'black',
  setup: [],
  moves: [],
  komi: 7.5,
  rulesets: [{ ko: 'positional', suicide: 'forbidden' }],
};
const GOMOKU: GomokuSituation = { game: 'gomoku', rule: 'freestyle', size: 15, color: 'black', setup: [], moves: [] };

function open(t: TestContext, options: BuiltInEnginesOptions = {}): BuiltInEngines {
  const builtIn = openBuiltInEngines(options);
  t.after(() => builtIn.close());
  return builtIn;
}

const engineOf = (builtIn: BuiltInEngines, level: Level = 6, seed = 1) => builtIn.engine({ level, seed });

/** A worker that runs `code` for each request. In the code, `choose(point)` answers the request. */
const workerWith = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port } from 'node:worker_threads';
      const choose = (point) => port.postMessage({ choice: { kind: 'play', point } });
      port.on('message', (request) => { ${code} });
    `)}`,
  );

/** A worker whose choice is the time limit. */
const CHOOSES_LIMIT = workerWith(`choose(request.limit)`);

async function chosen(engine: Engine, situation: GoSituation | GomokuSituation = GO): Promise<number> {
  const choice = await engine.choose(situation);
  assert.ok(choice.ok && choice.value.kind === 'play', JSON.stringify(choice));
  return choice.value.point;
}

async function problemOf(engine: Engine): Promise<string> {
  const choice = await engine.choose(GO);
  assert.ok(!choice.ok);
  return choice.problem;
}

test('the engines play both games at the same time', async (t) => {
  const builtIn = open(t);
  const [go, gomoku] = [engineOf(builtIn, 3), engineOf(builtIn, 3)];
  const [stone, first] = await Promise.all([chosen(go), chosen(gomoku, GOMOKU)]);
  assert.equal(first, 7 * 15 + 7);
  const position = new GoPosition(square(5));
  assert.equal(position.judge('black', stone as Point, GO.rulesets[0]!), undefined);
  const answer = stone === 6 ? 8 : 6;
  const moves = [
    { kind: 'play', color: 'black', point: stone as Point },
    { kind: 'play', color: 'white', point: answer as Point },
  ] as const;
  assert.ok(![stone, answer].includes(await chosen(go, { ...GO, moves })));
});

test('the same level, seed and game choose the same move; another seed or game chooses another move', async (t) => {
  const builtIn = open(t);
  const empty = { ...GO, size: 9 };
  for (const level of [1, 4] as const) {
    const firsts = async (seed: number): Promise<number[]> => {
      const engine = engineOf(builtIn, level, seed);
      const points: number[] = [];
      for (let game = 0; game < 5; game++) {
        points.push(await chosen(engine, empty));
        engine.newGame?.();
      }
      return points;
    };
    const [one, again, other] = [await firsts(1), await firsts(1), await firsts(2)];
    assert.deepEqual(again, one);
    assert.notDeepEqual(other, one);
    assert.ok(new Set(one).size > 1, String(one));
  }
});

test('a request contains level, seed and game', async (t) => {
  const engine = engineOf(
    open(t, { worker: workerWith('choose(request.level + 10 * request.seed + 1000 * request.game)') }),
    5,
    7,
  );
  assert.equal(await chosen(engine), 75);
  engine.newGame?.();
  assert.equal(await chosen(engine), 1075);
});

test('waiting choices share the time, and each gets a minimum', async (t) => {
  const builtIn = open(t, { limit: 300, worker: CHOOSES_LIMIT });
  const wait = (count: number) => Promise.all(Array.from({ length: count }, () => chosen(engineOf(builtIn))));
  assert.deepEqual(await wait(1), [300]);
  assert.deepEqual(await wait(3), [300, 150, 300]);
  assert.deepEqual((await wait(20)).slice(0, 3), [300, 50, 50]);
});

test('a quick level does not wait for a slow one', async (t) => {
  const worker = workerWith(`if (request.level === 1) choose(1)`);
  const builtIn = open(t, { worker });
  const slow = engineOf(builtIn, 6).choose(GO);
  assert.equal(await chosen(engineOf(builtIn, 1)), 1);
  await builtIn.close();
  assert.ok(!(await slow).ok);
});

test('the clock limits the time of a choice: a quarter of the time for the move, a thirtieth of the time left', async (t) => {
  const engine = engineOf(open(t, { limit: 300, worker: CHOOSES_LIMIT }));
  const limit = (time: EngineTimeLimits) => chosen(engine, { ...GO, time });
  assert.equal(await limit({ turn: 100 }), 25);
  assert.equal(await limit({ turn: 8 }), 2);
  assert.equal(await limit({ match: 3000 }), 100);
  assert.equal(await limit({ turn: 30_000, match: 180_000, left: 3000 }), 100);
  assert.equal(await limit({ turn: 30_000, match: 180_000, left: 100_000 }), 300);
});

test('a broken thread is a problem for one choice, and is then replaced', async (t) => {
  const worker = workerWith(`if (request.situation.komi === 0) throw new Error('ouch'); choose(0)`);
  const builtIn = open(t, { worker });
  const [one, other] = [engineOf(builtIn), engineOf(builtIn)];
  const [broken, whole] = await Promise.all([one.choose({ ...GO, komi: 0 }), other.choose(GO)]);
  assert.ok(!broken.ok);
  assert.match(broken.problem, /^the thread of the built-in player stopped unexpectedly: ouch$/);
  assert.ok(whole.ok);
  assert.equal(await chosen(one), 0);
});

test('a thread that hangs is a problem', async (t) => {
  const worker = workerWith(`while (request.situation.komi === 0); choose(1)`);
  const engine = engineOf(open(t, { worker, limit: 0, hangTimeout: 2_000 }));
  const hanging = await engine.choose({ ...GO, komi: 0 });
  assert.ok(!hanging.ok && /stopped/.test(hanging.problem));
  assert.equal(await chosen(engine), 1);
});

test('a closed engine chooses no more moves, and the others continue', async (t) => {
  const builtIn = open(t, { worker: workerWith(`setTimeout(() => choose(100), 20)`) });
  const [one, other] = [engineOf(builtIn), engineOf(builtIn)];
  const [inWork, waiting, others] = [one.choose(GO), one.choose(GO), other.choose(GO)];
  await one.close();
  await one.close();
  assert.ok(!(await inWork).ok);
  assert.ok(!(await waiting).ok);
  assert.ok((await others).ok);
  assert.equal(await problemOf(one), 'the built-in player is closed');
  assert.equal(await chosen(other), 100);
});

test('closing all engines ends the running choice, and may be repeated', async (t) => {
  const builtIn = open(t, { worker: workerWith(`while (true);`) });
  const engine = engineOf(builtIn);
  const choices = [engine.choose(GO), engineOf(builtIn).choose(GO)];
  await builtIn.close();
  await builtIn.close();
  for (const choice of await Promise.all(choices)) assert.ok(!choice.ok);
  assert.equal(await problemOf(engine), 'the built-in player is closed');
  await engine.close();
});
