import { type CsvCell, makeCsv } from '../csv.ts';
import type { ArchivedGame, Found, Ranking, Search } from '../protocols/api/resource-schemas.ts';
import { ok, problem, type Result } from '../result.ts';
import { outcomeOf } from './finished-game.ts';

interface Searched {
  search(search: Search): Promise<Found>;
}

/** Games of one table. */
const MOST_GAMES = 10_000;
const PAGE = 100;
/** Players of a cross table. */
const MOST_PLAYERS = 200;

const GAMES_HEADER = [
  'game',
  'began',
  'ended',
  'kind',
  'size',
  'komi',
  'black',
  'black protocol',
  'black rating',
  'black gain',
  'white',
  'white protocol',
  'white rating',
  'white gain',
  'result',
  'reason',
  'black score',
  'white score',
  'turns',
  'rated',
  'imported',
];

/** The games that a search finds, as pieces of one CSV file, newest first; at most 10,000. Times are ISO 8601, in UTC. */
export async function* gamesCsv(archive: Searched, search: Search): AsyncGenerator<string> {
  let header: CsvCell[][] = [GAMES_HEADER];
  for await (const games of pages(archive, search)) {
    yield makeCsv([...header, ...games.map(cellsOf)]);
    header = [];
  }
  if (header.length > 0) yield makeCsv(header);
}

function cellsOf({ game, board, black, white, end, turns, began, ended, rated, imported }: ArchivedGame): CsvCell[] {
  return [
    game,
    new Date(began).toISOString(),
    new Date(ended).toISOString(),
    board.game,
    board.size,
    board.game === 'go' ? board.komi : undefined,
    ...[black, white].flatMap(({ name, protocol, rating, gain }) => [name, protocol, rating, gain]),
    outcomeOf(end),
    end.reason,
    end.score?.black,
    end.score?.white,
    turns,
    rated,
    imported,
  ];
}

/** Won, lost and drawn games of one player against another. */
interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

/**
 * The results of every player against every other, as CSV: `2-1-0` is two games won, one lost and none drawn by the player of
 * the row. Games without a result do not count. The problem is one line: too many players.
 */
export async function crossTableCsv(archive: Searched, search: Search): Promise<Result<string>> {
  const tallies = new Map<string, Map<string, Tally>>();
  const tally = (name: string, opponent: string): Tally => {
    const row = tallies.get(name) ?? new Map<string, Tally>();
    tallies.set(name, row);
    const cell = row.get(opponent) ?? { won: 0, lost: 0, drawn: 0 };
    row.set(opponent, cell);
    return cell;
  };
  for await (const games of pages(archive, search)) {
    for (const { black, white, end } of games) {
      const outcome = outcomeOf(end);
      if (outcome === 'none') continue;
      for (const [own, other, color] of [
        [black, white, 'black'],
        [white, black, 'white'],
      ] as const) {
        if (outcome === 'draw') tally(own.name, other.name).drawn++;
        else if (outcome === color) tally(own.name, other.name).won++;
        else tally(own.name, other.name).lost++;
      }
    }
    if (tallies.size > MOST_PLAYERS)
      return problem(`more than ${MOST_PLAYERS} players: narrow the search, for example by days`);
  }
  const names = [...tallies.keys()].sort((one, other) => one.localeCompare(other));
  const rows = names.map((name) => {
    const row = [...(tallies.get(name) ?? [])];
    const sum = (part: keyof Tally): number => row.reduce((all, [, each]) => all + each[part], 0);
    const cells = names.map((opponent) => textOf(tallies.get(name)?.get(opponent)));
    return [name, ...cells, sum('won'), sum('lost'), sum('drawn')];
  });
  return ok(makeCsv([['player', ...names, 'won', 'lost', 'drawn'], ...rows]));
}

const textOf = (tally: Tally | undefined): string =>
  tally === undefined ? '' : `${tally.won}-${tally.lost}-${tally.drawn}`;

/** A ranking as CSV: players with a place first, then those with a provisional rating. */
export const rankingCsv = ({ players, provisional }: Ranking): string =>
  makeCsv([
    ['place', 'player', 'rating', 'deviation', 'games', 'provisional', 'rank'],
    ...[...players, ...provisional].map(({ name, rating }, index) => [
      index < players.length ? index + 1 : undefined,
      name,
      rating.rating,
      rating.deviation,
      rating.games,
      rating.provisional,
      rating.rank,
    ]),
  ]);

async function* pages(archive: Searched, search: Search): AsyncGenerator<readonly ArchivedGame[]> {
  let before = search.before;
  for (let count = 0; count < MOST_GAMES; count += PAGE) {
    const { games, next } = await archive.search({ ...search, limit: PAGE, before });
    if (games.length > 0) yield games;
    if (next === undefined) return;
    before = next;
  }
}
