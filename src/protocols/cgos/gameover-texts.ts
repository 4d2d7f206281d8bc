import type { EndOrAdjournReason } from '../../lobby/games/game-event.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { points } from './fields.ts';

/** The texts of the message `gameover`: the result, and an explanation for users. */
export interface GameoverTexts {
  readonly result: string;
  readonly text?: string;
}

interface GameEnd {
  readonly winner: Color | undefined;
  readonly reason: EndOrAdjournReason;
  readonly score: Score | undefined;
  readonly foul?: Refusal;
}

const SIDES = { black: 'B', white: 'W' } as const;

/** The refusals for which the player loses the game, with their texts. */
const ILLEGAL_MOVES: Readonly<Partial<Record<Refusal, string>>> = {
  'off-board': 'the move is not a point of the board',
  occupied: 'a stone stands there',
  suicide: 'the move takes the last liberty of its own stones',
  ko: 'the position has been on the board before',
};

export const isIllegalMove = (why: Refusal): boolean => why in ILLEGAL_MOVES;

/** Makes the texts of `gameover` for the end of a game. The score is the area with komi; no stones are removed as dead. */
export function endTexts({ winner, reason, score, foul }: GameEnd): GameoverTexts {
  const won = (how: string): string => (winner === undefined ? 'Abort' : `${SIDES[winner]}+${how}`);
  switch (reason) {
    case 'score':
      if (winner === undefined || score === undefined) return { result: 'Draw' };
      return { result: won(points.write(Math.abs(score.black - score.white))) };
    case 'resigned':
      return { result: won('Resign') };
    case 'left':
      return { result: won('Resign'), text: 'Opponent left' };
    case 'timed-out':
      return { result: won('Time') };
    case 'fouled':
      return { result: won('Illegal'), text: (foul && ILLEGAL_MOVES[foul]) ?? 'illegal move' };
    case 'agreed':
      return { result: 'Draw' };
    case 'abandoned':
    case 'stopped':
    case 'adjourned':
      return { result: 'Abort' };
    case 'row':
    case 'full':
      throw new Error(`no game of Go ends so: ${reason}`);
  }
}
