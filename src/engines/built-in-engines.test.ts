import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GoPosition } from '../rules/go/position.ts';
import type { Point } from '../rules/point.ts';
import { square } from '../rules/point.ts';
import { type BuiltInOptions, openBuiltInEngines } from './built-in-engines.ts';
import type { Engine, GomokuSituation, GoSituation, TimeLeft } from './engine.ts';

const GO: GoSituation = {
  game: 'go',
  size: 5,
  color: 'black',
  setup: [],
  turns: [],
  komi: 7.5,
  rulesets: [{ ko: 'positional', suicide: 'forbidden' }],
};
const GOMOKU: GomokuSituation = { game: 'gomoku', rule: 'freestyle', size: 15, color: 'black', setup: [], turns: [] };

function open(t: TestContext, options: BuiltInOptions = {}) {
  const builtIn = openBuiltInEngines(options);
  t.after(() => builtIn.close());
  return builtIn;
}

/** A thread that runs `code` for each request; `choose(point)` answers it. */
const scripted = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port } from 'node:worker_threads';
      const choose = (point) => port.postMessage({ kind: 'chosen', choice: { kind: 'play', point } });
      port.on('message', (request) => { ${code} });
    `)}`,
  );

/** The choice is the budget. */
const TELLS_BUDGET = scripted(`choose(request.budget)`);

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

test('one player plays both games, at once', async (t) => {
  const builtIn = open(t, { budget: 100 });
  const [go, gomoku] = [builtIn.engine(), builtIn.engine()];
  const [stone, first] = await Promise.all([chosen(go), chosen(gomoku, GOMOKU)]);
  assert.equal(first, 7 * 15 + 7);
  const position = new GoPosition(square(5));
  assert.equal(position.judge('black', stone as Point, GO.rulesets[0]!), undefined);
  const answer = stone === 6 ? 8 : 6;
  const turns = [
    { kind: 'play', color: 'black', point: stone as Point },
    { kind: 'play', color: 'white', point: answer as Point },
  ] as const;
  assert.ok(![stone, answer].includes(await chosen(go, { ...GO, turns })));
});

test('those who wait share the time, and nobody gets too little', async (t) => {
  const builtIn = open(t, { budget: 300, worker: TELLS_BUDGET });
  const wait = (count: number) => Promise.all(Array.from({ length: count }, () => chosen(builtIn.engine())));
  assert.deepEqual(await wait(1), [300]);
  assert.deepEqual(await wait(3), [300, 150, 300]);
  assert.deepEqual((await wait(20)).slice(0, 3), [300, 50, 50]);
});

test('a clock bounds the time: half of a turn, a thirtieth of what is left', async (t) => {
  const engine = open(t, { budget: 300, worker: TELLS_BUDGET }).engine();
  const budget = (time: TimeLeft) => chosen(engine, { ...GO, time });
  assert.equal(await budget({ turn: 100 }), 50);
  assert.equal(await budget({ turn: 10 }), 5);
  assert.equal(await budget({ turn: 30_000, match: 180_000, left: 3000 }), 100);
  assert.equal(await budget({ turn: 30_000, match: 180_000, left: 100_000 }), 300);
});

test('a thread that breaks is a problem once, for one, and then there is another', async (t) => {
  const worker = scripted(`if (request.situation.komi === 0) throw new Error('ouch'); choose(request.game)`);
  const builtIn = open(t, { worker });
  const [one, other] = [builtIn.engine(), builtIn.engine()];
  const [broken, whole] = await Promise.all([one.choose({ ...GO, komi: 0 }), other.choose(GO)]);
  assert.ok(!broken.ok);
  assert.match(broken.problem, /^the thread of the built-in player stopped unexpectedly: ouch$/);
  assert.ok(whole.ok);
  assert.equal(await chosen(one), 0);
});

test('a thread that hangs is a problem, too', async (t) => {
  const worker = scripted(`while (request.situation.komi === 0); choose(1)`);
  const engine = open(t, { worker, budget: 0, patience: 2_000 }).engine();
  const hanging = await engine.choose({ ...GO, komi: 0 });
  assert.ok(!hanging.ok && /stopped/.test(hanging.problem));
  assert.equal(await chosen(engine), 1);
});

test('an engine that is closed chooses no more, and the others go on', async (t) => {
  const worker = scripted(`
    globalThis.forgotten ??= [];
    if (request.kind === 'choose') setTimeout(() => choose(100 + forgotten.length), 20);
    else { forgotten.push(request.game); port.postMessage({ kind: 'forgotten' }); }
  `);
  const builtIn = open(t, { worker });
  const [one, other] = [builtIn.engine(), builtIn.engine()];
  const [inWork, waiting, others] = [one.choose(GO), one.choose(GO), other.choose(GO)];
  await one.close();
  await one.close();
  assert.ok(!(await inWork).ok);
  assert.ok(!(await waiting).ok);
  assert.ok((await others).ok);
  assert.equal(await problemOf(one), 'the built-in player is closed');
  // The thread has been told once.
  assert.equal(await chosen(other), 101);
});

test('closing the whole ends what is being chosen, and may be done twice', async (t) => {
  const builtIn = open(t, { worker: scripted(`while (true);`) });
  const engine = builtIn.engine();
  const choices = [engine.choose(GO), builtIn.engine().choose(GO)];
  await builtIn.close();
  await builtIn.close();
  for (const choice of await Promise.all(choices)) assert.ok(!choice.ok);
  assert.equal(await problemOf(engine), 'the built-in player is closed');
  await engine.close();
});
