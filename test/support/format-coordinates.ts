import type { BoardCoordinates } from '../../src/rules/point.ts';

/** A point as `COLUMN,ROW`, both from 0, such as `2,3`. */
export const formatCoordinates = ({ x, y }: BoardCoordinates): string => `${x},${y}`;
