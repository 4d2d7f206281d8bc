import { ratingClassOf } from '../archive/glicko-rating.ts';
import { type AnchorRatings, isProvisional, type RatingRow, ratingId } from '../archive/rate-games.ts';
import type { Clock } from '../clock.ts';
import type { Seek } from '../lobby/command.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { boardOf } from '../protocols/api/game-to-json.ts';
import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import { valueWithin } from './promise-timeout.ts';

/** Milliseconds after which a seek continues without its player's rating. */
const RATING_TIMEOUT = 500;

interface SeekRatingsOptions {
  readonly archive: {
    ratingsOf(kind: RatingClass, names: readonly string[]): Promise<ReadonlyMap<string, RatingRow>>;
  };
  readonly clock: Clock;
  readonly anchors?: AnchorRatings;
}

/** Adds the rating of its player to a seek, if there is one. Never rejects. */
export async function addSeekRating(
  { archive, clock, anchors }: SeekRatingsOptions,
  name: string,
  seek: Seek,
): Promise<Seek> {
  const kind = ratingClassOf(boardOf(seek.parameters));
  const anchor = anchors?.get(ratingId(foldName(name), kind));
  if (anchor !== undefined) return { ...seek, rating: { value: anchor, isProvisional: false } };
  const row = (await valueWithin(clock, RATING_TIMEOUT, archive.ratingsOf(kind, [name])))?.get(foldName(name));
  if (row === undefined) return seek;
  return { ...seek, rating: { value: row.rating, isProvisional: isProvisional(row, clock.now()) } };
}
