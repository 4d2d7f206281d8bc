import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import { goGrade } from '../rules/go/kyu-dan-rank.ts';

/** The kyu or dan grade for a rating in Go, `30k` to `9d`; undefined in Gomoku. */
export const goRank = (kind: RatingClass, rating: number): string | undefined =>
  kind.startsWith('go-') ? goGrade(rating) : undefined;
