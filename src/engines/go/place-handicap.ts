import { handicapPoints } from '../../rules/go/handicap.ts';
import type { Point } from '../../rules/point.ts';
import type { GoSituation } from '../engine.ts';

/** The point of the next handicap stone for an engine without a preference: an empty point of the fixed handicap. */
export function placeHandicap({ size, setup, toPlace = 0 }: GoSituation): Point {
  const taken = new Set(setup.map(({ point }) => point));
  const place = handicapPoints(size, setup.length + toPlace).find((point) => !taken.has(point));
  if (place === undefined) throw new RangeError('no handicap stone is to be placed');
  return place;
}
