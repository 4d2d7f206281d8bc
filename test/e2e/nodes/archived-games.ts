import assert from 'node:assert/strict';
import { parseStoredRecord } from '../../../src/archive/stored-record.ts';
import { openDatabase } from '../../../src/database/database.ts';
import type { EndReason } from '../../../src/lobby/games/game-event.ts';
import { coordinates, type Point, square } from '../../../src/rules/point.ts';
import type { GoRecord } from '../../support/clients/go-record.ts';
import type { GomokuRecord } from '../../support/clients/gomoku-record.ts';
import { type JournaledGame, knownMoves, matchingGame } from '../../support/clients/journal-check.ts';
import { type ReturningClient, TRAITS } from '../../support/clients/returning-client.ts';
import { formatCoordinates } from '../../support/format-coordinates.ts';

type KnownGame = GoRecord | GomokuRecord;

/** Clients play at random. Therefore two records with at least this many moves, all of them equal, are the same game. */
const DISTINCT_LENGTH = 8;

export const PROTOCOLS_WITH_NAMES: ReadonlySet<string> = new Set(
  Object.entries(TRAITS).flatMap(([name, { hasNames }]) => (hasNames ? [name] : [])),
);

interface ArchivedGames {
  readonly games: readonly JournaledGame[];
  /** The sum of the numbers of players of all games. A player with both seats of a game counts once for it. */
  readonly players: number;
  /** The sum of the numbers of games in the results of all players. */
  readonly counted: number;
}

/** Every game of the archive. The address of a player is known if the player's name identifies it. */
export async function archivedGames(url: string, players: readonly ReturningClient[]): Promise<ArchivedGames> {
  const addresses = new Map(players.map(({ protocol, name, address }) => [`${protocol} ${name}`, address]));
  const seat = (protocol: string, name: string): JournaledGame['black'] => {
    const address = PROTOCOLS_WITH_NAMES.has(protocol)
      ? (addresses.get(`${protocol} ${name}`) ?? 'unknown')
      : undefined;
    return { protocol, address };
  };
  const database = await openDatabase(url);
  try {
    const rows = await database
      .selectFrom('game')
      .innerJoin('gameRecord', 'gameRecord.number', 'game.number')
      .selectAll()
      .orderBy('game.number')
      .execute();
    const { games: counted } = await database
      .selectFrom('player')
      .select(({ fn }) => fn.sum<string | null>('games').as('games'))
      .executeTakeFirstOrThrow();
    const games = rows.map((row): JournaledGame => {
      const { size, blackScore: black, whiteScore: white, result } = row;
      const winner = result === 'black' || result === 'white' ? result : undefined;
      return {
        size,
        black: seat(row.blackProtocol, row.black),
        white: seat(row.whiteProtocol, row.white),
        ...movesOf(row),
        ended: {
          ...(winner && { winner }),
          reason: row.reason as EndReason,
          ...(black !== null && white !== null && { score: { black, white } }),
        },
      };
    });
    const players = rows.reduce((sum, { blackKey, whiteKey }) => sum + (blackKey === whiteKey ? 1 : 2), 0);
    return { games, players, counted: Number(counted) };
  } finally {
    await database.destroy();
  }
}

/**
 * The moves of a game. A record does not contain the order in which black placed handicap stones. `earlier` has them in
 * the reverse order.
 */
function movesOf({ size, board, record }: Record<'board' | 'record', string> & { readonly size: number }) {
  const { setup, moves } = parseStoredRecord(record);
  const place = (point: Point): string => formatCoordinates(coordinates(square(size), point));
  const played = moves.map((move) => (move.kind === 'play' ? place(move.point) : 'pass'));
  const placed = JSON.parse(board).placement === 'free' ? setup.map(({ point }) => place(point)) : [];
  return { moves: [...placed, ...played], earlier: placed.length > 1 ? [[...placed.toReversed(), ...played]] : [] };
}

/** Describes a game that a client received and that is missing or different in the archive; undefined if there is none. */
export function missingGame(
  received: ReadonlyMap<ReturningClient, ReadonlySet<KnownGame>>,
  { games }: ArchivedGames,
): string | undefined {
  for (const [player, records] of received) {
    for (const record of records) {
      const moves = knownMoves(record);
      // These clients see a board before there is an opponent.
      if (moves.length === 0 && (player.protocol === 'remastered' || player.protocol === 'gtp')) continue;
      if (matchingGame(player, record, games) === undefined)
        return `${player.name} (${player.protocol}) received ${moves.join(' ')} ${JSON.stringify(record.ending)}\n${record}`;
    }
  }
  return undefined;
}

/** Checks that no game is archived twice, and that each game counts once in the results of each of its players. */
export function checkEachOnce({ games, players, counted }: ArchivedGames): void {
  const known = new Set<string>();
  for (const { moves, size, black, white } of games) {
    if (moves.length < DISTINCT_LENGTH) continue;
    const game = JSON.stringify([size, black, white, moves]);
    assert(!known.has(game), `archived twice: ${game}`);
    known.add(game);
  }
  assert.equal(counted, players, 'the results of the players do not match the games');
}

export const countReceivedMoves = (received: ReadonlyMap<ReturningClient, ReadonlySet<KnownGame>>): number =>
  [...received.values()].flatMap((records) => [...records]).reduce((sum, record) => sum + knownMoves(record).length, 0);
