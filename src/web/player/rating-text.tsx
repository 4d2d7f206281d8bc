import { texts } from '../texts/page-language.ts';
import type { Texts } from '../texts/texts-type.ts';

interface RatingTextProps {
  readonly rating: number;
  readonly provisional?: boolean | undefined;
  readonly rank?: string | undefined;
}

/** A rating. A provisional rating has a question mark, and a rating in Go has the grade: `1523? 6k`. */
export function RatingText({ rating, provisional = false, rank }: RatingTextProps) {
  const { ratings } = texts();
  return (
    <span class="rating-text">
      <span class="rating-value">
        {Math.round(rating)}
        {provisional ? (
          <>
            <span aria-hidden="true" title={ratings.provisional}>
              ?
            </span>
            <span class="visually-hidden"> ({ratings.provisional})</span>
          </>
        ) : null}
      </span>
      {rank === undefined ? null : <span class="soft"> {gradeText(rank, ratings)}</span>}
    </span>
  );
}

/** A grade of the API, `6k` or `2d`, in the page's language. */
const gradeText = (rank: string, { kyu, dan }: Texts['ratings']): string =>
  (rank.endsWith('d') ? dan : kyu)(rank.slice(0, -1));
