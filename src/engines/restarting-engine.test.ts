import assert from 'node:assert/strict';
import test from 'node:test';
import { gomokuSituation, goSituation, vertex } from '../../test/support/engines/engine-situations.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Point } from '../rules/point.ts';
import type { Engine, EngineChoice, Situation } from './engine.ts';
import { RestartingEngine } from './restarting-engine.ts';

/** The answers of one program, one after the other: a vertex, `pass`, `resign`, or a problem. */
type Answers = readonly string[];

/** A RestartingEngine whose programs have these answers, and a log with one line for each event. */
function openScripted(...programs: readonly Answers[]): { readonly engine: RestartingEngine; readonly log: string[] } {
  const log: string[] = [];
  let program = 0;
  const openProgram = (): Engine => {
    const answers = [...(programs[program] ?? [])];
    const name = `engine ${++program}`;
    return {
      choose: (situation) => {
        log.push(`${name} is asked after ${situation.moves.length}`);
        return Promise.resolve(answerOf(situation, answers.shift() ?? 'nothing left'));
      },
      close: () => {
        log.push(`${name} is closed`);
        return Promise.resolve();
      },
    };
  };
  const reopen = (): Promise<Result<Engine>> =>
    Promise.resolve(program < programs.length ? ok(openProgram()) : problem('it cannot be run'));
  return { engine: new RestartingEngine(openProgram(), reopen, (line) => log.push(line)), log };
}

function answerOf({ size }: Situation, answer: string): Result<EngineChoice> {
  if (answer === 'pass' || answer === 'resign') return ok({ kind: answer });
  if (/^[A-T]\d+$/.test(answer)) return ok({ kind: 'play', point: vertex(size, answer) });
  return problem(answer);
}

test('an engine without failures is not replaced', async () => {
  const { engine, log } = openScripted(['E5', 'pass', 'resign']);
  engine.newGame();
  assert.deepEqual(await engine.choose(goSituation(9, '')), ok({ kind: 'play', point: vertex(9, 'E5') }));
  assert.deepEqual(await engine.choose(goSituation(9, 'E5 C3')), ok({ kind: 'pass' }));
  assert.deepEqual(await engine.choose(goSituation(9, 'E5 C3 pass D5')), ok({ kind: 'resign' }));
  await engine.close();
  assert.deepEqual(log, [
    'engine 1 is asked after 0',
    'engine 1 is asked after 2',
    'engine 1 is asked after 4',
    'engine 1 is closed',
  ]);
});

test('a program that has ended is replaced once in a game, and gets the whole game; after a second failure the engine resigns', async () => {
  const { engine, log } = openScripted(['E5', 'it crashed'], ['D5', 'it hangs'], ['it floods'], ['C3']);
  engine.newGame();
  await engine.choose(goSituation(9, ''));
  assert.deepEqual(await engine.choose(goSituation(9, 'E5 C3')), ok({ kind: 'play', point: vertex(9, 'D5') }));
  assert.deepEqual(await engine.choose(goSituation(9, 'E5 C3 D5 pass')), ok({ kind: 'resign' }));
  assert.deepEqual(log, [
    'engine 1 is asked after 0',
    'engine 1 is asked after 2',
    'engine 1 is closed',
    'it crashed: restarting the engine',
    'engine 2 is asked after 2',
    'engine 2 is asked after 4',
    'engine 2 is closed',
    'it hangs: second failure in this game, resigning',
  ]);
  // In the next game, the program may fail once again.
  engine.newGame();
  assert.deepEqual(await engine.choose(goSituation(9, '')), ok({ kind: 'play', point: vertex(9, 'C3') }));
  assert.ok(log.includes('it floods: restarting the engine'));
});

test('a stone that is illegal by the rules of either seat is a failure', async () => {
  const { engine, log } = openScripted(['C3'], ['C3']);
  assert.deepEqual(await engine.choose(goSituation(9, 'C3')), ok({ kind: 'resign' }));
  const what = 'the engine chose an illegal move: C3 is illegal: occupied';
  assert.equal(log.filter((line) => line.startsWith(what)).length, 2);
  const passing = openScripted(['pass'], ['H8', 'H8']);
  assert.deepEqual(await passing.engine.choose(gomokuSituation(15, '')), ok({ kind: 'play', point: 112 as Point }));
  assert.equal(passing.log[2], 'the engine chose an illegal move: there is no pass in Gomoku: restarting the engine');
});

test('a program that cannot be started again counts as a second failure', async () => {
  const { engine, log } = openScripted(['it crashed']);
  assert.deepEqual(await engine.choose(goSituation(9, '')), ok({ kind: 'resign' }));
  assert.equal(log.at(-1), 'it cannot be run: second failure in this game, resigning');
});

test('closing during a choice makes it a problem, and no program is started', async () => {
  const pending = Promise.withResolvers<Result<EngineChoice>>();
  const log: string[] = [];
  const hanging: Engine = {
    choose: () => pending.promise,
    close: () => {
      pending.resolve(problem('it is closed'));
      return Promise.resolve();
    },
  };
  const engine = new RestartingEngine(
    hanging,
    () => assert.fail('started again'),
    (line) => log.push(line),
  );
  const choice = engine.choose(goSituation(9, ''));
  await engine.close();
  assert.deepEqual(await choice, problem('the engine is closed'));
  assert.deepEqual(log, []);
  // Closing twice is allowed.
  await engine.close();
});

test('closing while a program is being started closes that program, too', async () => {
  const opening = Promise.withResolvers<Result<Engine>>();
  let closed = 0;
  const close = () => {
    closed++;
    return Promise.resolve();
  };
  const started = Promise.withResolvers<void>();
  const reopen = () => {
    started.resolve();
    return opening.promise;
  };
  const broken: Engine = { choose: () => Promise.resolve(problem('it crashed')), close };
  const engine = new RestartingEngine(broken, reopen, () => {});
  const choice = engine.choose(goSituation(9, ''));
  await started.promise;
  const closing = engine.close();
  opening.resolve(ok(broken));
  await closing;
  assert.equal(closed, 2);
  assert.deepEqual(await choice, problem('the engine is closed'));
});

/** The requests to the first program, which fails after `milliseconds`, and to the second program. */
async function requestsToTwoPrograms(situation: Situation, milliseconds: number): Promise<readonly Situation[]> {
  const requests: Situation[] = [];
  let now = 1_000;
  const failing: Engine = {
    choose: async (each) => {
      requests.push(each);
      now += milliseconds;
      return problem('it crashed');
    },
    close: () => Promise.resolve(),
  };
  const reopen = () => {
    now += 250;
    return Promise.resolve(ok(failing));
  };
  await new RestartingEngine(
    failing,
    reopen,
    () => {},
    () => now,
  ).choose(situation);
  return requests;
}

test('a new program has the rest of the server’s clock, and the whole limit per move', async () => {
  const time = { turn: 30_000, match: 60_000 };
  const [first, second] = await requestsToTwoPrograms(goSituation(9, '', { time, moveTime: 2_000 }), 5_000);
  assert.deepEqual([first?.time, first?.moveTime], [time, 2_000]);
  assert.deepEqual(second?.time, { turn: 24_750, match: 60_000, left: 54_750 });
  assert.equal(second?.moveTime, 2_000);
  const [, late] = await requestsToTwoPrograms(goSituation(9, '', { time: { turn: 1_000 } }), 5_000);
  assert.deepEqual(late?.time, { turn: 0 });
});

/** An engine whose answers the test gives. `state` has the current and the maximum number of choices at once. */
function controlledEngine() {
  const answers: PromiseWithResolvers<Result<EngineChoice>>[] = [];
  const state = { busy: 0, maximum: 0, requests: 0 };
  const engine: Engine = {
    choose: async () => {
      state.requests++;
      state.maximum = Math.max(state.maximum, ++state.busy);
      const pending = Promise.withResolvers<Result<EngineChoice>>();
      answers.push(pending);
      const choice = await pending.promise;
      state.busy--;
      return choice;
    },
    close: () => Promise.resolve(),
  };
  /** Resolves when the engine has a pending request. */
  const untilRequested = async () => {
    for (let ticks = 0; answers.length === 0; ticks++) {
      assert.ok(ticks < 100, 'the engine is not asked');
      await new Promise(setImmediate);
    }
  };
  const answer = async (choice: Result<EngineChoice>) => {
    await untilRequested();
    answers.shift()?.resolve(choice);
  };
  return { engine, state, untilRequested, answer };
}

test('an engine makes one choice at a time, even if its game has ended and the next one starts', async () => {
  const { engine: controlled, state, untilRequested, answer } = controlledEngine();
  const log: string[] = [];
  const engine = new RestartingEngine(
    controlled,
    () => Promise.resolve(ok(controlled)),
    (line) => log.push(line),
  );
  engine.newGame();
  const old = engine.choose(goSituation(9, ''));
  await answer(ok({ kind: 'pass' }));
  assert.deepEqual(await old, ok({ kind: 'pass' }));
  const abandoned = engine.choose(goSituation(9, 'pass pass'));
  await untilRequested();
  engine.newGame();
  const wanted = engine.choose(goSituation(9, ''));
  await answer(problem('it crashed'));
  assert.deepEqual(await abandoned, problem('it crashed'));
  await answer(problem('it crashed'));
  await answer(ok({ kind: 'pass' }));
  // The failure in the game that has ended does not count in this one.
  assert.deepEqual(await wanted, ok({ kind: 'pass' }));
  assert.deepEqual(state, { busy: 0, maximum: 1, requests: 4 });
  assert.deepEqual(log, ['it crashed, after its game has ended', 'it crashed: restarting the engine']);
});

test('a choice that waits while the engine is closed starts no program', async () => {
  const { engine: controlled, untilRequested, answer } = controlledEngine();
  const engine = new RestartingEngine(
    controlled,
    () => assert.fail('started again'),
    () => {},
  );
  const first = engine.choose(goSituation(9, ''));
  const second = engine.choose(goSituation(9, ''));
  await untilRequested();
  const closing = engine.close();
  await answer(problem('it is closed'));
  await closing;
  assert.deepEqual([await first, await second], [problem('the engine is closed'), problem('the engine is closed')]);
});
