import type { PointOwner } from './point-owners.ts';

/** A pass is premature while more than this fraction of the points belongs to neither side. */
const NEUTRAL_FRACTION = 1 / 8;

/** Whether a pass is probably a mistake, because much of the board has no owner. `areas` has the owner of each point. */
export const isPassPremature = (areas: readonly PointOwner[]): boolean =>
  areas.filter((owner) => owner === 'neutral').length > areas.length * NEUTRAL_FRACTION;
