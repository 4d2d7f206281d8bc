import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ParsedDiagram, parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { drawDiagram } from '../../rules/board-diagram.ts';
import { COLORS, type Color, opposite } from '../../rules/color.ts';
import { BoardGrid, EMPTY, stoneOf } from '../../rules/gomoku/board-grid.ts';
import { GomokuPosition } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES, type GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { RenjuReferee } from '../../rules/gomoku/renju-fouls.ts';
import { winningStep } from '../../rules/gomoku/winning-row.ts';
import { type Point, pointAt, square } from '../../rules/point.ts';
import type { EngineChoice, GomokuSituation } from '../engine.ts';
import { randomNumbers } from '../random-numbers.ts';
import { chooseGomokuMove } from './choose-gomoku-move.ts';
import { GOMOKU_SKILLS, type GomokuSkill } from './gomoku-levels.ts';

/** The strongest player with this number of positions. `timeChecks` counts how often it reads the time. */
function countingPlayer(nodes: number, seed: number) {
  let timeChecks = 0;
  const timeUsed = () => {
    timeChecks++;
    return 0;
  };
  const skill: GomokuSkill = { ...GOMOKU_SKILLS[6], nodes };
  const choose = (situation: GomokuSituation): EngineChoice =>
    chooseGomokuMove(situation, skill, { timeUsed, random: randomNumbers(seed, 0, 0) });
  return { choose, looks: () => timeChecks };
}

const points = (lines: number): Point[] => Array.from({ length: lines ** 2 }, (_, point) => point as Point);

function situationOf(board: ParsedDiagram, rule: GomokuRule, color: Color): GomokuSituation {
  const setup = points(board.size.width).flatMap((point) => {
    const stone = board.at(point);
    return stone === undefined ? [] : [{ point, color: stone }];
  });
  return { game: 'gomoku', size: board.size.width, rule, color, setup, moves: [] };
}

const BUDGET = 4000;
/** The number of positions to find a long win: a fifth of those of the strongest level. */
const WINNING_BUDGET = 40_000;

function chosen(situation: GomokuSituation, nodes = BUDGET): Point {
  const choice = countingPlayer(nodes, 1).choose(situation);
  assert.ok(choice.kind === 'play');
  return choice.point;
}

describe('puzzles', () => {
  const text = readFileSync(new URL('puzzles.txt', import.meta.url), 'utf8');
  for (const section of text.split(/^# /m).slice(1)) {
    const [name = '', drawing = '', sayings = ''] = section.split('\n\n');
    const board = parseDiagram(drawing);
    assert.ok(board.ok, board.ok ? '' : `${name}: ${board.problem}`);
    for (const saying of sayings.trim().split('\n')) {
      const [, rules, color, task, letters] =
        /^([a-z ]+): (black|white) (plays|avoids|wins)(( [a-z])*)$/.exec(saying) ?? [];
      assert.ok(rules !== undefined, `${name}: ${saying}`);
      for (const rule of GOMOKU_RULES.filter((known) => rules.split(' ').includes(known))) {
        test(`${name}: in ${rule} ${color} ${task}${letters}`, () => {
          const situation = situationOf(board.value, rule, color as Color);
          if (task === 'wins') return winsAgainstAll(situation);
          const marked = letters!
            .trim()
            .split(' ')
            .flatMap((letter) => board.value.marks.get(letter)!);
          const point = chosen(situation);
          assert.equal(marked.includes(point), task === 'plays', `played ${point}\n${drawing}`);
        });
      }
    }
  }
});

/** Chooses for the defender. */
type Defence = (situation: GomokuSituation, referee: Referee) => Point;

const DEFENCES: { readonly [name: string]: Defence } = {
  'the player itself': (situation) => chosen(situation),
  'five, else a block, else beside the last stone': (situation, referee) => {
    const legal = points(situation.size).filter((point) => referee.allows(point, situation.color));
    const saved = legal.find((point) => referee.wins(point, opposite(situation.color)));
    const last = situation.moves.at(-1);
    assert.ok(last?.kind === 'play');
    const five = legal.find((point) => referee.wins(point, situation.color));
    return five ?? saved ?? nearestFirst(situation.size, last.point, legal)[0]!;
  },
};

function nearestFirst(lines: number, to: Point, among: readonly Point[]): Point[] {
  const distance = (point: Point): number =>
    Math.hypot((point % lines) - (to % lines), Math.floor(point / lines) - Math.floor(to / lines));
  return among.toSorted((a, b) => distance(a) - distance(b));
}

const MOST_STONES = 30;

function winsAgainstAll(situation: GomokuSituation): void {
  for (const [name, defend] of Object.entries(DEFENCES)) {
    const referee = new Referee(situation);
    const moves = [...situation.moves];
    let color = situation.color;
    for (;;) {
      const now = { ...situation, color, moves };
      const point: Point = color === situation.color ? chosen(now, WINNING_BUDGET) : defend(now, referee);
      assert.ok(referee.allows(point, color), `${color} plays ${point}\n${referee.drawn()}`);
      const won = referee.wins(point, color);
      referee.put(point, color);
      moves.push({ kind: 'play', color, point });
      if (won) break;
      assert.ok(moves.length < MOST_STONES, `no win against ${name}\n${referee.drawn()}`);
      color = opposite(color);
    }
    assert.equal(color, situation.color, `lost against ${name}\n${referee.drawn()}`);
  }
}

/** Checks stones by the rules, on a board with any stones. */
class Referee {
  readonly #grid: BoardGrid;
  readonly #renju: RenjuReferee;
  readonly #rule: GomokuRule;

  constructor({ size, rule, setup }: GomokuSituation) {
    this.#grid = new BoardGrid(size);
    this.#renju = new RenjuReferee(this.#grid);
    this.#rule = rule;
    for (const { point, color } of setup) this.put(point, color);
  }

  put(point: Point, color: Color): void {
    this.#grid.cells[this.#grid.cellAt(point)] = stoneOf(color);
  }

  allows(point: Point, color: Color): boolean {
    const cell = this.#grid.cellAt(point);
    if (this.#grid.cells[cell] !== EMPTY) return false;
    if (this.#rule !== 'renju' || color === 'white') return true;
    const verdict = this.#renju.judge(cell);
    return verdict === undefined || verdict === 'five';
  }

  wins(point: Point, color: Color): boolean {
    const cell = this.#grid.cellAt(point);
    if (this.#grid.cells[cell] !== EMPTY) return false;
    this.put(point, color);
    const step = winningStep(this.#grid, cell, this.#rule);
    this.#grid.cells[cell] = EMPTY;
    return step !== 0;
  }

  drawn(): string {
    const stones = ['black', 'white'] as const;
    return drawDiagram(square(this.#grid.lines), (point) => stones[this.#grid.cells[this.#grid.cellAt(point)]! - 1]);
  }
}

test('the first stone is played on the centre', () => {
  for (const lines of [5, 15, 20, 255]) {
    const middle = Math.floor((lines - 1) / 2);
    for (const rule of GOMOKU_RULES) {
      const situation = { game: 'gomoku', size: lines, rule, color: 'black', setup: [], moves: [] } as const;
      assert.equal(chosen(situation), pointAt(square(lines), middle, middle));
    }
  }
});

test('it resigns if no stone is legal, and plays on the last legal point', () => {
  const full = ['X O X O X', 'X O X O X', 'O X O X O', 'O X O X O', 'X O X O X'];
  for (const [last, kind] of [
    ['X O X O X', 'resign'],
    ['X O X O .', 'play'],
  ] as const) {
    const board = parseDiagram([...full.slice(0, 4), last].join('\n'));
    assert.ok(board.ok);
    for (const rule of GOMOKU_RULES) {
      for (const color of COLORS)
        assert.equal(countingPlayer(BUDGET, 1).choose(situationOf(board.value, rule, color)).kind, kind);
    }
  }
});

test('in any game, its stone is legal, the same for the same random numbers, and within the budget', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...GOMOKU_RULES),
      fc.integer({ min: 5, max: 19 }),
      fc.array(fc.nat({ max: 2 ** 20 }), { maxLength: 160 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 0, max: 1000 }),
      (rule, lines, numbers, seed, budget) => {
        const { position, moves } = anyGame(lines, rule, numbers);
        const color = position.toMove;
        const situation: GomokuSituation = { game: 'gomoku', size: lines, rule, color, setup: [], moves };
        const think = countingPlayer(budget, seed);
        if (position.outcome !== undefined) return;
        const choice = think.choose(situation);
        assert.ok(choice.kind === 'play');
        assert.equal(position.judge(choice.point), undefined);
        assert.deepEqual(countingPlayer(budget, seed).choose(situation), choice);
        assert.ok(think.looks() <= budget / 16 + 10, `${think.looks()} looks at the clock`);
      },
    ),
    { numRuns: 60 },
  );
});

/** A running game with stones close together: each number selects one of the points nearest to the centre. */
function anyGame(lines: number, rule: GomokuRule, numbers: readonly number[]) {
  const position = new GomokuPosition(lines, rule);
  const referee = new Referee({ game: 'gomoku', size: lines, rule, color: 'black', setup: [], moves: [] });
  const moves: { kind: 'play'; color: Color; point: Point }[] = [];
  const nearby = nearestFirst(lines, Math.floor(lines ** 2 / 2) as Point, points(lines));
  for (const number of numbers) {
    const color = position.toMove;
    // A stone that ends the game is not played. With so few stones, the enemy always has a legal point.
    const may = nearby
      .filter((point) => position.judge(point) === undefined && !referee.wins(point, color))
      .slice(0, 30);
    const point = may[number % may.length];
    if (point === undefined) break;
    position.play(point);
    referee.put(point, color);
    moves.push({ kind: 'play', color, point });
    assert.equal(position.outcome?.reason === 'row', false);
  }
  return { position, moves };
}
