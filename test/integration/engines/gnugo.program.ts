import assert from 'node:assert/strict';
import test from 'node:test';
import type { GoSituation } from '../../../src/engines/engine.ts';
import { acceptedSizes, type ExternalEngine } from '../../../src/engines/external-engine.ts';
import { goPosition } from '../../../src/engines/move-legality.ts';
import { openExternalEngine } from '../../../src/engines/open-external-engine.ts';
import type { Move } from '../../../src/lobby/games/game-event.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import { square } from '../../../src/rules/point.ts';
import { goSituation, POSITIONAL } from '../../support/engines/engine-situations.ts';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';

const path = gnugoPath();
const skip = path === undefined ? 'gnugo is not installed' : false;

/** Plays a game between two engines and asserts that every move is legal. */
async function play(engines: Readonly<Record<Color, ExternalEngine>>, size: number): Promise<void> {
  const position = new GoPosition(square(size));
  const turns: Move[] = [];
  for (let color: Color = 'black'; !position.isOver; color = opposite(color)) {
    const situation: GoSituation = { ...goSituation(size, '', { color, komi: 0.5 }), moves: [...turns] };
    const choice = await engines[color].choose(situation);
    assert.ok(choice.ok, JSON.stringify(choice));
    if (choice.value.kind === 'resign') break;
    if (choice.value.kind === 'play') {
      assert.equal(position.judge(color, choice.value.point, POSITIONAL), undefined);
      position.play(color, choice.value.point);
    } else position.pass(color);
    turns.push({ ...choice.value, color });
    assert.ok(turns.length < 4 * size * size, 'the game does not end');
  }
}

const open = async (t: { after(close: () => Promise<void>): void }): Promise<ExternalEngine> => {
  const engine = await openExternalEngine(`${path} --mode gtp --level 0`, { game: 'unknown', log: () => {} });
  assert.ok(engine.ok);
  t.after(() => engine.value.close());
  return engine.value;
};

test('GNU Go is detected as a GTP engine, with its board sizes', { skip }, async (t) => {
  const engine = await open(t);
  assert.equal(`${engine.kind} ${engine.name}`, 'gtp GNU Go');
  const sizes = await acceptedSizes(engine);
  assert.ok(sizes.ok);
  assert.ok(sizes.value.includes(5) && sizes.value.at(-1) === 19);
});

test('GNU Go plays two games against itself', { skip }, async (t) => {
  const engines = { black: await open(t), white: await open(t) };
  for (let game = 0; game < 2; game++) await play(engines, 9);
});

test('GNU Go captures dead stones before it passes, because stones on the board count', { skip }, async (t) => {
  const engine = await open(t);
  // White has one dead stone on D1, and passes from then on.
  let situation = goSituation(7, 'D4 D1 C3 pass E3 pass D3 pass B4 pass F4 pass D6 pass D2 pass');
  for (let stones = 0; ; stones++) {
    assert.ok(stones < 49, 'GNU Go does not pass');
    const choice = await engine.choose(situation);
    assert.ok(choice.ok && choice.value.kind !== 'resign', JSON.stringify(choice));
    if (choice.value.kind === 'pass') break;
    const turns: Move[] = [
      { ...choice.value, color: 'black' },
      { kind: 'pass', color: 'white' },
    ];
    situation = { ...situation, moves: [...situation.moves, ...turns] };
  }
  const position = goPosition(situation);
  assert.ok(position.ok);
  assert.deepEqual(position.value.score(0), { black: 49, white: 0 });
});

test('one GNU Go plays both colours', { skip }, async (t) => {
  const engine = await open(t);
  await play({ black: engine, white: engine }, 7);
});

test('GNU Go continues a game that contains a suicide, which its own rules forbid', { skip }, async (t) => {
  const engine = await open(t);
  // White’s two stones on A1 and B1 are removed by suicide.
  const choice = await engine.choose(goSituation(5, 'A2 A1 B2 pass C1 B1'));
  assert.ok(choice.ok, JSON.stringify(choice));
  assert.notEqual(choice.value.kind, 'resign');
});

test('an unknown option of GNU Go is reported in one line', { skip }, async () => {
  const engine = await openExternalEngine(`${path} --no-such-option`, { game: 'go', log: () => {} });
  assert.ok(!engine.ok);
  assert.match(engine.problem, /^gnugo ended with exit code 1/);
});
