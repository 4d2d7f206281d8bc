import { signal } from '@preact/signals';
import { render } from 'preact';
import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import type { PointOwner } from '../../../src/rules/go/point-owners.ts';
import { type BoardSize, type Point, pointAt, square } from '../../../src/rules/point.ts';
import { Board } from '../../../src/web/board/board.tsx';
import type { BoardContent } from '../../../src/web/board/board-content.ts';
import { applyThemes, confirmsTouch, coordinates } from '../../../src/web/settings/user-settings.ts';
import { Announcer, announce } from '../../../src/web/shell/announcer.tsx';
import { loadLanguage, preferredLanguage, texts } from '../../../src/web/texts/page-language.ts';
import { parseDiagram } from '../../support/rules/parse-diagram.ts';
import '../../../src/web/shell/theme.css';
import '../../../src/web/shell/shell.css';

// A page with a single board, for tests and development. The address sets what is shown: `?lines=19`, `?scene=ended`,
// `?turn=no`. Settings are those of the page, stored by the browser. Stones are played by the rules of Go.

const query = new URLSearchParams(location.search);

/** Pseudo-random stones on the board. */
function scattered(size: BoardSize): GoPosition {
  const position = new GoPosition(size);
  let color: Color = 'black';
  for (let index = 0; index < size.width * size.height; index += 2) {
    const point = ((index * 7919) % (size.width * size.height)) as Point;
    if (position.at(point) !== undefined || position.judge(color, point, RULES) !== undefined) continue;
    position.play(color, point);
    color = opposite(color);
  }
  return position;
}

const RULES = { ko: 'positional', suicide: 'forbidden', komi: 0, scoring: 'area' } as const;

const COUNTED = `
  . . X O . . . . .
  . X X O O O O . .
  . . X X X X O . .
  X X . . . X O O O
  . . X . X X X X O
  . X O X X O O X X
  X X O O O . O O O
  O O O . . . . . .
  . . . . . O . . .`;

const plain = { last: undefined, winningRow: [], suggestion: undefined, areas: undefined };

function sceneOf(name: string | null, lines: number): BoardContent {
  const size = square(lines);
  switch (name) {
    case 'ended': {
      const diagram = parseDiagram(COUNTED);
      if (!diagram.ok) throw new Error(diagram.problem);
      const board = diagram.value;
      const areas = { at: (point: Point): PointOwner => areaOf(board, point) };
      return { ...plain, size: board.size, stones: board, last: pointAt(board.size, 5, 8), areas };
    }
    case 'won': {
      const row = [3, 4, 5, 6, 7].map((at) => pointAt(size, at, at)!);
      const others = new Set([4, 5, 6, 8].map((at) => pointAt(size, at, 3)!));
      const stones = {
        at: (point: Point): Color | undefined =>
          row.includes(point) ? 'black' : others.has(point) ? 'white' : undefined,
      };
      return { ...plain, size, stones, last: row[2], winningRow: row };
    }
    case 'scattered':
      return { ...plain, size, stones: scattered(size) };
    default:
      return { ...plain, size, stones: new GoPosition(size) };
  }
}

/** The owner of a point, by the next stones to the right and to the left. This is sufficient for the one scored board here. */
function areaOf(board: BoardContent['stones'] & { readonly size: BoardSize }, point: Point): PointOwner {
  const row = Math.floor(point / board.size.width);
  const met = (step: number): Color | undefined => {
    for (let at = point; Math.floor(at / board.size.width) === row; at = (at + step) as Point) {
      const stone = board.at(at);
      if (stone !== undefined) return stone;
    }
    return undefined;
  };
  const [right, left] = [met(1), met(-1)];
  return right === left || left === undefined || right === undefined ? (right ?? left ?? 'neutral') : 'neutral';
}

const scene = signal(sceneOf(query.get('scene'), Number(query.get('lines') ?? 19)));
const toMove = signal<Color>('black');

function play(point: Point): void {
  const { stones, size } = scene.value;
  if (!(stones instanceof GoPosition) || stones.judge(toMove.value, point, RULES) !== undefined) return;
  stones.play(toMove.value, point);
  toMove.value = opposite(toMove.value);
  scene.value = { ...plain, size, stones, last: point };
}

function BoardTestPage() {
  const { board } = texts();
  const { size } = scene.value;
  return (
    <>
      <h1 class="visually-hidden">{document.title}</h1>
      <Board
        {...scene.value}
        game={query.get('game') === 'gomoku' ? 'gomoku' : 'go'}
        label={board.go(size.width, size.height)}
        texts={board}
        announce={announce}
        coordinates={coordinates.value}
        ghost={toMove.value}
        myTurn={query.get('turn') !== 'no'}
        confirmsTouch={confirmsTouch.value === 'on'}
        onPlay={play}
      />
      <Announcer />
    </>
  );
}

// The speed measurement calls `play` for moves that would come from a server.
Object.assign(globalThis, { play });
applyThemes();
await loadLanguage(preferredLanguage());
render(<BoardTestPage />, document.getElementById('board-test')!);
