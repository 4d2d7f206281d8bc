import { type Level, levelOf } from '../../engines/level.ts';
import type { ListedPlayerJson } from '../../protocols/api/server-message-schema.ts';
import type { GameParametersJson } from '../../protocols/api/value-schemas.ts';

/** The protocol name of computer players. */
export const COMPUTER = 'computer';

/** A built-in computer player: one name and rating for each level. */
export interface PlayerWithLevel {
  readonly name: string;
  readonly level: Level;
}

/**
 * `free`: a computer player plays on this board. `elsewhere`: computer players play only on other boards. `none`: there are
 * none.
 */
export type ComputerAvailability = 'free' | 'elsewhere' | 'none';

/** Whether a computer player can play on this board. */
export function computerFor(board: GameParametersJson, players: Iterable<ListedPlayerJson>): ComputerAvailability {
  const computers = [...players].filter(({ offers = [] }) => offers.length > 0);
  if (computers.length === 0) return 'none';
  return computers.some((player) => playsOn(player, board)) ? 'free' : 'elsewhere';
}

/** The computer players with a level that play on this board, from the weakest to the strongest. */
export const levelsFor = (board: GameParametersJson, players: Iterable<ListedPlayerJson>): readonly PlayerWithLevel[] =>
  [...players]
    .filter((player) => playsOn(player, board))
    .flatMap(({ name, level: listed }) => {
      const level = levelOf(listed);
      return level === undefined ? [] : { name, level };
    })
    .sort((one, other) => one.level - other.level);

/** The opponent in a seek for the computer: the computer player of this level, or any computer player if there is none. */
export function computerOpponent(
  level: Level,
  levels: readonly PlayerWithLevel[],
): { readonly opponent: string } | { readonly computer: true } {
  const player = levels.find((each) => each.level === level);
  return player === undefined ? { computer: true } : { opponent: player.name };
}

/** Whether the player is a computer player whose engine has failed too often. */
export const isOutOfService = ({ protocol, offers }: ListedPlayerJson): boolean =>
  offers === undefined ? protocol === COMPUTER : offers.length === 0;

const playsOn = ({ offers = [] }: ListedPlayerJson, board: GameParametersJson): boolean =>
  offers.some(
    ({ game, sizes, rules }) =>
      game === board.game &&
      sizes.includes(board.size) &&
      (board.game === 'go' || rules === undefined || rules.includes(board.rule)),
  );
