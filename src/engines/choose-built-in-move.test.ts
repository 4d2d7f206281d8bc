import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Move } from '../lobby/games/game-event.ts';
import { type Color, opposite } from '../rules/color.ts';
import { GoPosition } from '../rules/go/go-position.ts';
import type { GoRuleset } from '../rules/go/ruleset.ts';
import { GomokuPosition } from '../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../rules/gomoku/gomoku-rules.ts';
import { type Point, square } from '../rules/point.ts';
import { chooseBuiltInMove } from './choose-built-in-move.ts';
import type { Situation } from './engine.ts';
import { LEVELS } from './level.ts';
import { refusalOf } from './move-legality.ts';
import { randomNumbers } from './random-numbers.ts';

const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };
const GO = { game: 'go', komi: 0.5, setup: [], rulesets: [RULESET] } as const;
/** The strongest levels play only one move, which takes long enough. */
const PLAYED = LEVELS.slice(0, 4);

const chosen = (situation: Situation, level: (typeof LEVELS)[number], seed = 1) =>
  chooseBuiltInMove(situation, level, randomNumbers(seed, 0, situation.moves.length), () => 0);

describe('each level', () => {
  for (const level of PLAYED) {
    test(`level ${level} plays legal moves of Go until the game ends`, () => {
      const position = new GoPosition(square(5));
      const moves: Move[] = [];
      for (let color: Color = 'black'; !position.isOver; color = opposite(color)) {
        assert.ok(moves.length < 75, 'the game does not end');
        const situation: Situation = { ...GO, size: 5, color, moves };
        const choice = chosen(situation, level);
        assert.deepEqual(chosen(situation, level), choice);
        if (choice.kind === 'resign') return;
        if (choice.kind === 'pass') position.pass(color);
        else {
          assert.equal(position.judge(color, choice.point, RULESET), undefined);
          position.play(color, choice.point);
        }
        moves.push({ ...choice, color } as Move);
      }
    });

    for (const rule of GOMOKU_RULES) {
      test(`level ${level} plays legal stones of ${rule} until the game ends`, () => {
        const position = new GomokuPosition(9, rule);
        const moves: Move[] = [];
        while (position.outcome === undefined) {
          const color = position.toMove;
          const situation: Situation = { game: 'gomoku', size: 9, rule, color, setup: [], moves };
          const choice = chosen(situation, level);
          assert.ok(choice.kind === 'play');
          assert.deepEqual(chosen(situation, level), choice);
          assert.equal(position.judge(choice.point), undefined);
          position.play(choice.point);
          moves.push({ kind: 'play', color, point: choice.point });
        }
      });
    }
  }

  test('uses few nodes if little time is left', () => {
    for (const level of LEVELS) {
      const situation: Situation = { ...GO, size: 19, color: 'black', moves: [] };
      let looks = 0;
      assert.equal(chooseBuiltInMove(situation, level, randomNumbers(1, 0, 0), () => ++looks).kind, 'play');
      assert.ok(looks < 10, `${looks}`);
    }
  });

  test('uses few nodes in Gomoku if little time is left, and plays a legal stone', () => {
    const size = 15;
    const moves = [112, 113, 97, 127, 98, 96, 82, 128].map(
      (point, index): Move => ({ kind: 'play', color: index % 2 === 0 ? 'black' : 'white', point: point as Point }),
    );
    for (const level of LEVELS) {
      for (const rule of GOMOKU_RULES) {
        const situation: Situation = { game: 'gomoku', size, rule, color: 'black', setup: [], moves };
        let looks = 0;
        const choice = chooseBuiltInMove(situation, level, randomNumbers(1, 0, 0), () => ++looks);
        assert.ok(choice.kind === 'play' && refusalOf(situation, choice) === undefined);
        assert.ok(looks < 30, `${looks} at level ${level}`);
      }
    }
  });
});
