import { ratingClassOf } from '../archive/glicko-rating.ts';
import { type AnchorRatings, ratingId } from '../archive/rate-games.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { boardOf } from '../protocols/api/game-to-json.ts';
import type { ServeConfig } from './config/config.ts';

/** The fixed ratings that the settings of listeners give to players. */
export const listenerAnchorRatings = ({ listeners }: Pick<ServeConfig, 'listeners'>): AnchorRatings =>
  new Map(
    listeners
      .flatMap(({ anchors }) => anchors)
      .map(({ name, rating, parameters }) => [ratingId(foldName(name), ratingClassOf(boardOf(parameters))), rating]),
  );
