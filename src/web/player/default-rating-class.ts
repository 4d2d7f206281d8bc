import type { RatingClass, RatingClasses } from '../../protocols/api/resource-schemas.ts';

/** The first class with the most ranked players. Among classes with equally many, the one with the most provisional players. */
export function defaultRatingClass({ classes }: RatingClasses): RatingClass {
  let usual = { class: 'go-19' as RatingClass, ranked: 0, provisional: 0 };
  for (const each of classes) {
    const more = each.ranked - usual.ranked || each.provisional - usual.provisional;
    if (more > 0) usual = each;
  }
  return usual.class;
}
