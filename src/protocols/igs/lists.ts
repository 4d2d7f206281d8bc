import type { ListedGame, ListedPlayer } from '../../lobby/directory/directory.ts';
import { byoMinutesOf } from './match-terms.ts';

export const GAMES_HEADER = '7 [##]  white name [ rk ]      black name [ rk ] (Move size H Komi BY FR) (###)';

/** A game as the list has it. Ranks are not known here. */
export function gameLine({ game, parameters, options, black, white }: ListedGame, moves: number): string {
  const { size, time = { kind: 'none' } as const } = parameters;
  const { komi, handicap = 0 } = parameters.game === 'go' ? parameters : { komi: 0 };
  const stones = handicap === 'any' ? 0 : handicap;
  const player = (name: string): string => `${name.slice(0, 11).padStart(11)} [ NR ]`;
  const free = options.rated ? ' ' : 'F';
  const numbers = `${column(moves, 3)}   ${column(size, 2)}  ${stones}  ${komi.toFixed(1)} ${column(byoMinutesOf(time), 2)}`;
  return `7 [${column(game, 2)}] ${player(white.name)} vs. ${player(black.name)} (${numbers} ${free}I) (  0)`;
}

export const WHO_HEADER = '27  Info       Name       Idle   Rank |  Info       Name       Idle   Rank';

/** Two players a line. How long a player has been idle is not known here. */
export function whoLines(players: readonly ListedPlayer[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < players.length; index += 2) {
    const [first, second] = [players[index], players[index + 1]];
    if (first === undefined) break;
    lines.push(`27 ${whoCell(first)} |${second === undefined ? '' : ` ${whoCell(second)}`}`);
  }
  return lines;
}

/** Clients read these by their columns: three for flags, three for an observed game, three for the player's own. */
const whoCell = ({ name, game }: ListedPlayer): string =>
  `    --  ${place(game)} ${name.slice(0, 10).padEnd(10)}  0s     NR `;

const place = (game: number | undefined): string => (game === undefined || game > 999 ? ' --' : column(game, 3));

export const whoEnd = (players: number, games: number): string =>
  `27                 ******** ${column(players, 3)} Players ${games} Total Games ********`;

export const USERLIST_HEADER = '42 Name        Info            Country  Rank Won/Lost Obs  Pl Idle Flags Language';

export const userlistLine = ({ name, game }: ListedPlayer): string =>
  `42 ${name.slice(0, 10).padStart(10)}  <none>          --        NR     0/   0   -${
    game === undefined ? '    -' : column(game, 5)
  }   0s    -- default  T BWN 0-9 19-19 60-60 600-600 25-25 0-0 0-0 0-0`;

export const userlistEnd = (players: number, games: number): string =>
  `9                 ******** ${column(players, 2)} Players ${games} Total Games ********`;

/** What is known of a player; `Player` is first and `Defaults` last. */
export const statsLines = (name: string, player: ListedPlayer | undefined): string[] => [
  `9 Player:      ${name}`,
  '9 Game:        go (1)',
  '9 Rating:      NR   0',
  '9 Rated Games:      0',
  '9 Rank:  NR   0',
  '9 Wins:         0',
  '9 Losses:       0',
  player === undefined ? '9 Last Access(GMT):   (Not on)    -' : '9 Idle Time:  (On server) 0s',
  ...(player?.game === undefined ? [] : [`9 Playing in game:  ${player.game} (I)`]),
  ...(player === undefined ? [] : [`9 Info:  ${player.protocol}`]),
  '9 Defaults (help defs):  time 0, size 0, byo-yomi time 0, byo-yomi stones 0',
];

const column = (value: number, width: number): string => String(value).padStart(width);
