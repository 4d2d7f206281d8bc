import type { FinishedGame } from '../../../src/archive/finished-game.ts';
import { gameFromJournal } from '../../../src/archive/game-from-journal.ts';
import type { GameOptions } from '../../../src/lobby/game-options.ts';
import type { GameParameters, GoParameters } from '../../../src/lobby/game-parameters.ts';
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

interface Given {
  readonly black?: string;
  readonly white?: string;
  readonly guest?: boolean;
  readonly protocols?: readonly [black: string, white: string];
  readonly parameters?: GameParameters;
  /** As the seats have them. */
  readonly ratings?: { readonly [color in Color]?: SeatRating };
  readonly options?: GameOptions;
  readonly end?: Omit<GameEvent & { kind: 'ended' }, 'kind'>;
  /** How many turns were played, one a minute: each stone stands in a column of its own. */
  readonly turns?: number;
  readonly began?: number;
  readonly ended?: number;
  /** What happened besides. */
  readonly also?: readonly GameEvent[];
}

/** The log of a finished game, `alice` against `bob` on 9x9 over nu6 unless something else is given; black resigned. */
export function logOf(game: GameId, given: Given = {}): JournalEntry[] {
  const { black = 'alice', white = 'bob', guest = false, protocols = ['nu6', 'nu6'], parameters = GO_9 } = given;
  const { end = { winner: 'white', reason: 'resigned' }, turns = 2, began = NOON, also = [] } = given;
  const { ratings = {} } = given;
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
      options: given.options ?? USUAL_OPTIONS,
    },
    ...Array.from({ length: turns }, (_, turn) => played(parameters.size, turn)),
    ...also,
    { kind: 'ended', ...end },
  ];
  const { ended = began + events.length * 60_000 } = given;
  return events.map((event, index) => ({
    game,
    index,
    at: index === events.length - 1 ? ended : began + index * 60_000,
    event,
  }));
}

function played(size: number, turn: number): GameEvent {
  const point = pointAt(square(size), turn % size, Math.floor(turn / size));
  if (point === undefined) throw new Error(`no room for turn ${turn}`);
  return { kind: 'played', color: turn % 2 === 0 ? 'black' : 'white', point };
}

export const gameOf = (game: GameId, given: Given = {}): FinishedGame => gameFromJournal(logOf(game, given));

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
export const importedGame = (game: GameId, given: Given = {}): FinishedGame => ({
  ...gameOf(game, given),
  imported: true,
});
