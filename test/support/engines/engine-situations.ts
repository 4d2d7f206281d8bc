import assert from 'node:assert/strict';
import type { EngineTimeLimits, GomokuSituation, GoSituation } from '../../../src/engines/engine.ts';
import type { Move, Stone } from '../../../src/lobby/games/game-event.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GoRuleset } from '../../../src/rules/go/ruleset.ts';
import type { GomokuRule } from '../../../src/rules/gomoku/gomoku-rules.ts';
import { type Point, pointAt, square } from '../../../src/rules/point.ts';
import { parseVertex } from '../../../src/rules/vertex.ts';

/** Properties of a situation that have a default. */
export interface SituationOptions {
  readonly setup?: readonly Stone[];
  readonly time?: EngineTimeLimits;
  readonly moveTime?: number;
  readonly color?: Color;
  readonly komi?: number;
  readonly rulesets?: readonly GoRuleset[];
  readonly rule?: GomokuRule;
}

export const POSITIONAL: GoRuleset = { ko: 'positional', suicide: 'allowed' };

export function vertex(size: number, name: string): Point {
  const point = parseVertex(square(size), name);
  assert.ok(point !== undefined, name);
  return point;
}

/** A Go situation from its moves, black's first: `D4 pass C3`. */
export function goSituation(size: number, turns: string, details: SituationOptions = {}): GoSituation {
  const played = alternatingMoves(turns, (word) => (word === 'pass' ? undefined : vertex(size, word)));
  const { setup = [], color = nextColor(played), komi = 0, rulesets = [POSITIONAL] } = details;
  return { game: 'go', size, color, setup, moves: played, rulesets, komi, ...limits(details) };
}

/** A Gomoku situation from its stones, black's first: `7,7 8,8`. */
export function gomokuSituation(size: number, turns: string, details: SituationOptions = {}): GomokuSituation {
  const played = alternatingMoves(turns, (word) => {
    const [x = -1, y = -1] = word.split(',').map(Number);
    const point = pointAt(square(size), x, y);
    assert.ok(point !== undefined, word);
    return point;
  });
  const { setup = [], color = nextColor(played), rule = 'freestyle' } = details;
  return { game: 'gomoku', size, color, setup, moves: played, rule, ...limits(details) };
}

const limits = ({ time, moveTime }: SituationOptions): Pick<SituationOptions, 'time' | 'moveTime'> => ({
  ...(time === undefined ? {} : { time }),
  ...(moveTime === undefined ? {} : { moveTime }),
});

function alternatingMoves(turns: string, pointOf: (word: string) => Point | undefined): Move[] {
  const words = turns.split(/\s+/).filter((word) => word !== '');
  return words.map((word, index) => {
    const color = index % 2 === 0 ? 'black' : 'white';
    const point = pointOf(word);
    return point === undefined ? { kind: 'pass', color } : { kind: 'play', color, point };
  });
}

const nextColor = (turns: readonly Move[]): Color => opposite(turns.at(-1)?.color ?? 'white');
