import type { GameEvent } from './game-event.ts';

/** A move with the milliseconds on its side's clock, if its protocol has one. */
export const timed = (turn: GameEvent & { kind: 'played' | 'passed' }, spent: number | undefined): GameEvent =>
  spent === undefined ? turn : { ...turn, spent };
