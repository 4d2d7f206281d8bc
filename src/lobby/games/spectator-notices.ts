import type { DecisionBuilder } from '../decision.ts';
import type { Game } from './game.ts';
import type { ColorOrBoth } from './game-event.ts';
import { clockOf, timesOf } from './game-notices.ts';
import type { Spectators } from './spectators.ts';

/** Notifies the spectators that a player is away until `until`, in milliseconds since the epoch. Without `until`: that the player is back. */
export function reportAbsence(
  spectators: Spectators,
  decision: DecisionBuilder,
  game: Game,
  color: ColorOrBoth,
  until?: number,
): void {
  for (const each of game.colors(color))
    spectators.notify(decision, game, () =>
      until === undefined
        ? { kind: 'back', color: each, ...clockOf(game) }
        : { kind: 'away', color: each, until, ...timesOf(game) },
    );
}

/** Notifies the spectators that a clock has started or stopped. Does not read the moves of a restored game without spectators. */
export function reportClock(spectators: Spectators, decision: DecisionBuilder, game: Game): void {
  if (game.time.kind === 'none' || spectators.watching(game).size === 0) return;
  const { clock } = clockOf(game);
  if (clock !== undefined) spectators.notify(decision, game, () => ({ kind: 'clock', clock }));
}
