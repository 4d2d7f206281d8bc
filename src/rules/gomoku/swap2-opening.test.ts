import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../point.ts';
import { GomokuPosition } from './gomoku-position.ts';
import { continueSwap2, type Swap2Action, type Swap2Player, type Swap2State, startSwap2 } from './swap2-opening.ts';

const at = (x: number, y: number): Swap2Action => ({ kind: 'place', point: pointAt(square(15), x, y)! });
const take = (choice: 'black' | 'white' | 'place-two'): Swap2Action => ({ kind: 'choose', choice });

/** Plays the steps of an opening. None of them may be refused. */
function playOpening(...steps: readonly (readonly [Swap2Player, Swap2Action])[]): Swap2State {
  let state = startSwap2();
  for (const [person, action] of steps) {
    const next = continueSwap2(state, person, action);
    assert.ok(next.ok, next.ok ? '' : next.problem);
    state = next.value;
  }
  return state;
}

const refused = (state: Swap2State, player: Swap2Player, action: Swap2Action) => {
  const next = continueSwap2(state, player, action);
  return next.ok ? 'allowed' : next.problem;
};

const THREE = [
  ['first', at(7, 7)],
  ['first', at(0, 0)],
  ['first', at(8, 8)],
] as const;
const FIVE = [...THREE, ['second', take('place-two')], ['second', at(1, 1)], ['second', at(9, 7)]] as const;

test('the first player places black, white, black', () => {
  const colors = [0, 1, 2].map((count) => {
    const state = playOpening(...THREE.slice(0, count));
    assert.ok(state.stage === 'place');
    assert.equal(state.actor, 'first');
    assert.equal(state.left, 3 - count);
    return state.color;
  });
  assert.deepEqual(colors, ['black', 'white', 'black']);
});

test('then the second player chooses a colour or two more stones', () => {
  const state = playOpening(...THREE);
  assert.ok(state.stage === 'choose');
  assert.equal(state.actor, 'second');
  assert.deepEqual(state.choices, ['black', 'white', 'place-two']);
});

for (const [name, steps, seats] of [
  ['the second takes black', [...THREE, ['second', take('black')]], { black: 'second', white: 'first' }],
  ['the second takes white', [...THREE, ['second', take('white')]], { black: 'first', white: 'second' }],
  ['the first takes black', [...FIVE, ['first', take('black')]], { black: 'first', white: 'second' }],
  ['the first takes white', [...FIVE, ['first', take('white')]], { black: 'second', white: 'first' }],
] as const) {
  test(`${name}: white is to move, and normal play continues from the stones`, () => {
    const state = playOpening(...steps);
    assert.ok(state.stage === 'settled');
    assert.deepEqual(state.seats, seats);
    assert.equal(state.actor, seats.white);
    const position = new GomokuPosition(15, 'renju');
    for (const point of state.stones) position.play(point);
    assert.equal(position.toMove, 'white');
  });
}

test('the second player places white, black; then the first can choose only a colour', () => {
  const fourth = playOpening(...FIVE.slice(0, 4));
  assert.ok(fourth.stage === 'place');
  assert.deepEqual([fourth.actor, fourth.color, fourth.left], ['second', 'white', 2]);
  const fifth = playOpening(...FIVE.slice(0, 5));
  assert.ok(fifth.stage === 'place');
  assert.deepEqual([fifth.actor, fifth.color, fifth.left], ['second', 'black', 1]);
  const state = playOpening(...FIVE);
  assert.ok(state.stage === 'choose');
  assert.equal(state.actor, 'first');
  assert.deepEqual(state.choices, ['black', 'white']);
  assert.equal(refused(state, 'first', take('place-two')), 'not-a-choice');
});

test('an action that is not due is refused, and does not change the state', () => {
  const start = startSwap2();
  assert.equal(refused(start, 'second', at(7, 7)), 'not-your-turn');
  assert.equal(refused(start, 'first', take('black')), 'not-now');
  const one = playOpening(...THREE.slice(0, 1));
  assert.equal(refused(one, 'first', at(7, 7)), 'occupied');
  const three = playOpening(...THREE);
  assert.equal(refused(three, 'second', at(3, 3)), 'not-now');
  assert.equal(refused(three, 'first', take('black')), 'not-your-turn');
  assert.equal(refused(playOpening(...FIVE.slice(0, 4)), 'second', at(8, 8)), 'occupied');
  const settled = playOpening(...THREE, ['second', take('white')]);
  assert.equal(refused(settled, 'second', at(3, 3)), 'not-now');
  assert.equal(refused(settled, 'second', take('white')), 'not-now');
  assert.deepEqual(start, startSwap2());
});
