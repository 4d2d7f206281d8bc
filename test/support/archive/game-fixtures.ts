import { gameFromJournal } from '../../../src/archive/game-from-journal.ts';
import type { GameToArchive } from '../../../src/archive/game-to-archive.ts';
import type { GameOptions, GameParameters, GoParameters } from '../../../src/lobby/game-parameters.ts';
import type { GameEvent, GameId, JournalEntry, SeatRating, SeatRecord } from '../../../src/lobby/games/game-event.ts';
import type { ArchivedGame } from '../../../src/protocols/api/resource-schemas.ts';
import type { Color } from '../../../src/rules/color.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { USUAL_OPTIONS } from '../lobby/go-seat.ts';

export const GO_9: GoParameters = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 6.5,
  fixedKomi: false,
};

export const NOON = Date.UTC(2030, 0, 1, 12);

interface GameSettings {
  readonly black?: string;
  readonly white?: string;
  readonly guest?: boolean;
  readonly protocols?: readonly [black: string, white: string];
  readonly parameters?: GameParameters;
  /** The ratings in the records of the seats. */
  readonly ratings?: { readonly [color in Color]?: SeatRating };
  readonly options?: GameOptions;
  readonly end?: Omit<GameEvent & { kind: 'ended' }, 'kind'>;
  /** The number of moves, one per minute. The stones fill the board row by row. */
  readonly turns?: number;
  readonly began?: number;
  readonly ended?: number;
  /** Events before the end of the game. */
  readonly extraEvents?: readonly GameEvent[];
}

/** The events of a finished game. By default, `alice` played `bob` on 9x9 over nu6, and black resigned. */
export function finishedGameEntries(game: GameId, settings: GameSettings = {}): JournalEntry[] {
  const { black = 'alice', white = 'bob', guest = false, protocols = ['nu6', 'nu6'], parameters = GO_9 } = settings;
  const { end = { winner: 'white', reason: 'resigned' }, turns = 2, began = NOON, extraEvents: also = [] } = settings;
  const { ratings = {} } = settings;
  const seat = (name: string, protocol: string, rating: SeatRating | undefined): SeatRecord => ({
    name,
    guest,
    protocol,
    listener: 'plain',
    address: '192.0.2.7',
    parameters,
    ...(rating && { rating }),
  });
  const events: GameEvent[] = [
    {
      kind: 'seated',
      black: seat(black, protocols[0], ratings.black),
      white: seat(white, protocols[1], ratings.white),
      komi: parameters.game === 'go' ? parameters.komi : 0,
      options: settings.options ?? USUAL_OPTIONS,
    },
    ...Array.from({ length: turns }, (_, turn) => played(parameters.size, turn)),
    ...also,
    { kind: 'ended', ...end },
  ];
  const { ended = began + events.length * 60_000 } = settings;
  return events.map((event, index) => ({
    game,
    index,
    at: index === events.length - 1 ? ended : began + index * 60_000,
    event,
  }));
}

function played(size: number, turn: number): GameEvent {
  const point = pointAt(square(size), turn % size, Math.floor(turn / size));
  if (point === undefined) throw new Error(`the board has no point for move ${turn}`);
  return { kind: 'played', color: turn % 2 === 0 ? 'black' : 'white', point };
}

export const gameToArchive = (game: GameId, given: GameSettings = {}): GameToArchive =>
  gameFromJournal(finishedGameEntries(game, given));

/** A game as a search lists it. */
export const listedGame = (game: GameId, turns: number): ArchivedGame => ({
  game,
  board: { game: 'go', size: 9, komi: 6.5, ko: 'positional', suicide: 'allowed' },
  black: { name: 'alice', protocol: 'nu6' },
  white: { name: 'bob', protocol: 'nu6' },
  options: USUAL_OPTIONS,
  end: { winner: 'white', reason: 'resigned' },
  turns,
  began: NOON,
  ended: NOON,
  rated: false,
  imported: false,
});

/** The same as if it had been read from a file. */
export const importedGame = (game: GameId, given: GameSettings = {}): GameToArchive => ({
  ...gameToArchive(game, given),
  imported: true,
});
