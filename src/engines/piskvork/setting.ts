import { coordinates, square } from '../../rules/point.ts';
import { prudent } from '../allowance.ts';
import type { GomokuSituation, TimeLeft } from '../engine.ts';
import { type ManagerMessage, makeRule } from './codec.ts';

type Information = ManagerMessage & { readonly kind: 'info' };

/** Milliseconds for a turn that an engine is told of where there is no clock; silence would mean a default of its own. */
const UNTIMED_TURN = 5_000;
/** What stands for no limit of the whole game. */
const NO_LIMIT = 2_147_483_647;

const info = (key: string, value: string | number): Information => ({ kind: 'info', key, value: String(value) });

/** What is told of the game before it begins. `folder` is one where the engine may keep files. */
export function gameInformation({ rule, time }: GomokuSituation, folder: string): readonly Information[] {
  return [
    info('timeout_turn', prudent(time?.turn ?? time?.left ?? time?.match ?? UNTIMED_TURN)),
    // 0 is no limit, of the game's time as of memory.
    info('timeout_match', prudent(time?.match ?? time?.left ?? 0)),
    info('max_memory', 0),
    timeLeft(time),
    // 1 says that a program plays on the other side; nothing here knows better.
    info('game_type', 1),
    info('rule', makeRule(rule)),
    info('folder', folder),
  ];
}

export const timeLeft = (time: TimeLeft | undefined): Information => {
  const left = time?.left ?? time?.match;
  return info('time_left', left === undefined ? NO_LIMIT : Math.min(NO_LIMIT, prudent(left)));
};

/** The board as it stands, in the order in which it came to be: stones of the setup in turn, black first. */
export function boardMessages({ size, setup, turns, color }: GomokuSituation): readonly ManagerMessage[] {
  const black = setup.filter((stone) => stone.color === 'black');
  const white = setup.filter((stone) => stone.color === 'white');
  const laid = Array.from({ length: Math.max(black.length, white.length) }, (_, index) => [black[index], white[index]]);
  const stones = [
    ...laid.flat().filter((stone) => stone !== undefined),
    ...turns.filter((turn) => turn.kind === 'play'),
  ];
  const lines = stones.map((stone): ManagerMessage => {
    const field = stone.color === color ? 'own' : 'opponent';
    return { kind: 'stone', ...coordinates(square(size), stone.point), field };
  });
  return [{ kind: 'board' }, ...lines, { kind: 'done' }];
}
