import type { SeatRating } from '../../lobby/games/game-event.ts';
import type { RatedName } from './fields.ts';

/** The rating of a player without games. */
const NEW: SeatRating = { value: 1500, isProvisional: true };

/** A name with its rating, rounded and at least 0. */
export const makeRatedName = (name: string, { value, isProvisional }: SeatRating = NEW): RatedName => ({
  name,
  rating: Math.max(0, Math.round(value)),
  isProvisional,
});
