import type { ListedPlayer } from '../../../src/lobby/directory/directory.ts';

/** Leaves out the fields that change without a notice: the time of the last message, the watched games and the rating. */
export const withoutTransientFields = ({ rating, watching, ...player }: ListedPlayer): ListedPlayer => ({
  ...player,
  lastReceivedAt: 0,
});
