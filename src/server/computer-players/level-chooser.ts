import { newComputer, ratingClassOf } from '../../archive/glicko-rating.ts';
import { isProvisional, type RatingRow, ratingId } from '../../archive/rate-games.ts';
import type { Clock } from '../../clock.ts';
import type { Seek } from '../../lobby/command.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { boardOf } from '../../protocols/api/game-to-json.ts';
import type { RatingClass } from '../../protocols/api/resource-schemas.ts';
import { valueWithin } from '../promise-timeout.ts';

/** Milliseconds for which a player's level is cached. */
const CACHE_TIME = 60_000;
/** The maximum number of cached levels. */
const CACHE_SIZE = 10_000;
/** Milliseconds after which a seek continues without its player's rating. */
const RATING_TIMEOUT = 500;

/** The computer players with levels and the name of their group. */
export interface LevelChooserOptions {
  readonly group: string;
  readonly levels: readonly { readonly level: number; readonly name: string }[];
  readonly archive: {
    ratingsOf(kind: RatingClass, names: readonly string[]): Promise<ReadonlyMap<string, RatingRow>>;
  };
  readonly clock: Clock;
}

/** Chooses for a player the computer player with the nearest rating. */
export class LevelChooser {
  readonly #options: LevelChooserOptions;
  readonly #cache = new Map<string, { readonly level: number | undefined; readonly until: number }>();

  constructor(options: LevelChooserOptions) {
    this.#options = options;
  }

  /** Adds the level that suits its player to a seek; undefined if the seek needs no level. Never rejects. */
  complete(name: string, seek: Seek): Promise<Seek> | undefined {
    const { opponent, opponentKind } = seek;
    if (opponentKind === 'person' || opponentKind === 'self') return undefined;
    if (opponent !== undefined && foldName(opponent) !== foldName(this.#options.group)) return undefined;
    return this.#levelFor(name, ratingClassOf(boardOf(seek.parameters))).then((level) =>
      level === undefined ? seek : { ...seek, level },
    );
  }

  async #levelFor(name: string, kind: RatingClass): Promise<number | undefined> {
    const { clock } = this.#options;
    const key = ratingId(foldName(name), kind);
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > clock.now()) return cached.level;
    // If the archive does not answer in time, the player counts as a player without a rating.
    const level = await valueWithin(clock, RATING_TIMEOUT, this.#lookUp(name, kind));
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
    this.#cache.set(key, { level, until: clock.now() + CACHE_TIME });
    return level;
  }

  async #lookUp(name: string, kind: RatingClass): Promise<number | undefined> {
    const { archive, levels, clock } = this.#options;
    const rows = await archive.ratingsOf(kind, [name, ...levels.map((each) => each.name)]);
    const own = rows.get(foldName(name))?.rating;
    if (own === undefined) return undefined;
    const distances = levels.map((each) => {
      const row = rows.get(foldName(each.name));
      const { rating } = row === undefined || isProvisional(row, clock.now()) ? newComputer(each.level) : row;
      return { level: each.level, distance: Math.abs(rating - own) };
    });
    return distances.sort((one, other) => one.distance - other.distance || one.level - other.level)[0]?.level;
  }
}
