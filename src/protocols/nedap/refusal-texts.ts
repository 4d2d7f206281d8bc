import type { Refusal } from '../../lobby/refusal.ts';

/** The texts of refusals in WARNING and INVALID. */
export const REFUSAL_TEXTS: Readonly<Record<Refusal, string>> = {
  'name-taken': 'that name is taken',
  full: 'the server is full',
  'in-game': 'a game is under way',
  'no-game': 'no game is under way',
  'no-such-seek': 'no player with that name is waiting',
  'cannot-be-rated': 'that game cannot be rated',
  'invitation-taken': 'another player has accepted that invitation',
  'cannot-propose': 'your opponent cannot be asked',
  'no-proposal': 'your opponent has not asked for anything',
  'cannot-mark': 'no stones are marked here',
  'not-now': 'the server cannot store moves now: try again later',
  'not-your-turn': 'it is not your turn',
  'not-stuck': 'there is a legal move',
  'no-pass': 'there is no pass in this game',
  'off-board': 'the point is not on the board',
  'no-such-player': 'there is no player with that name',
  'cannot-chat': 'your opponent cannot chat',
  occupied: 'a stone stands there',
  ko: 'that position has been on the board before',
  suicide: 'the stone would have no liberty',
  overline: 'more than five in a row',
  'double-four': 'two fours at once',
  'double-three': 'two threes at once',
};
