import type { PointOwner } from '../../rules/go/point-owners.ts';

/** A board on which more than this fraction of the points belongs to neither side is open. */
const OPEN_FRACTION = 1 / 8;

/** Whether so much of the board has no owner that a pass is probably a mistake. `areas` has the owner of each point. */
export const isOpenBoard = (areas: readonly PointOwner[]): boolean =>
  areas.filter((owner) => owner === 'neutral').length > areas.length * OPEN_FRACTION;
