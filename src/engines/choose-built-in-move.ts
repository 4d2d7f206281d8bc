import type { EngineChoice, Situation } from './engine.ts';
import { chooseGoMove } from './go/choose-go-move.ts';
import { GO_SKILLS } from './go/go-levels.ts';
import { chooseGomokuMove } from './gomoku/choose-gomoku-move.ts';
import { GOMOKU_SKILLS } from './gomoku/gomoku-levels.ts';
import type { Level } from './level.ts';

/**
 * The move of a built-in engine. `timeUsed` is the part of the time limit that has passed. Unless it reaches 1, the same
 * arguments give the same move.
 */
export function chooseBuiltInMove(
  situation: Situation,
  level: Level,
  random: () => number,
  timeUsed: () => number,
): EngineChoice {
  const limits = { random, timeUsed };
  return situation.game === 'go'
    ? chooseGoMove(situation, GO_SKILLS[level], limits).choice
    : chooseGomokuMove(situation, GOMOKU_SKILLS[level], limits);
}
