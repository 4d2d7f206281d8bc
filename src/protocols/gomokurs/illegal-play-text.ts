import type { Refusal } from '../../lobby/refusal.ts';

const REASONS: Readonly<Partial<Record<Refusal, string>>> = {
  'no-game': 'no game is under way',
  'not-your-turn': 'it is not your turn',
  'off-board': 'the point is not on the board',
  occupied: 'a stone stands there',
  overline: 'more than five in a row',
  'double-four': 'two fours at once',
  'double-three': 'two threes at once',
};

/** The text of ERROR after an illegal PLAY. */
export const illegalPlay = (why: Refusal): string => `illegal PLAY: ${REASONS[why] ?? 'it is not possible now'}`;
