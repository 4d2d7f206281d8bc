import { readFileSync } from 'node:fs';
import { chooseGomokuMove } from '../../src/engines/gomoku/choose-gomoku-move.ts';
import { GOMOKU_SKILLS } from '../../src/engines/gomoku/gomoku-levels.ts';
import { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { coordinates, type Point, pointAt, square } from '../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../src/rules/vertex.ts';
import { randomStones } from './random-opening.ts';

/** The board of the list. */
const LINES = 15;
const LIST = new URL('balanced-openings.txt', import.meta.url);

/** The number of positions that the player examines for a move, for each game that tests an opening. */
const TRIALS = [6000, 8000, 11_000, 15_000];

let listed: string[][] | undefined;

/**
 * The opening with the given number, counted from 0, for a board with at least 7 lines. The stones have the same places around
 * the centre as in the list. After the last opening of the list, the mirrored and rotated openings follow: seven more lists.
 */
export function balancedOpening(lines: number, number: number): Point[] {
  const rows = readFileSync(LIST, 'utf8').split('\n');
  listed ??= rows.filter((row) => /^[A-O]\d/.test(row)).map((row) => row.split(' '));
  const names = listed[number % listed.length]!;
  const view = Math.floor(number / listed.length);
  const centre = Math.floor(lines / 2);
  return names.map((name) => {
    const { x, y } = coordinates(square(LINES), parseVertex(square(LINES), name, 'gomoku')!);
    let [right, down] = [x - Math.floor(LINES / 2), y - Math.floor(LINES / 2)];
    if ((view & 1) !== 0) right = -right;
    if ((view & 2) !== 0) down = -down;
    if ((view & 4) !== 0) [right, down] = [down, right];
    return pointAt(square(lines), centre + right, centre + down)!;
  });
}

/** Random openings of three to five stones until `count` of them are balanced, as rows of the list. */
export function* findBalanced(count: number, rule: GomokuRule, random: () => number): Generator<string> {
  for (let found = 0; found < count; ) {
    const start = randomStones(LINES, 3 + Math.floor(3 * random()), random);
    if (!isBalanced(start, rule, random)) continue;
    found++;
    yield start.map((point) => vertexName(square(LINES), point, 'gomoku')).join(' ');
  }
}

/** Whether each colour wins half of the games of the strongest player against itself, with few positions per move. */
function isBalanced(start: readonly Point[], rule: GomokuRule, random: () => number): boolean {
  let [black, white] = [0, 0];
  for (const nodes of TRIALS) {
    const points = blackPoints(start, rule, nodes, random);
    black += points;
    white += 1 - points;
    if (Math.max(black, white) > TRIALS.length / 2) return false;
  }
  return true;
}

function blackPoints(start: readonly Point[], rule: GomokuRule, nodes: number, random: () => number): number {
  const position = new GomokuPosition(LINES, rule);
  for (const point of start) {
    if (position.outcome !== undefined || position.judge(point) !== undefined) return 1;
    position.play(point);
  }
  while (position.outcome === undefined) {
    const setup = [...position.stones()];
    const situation = { game: 'gomoku', size: LINES, rule, color: position.toMove, setup, moves: [] } as const;
    const choice = chooseGomokuMove(situation, { ...GOMOKU_SKILLS[6], nodes }, { timeUsed: () => 0, random });
    if (choice.kind !== 'play') return 0.5;
    position.play(choice.point);
  }
  const { outcome } = position;
  return outcome.reason === 'row' ? Number(outcome.winner === 'black') : 0.5;
}
