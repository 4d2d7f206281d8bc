import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import { drawDiagram } from '../../rules/board-diagram.ts';
import { coordinates, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { firstToMove, GameReplay, NO_SETUP, type ReplayedPosition } from './game-replay.ts';

const GO: GameParametersJson = { game: 'go', size: 5, komi: 7.5, ko: 'positional', suicide: 'allowed' };
const GOMOKU: GameParametersJson = { game: 'gomoku', size: 6, rule: 'freestyle' };

/** Moves from text, such as `C3 D4 pass`. The colours alternate, black first. */
function turnsOf(board: GameParametersJson, text: string): Turn[] {
  const size = square(board.size);
  return text.split(' ').map((move, index) => {
    const color = index % 2 === 0 ? 'black' : 'white';
    if (move === 'pass') return { kind: 'pass', color };
    return { kind: 'play', color, point: coordinates(size, parseVertex(size, move)!) };
  });
}

const drawn = ({ size, stones }: ReplayedPosition): string => `\n${drawDiagram(size, (point) => stones.at(point))}\n`;

const TURNS = turnsOf(GO, 'C3 C2 B2 B1 D2 D1 E1 pass C1');

test('captured stones are removed and counted', () => {
  const position = new GameReplay(GO, NO_SETUP).after(TURNS, TURNS.length);
  assert.equal(
    drawn(position),
    `
. . . . .
. . . . .
. . X . .
. X . X .
. O X . X
`,
  );
  assert.deepEqual(position.captures, { black: 2, white: 0 });
  assert.equal(vertexName(position.size, position.last!), 'C1');
});

test('handicap stones are there before the first move, and can be captured', () => {
  const setup = ['A1', 'C3'].map(
    (name) => ({ color: 'black', point: coordinates(square(5), parseVertex(square(5), name)!) }) as const,
  );
  const turns = turnsOf(GO, 'E5 A2 E4 B1');
  const replay = new GameReplay(GO, setup);
  assert.equal(drawn(replay.after(turns, 0)), '\n. . . . .\n. . . . .\n. . X . .\n. . . . .\nX . . . .\n');
  assert.equal(replay.after(turns, 0).last, undefined);
  assert.equal(drawn(replay.after(turns, 4)), '\n. . . . X\n. . . . X\n. . X . .\nO . . . .\n. O . . .\n');
  assert.deepEqual(replay.after(turns, 4).captures, { black: 0, white: 1 });
  assert.equal(drawn(replay.after(turns, 0)), drawn(new GameReplay(GO, setup).after([], 0)));
});

test('going back and forward gives the same positions', () => {
  const replay = new GameReplay(GO, NO_SETUP);
  const forward = TURNS.map((_, count) => drawn(new GameReplay(GO, NO_SETUP).after(TURNS, count)));
  for (const count of [8, 3, 4, 0, 6, 5, 8]) assert.equal(drawn(replay.after(TURNS, count)), forward[count]);
  assert.deepEqual(replay.after(TURNS, 3).captures, { black: 0, white: 0 });
});

test('after a pass there is no last stone, but the colour that passed', () => {
  const { last, passed } = new GameReplay(GO, NO_SETUP).after(TURNS, 8);
  assert.deepEqual([last, passed], [undefined, 'white']);
});

test('moves can be taken back and replaced by others', () => {
  const replay = new GameReplay(GO, NO_SETUP);
  replay.after(TURNS, 4);
  const others = [...TURNS.slice(0, 2), ...turnsOf(GO, 'E5 A5')];
  assert.equal(drawn(replay.after(others, 4)), drawn(new GameReplay(GO, NO_SETUP).after(others, 4)));
});

test('stones of a suicide count as captures of the enemy', () => {
  const turns = turnsOf(GO, 'A2 C5 B1 D5 E5 A1');
  assert.deepEqual(new GameReplay(GO, NO_SETUP).after(turns, 6).captures, { black: 1, white: 0 });
});

test('a winning row is found, whatever comes after', () => {
  const turns = turnsOf(GOMOKU, 'A1 A2 B1 B2 C1 C2 D1 D2 E1');
  const replay = new GameReplay(GOMOKU, NO_SETUP);
  assert.deepEqual(replay.after(turns, 8).row, []);
  const { row, size } = replay.after(turns, 9);
  assert.deepEqual(row.map((point) => vertexName(size, point)).sort(), ['A1', 'B1', 'C1', 'D1', 'E1']);
});

test('a record in which a colour moves twice in a row shows its stones', () => {
  const turns = turnsOf(GOMOKU, 'A1 A2').map((turn) => ({ ...turn, color: 'white' }) as const);
  const { stones, row, size } = new GameReplay(GOMOKU, NO_SETUP).after(turns, 2);
  assert.equal(stones.at(parseVertex(size, 'A2')!), 'white');
  assert.deepEqual(row, []);
});

test('handicap stones are there before the first move, and again when the replay goes back', () => {
  const replay = new GameReplay({ ...GO, size: 9, handicap: 2 }, NO_SETUP);
  const played = [{ kind: 'play', color: 'white', point: { x: 0, y: 0 } }] as const;
  const count = (turns: typeof played | []): number => {
    const { stones, size } = replay.after(turns, turns.length);
    const points = Array.from({ length: size.width * size.height }, (_, point) => point as Point);
    return points.filter((point) => stones.at(point) !== undefined).length;
  };
  assert.deepEqual([count([]), count(played), count([])], [2, 3, 2]);
  assert.equal(replay.judge('white', replay.pointOf({ x: 2, y: 6 })!), 'occupied');
});

test('handicap stones that black places are moves while the game runs, and set-up stones in the archive', () => {
  const board: GameParametersJson = { ...GO, size: 7, handicap: 2, placement: 'free' };
  const size = square(7);
  const at = (name: string) => coordinates(size, parseVertex(size, name)!);
  const turns = (['A1', 'B1'] as const).map((name): Turn => ({ kind: 'play', color: 'black', point: at(name) }));
  const empty = '. . . . . . .\n'.repeat(6);
  const running = new GameReplay(board, NO_SETUP);
  assert.equal(drawn(running.after([], 0)), `\n${empty}. . . . . . .\n`);
  assert.equal(drawn(running.after(turns, 2)), `\n${empty}X X . . . . .\n`);
  assert.equal(firstToMove(board, NO_SETUP), 'black');
  const setup = turns.flatMap((turn) => (turn.kind === 'play' ? [{ color: turn.color, point: turn.point }] : []));
  assert.equal(drawn(new GameReplay(board, setup).after([], 0)), `\n${empty}X X . . . . .\n`);
  assert.equal(firstToMove(board, setup), 'white');
  const { placement: _, ...fixed } = board;
  assert.equal(firstToMove(fixed as GameParametersJson, NO_SETUP), 'white');
});
