import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import { drawDiagram } from '../../rules/board-diagram.ts';
import { opposite } from '../../rules/color.ts';
import { GameReplay, NO_SETUP } from '../game/game-replay.ts';
import {
  after,
  alternative,
  back,
  endOfLine,
  findPlace,
  followGame,
  forward,
  inGame,
  isSamePlace,
  lineTo,
  MOST_TRIED,
  type MoveTree,
  NO_VARIATIONS,
  nextMoves,
  play,
  remove,
  type TreePath,
  type VariationNode,
  type Variations,
} from './move-tree.ts';

const BOARD: GameParametersJson = { game: 'go', size: 4, komi: 7.5, ko: 'positional', suicide: 'allowed' };

/** A move from text: `ab` is a stone of black at column 0, row 1, and `AB` of white; `-` is a pass of black, `=` of white. */
function turn(text: string): Turn {
  if (text === '-' || text === '=') return { kind: 'pass', color: text === '-' ? 'black' : 'white' };
  const color = text === text.toLowerCase() ? 'black' : 'white';
  const [x, y] = [...text.toLowerCase()].map((letter) => letter.charCodeAt(0) - 'a'.charCodeAt(0));
  return { kind: 'play', color, point: { x: x!, y: y! } };
}
const turns = (text: string): Turn[] => (text === '' ? [] : text.split(' ').map(turn));
const written = (each: Turn): string => {
  if (each.kind === 'pass') return each.color === 'black' ? '-' : '=';
  const text = [each.point.x, each.point.y].map((value) => String.fromCharCode(97 + value)).join('');
  return each.color === 'black' ? text : text.toUpperCase();
};
const place = (main: number, tried = ''): TreePath => ({ main, tried: turns(tried) });

const GAME = turns('aa BB cc DD');

/** Plays each line from its place on. */
function tried(tree: MoveTree, ...lines: readonly [main: number, moves: string][]): MoveTree {
  let { variations } = tree;
  for (const [main, moves] of lines) {
    let at = inGame(main);
    for (const each of turns(moves)) {
      const played = play({ ...tree, variations }, at, each)!;
      ({ variations, place: at } = played);
    }
  }
  return { ...tree, variations };
}

const drawnTree = (variations: Variations): string =>
  [...variations]
    .toSorted(([one], [other]) => one - other)
    .map(([main, moves]) => `${main}: ${moves.map(drawnMove).join(' | ')}`)
    .join('; ');
const drawnMove = ({ turn, next }: VariationNode): string => {
  const rest = next.map(drawnMove);
  return `${written(turn)}${rest.length > 1 ? `(${rest.join(' | ')})` : rest.length === 1 ? ` ${rest[0]}` : ''}`;
};

const EMPTY: MoveTree = { turns: GAME, variations: NO_VARIATIONS };

describe('MoveTree', () => {
  test('a move of the game is followed, and another move begins a branch', () => {
    assert.deepEqual(play(EMPTY, inGame(1), turn('BB')), { variations: NO_VARIATIONS, place: inGame(2) });
    const branched = play(EMPTY, inGame(1), turn('CB'))!;
    assert.deepEqual(branched.place, place(1, 'CB'));
    assert.equal(drawnTree(branched.variations), '1: CB');
    const again = play({ ...EMPTY, variations: branched.variations }, inGame(1), turn('CB'))!;
    assert.deepEqual(again, branched);
  });

  test('adds branches of branches, and branches after the end', () => {
    const tree = tried(EMPTY, [1, 'CB cc DA'], [1, 'CB dd'], [1, 'CB cc ='], [4, 'ab'], [1, 'DD']);
    assert.equal(drawnTree(tree.variations), '1: CB(cc(DA | =) | dd) | DD; 4: ab');
    assert.deepEqual(nextMoves(tree, inGame(1)).map(written), ['BB', 'CB', 'DD']);
    assert.deepEqual(nextMoves(tree, place(1, 'CB cc')).map(written), ['DA', '=']);
    assert.deepEqual(lineTo(GAME, place(1, 'CB cc =')).map(written), ['aa', 'CB', 'cc', '=']);
  });

  test('goes back, forward, and to both ends', () => {
    const tree = tried(EMPTY, [1, 'CB cc DA'], [4, 'ab']);
    assert.deepEqual(back(place(1, 'CB cc')), place(1, 'CB'));
    assert.deepEqual(back(place(1, 'CB')), inGame(1));
    assert.deepEqual(back(inGame(0)), inGame(0));
    assert.deepEqual(forward(tree, inGame(1)), inGame(2));
    assert.deepEqual(forward(tree, inGame(4)), place(4, 'ab'));
    assert.deepEqual(forward(tree, place(1, 'CB')), place(1, 'CB cc'));
    assert.deepEqual(forward(tree, place(1, 'CB cc DA')), place(1, 'CB cc DA'));
    assert.deepEqual(endOfLine(tree, inGame(1)), inGame(4));
    assert.deepEqual(endOfLine(tree, place(1, 'CB')), place(1, 'CB cc DA'));
  });

  test('goes from branch to branch in a circle', () => {
    const tree = tried(EMPTY, [1, 'CB cc'], [1, 'DD']);
    const seen = [inGame(2)];
    for (let step = 0; step < 3; step++) seen.push(alternative(tree, seen.at(-1)!, 1));
    assert.deepEqual(seen, [inGame(2), place(1, 'CB'), place(1, 'DD'), inGame(2)]);
    assert.deepEqual(alternative(tree, inGame(2), -1), place(1, 'DD'));
    assert.deepEqual(alternative(tree, inGame(0), 1), inGame(0));
    assert.deepEqual(alternative(tree, place(1, 'CB cc'), 1), place(1, 'CB cc'));
  });

  test('deletes a branch with everything after it, and no other branch', () => {
    const tree = tried(EMPTY, [1, 'CB cc DA'], [1, 'CB dd'], [3, 'CA']);
    assert.equal(drawnTree(remove(tree.variations, place(1, 'CB cc'))), '1: CB dd; 3: CA');
    assert.equal(drawnTree(remove(tree.variations, place(1, 'CB'))), '3: CA');
    assert.equal(remove(tree.variations, inGame(2)), tree.variations);
  });

  test('a branch that the game plays becomes part of the game', () => {
    const tree = tried(EMPTY, [4, 'ab CA dd'], [4, 'ab DC'], [4, 'cb']);
    const longer = [...GAME, turn('ab'), turn('CA')];
    const variations = followGame(tree.variations, GAME, longer);
    assert.equal(drawnTree(variations), '4: cb; 5: DC; 6: dd');
    assert.deepEqual(findPlace({ turns: longer, variations }, place(4, 'ab CA dd')), place(6, 'dd'));
    assert.deepEqual(findPlace({ turns: longer, variations }, place(4, 'cb')), place(4, 'cb'));
  });

  test('branches after moves that were taken back are removed', () => {
    const tree = tried(EMPTY, [1, 'CB'], [2, 'dd'], [3, 'CA'], [4, 'ab']);
    const shorter = GAME.slice(0, 2);
    const variations = followGame(tree.variations, GAME, shorter);
    assert.equal(drawnTree(variations), '1: CB; 2: dd');
    assert.equal(findPlace({ turns: shorter, variations }, place(3, 'CA')), undefined);
    assert.equal(drawnTree(followGame(tree.variations, GAME, turns('aa BB dd'))), '1: CB');
  });

  test(`refuses more than ${MOST_TRIED} tried moves`, () => {
    let [variations, at]: [Variations, TreePath] = [NO_VARIATIONS, inGame(4)];
    for (let count = 0; count < MOST_TRIED; count++) {
      const played = play({ turns: GAME, variations }, at, turn(count % 2 === 0 ? '-' : '='))!;
      ({ variations, place: at } = played);
    }
    assert.equal(play({ turns: GAME, variations }, at, turn('ab')), undefined);
    assert.deepEqual(play({ turns: GAME, variations }, inGame(4), turn('-'))?.place, place(4, '-'));
  });
});

const points = fc.integer({ min: 0, max: 15 });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('try' as const), point: points }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('back', 'on', 'up', 'down', 'end', 'remove', 'game') }) },
  ),
  { maxLength: 40 },
);

/** A stone on the point with this index if it is legal, else a pass. */
function legalTurn(line: readonly Turn[], index: number): Turn {
  const color = opposite(line.at(-1)?.color ?? 'white');
  const replay = new GameReplay(BOARD, NO_SETUP);
  replay.after(line, line.length);
  const point = { x: index % 4, y: Math.floor(index / 4) };
  return replay.judge(color, replay.pointOf(point)!) === undefined
    ? { kind: 'play', color, point }
    : { kind: 'pass', color };
}

function drawnAfter(replay: GameReplay, line: readonly Turn[]): string {
  const { size, stones, captures } = replay.after(line, line.length);
  return `${drawDiagram(size, (point) => stones.at(point))} ${captures.black} ${captures.white}`;
}

test('for any tried moves, every place in the tree is the position of its line, and no branch occurs twice', () => {
  fc.assert(
    fc.property(fc.array(points, { maxLength: 12 }), steps, (moves, actions) => {
      const game: Turn[] = [];
      for (const move of moves) game.push(legalTurn(game, move));
      let variations = NO_VARIATIONS;
      let at = inGame(game.length);
      const replay = new GameReplay(BOARD, NO_SETUP);
      for (const action of actions) {
        const tree = { turns: game, variations };
        if (action.kind === 'try') {
          const next = legalTurn(lineTo(game, at), (action as { point: number }).point);
          ({ variations, place: at } = play(tree, at, next)!);
          assert.deepEqual(lineTo(game, at).at(-1), next);
        } else if (action.kind === 'remove') {
          const [gone, count] = [at, nextMoves(tree, back(at)).length];
          variations = remove(variations, at);
          at = at.tried.length === 0 ? at : back(at);
          if (gone.tried.length > 0) {
            assert.equal(nextMoves({ turns: game, variations }, at).length, count - 1);
            assert.equal(findPlace({ turns: game, variations }, gone), undefined);
          }
        } else if (action.kind === 'on') {
          const on = forward(tree, at);
          if (!isSamePlace(on, at)) assert.ok(isSamePlace(back(on), at));
          at = on;
        } else if (action.kind === 'back') at = back(at);
        else if (action.kind === 'up') at = alternative(tree, at, -1);
        else if (action.kind === 'down') {
          const other = alternative(tree, at, 1);
          assert.ok(isSamePlace(alternative(tree, other, -1), at));
          at = other;
        } else if (action.kind === 'end') at = endOfLine(tree, at);
        else at = inGame(at.main);
        const now = { turns: game, variations };
        assert.ok(isSamePlace(findPlace(now, at)!, at));
        const branches = nextMoves(now, at).map(written);
        assert.equal(new Set(branches).size, branches.length);
        for (const turn of nextMoves(now, at)) assert.ok(isSamePlace(back(after(now, at, turn)), at));
        const line = lineTo(game, at);
        assert.equal(drawnAfter(replay, line), drawnAfter(new GameReplay(BOARD, NO_SETUP), line));
      }
    }),
    { seed: 17, numRuns: 200 },
  );
});
