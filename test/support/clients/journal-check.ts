import type { GameEvent, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import type { Color } from '../../../src/rules/color.ts';
import { coordinates, square } from '../../../src/rules/point.ts';
import { formatCoordinates } from '../format-coordinates.ts';
import type { Ending } from './client.ts';
import { GoRecord } from './go-record.ts';
import type { GomokuRecord } from './gomoku-record.ts';
import { type ReturningClient, TRAITS } from './returning-client.ts';

interface JournaledSeat {
  readonly protocol: string;
  /** Undefined if it is not stored: the seat may belong to any player of the protocol. */
  readonly address: string | undefined;
}

/** The part of a stored game that clients can see. */
export interface JournaledGame {
  readonly size: number;
  readonly black: JournaledSeat;
  readonly white: JournaledSeat;
  /** `x,y` or `pass`. */
  readonly moves: string[];
  /** The moves before each take-back. */
  readonly earlier: string[][];
  ended: Pick<GameEvent & { kind: 'ended' }, 'winner' | 'reason' | 'score'> | undefined;
}

export function journaledGame(entries: readonly JournalEntry[]): JournaledGame {
  const [first, ...rest] = entries.map(({ event }) => event);
  if (first === undefined) throw new Error('no game');
  const game = startedGame(first);
  for (const event of rest) applyEvent(game, event);
  return game;
}

/** A game with only its first event. */
export function startedGame(first: GameEvent): JournaledGame {
  if (first.kind !== 'seated') throw new Error('the first event of a game must be `seated`');
  const { black, white } = first;
  return { size: black.parameters.size, black, white, moves: [], earlier: [], ended: undefined };
}

/** Adds the next event of the game. */
export function applyEvent(game: JournaledGame, event: GameEvent): void {
  switch (event.kind) {
    case 'passed':
      game.moves.push('pass');
      break;
    case 'played':
      game.moves.push(formatCoordinates(coordinates(square(game.size), event.point)));
      break;
    case 'undone':
      game.earlier.push([...game.moves]);
      game.moves.length -= event.turns;
      break;
    case 'ended':
      game.ended = event;
  }
}

/** The moves that a client knows. */
export function knownMoves(record: GoRecord | GomokuRecord): string[] {
  if (!(record instanceof GoRecord))
    return record.stones.slice(0, record.isLastPresumed ? -1 : undefined).map(formatCoordinates);
  return record.moves.map((action) =>
    action.kind === 'pass' ? 'pass' : formatCoordinates(record.coordinatesOf(action.point)),
  );
}

/** A move in the form of `JournaledGame.moves`; undefined if the game has fewer moves. */
export function moveAt(record: GoRecord, index: number): string | undefined {
  const action = record.moves[index];
  return action && (action.kind === 'pass' ? 'pass' : formatCoordinates(record.coordinatesOf(action.point)));
}

/** Whether the protocol sends every pass. Clients of other protocols deduce passes. */
export const seesPasses = (protocol: ReturningClient['protocol']): boolean => TRAITS[protocol].seesPasses ?? false;

const withoutPasses = (moves: readonly string[]): readonly string[] => moves.filter((move) => move !== 'pass');

/** Finds the stored game that a client knows. Its moves must start with the moves that the client received. */
export function matchingGame(
  { protocol, address }: ReturningClient,
  record: GoRecord | GomokuRecord,
  games: readonly JournaledGame[],
): JournaledGame | undefined {
  const all = knownMoves(record);
  const known = seesPasses(protocol) ? all : withoutPasses(all);
  return games.findLast((game) => {
    const colors: readonly Color[] =
      record.color === 'both' || record.color === undefined ? ['black', 'white'] : [record.color];
    const isSeat = (seat: JournaledSeat): boolean =>
      seat.protocol === protocol && (seat.address === undefined || seat.address === address);
    if (!colors.some((color) => isSeat(game[color])) || game.size !== record.size) return false;
    const uncertain = record instanceof GoRecord && record.isUncertain;
    if (!uncertain && !hasMoves(game, known, seesPasses(protocol))) return false;
    return record.ending === undefined || isSameEnding(record.ending, game);
  });
}

/** Whether the game starts with these moves, or did before a take-back. */
export function hasMoves(
  { moves: turns, earlier }: JournaledGame,
  known: readonly string[],
  withPasses = true,
): boolean {
  return [turns, ...earlier].some((each) => {
    const journaled = withPasses ? each : withoutPasses(each);
    return known.every((move, index) => move === journaled[index]);
  });
}

/** Whether a game has ended as the client was notified. */
function isSameEnding({ winner, reason, score, isRounded = false }: Ending, { ended }: JournaledGame): boolean {
  if (ended === undefined) return false;
  if (winner !== undefined && winner !== (ended.winner ?? 'draw')) return false;
  const lost = ended.reason === 'resigned' || ended.reason === 'timed-out' || ended.reason === 'fouled';
  const journaled = lost ? 'resigned' : ended.reason === 'stopped' ? 'left' : ended.reason;
  if (reason !== undefined && reason !== journaled) return false;
  if (score === undefined) return true;
  if (ended.score === undefined || score.black !== ended.score.black) return false;
  return score.white === (isRounded ? awayFrom(score.black, ended.score.white) : ended.score.white);
}

/** Rounds `points` to a whole number, away from `other`. */
const awayFrom = (other: number, points: number): number => (points > other ? Math.ceil(points) : Math.floor(points));
