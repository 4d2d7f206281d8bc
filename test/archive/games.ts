import type { FinishedGame } from '../../src/archive/finished-game.ts';
import { finishedGame } from '../../src/archive/finished-game.ts';
import type { Entry, GameEvent, GameId, SeatRecord } from '../../src/lobby/event.ts';
import { recordOf } from '../../src/lobby/record.ts';
import type { Wish } from '../../src/lobby/wish.ts';
import { pointAt, square } from '../../src/rules/point.ts';

export const GO_9: Wish = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 6.5,
  komiBinds: false,
};

export const NOON = Date.UTC(2030, 0, 1, 12);

interface Given {
  readonly black?: string;
  readonly white?: string;
  readonly guest?: boolean;
  readonly protocols?: readonly [black: string, white: string];
  readonly wish?: Wish;
  readonly end?: Omit<GameEvent & { kind: 'ended' }, 'kind'>;
  /** How many turns were played, one a minute: each stone stands in a column of its own. */
  readonly turns?: number;
  readonly began?: number;
  readonly ended?: number;
  /** What happened besides. */
  readonly also?: readonly GameEvent[];
}

/** The log of a finished game, `alice` against `bob` on 9x9 over nu6 unless something else is given; black resigned. */
export function logOf(game: GameId, given: Given = {}): Entry[] {
  const { black = 'alice', white = 'bob', guest = false, protocols = ['nu6', 'nu6'], wish = GO_9 } = given;
  const { end = { winner: 'white', reason: 'resigned' }, turns = 2, began = NOON, also = [] } = given;
  const seat = (name: string, protocol: string): SeatRecord => ({
    name,
    guest,
    protocol,
    listener: 'plain',
    address: '192.0.2.7',
    wish,
  });
  const events: GameEvent[] = [
    {
      kind: 'seated',
      black: seat(black, protocols[0]),
      white: seat(white, protocols[1]),
      komi: wish.game === 'go' ? wish.komi : 0,
    },
    ...Array.from({ length: turns }, (_, turn) => played(wish.size, turn)),
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

export const gameOf = (game: GameId, given: Given = {}): FinishedGame => finishedGame(logOf(game, given));

/** The same as if it had been read from a file. */
export const importedGame = (game: GameId, given: Given = {}): FinishedGame => ({
  ...gameOf(game, given),
  imported: true,
  record: recordOf(logOf(game, given)),
});
