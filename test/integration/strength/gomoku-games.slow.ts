import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBalanced } from '../../../scripts/strength/balanced-openings.ts';
import { playAgainstPatternPlayer } from '../../../scripts/strength/game-against-pattern-player.ts';
import { randomOpening } from '../../../scripts/strength/random-opening.ts';
import { GOMOKU_SKILLS } from '../../../src/engines/gomoku/gomoku-levels.ts';
import { COLORS } from '../../../src/rules/color.ts';
import { GOMOKU_RULES } from '../../../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt } from '../../support/clients/random.ts';

const LINES = 15;

function seededRandom(seed: number): () => number {
  const randomInt = seededRandomInt(seed);
  return () => randomInt(2 ** 24) / 2 ** 24;
}

describe('the built-in player beats the player that looks one move ahead', () => {
  for (const rule of GOMOKU_RULES) {
    for (const [index, color] of COLORS.entries()) {
      test(`${rule}, as ${color}`, () => {
        const random = seededRandom(index + 1);
        const skill = { ...GOMOKU_SKILLS[6], nodes: 6400 };
        const { winner, points } = playAgainstPatternPlayer(
          LINES,
          rule,
          color,
          randomOpening(LINES, random),
          skill,
          random,
        );
        assert.equal(winner, color, points.join(' '));
      });
    }
  }
});

test('the search for balanced openings finds the same ones for the same seed', () => {
  const [first] = findBalanced(1, 'freestyle', seededRandom(1));
  assert.match(first!, /^([A-O]\d+ ){2,4}[A-O]\d+$/);
  assert.deepEqual([...findBalanced(1, 'freestyle', seededRandom(1))], [first]);
});
