import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import { kyuDanRank } from '../rules/go/kyu-dan-rank.ts';

/** The kyu or dan grade for a rating in Go, `30k` to `9d`; undefined in Gomoku. */
export const goRank = (kind: RatingClass, rating: number): string | undefined =>
  kind.startsWith('go-') ? kyuDanRank(rating) : undefined;
