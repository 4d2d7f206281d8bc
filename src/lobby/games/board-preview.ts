import { type Point, square } from '../../rules/point.ts';
import type { Game } from './game.ts';
import type { GameId } from './game-event.ts';

/** The largest board with stones in its preview, in lines. The stones of a larger board cannot be recognised in a small drawing. */
const MAX_SIZE = 25;

/** The stones on the board of a running game. */
export interface BoardPreview {
  readonly game: GameId;
  /** The number of lines of the board. */
  readonly size: number;
  /** Changes with every move and whenever moves are taken back. */
  readonly version: number;
  readonly moves: number;
  /** One character for each point, in rows from the top left: `b`, `w`, or `.` without a stone. Absent on large boards. */
  readonly stones?: string;
  /** The latest stone, unless the latest move is a pass. */
  readonly last?: Point;
}

/** More than the number of moves of any game. */
const MOVES_BOUND = 100_000;

/**
 * The preview of a running game, unless the client knows this version. None for a private game, for a long game whose moves have not been
 * read from the journal yet (reading them for a preview could take long), and for one that cannot be read. A large board has no stones.
 */
export function previewOf(game: Game | undefined, known: number | undefined): BoardPreview | undefined {
  if (game === undefined || game.options.private || !game.isQuicklyRead || game.problem !== undefined) return undefined;
  const { id, moves, undone } = game;
  const version = undone * MOVES_BOUND + moves.length;
  if (version === known) return undefined;
  const { size } = game.parameters;
  const head = { game: id, size, version, moves: moves.length };
  if (size > MAX_SIZE) return head;
  const { width, height } = square(size);
  const points: string[] = new Array(width * height).fill('.');
  for (const { point, color } of game.board.stones()) points[point] = color === 'black' ? 'b' : 'w';
  const latest = moves.at(-1);
  return { ...head, stones: points.join(''), ...(latest?.kind === 'play' ? { last: latest.point } : {}) };
}
