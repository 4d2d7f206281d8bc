import type { Database } from '../database/database.ts';
import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import { type DateRange, readRatedResults } from './rated-results.ts';
import { type EloEstimate, estimateStrengths, type ResultsOfPair } from './strength-estimate.ts';

interface RatedPlayer {
  readonly name: string;
  /** The estimate by maximum likelihood. All estimates have the same mean as the Glicko-2 ratings, so that both can be compared. */
  readonly estimate: EloEstimate;
  /** The rating after the player's last rated game, even if the report is about earlier days. */
  readonly glicko: { readonly rating: number; readonly deviation: number };
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

/** Games won, lost and drawn by one player against another. */
export type HeadToHead = readonly [won: number, lost: number, drawn: number];

export interface RatingReport {
  readonly class: RatingClass;
  readonly games: number;
  readonly omitted: number;
  /** The strongest first. */
  readonly players: readonly RatedPlayer[];
  readonly whiteAdvantage: EloEstimate;
  readonly drawRate: number;
  /** By the positions of two players in `players`; undefined if they have not met. */
  readonly crossTable: readonly (readonly (HeadToHead | undefined)[])[];
}

/** Makes the report of a class; undefined if the class has no rated game in the period. */
export async function makeRatingReport(
  database: Database,
  kind: RatingClass,
  period: DateRange,
): Promise<RatingReport | undefined> {
  const { players, results, omitted } = await readRatedResults(database, kind, period);
  if (results.length === 0) return undefined;
  const rows = await database
    .selectFrom('rating')
    .innerJoin('player', 'player.key', 'rating.key')
    .select(['player.name', 'rating.key', 'rating', 'deviation'])
    .where('class', '=', kind)
    .where('rating.key', 'in', players)
    .execute();
  const known = new Map(rows.map((row) => [row.key, row]));
  const { players: estimates, whiteAdvantage, drawRate } = estimateStrengths(players.length, results);
  const mean = rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length;
  const order = players.map((_, index) => index).sort((one, other) => estimates[other]!.value - estimates[one]!.value);
  const tallies = tally(players.length, results);
  const sum = (player: number, part: 0 | 1 | 2): number =>
    tallies[player]!.reduce((all, each) => all + (each?.[part] ?? 0), 0);
  return {
    class: kind,
    games: results.reduce((all, { blackWins, whiteWins, draws }) => all + blackWins + whiteWins + draws, 0),
    omitted,
    players: order.map((player) => {
      const { name, rating, deviation } = known.get(players[player]!)!;
      const { value, error } = estimates[player]!;
      const estimate = { value: mean + value, error };
      const glicko = { rating, deviation };
      return { name, estimate, glicko, won: sum(player, 0), lost: sum(player, 1), drawn: sum(player, 2) };
    }),
    whiteAdvantage,
    drawRate,
    crossTable: order.map((own) => order.map((other) => tallies[own]![other])),
  };
}

function tally(players: number, results: readonly ResultsOfPair[]): (HeadToHead | undefined)[][] {
  const all = Array.from({ length: players }, () => new Array<HeadToHead | undefined>(players).fill(undefined));
  const add = (own: number, other: number, [won, lost, drawn]: HeadToHead): void => {
    const [wonBefore, lostBefore, drawnBefore] = all[own]![other] ?? [0, 0, 0];
    all[own]![other] = [wonBefore + won, lostBefore + lost, drawnBefore + drawn];
  };
  for (const { black, white, blackWins, whiteWins, draws } of results) {
    add(black, white, [blackWins, whiteWins, draws]);
    add(white, black, [whiteWins, blackWins, draws]);
  }
  return all;
}
