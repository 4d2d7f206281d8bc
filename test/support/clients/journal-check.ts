import type { GameEvent, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import type { Color } from '../../../src/rules/color.ts';
import { coordinates, square } from '../../../src/rules/point.ts';
import type { Ending } from './client.ts';
import { GoRecord } from './go-record.ts';
import type { GomokuRecord } from './gomoku-record.ts';
import { type ReturningClient, TRAITS } from './returning-client.ts';

interface JournaledSeat {
  readonly protocol: string;
  /** Undefined where it is not kept: any player of the protocol may have had the seat. */
  readonly address: string | undefined;
}

/** A game of the journal or the archive, as far as clients hear of it. */
export interface JournaledGame {
  readonly size: number;
  readonly black: JournaledSeat;
  readonly white: JournaledSeat;
  /** `x,y` or `pass`, in turn. */
  readonly moves: string[];
  /** The same before turns were taken back, each time. */
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

/** A game of which no more than the first event is kept. */
export function startedGame(first: GameEvent): JournaledGame {
  if (first.kind !== 'seated') throw new Error('a game begins by being seated');
  const { black, white } = first;
  return { size: black.parameters.size, black, white, moves: [], earlier: [], ended: undefined };
}

/** One more event of the game is kept. */
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

export const formatCoordinates = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x},${y}`;

/** The turns that a client knows of. */
export function knownMoves(record: GoRecord | GomokuRecord): string[] {
  if (!(record instanceof GoRecord))
    return record.stones.slice(0, record.isLastPresumed ? -1 : undefined).map(formatCoordinates);
  return record.moves.map((action) =>
    action.kind === 'pass' ? 'pass' : formatCoordinates(record.coordinatesOf(action.point)),
  );
}

/** A turn of a game of Go as the journal's are written; nothing where it has not come so far. */
export function moveAt(record: GoRecord, index: number): string | undefined {
  const action = record.moves[index];
  return action && (action.kind === 'pass' ? 'pass' : formatCoordinates(record.coordinatesOf(action.point)));
}

/** Whether the protocol tells every turn; what clients of the others know of passes they have guessed. */
export const seesPasses = (protocol: ReturningClient['protocol']): boolean => TRAITS[protocol].seesPasses ?? false;

const stones = (turns: readonly string[]): readonly string[] => turns.filter((turn) => turn !== 'pass');

/**
 * The game of the journal that a client knows, if everything that it was told is there, in order and once. `games` are
 * those in which the person has a seat.
 */
export function matchingGame(
  { protocol, address }: ReturningClient,
  record: GoRecord | GomokuRecord,
  games: readonly JournaledGame[],
): JournaledGame | undefined {
  const all = knownMoves(record);
  const known = seesPasses(protocol) ? all : stones(all);
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

/** Whether the game has begun so, or did before turns were taken back. */
export function hasMoves(
  { moves: turns, earlier }: JournaledGame,
  known: readonly string[],
  withPasses = true,
): boolean {
  return [turns, ...earlier].some((each) => {
    const told = withPasses ? each : stones(each);
    return known.every((turn, index) => turn === told[index]);
  });
}

/** Whether a game has ended as a client was told. */
function isSameEnding({ winner, reason, score, isRounded = false }: Ending, { ended }: JournaledGame): boolean {
  if (ended === undefined) return false;
  if (winner !== undefined && winner !== (ended.winner ?? 'nobody')) return false;
  const lost = ended.reason === 'resigned' || ended.reason === 'timed-out' || ended.reason === 'fouled';
  const journaled = lost ? 'resigned' : ended.reason === 'stopped' ? 'left' : ended.reason;
  if (reason !== undefined && reason !== journaled) return false;
  if (score === undefined) return true;
  if (ended.score === undefined || score.black !== ended.score.black) return false;
  return score.white === (isRounded ? awayFrom(score.black, ended.score.white) : ended.score.white);
}

/** The whole number next to `points` that is not nearer to `other`. */
const awayFrom = (other: number, points: number): number => (points > other ? Math.ceil(points) : Math.floor(points));
