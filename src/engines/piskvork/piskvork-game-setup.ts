import { coordinates, square } from '../../rules/point.ts';
import type { EngineTimeLimits, GomokuSituation } from '../engine.ts';
import { makeRule, type PiskvorkManagerMessage } from './piskvork-codec.ts';

export type PiskvorkInfoMessage = PiskvorkManagerMessage & { readonly kind: 'info' };

/** The time for a move that is sent if there is no limit, in milliseconds. Without it, engines use a default of their own. */
const UNTIMED_TURN = 4_500;
/** The value for no limit of the whole game. */
const NO_LIMIT = 2_147_483_647;

const info = (key: string, value: string | number): PiskvorkInfoMessage => ({
  kind: 'info',
  key,
  value: String(value),
});

/** The settings of a game. `folder` is a directory for files of the engine. */
export function gameInformation(
  { rule }: GomokuSituation,
  time: EngineTimeLimits,
  folder: string,
): readonly PiskvorkInfoMessage[] {
  return [
    ...timeLimits(time),
    // 0 is no limit.
    info('max_memory', 0),
    timeLeft(time),
    // 1 means that the opponent is a program. Whether this is true is not known here.
    info('game_type', 1),
    info('rule', makeRule(rule)),
    info('folder', folder),
  ];
}

/** The limits per move and per game. 0 means no limit. */
export const timeLimits = ({ turn, match, left }: EngineTimeLimits): readonly PiskvorkInfoMessage[] => [
  info('timeout_turn', Math.min(NO_LIMIT, turn ?? left ?? match ?? UNTIMED_TURN)),
  info('timeout_match', Math.min(NO_LIMIT, match ?? left ?? 0)),
];

export const timeLeft = ({ match, left = match }: EngineTimeLimits): PiskvorkInfoMessage =>
  info('time_left', left === undefined ? NO_LIMIT : Math.min(NO_LIMIT, left));

/** The stones on the board in the order of the moves; set-up stones alternate, black first. */
export function boardMessages({ size, setup, moves, color }: GomokuSituation): readonly PiskvorkManagerMessage[] {
  const black = setup.filter((stone) => stone.color === 'black');
  const white = setup.filter((stone) => stone.color === 'white');
  const laid = Array.from({ length: Math.max(black.length, white.length) }, (_, index) => [black[index], white[index]]);
  const stones = [
    ...laid.flat().filter((stone) => stone !== undefined),
    ...moves.filter((move) => move.kind === 'play'),
  ];
  const lines = stones.map((stone): PiskvorkManagerMessage => {
    const owner = stone.color === color ? 'own' : 'opponent';
    return { kind: 'stone', ...coordinates(square(size), stone.point), owner };
  });
  return [{ kind: 'board' }, ...lines, { kind: 'done' }];
}
