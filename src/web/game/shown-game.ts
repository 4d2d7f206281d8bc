import type { ArchivedGameWithTurns, GameResource } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { BoardCoordinates as Coordinates, RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { COLORS, type Color, opposite } from '../../rules/color.ts';
import { pointAt } from '../../rules/point.ts';
import type { WatchedGame } from '../connection/watched-game.ts';
import { firstToMove, GameReplay, NO_SETUP, type ReplayedPosition, type SetupStones } from './game-replay.ts';

/** A game to be shown. `timed`: its times are known. The archive has no times except those of clocks. */
export interface ShownGame {
  readonly state: WatchedGame;
  readonly timed: boolean;
  /** The stones on the board before the first move. */
  readonly setup: SetupStones;
  /** The moves of a finished game, with the clocks after them. */
  readonly record?: readonly RecordedTurn[];
  /** Only for an imported game. */
  readonly imported?: ImportedGameInfo;
}

/** The additional information of an imported game, and notes about the import. */
export type ImportedGameInfo = Pick<ArchivedGameWithTurns, 'details' | 'original'>;

/** The clock of a side after the first `turns` moves; undefined if the record has none. */
export const recordedClock = (record: readonly RecordedTurn[], turns: number, color: Color): RecordedTurn['clock'] =>
  record.slice(0, turns).findLast((turn) => turn.color === color && turn.clock !== undefined)?.clock;

/** A game from the API. */
export const shownGame = (resource: GameResource): ShownGame =>
  resource.state !== 'finished'
    ? { state: resource.game, timed: true, setup: NO_SETUP }
    : {
        state: finishedGame(resource.game),
        timed: false,
        setup: resource.game.setup,
        record: resource.game.record,
        ...(resource.game.imported ? { imported: importedInfoOf(resource.game) } : {}),
      };

const importedInfoOf = ({ details, original }: ArchivedGameWithTurns): ImportedGameInfo => ({
  ...(details === undefined ? {} : { details }),
  ...(original === undefined ? {} : { original }),
});

/** The options of an imported game, whose record has no options. */
const NO_OPTIONS = { rated: false, private: false, takeBack: false, estimate: false };

function finishedGame({
  game,
  board,
  options = NO_OPTIONS,
  black,
  white,
  record,
  began,
  ended,
  end,
  setup,
  territory,
}: ArchivedGameWithTurns): GameState {
  const latest = record.at(-1);
  const dead = territory && deadStones(new GameReplay(board, setup).after(record, record.length), territory);
  return {
    game,
    board,
    options,
    black: { name: black.name, protocol: black.protocol },
    white: { name: white.name, protocol: white.protocol },
    turns: record,
    toMove: latest === undefined ? firstToMove(board, setup) : opposite(latest.color),
    turnSince: ended,
    used: { black: 0, white: 0 },
    offers: false,
    since: began,
    end,
    ...(dead && { marking: { dead, accepted: [...COLORS] } }),
  };
}

/** The stones in the opponent's territory. */
function deadStones({ size, stones }: ReplayedPosition, territory: NonNullable<ArchivedGameWithTurns['territory']>) {
  const stands = (color: Color, { x, y }: Coordinates): boolean => {
    const point = pointAt(size, x, y);
    return point !== undefined && stones.at(point) === opposite(color);
  };
  return COLORS.flatMap((color) => territory[color].filter((point) => stands(color, point)));
}
