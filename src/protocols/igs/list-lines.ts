import type { MoveAndSpectatorCounts } from '../../lobby/command.ts';
import type { ListedGame, ListedPlayer, ListedSeat } from '../../lobby/directory/directory.ts';
import { fixedHandicap } from '../../lobby/game-parameters.ts';
import type { SeatRating } from '../../lobby/games/game-event.ts';
import { rankFromRating } from '../../rules/go/rank-from-rating.ts';
import type { PlayerRecord } from '../server-session-types.ts';
import { byoMinutesOf } from './match-terms.ts';

export const GAMES_HEADER = '7 [##]  white name [ rk ]      black name [ rk ] (Move size H Komi BY FR) (###)';

type Counts = Pick<MoveAndSpectatorCounts, 'moves' | 'spectators'>;

export function gameLine({ game, parameters, options, black, white }: ListedGame, counts: Counts): string {
  const { size, time = { kind: 'none' } as const } = parameters;
  const { komi } = parameters.game === 'go' ? parameters : { komi: 0 };
  const stones = fixedHandicap(parameters);
  const player = ({ name, rating }: ListedSeat): string => `${name.slice(0, 11).padStart(11)} [${rankOf(rating)}]`;
  const free = options.rated ? ' ' : 'F';
  const numbers = `${column(counts.moves, 3)}   ${column(size, 2)}  ${stones}  ${komi.toFixed(1)} ${column(byoMinutesOf(time), 2)}`;
  return `7 [${column(game, 2)}] ${player(white)} vs. ${player(black)} (${numbers} ${free}I) (${column(counts.spectators, 3)})`;
}

export const WHO_HEADER = '27  Info       Name       Idle   Rank |  Info       Name       Idle   Rank';

/** A player in a list. `looking`: the player waits for any opponent. */
export type ShownPlayer = ListedPlayer & { readonly looking?: boolean };

/** The two flags of a player in `userlist`. */
const userFlags = ({ closed, looking }: ShownPlayer): string => `${looking ? '!' : '-'}${closed ? 'X' : '-'}`;

/** The flags of a player in `who`. `X`: it is not open to requests. `!`: it waits for any opponent. */
const flagsOf = ({ closed, looking }: ShownPlayer): string => `  ${closed ? 'X' : looking ? '!' : ' '}`;

/** The lines of `who`, with two players per line. */
export function whoLines(players: readonly ShownPlayer[], now: number): string[] {
  const lines: string[] = [];
  for (let index = 0; index < players.length; index += 2) {
    const [first, second] = [players[index], players[index + 1]];
    if (first === undefined) break;
    lines.push(`27 ${whoCell(first, now)} |${second === undefined ? '' : ` ${whoCell(second, now)}`}`);
  }
  return lines;
}

/**
 * A player in `who`. Clients read the columns: three for flags, three for an observed game, three for the player's own game.
 */
const whoCell = (player: ShownPlayer, now: number): string =>
  `${flagsOf(player)}${place(player.watching)}  ${place(player.game)} ${player.name.slice(0, 10).padEnd(10)} ${idle(player, now)}    ${rankOf(player.rating)}`;

/** The idle time in three characters: `12s`, ` 5m`, ` 1h`. A computer player is never idle. */
function idle({ lastReceivedAt, offers }: Pick<ListedPlayer, 'lastReceivedAt' | 'offers'>, now: number): string {
  const seconds = offers === undefined ? Math.max(0, Math.floor((now - lastReceivedAt) / 1000)) : 0;
  if (seconds < 100) return `${column(seconds, 2)}s`;
  return seconds < 100 * 60
    ? `${column(Math.floor(seconds / 60), 2)}m`
    : `${column(Math.min(99, Math.floor(seconds / 3600)), 2)}h`;
}

/** The rank in four characters. `*`: the rating is certain. `?`: it is provisional. */
export function rankOf(rating: SeatRating | undefined): string {
  if (rating === undefined) return ' NR ';
  return `${rankFromRating(rating.value).padStart(3)}${rating.isProvisional ? '?' : '*'}`;
}

const place = (game: number | undefined): string => (game === undefined || game > 999 ? ' --' : column(game, 3));

export const whoEnd = (players: number, games: number): string =>
  `27                 ******** ${column(players, 3)} Players ${games} Total Games ********`;

export const USERLIST_HEADER = '42 Name        Info            Country  Rank Won/Lost Obs  Pl Idle Flags Language';

export const userlistLine = (player: ShownPlayer, now: number): string =>
  `42 ${player.name.slice(0, 10).padStart(10)}  <none>          --       ${rankOf(player.rating)}    0/   0${count(player.watching, 4)}${count(player.game, 5)}  ${idle(player, now)}    ${userFlags(player)} default  T BWN 0-9 19-19 60-60 600-600 25-25 0-0 0-0 0-0`;

const count = (game: number | undefined, width: number): string =>
  (game === undefined ? '-' : String(game)).padStart(width);

export const userlistEnd = (players: number, games: number): string =>
  `9                 ******** ${column(players, 2)} Players ${games} Total Games ********`;

/** The lines about a player. `Player` must be first and `Defaults` last. `record`: the results of the player. */
export function statsLines(
  name: string,
  player: ListedPlayer | undefined,
  record: PlayerRecord | undefined,
  now: number,
): string[] {
  const rating = player?.rating ?? goRatingIn(record);
  const rated = record?.ratings.reduce((sum, { games }) => sum + games, 0) ?? 0;
  return [
    `9 Player:      ${name}`,
    '9 Game:        go (1)',
    `9 Rating:     ${rankOf(rating)}  ${Math.round(rating?.value ?? 0)}`,
    `9 Rated Games:  ${column(rated, 5)}`,
    `9 Rank: ${rankOf(rating)}  ${rated}`,
    `9 Wins:     ${column(record?.won ?? 0, 5)}`,
    `9 Losses:   ${column(record?.lost ?? 0, 5)}`,
    player === undefined
      ? '9 Last Access(GMT):   (Not on)    -'
      : `9 Idle Time:  (On server) ${idle(player, now).trim()}`,
    ...(player?.game === undefined ? [] : [`9 Playing in game:  ${player.game} (I)`]),
    ...(player === undefined ? [] : [`9 Info:  ${player.protocol}`]),
    '9 Defaults (help defs):  time 0, size 0, byo-yomi time 0, byo-yomi stones 0',
  ];
}

/** The rating of the largest usual board size for which the player has one. */
function goRatingIn(record: PlayerRecord | undefined): SeatRating | undefined {
  for (const kind of ['go-19', 'go-13', 'go-9', 'go-other'] as const) {
    const found = record?.ratings.find((each) => each.class === kind);
    if (found !== undefined) return { value: found.rating, isProvisional: found.provisional };
  }
  return undefined;
}

const column = (value: number, width: number): string => String(value).padStart(width);
