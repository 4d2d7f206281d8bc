import assert from 'node:assert/strict';
import test from 'node:test';
import {
  gomokuSituation,
  goSituation,
  POSITIONAL,
  type SituationOptions,
  vertex,
} from '../../test/support/engines/engine-situations.ts';
import type { Point } from '../rules/point.ts';
import type { EngineChoice } from './engine.ts';
import { refusalOf } from './move-legality.ts';

const onGo = (size: number, moves: string, stone: string, details: SituationOptions = {}): string | undefined =>
  refusalOf(goSituation(size, moves, details), { kind: 'play', point: vertex(size, stone) });

/** A stone at column `x` and row `y` on a board of 15 lines. */
const stone = (x: number, y: number): EngineChoice => ({ kind: 'play', point: (y * 15 + x) as Point });

test('in Go, a stone must be legal by each of the rulesets', () => {
  assert.equal(onGo(5, 'C3', 'D3'), undefined);
  assert.equal(onGo(5, 'C3', 'C3'), 'C3 is illegal: occupied');
  // White has just captured on B2, so black must not retake at once.
  const taken = 'A2 D2 B3 C3 B1 C1 C2 B2';
  assert.equal(onGo(5, taken, 'C2'), 'C2 is illegal: ko');
  const suicide = 'A2 E5 B1 E4';
  const forbidding = { ko: 'positional', suicide: 'forbidden' } as const;
  assert.equal(onGo(5, `${suicide} pass`, 'A1'), 'A1 is illegal: ko');
  const two = 'A3 A1 B2 E5 B1 E4 E1';
  assert.equal(onGo(5, `${two}`, 'A2', { rulesets: [POSITIONAL] }), undefined);
  assert.equal(onGo(5, `${two}`, 'A2', { rulesets: [POSITIONAL, forbidding] }), 'A2 is illegal: suicide');
});

test('a pass is legal only in Go, and resigning in both games', () => {
  assert.equal(refusalOf(goSituation(9, ''), { kind: 'pass' }), undefined);
  assert.equal(refusalOf(goSituation(9, ''), { kind: 'resign' }), undefined);
  assert.equal(refusalOf(gomokuSituation(15, ''), { kind: 'resign' }), undefined);
  assert.equal(refusalOf(gomokuSituation(15, ''), { kind: 'pass' }), 'there is no pass in Gomoku');
});

test('set-up stones occupy their points', () => {
  const setup = [{ color: 'white', point: vertex(9, 'A1') }] as const;
  assert.equal(onGo(9, '', 'A1', { setup }), 'A1 is illegal: occupied');
  const laid = [{ color: 'white', point: 112 as Point }] as const;
  assert.equal(refusalOf(gomokuSituation(15, '', { setup: laid }), stone(7, 7)), 'H8 is illegal: occupied');
});

test('in Gomoku, a stone needs an empty point, and in renju, black must not play a foul', () => {
  assert.equal(refusalOf(gomokuSituation(15, '7,7'), stone(7, 7)), 'H8 is illegal: occupied');
  // Two open threes that meet in 7,7.
  const threes = '5,7 0,0 6,7 0,14 7,5 14,0 7,6 14,14';
  assert.equal(refusalOf(gomokuSituation(15, threes), stone(7, 7)), undefined);
  assert.equal(refusalOf(gomokuSituation(15, threes, { rule: 'renju' }), stone(7, 7)), 'H8 is illegal: double-three');
  assert.equal(refusalOf(gomokuSituation(15, threes, { rule: 'renju', color: 'white' }), stone(7, 7)), undefined);
  // A five overrides the foul.
  const five = '5,7 0,0 6,7 0,14 7,5 14,0 7,6 14,14 7,8 0,7 7,9 14,7';
  assert.equal(refusalOf(gomokuSituation(15, five, { rule: 'renju' }), stone(7, 7)), undefined);
});

test('a game with an impossible stone has no legal move, and nothing throws', () => {
  const why = 'a stone of the game lies on another or off the board';
  assert.equal(onGo(9, 'A1 A1', 'B2'), `B2 is illegal: ${why}`);
  const off = { setup: [{ color: 'black', point: 400 as Point }] } as const;
  assert.equal(onGo(9, '', 'B2', off), `B2 is illegal: ${why}`);
  assert.equal(refusalOf(gomokuSituation(15, '', off), stone(7, 7)), `H8 is illegal: ${why}`);
});
