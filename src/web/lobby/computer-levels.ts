import type { ListedPlayer } from '../../protocols/api/message-schemas.ts';
import type { Board } from '../../protocols/api/value-schemas.ts';

/** The protocol name of players that the server itself seats. */
export const COMPUTER = 'computer';

/** From the weakest to the strongest. Each level is one computer player with a name and a rating. */
export const LEVELS = [1, 2, 3, 4, 5, 6] as const;
export type Level = (typeof LEVELS)[number];

export const levelName = (level: Level): string => `tengen-${level}`;

/** The level of the computer player with this name. */
export const levelOf = (name: string): Level | undefined => LEVELS.find((level) => levelName(level) === name);

/**
 * `free`: a computer player can play on this board now. `busy`: those that play on it are in a game. `elsewhere`: they
 * play on other boards only. `none`: the server has none.
 */
export type ComputerState = 'free' | 'busy' | 'elsewhere' | 'none';

/** Whether a computer player can play on this board. */
export function computerFor(board: Board, players: Iterable<ListedPlayer>): ComputerState {
  const computers = [...players].filter((player) => player.protocol === COMPUTER && !isOutOfService(player));
  if (computers.length === 0) return 'none';
  // A player in a game does not list what it plays otherwise.
  const fitting = computers.filter((player) => player.game !== undefined || playsOn(player, board));
  if (fitting.length === 0) return 'elsewhere';
  return fitting.some(({ game }) => game === undefined) ? 'free' : 'busy';
}

/** The levels that play on this board. */
export const levelsFor = (board: Board, players: Iterable<ListedPlayer>): readonly Level[] =>
  [...players]
    .filter((player) => player.protocol === COMPUTER && playsOn(player, board))
    .flatMap(({ name }) => levelOf(name) ?? [])
    .sort((one, other) => one - other);

/** Whom a seek for the computer names: the level if the server has levels, else any computer player. */
export const computerOpponent = (
  level: Level,
  levels: readonly Level[],
): { readonly opponent: string } | { readonly computer: true } =>
  levels.includes(level) ? { opponent: levelName(level) } : { computer: true };

/** A computer player whose engine has failed too often. */
export const isOutOfService = ({ protocol, game, offers = [] }: ListedPlayer): boolean =>
  protocol === COMPUTER && game === undefined && offers.length === 0;

const playsOn = ({ offers = [] }: ListedPlayer, board: Board): boolean =>
  offers.some(
    ({ game, sizes, rules }) =>
      game === board.game &&
      sizes.includes(board.size) &&
      (board.game === 'go' || rules === undefined || rules.includes(board.rule)),
  );
