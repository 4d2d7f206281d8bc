/** The numbers of the scale: 0 is 30 kyu, 29 is 1 kyu, 30 is 1 dan and 38 is 9 dan. */
const [WEAKEST, FIRST_DAN, STRONGEST] = [0, 30, 38];

/**
 * The kyu or dan grade for a rating, from `30k` to `9d`. The ratings of neighbouring grades have a constant ratio. The two
 * constants are those that online-go.com publishes for its ratings: 525 is 30 kyu, and 1918 is 1 dan.
 */
export function rankFromRating(rating: number): string {
  const grade = Math.floor(23.15 * Math.log(Math.max(rating, 1) / 525));
  const bounded = Math.min(Math.max(grade, WEAKEST), STRONGEST);
  return bounded < FIRST_DAN ? `${FIRST_DAN - bounded}k` : `${bounded - FIRST_DAN + 1}d`;
}
