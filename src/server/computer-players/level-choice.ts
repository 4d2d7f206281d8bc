import { newComputer, ratingClassOf } from '../../archive/glicko-rating.ts';
import { isProvisional, type RatingRow, ratingId } from '../../archive/rate-games.ts';
import type { Clock } from '../../clock.ts';
import type { Seek } from '../../lobby/command.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { boardOf } from '../../protocols/api/game-to-json.ts';
import type { RatingClass } from '../../protocols/api/resource-schemas.ts';

/** A player's level is looked up again after this many milliseconds. */
const MEMORY = 60_000;
/** So many levels are kept at most. */
const MOST_KEPT = 10_000;
/** A seek waits for its player's rating for this many milliseconds at most. */
const PATIENCE = 500;

/** Computer players with levels, the name of their group, and what the choice between them needs. */
export interface LevelChoiceOptions {
  readonly group: string;
  readonly levels: readonly { readonly level: number; readonly name: string }[];
  readonly archive: {
    ratingsOf(kind: RatingClass, names: readonly string[]): Promise<ReadonlyMap<string, RatingRow>>;
  };
  readonly clock: Clock;
}

/** Finds the computer player whose rating is nearest to a player's. */
export class LevelChoice {
  readonly #options: LevelChoiceOptions;
  readonly #known = new Map<string, { readonly level: number | undefined; readonly until: number }>();

  constructor(options: LevelChoiceOptions) {
    this.#options = options;
  }

  /** The seek with the level that suits its player; undefined if it needs none. Never rejects. */
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
    const known = this.#known.get(key);
    if (known !== undefined && known.until > clock.now()) return known.level;
    let cancel: (() => void) | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      cancel = clock.at(clock.now() + PATIENCE, () => resolve(undefined));
    });
    // Without an archive that answers, everyone is a player without a rating.
    const level = await Promise.race([this.#lookUp(name, kind).catch(() => undefined), tooLate]);
    cancel?.();
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(key, { level, until: clock.now() + MEMORY });
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
