import type { Turn } from '../../protocols/api/value-schemas.ts';
import type { GameReplay } from '../game/game-replay.ts';
import { colorToMove } from './color-to-move.ts';
import { inGame, NO_VARIATIONS, play, type TreePath, type Variations } from './move-tree.ts';
import { triedMoveLegality } from './tried-move-legality.ts';

/** The maximum number of moves of a variation in a link. */
export const MOST_LINKED = 100;
/** The maximum length of a variation in a link, in characters: `254.254-` for each move. */
const LONGEST_THEN = 8 * MOST_LINKED;

/**
 * The address of a place: `?move=34`, and for a variation `&then=3.15-4.4-pass`, columns and rows from 0 at the top left.
 * The rest of the address stays. `undefined`: the variation is too long for a link.
 */
export function linkTo(href: string, { main, tried }: TreePath): string | undefined {
  if (tried.length > MOST_LINKED) return undefined;
  const url = new URL(href);
  url.hash = '';
  url.searchParams.set('move', String(main));
  if (tried.length === 0) url.searchParams.delete('then');
  else url.searchParams.set('then', tried.map(moveText).join('-'));
  return url.href;
}

const moveText = (turn: Turn): string => (turn.kind === 'pass' ? 'pass' : `${turn.point.x}.${turn.point.y}`);

/** Why a link shows no position. `number` counts the moves of the variation from 1. */
export type LinkProblem =
  | { readonly kind: 'malformed' | 'too-long' }
  | { readonly kind: 'no-such-move'; readonly move: number }
  | { readonly kind: 'illegal'; readonly number: number };

/** The position of a link: a place, and the variation to which the place belongs. */
export interface LinkedPosition {
  readonly place: TreePath;
  readonly variations: Variations;
}

/** Parses the query of a link from `linkTo`. Undefined if the query has no position. */
export function readLink(
  query: Readonly<Record<string, string>>,
  { turns, first, replay }: { turns: readonly Turn[]; first: Turn['color']; replay: GameReplay },
): LinkedPosition | LinkProblem | undefined {
  const { move, then } = query;
  if (move === undefined && then === undefined) return undefined;
  if (!/^\d{1,6}$/.test(move ?? '')) return { kind: 'malformed' };
  const main = Number(move);
  if (main > turns.length) return { kind: 'no-such-move', move: main };
  const start = { place: inGame(main), variations: NO_VARIATIONS };
  if (then === undefined) return start;
  if (then.length > LONGEST_THEN) return { kind: 'too-long' };
  const moves = then.split('-');
  if (moves.length > MOST_LINKED) return { kind: 'too-long' };
  if (!moves.every((each) => /^(?:pass|\d{1,3}\.\d{1,3})$/.test(each))) return { kind: 'malformed' };
  return readMoves(start, moves, turns, first, replay);
}

function readMoves(
  start: LinkedPosition,
  moves: readonly string[],
  turns: readonly Turn[],
  first: Turn['color'],
  replay: GameReplay,
): LinkedPosition | LinkProblem {
  let { place, variations } = start;
  const line = turns.slice(0, place.main);
  for (const [index, move] of moves.entries()) {
    const color = colorToMove(line.at(-1), first);
    const [x, y] = move.split('.').map(Number);
    const turn: Turn = move === 'pass' ? { kind: 'pass', color } : { kind: 'play', color, point: { x: x!, y: y! } };
    if (triedMoveLegality(replay, line, turn) !== undefined) return { kind: 'illegal', number: index + 1 };
    ({ place, variations } = play({ turns, variations }, place, turn)!);
    line.push(turn);
  }
  return { place, variations };
}
