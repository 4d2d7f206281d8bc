import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDiagram } from '../../test/support/rules/parse-diagram.ts';
import type { GameStartedEvent } from '../protocols/client-session-types.ts';
import { drawDiagram } from '../rules/board-diagram.ts';
import type { Color } from '../rules/color.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import { ClientGameState } from './client-game-state.ts';

const GO: GameStartedEvent = {
  kind: 'game-started',
  game: 'go',
  color: 'black',
  size: 3,
  setup: [],
  continues: false,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
};
const GOMOKU: GameStartedEvent = {
  kind: 'game-started',
  game: 'gomoku',
  color: 'white',
  size: 5,
  setup: [],
  continues: false,
  rule: 'freestyle',
};

const at = (table: ClientGameState, x: number, y: number): Point => pointAt(square(table.info.size), x, y)!;
const drawn = (table: ClientGameState): string => drawDiagram(square(table.info.size), (point) => table.at(point));

/** Plays stones alternately, black first. */
function play(table: ClientGameState, ...places: readonly (readonly [number, number])[]): void {
  const colors: readonly Color[] = ['black', 'white'];
  for (const [index, [x, y]] of places.entries()) {
    const followed = table.follow({ kind: 'played', color: colors[index % 2]!, point: at(table, x, y) });
    assert.ok(followed.ok, followed.ok ? '' : followed.problem);
  }
}

describe('ClientGameState in Go', () => {
  test('removes captured stones and counts them', () => {
    const table = new ClientGameState(GO);
    play(table, [0, 1], [0, 0], [1, 0]);
    assert.equal(drawn(table), '. X .\nX . .\n. . .');
    assert.deepEqual(table.captures, { black: 1, white: 0 });
  });

  test('counts the stones of a suicide as captures of the other side', () => {
    const table = new ClientGameState(GO);
    play(table, [0, 1], [2, 2], [1, 0], [0, 0]);
    assert.equal(drawn(table), '. X .\nX . .\n. . O');
    assert.deepEqual(table.captures, { black: 1, white: 0 });
  });

  test('begins with the set-up stones, in any order', () => {
    const diagram = parseDiagram('O O .\nX O O\n. X X');
    assert.ok(diagram.ok);
    const points = Array.from({ length: 9 }, (_, index) => index as Point);
    const setup = points.flatMap((point) => {
      const color = diagram.value.at(point);
      return color === undefined ? [] : [{ point, color }];
    });
    for (const stones of [setup, setup.toReversed()]) {
      const table = new ClientGameState({ ...GO, setup: stones });
      assert.equal(drawn(table), 'O O .\nX O O\n. X X');
      assert.deepEqual(table.captures, { black: 0, white: 0 });
      assert.deepEqual(table.situation('black').setup, stones);
    }
  });

  test('judges stones by the rules of the protocol', () => {
    const allowed = new ClientGameState(GO);
    const forbidden = new ClientGameState({ ...GO, ruleset: { ko: 'positional', suicide: 'forbidden' } });
    for (const table of [allowed, forbidden]) play(table, [0, 1], [0, 2], [1, 1], [2, 2], [2, 1]);
    assert.equal(drawn(allowed), '. . .\nX X X\nO . O');
    assert.equal(allowed.judge('black', at(allowed, 0, 2)), 'occupied');
    assert.equal(allowed.judge('white', at(allowed, 1, 2)), undefined);
    assert.equal(forbidden.judge('white', at(forbidden, 1, 2)), 'suicide');
  });

  test('reports a stone on an occupied point as a problem', () => {
    const table = new ClientGameState(GO);
    play(table, [0, 0]);
    assert.equal(table.follow({ kind: 'played', color: 'white', point: at(table, 0, 0) }).ok, false);
    assert.equal(table.moves.length, 1);
  });

  test('knows whether we are to move, until the move is made or the game is over', () => {
    const table = new ClientGameState(GO);
    assert.equal(table.ownColorToMove, undefined);
    table.follow({ kind: 'your-turn', color: 'black' });
    assert.equal(table.ownColorToMove, 'black');
    table.follow({ kind: 'passed', color: 'black' });
    assert.equal(table.ownColorToMove, undefined);
    table.follow({ kind: 'your-turn', color: 'black' });
    table.follow({ kind: 'game-ended', text: 'END', winner: 'white' });
    assert.equal(table.ownColorToMove, undefined);
    assert.equal(table.ending?.winner, 'white');
  });

  test('gives an engine the whole game', () => {
    const table = new ClientGameState({ ...GO, komi: 7 });
    play(table, [1, 1]);
    table.follow({ kind: 'passed', color: 'white' });
    assert.deepEqual(table.situation('black'), {
      game: 'go',
      size: 3,
      color: 'black',
      komi: 7,
      rulesets: [GO.game === 'go' && GO.ruleset],
      setup: [],
      moves: [
        { kind: 'play', color: 'black', point: 4 },
        { kind: 'pass', color: 'white' },
      ],
    });
  });
});

describe('ClientGameState in Gomoku', () => {
  test('returns the winning row', () => {
    const table = new ClientGameState(GOMOKU);
    play(table, [0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [3, 0], [3, 1], [4, 0]);
    assert.deepEqual(table.winningRow.toSorted(), [0, 1, 2, 3, 4]);
  });

  test('expects no move when the game is decided', () => {
    const table = new ClientGameState(GOMOKU);
    play(table, [0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [3, 0], [3, 1]);
    table.follow({ kind: 'your-turn', color: 'black' });
    assert.equal(table.ownColorToMove, 'black');
    table.follow({ kind: 'played', color: 'black', point: at(table, 4, 0) });
    table.follow({ kind: 'your-turn', color: 'white' });
    assert.equal(table.ownColorToMove, undefined);
  });

  test('accepts a board that no legal game reaches, and judges only occupied points on it', () => {
    const stones = [0, 1, 2].map((point) => ({ point: point as Point, color: 'black' as const }));
    const table = new ClientGameState({ ...GOMOKU, setup: stones });
    assert.equal(drawn(table).split('\n')[0], 'X X X . .');
    assert.equal(table.judge('white', 1 as Point), 'occupied');
    assert.equal(table.judge('white', 3 as Point), undefined);
    assert.ok(table.follow({ kind: 'played', color: 'white', point: 3 as Point }).ok);
  });
});
