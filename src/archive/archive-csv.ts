import { type CsvCell, makeCsv } from '../csv.ts';
import type { ArchivedGame, ArchiveSearch, ArchiveSearchResult, Ranking } from '../protocols/api/resource-schemas.ts';
import { outcomeOf } from './game-to-archive.ts';

/** The archive, as far as searches need it. */
export interface SearchableArchive {
  search(search: ArchiveSearch): Promise<ArchiveSearchResult>;
}

const MAXIMUM_GAMES = 10_000;
const PAGE = 100;

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

/** Makes a CSV file, in pieces, of the games that a search finds: at most 10,000, newest first. Times are ISO 8601, in UTC. */
export async function* gamesCsv(archive: SearchableArchive, search: ArchiveSearch): AsyncGenerator<string> {
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

/** A ranking as CSV: first the players with a place, then the players with a provisional rating. */
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

/** Reads the games that a search finds, page by page: at most 10,000, newest first. */
export async function* pages(
  archive: SearchableArchive,
  search: ArchiveSearch,
): AsyncGenerator<readonly ArchivedGame[]> {
  let before = search.before;
  for (let count = 0; count < MAXIMUM_GAMES; count += PAGE) {
    const { games, next } = await archive.search({ ...search, limit: PAGE, before });
    if (games.length > 0) yield games;
    if (next === undefined) return;
    before = next;
  }
}
