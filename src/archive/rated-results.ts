import type { Database } from '../database/database.ts';
import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import type { ResultsOfPair } from './strength-estimate.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The maximum number of players of one estimate, whose cost grows with the third power of this number. */
const MAXIMUM_PLAYERS = 500;

/** The first and the last day on which games ended. Each is the time of the day's start, in milliseconds since the epoch. */
export interface DateRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The rated games of one class. */
export interface RatedResults {
  /** The keys of the players. */
  readonly players: readonly string[];
  readonly results: readonly ResultsOfPair[];
  /** The number of players that were left out because they have played the fewest games. */
  readonly omitted: number;
}

/** Reads the rated games between the 500 players of a class with the most games, without early ends. */
export async function readRatedResults(
  database: Database,
  kind: RatingClass,
  period: DateRange,
): Promise<RatedResults> {
  const { from = Number.MIN_SAFE_INTEGER, to } = period;
  const rows = await database
    .selectFrom('game')
    .select(['blackKey', 'whiteKey', 'result', ({ fn }) => fn.countAll<number>().as('games')])
    .where('ratedAs', '=', kind)
    .where('private', '=', 0)
    .where('blackGain', 'is not', null)
    .where('whiteGain', 'is not', null)
    .where('ended', '>=', from)
    .where('ended', '<', to === undefined ? Number.MAX_SAFE_INTEGER : to + DAY)
    .groupBy(['blackKey', 'whiteKey', 'result'])
    .orderBy('blackKey')
    .orderBy('whiteKey')
    .execute();
  const games = new Map<string, number>();
  for (const { blackKey, whiteKey, games: count } of rows)
    for (const key of [blackKey, whiteKey]) games.set(key, (games.get(key) ?? 0) + Number(count));
  const players = [...games.keys()].sort((one, other) => games.get(other)! - games.get(one)! || (one < other ? -1 : 1));
  const indexes = new Map(players.slice(0, MAXIMUM_PLAYERS).map((key, index) => [key, index]));
  const pairs = new Map<string, ResultsOfPair>();
  for (const { blackKey, whiteKey, result, games: count } of rows) {
    const [black, white] = [indexes.get(blackKey), indexes.get(whiteKey)];
    if (black === undefined || white === undefined) continue;
    const pair = pairs.get(`${black} ${white}`) ?? { black, white, blackWins: 0, whiteWins: 0, draws: 0 };
    const part = result === 'black' ? 'blackWins' : result === 'white' ? 'whiteWins' : 'draws';
    pairs.set(`${black} ${white}`, { ...pair, [part]: pair[part] + Number(count) });
  }
  return {
    players: [...indexes.keys()],
    results: [...pairs.values()],
    omitted: players.length - indexes.size,
  };
}
