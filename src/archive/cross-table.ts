import { makeCsv } from '../csv.ts';
import type { ArchiveSearch } from '../protocols/api/resource-schemas.ts';
import { ok, problem, type Result } from '../result.ts';
import { pages, type SearchableArchive } from './archive-csv.ts';
import { outcomeOf } from './game-to-archive.ts';

const MAXIMUM_PLAYERS = 200;

/** The games of a cross table in a form for another thread: an array of numbers can be transferred without copying. */
export interface CrossTableGames {
  readonly names: readonly string[];
  /** For each game the black player, the white player (indexes of `names`) and the outcome (an index of `OUTCOMES`). */
  readonly games: Int32Array<ArrayBuffer>;
}

const OUTCOMES = ['black', 'white', 'draw'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * Reads the games that a search finds and that have a result, at most the newest 10,000. More than 200 players are a problem, which is
 * described in one line.
 */
export async function crossTableGames(
  archive: SearchableArchive,
  search: ArchiveSearch,
): Promise<Result<CrossTableGames>> {
  const indexes = new Map<string, number>();
  const indexOf = (name: string): number => {
    const index = indexes.get(name) ?? indexes.size;
    indexes.set(name, index);
    return index;
  };
  const games: number[] = [];
  for await (const page of pages(archive, search)) {
    for (const { black, white, end } of page) {
      const outcome = outcomeOf(end);
      if (outcome !== 'none') games.push(indexOf(black.name), indexOf(white.name), OUTCOMES.indexOf(outcome));
    }
    if (indexes.size > MAXIMUM_PLAYERS)
      return problem(`more than ${MAXIMUM_PLAYERS} players: narrow the search, for example by days`);
  }
  return ok({ names: [...indexes.keys()], games: Int32Array.from(games) });
}

/** Won, lost and drawn games of one player against another. */
interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

/**
 * The results of every player against every other, as CSV: `2-1-0` is two games won, one lost and none drawn by the player of
 * the row. With 200 players this takes 7 to 20 ms.
 */
export function crossTableCsv({ names, games }: CrossTableGames): string {
  const tallies = names.map(() => new Map<number, Tally>());
  const count = (own: number, other: number, part: keyof Tally): void => {
    const tally = tallies[own]?.get(other) ?? { won: 0, lost: 0, drawn: 0 };
    tally[part]++;
    tallies[own]?.set(other, tally);
  };
  for (let at = 0; at < games.length; at += 3) {
    const [black = 0, white = 0, code = 0] = games.subarray(at, at + 3);
    const [forBlack, forWhite] = PARTS[OUTCOMES[code] ?? 'draw'];
    count(black, white, forBlack);
    count(white, black, forWhite);
  }
  const order = names.map((_, index) => index).sort((one, other) => names[one]!.localeCompare(names[other]!));
  const rows = order.map((own) => {
    const row = tallies[own]!;
    const sum = (part: keyof Tally): number => [...row.values()].reduce((all, tally) => all + tally[part], 0);
    return [names[own], ...order.map((other) => textOf(row.get(other))), sum('won'), sum('lost'), sum('drawn')];
  });
  return makeCsv([['player', ...order.map((index) => names[index]), 'won', 'lost', 'drawn'], ...rows]);
}

/** What an outcome means for Black and for White. */
const PARTS: Readonly<Record<Outcome, readonly [keyof Tally, keyof Tally]>> = {
  black: ['won', 'lost'],
  white: ['lost', 'won'],
  draw: ['drawn', 'drawn'],
};

const textOf = (tally: Tally | undefined): string =>
  tally === undefined ? '' : `${tally.won}-${tally.lost}-${tally.drawn}`;
