import type { ClocksView } from '../lobby/games/game-clocks.ts';
import type { Move, Stone } from '../lobby/games/game-event.ts';
import type { StartedNotice } from '../lobby/notice.ts';
import { type Color, opposite } from '../rules/color.ts';
import { handicapStones, splitPlacement } from '../rules/go/handicap.ts';
import type { EngineClock, Situation } from './engine.ts';
import { timeLimitsOf } from './engine-time-limits.ts';

/**
 * The situation of one side in a game of the lobby, for an engine. `allMoves` includes handicap stones that black has
 * placed.
 */
export function situationOf(
  { parameters, komi, ...started }: Pick<StartedNotice, 'parameters' | 'komi' | 'handicap' | 'placement'>,
  allMoves: readonly Move[],
  color: Color,
  clock: EngineClock | undefined,
): Situation {
  const { setup, moves, toPlace } = handicapIn({ size: parameters.size, ...started }, allMoves);
  const times = clock === undefined ? {} : { clock, time: timeLimitsOf(clock) };
  const board = { size: parameters.size, color, setup, moves, ...times };
  return parameters.game === 'go'
    ? { game: 'go', ...board, rulesets: [parameters.ruleset], komi, ...(toPlace > 0 && { toPlace }) }
    : { game: 'gomoku', ...board, rule: parameters.rule };
}

/** The side to move after these moves of a game: black until its handicap stones are placed. */
export const sideToMove = (
  { handicap = 0, placement, toMove }: Pick<StartedNotice, 'handicap' | 'placement' | 'toMove'>,
  allMoves: readonly Move[],
): Color => {
  if (placement === 'free' && allMoves.length < handicap) return 'black';
  const last = allMoves.at(-1);
  return last === undefined ? toMove : opposite(last.color);
};

/** The handicap stones on the board, the moves after them, and the number of stones that are still to be placed. */
function handicapIn(
  { size, handicap = 0, placement }: { size: number } & Pick<StartedNotice, 'handicap' | 'placement'>,
  allMoves: readonly Move[],
): { setup: readonly Stone[]; moves: readonly Move[]; toPlace: number } {
  if (placement !== 'free') return { setup: handicapStones(size, handicap), moves: [...allMoves], toPlace: 0 };
  const { setup, moves } = splitPlacement(allMoves, handicap);
  return { setup, moves, toPlace: handicap - setup.length };
}

/** The clock of one side, in a game with a time control. */
export function engineClockOf(
  { time }: Pick<StartedNotice, 'time'>,
  color: Color,
  clock: ClocksView | undefined,
): EngineClock | undefined {
  return time === undefined || clock === undefined ? undefined : { control: time, state: clock[color] };
}
