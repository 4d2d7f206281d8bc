import assert from 'node:assert/strict';
import test from 'node:test';
import { go, gomoku, vertex } from '../../test/engines/situations.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Point } from '../rules/point.ts';
import type { Choice, Engine, Situation } from './engine.ts';
import { SupervisedEngine } from './supervised.ts';

/** What a life of the engine answers, one after the other: a vertex, `pass`, `resign`, or a problem. */
type Life = readonly string[];

/** An engine that lives these lives, watched over; and what happens to it, one line each. */
function watch(...lives: readonly Life[]): { readonly engine: SupervisedEngine; readonly story: string[] } {
  const story: string[] = [];
  let life = 0;
  const live = (): Engine => {
    const answers = [...(lives[life] ?? [])];
    const name = `engine ${++life}`;
    return {
      choose: (situation) => {
        story.push(`${name} is asked after ${situation.turns.length}`);
        return Promise.resolve(answerOf(situation, answers.shift() ?? 'nothing left'));
      },
      close: () => {
        story.push(`${name} is closed`);
        return Promise.resolve();
      },
    };
  };
  const reopen = (): Promise<Result<Engine>> =>
    Promise.resolve(life < lives.length ? ok(live()) : problem('it cannot be run'));
  return { engine: new SupervisedEngine(live(), reopen, (line) => story.push(line)), story };
}

function answerOf({ size }: Situation, answer: string): Result<Choice> {
  if (answer === 'pass' || answer === 'resign') return ok({ kind: answer });
  if (/^[A-T]\d+$/.test(answer)) return ok({ kind: 'play', point: vertex(size, answer) });
  return problem(answer);
}

test('an engine that plays well is left alone', async () => {
  const { engine, story } = watch(['E5', 'pass', 'resign']);
  engine.newGame();
  assert.deepEqual(await engine.choose(go(9, '')), ok({ kind: 'play', point: vertex(9, 'E5') }));
  assert.deepEqual(await engine.choose(go(9, 'E5 C3')), ok({ kind: 'pass' }));
  assert.deepEqual(await engine.choose(go(9, 'E5 C3 pass D5')), ok({ kind: 'resign' }));
  await engine.close();
  assert.deepEqual(story, [
    'engine 1 is asked after 0',
    'engine 1 is asked after 2',
    'engine 1 is asked after 4',
    'engine 1 is closed',
  ]);
});

test('one that is gone is started again once in a game, and asked with the whole game; then the game is resigned', async () => {
  const { engine, story } = watch(['E5', 'it crashed'], ['D5', 'it hangs'], ['it floods'], ['C3']);
  engine.newGame();
  await engine.choose(go(9, ''));
  assert.deepEqual(await engine.choose(go(9, 'E5 C3')), ok({ kind: 'play', point: vertex(9, 'D5') }));
  assert.deepEqual(await engine.choose(go(9, 'E5 C3 D5 pass')), ok({ kind: 'resign' }));
  assert.deepEqual(story, [
    'engine 1 is asked after 0',
    'engine 1 is asked after 2',
    'engine 1 is closed',
    'it crashed: the engine is started again',
    'engine 2 is asked after 2',
    'engine 2 is asked after 4',
    'engine 2 is closed',
    'it hangs: for the second time in this game, which is resigned',
  ]);
  // The next game has another, and another chance.
  engine.newGame();
  assert.deepEqual(await engine.choose(go(9, '')), ok({ kind: 'play', point: vertex(9, 'C3') }));
  assert.ok(story.includes('it floods: the engine is started again'));
});

test('what is illegal by the rules of either seat is no answer', async () => {
  const { engine, story } = watch(['C3'], ['C3']);
  assert.deepEqual(await engine.choose(go(9, 'C3')), ok({ kind: 'resign' }));
  const what = 'the engine answers what may not be played: C3 is illegal: occupied';
  assert.equal(story.filter((line) => line.startsWith(what)).length, 2);
  const passing = watch(['pass'], ['H8', 'H8']);
  assert.deepEqual(await passing.engine.choose(gomoku(15, '')), ok({ kind: 'play', point: 112 as Point }));
  assert.equal(
    passing.story[2],
    'the engine answers what may not be played: there is no pass in Gomoku: the engine is started again',
  );
});

test('one that cannot be started again has failed twice', async () => {
  const { engine, story } = watch(['it crashed']);
  assert.deepEqual(await engine.choose(go(9, '')), ok({ kind: 'resign' }));
  assert.equal(story.at(-1), 'it cannot be run: for the second time in this game, which is resigned');
});

test('a choice that is being made when it is closed is a problem, and nothing is started again', async () => {
  const asked = Promise.withResolvers<Result<Choice>>();
  const story: string[] = [];
  const hanging: Engine = {
    choose: () => asked.promise,
    close: () => {
      asked.resolve(problem('it is closed'));
      return Promise.resolve();
    },
  };
  const engine = new SupervisedEngine(
    hanging,
    () => assert.fail('started again'),
    (line) => story.push(line),
  );
  const choice = engine.choose(go(9, ''));
  await engine.close();
  assert.deepEqual(await choice, problem('the engine is closed'));
  assert.deepEqual(story, []);
  // Twice does no harm.
  await engine.close();
});

test('closed while another is being started: that one is closed as well', async () => {
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
  const engine = new SupervisedEngine(broken, reopen, () => {});
  const choice = engine.choose(go(9, ''));
  await started.promise;
  const closing = engine.close();
  opening.resolve(ok(broken));
  await closing;
  assert.equal(closed, 2);
  assert.deepEqual(await choice, problem('the engine is closed'));
});

test('the second has the time that the first has left', async () => {
  const times: Situation['time'][] = [];
  const late: Engine = {
    choose: async (situation) => {
      times.push(situation.time);
      const begun = performance.now();
      while (performance.now() - begun < 2) await new Promise(setImmediate);
      return problem('it crashed');
    },
    close: () => Promise.resolve(),
  };
  const engine = new SupervisedEngine(
    late,
    () => Promise.resolve(ok(late)),
    () => {},
  );
  await engine.choose(go(9, '', { time: { turn: 1, match: 60_000 } }));
  assert.deepEqual(times[0], { turn: 1, match: 60_000 });
  assert.equal(times[1]?.turn, 0);
  assert.equal(times[1]?.match, 60_000);
  assert.ok((times[1]?.left ?? 60_000) <= 59_998);
});
