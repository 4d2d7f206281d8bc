import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ROOT, SearchTree } from './search-tree.ts';

/** Gives the nodes children, a few each time, and every node numbers of its own. */
function grown(shape: readonly { readonly node: number; readonly children: number }[]): SearchTree {
  const tree = new SearchTree(1);
  for (const { node, children } of shape) {
    const parent = node % tree.count;
    if (tree.childCount[parent] === 0) tree.addChildren(parent, children);
  }
  for (let node = 0; node < tree.count; node++) {
    tree.move[node] = node;
    tree.visits[node] = 10 * node;
    tree.trials[node] = 10 * node + 1;
    tree.wins[node] = 10 * node + 2;
    tree.raveTrials[node] = 10 * node + 3;
    tree.raveWins[node] = 10 * node + 4;
  }
  return tree;
}

const numbers = (tree: SearchTree, node: number): number[] =>
  [tree.move, tree.visits, tree.trials, tree.wins, tree.raveTrials, tree.raveWins].map((cells) => cells[node]!);

const childrenOf = (tree: SearchTree, node: number): number[] =>
  Array.from({ length: tree.childCount[node]! }, (_, i) => tree.firstChild[node]! + i);

function same(one: SearchTree, node: number, other: SearchTree, otherNode: number): void {
  assert.deepEqual(numbers(one, node), numbers(other, otherNode));
  const [children, otherChildren] = [childrenOf(one, node), childrenOf(other, otherNode)];
  assert.equal(children.length, otherChildren.length);
  for (const [i, child] of children.entries()) same(one, child, other, otherChildren[i]!);
}

const SHAPE = fc.array(fc.record({ node: fc.nat(), children: fc.integer({ min: 1, max: 5 }) }), { maxLength: 40 });

test('what is below a node is kept whole, and nothing else', () => {
  fc.assert(
    fc.property(SHAPE, fc.nat(), (shape, at) => {
      const tree = grown(shape);
      const node = at % tree.count;
      const below = tree.below(node);
      same(below, ROOT, tree, node);
      const count = (from: number): number => 1 + childrenOf(tree, from).reduce((sum, child) => sum + count(child), 0);
      assert.equal(below.count, count(node));
      // It can grow on.
      below.addChildren(below.count - 1, 3);
      assert.equal(below.count, count(node) + 3);
    }),
  );
});

test('a child is found by its move', () => {
  const tree = grown([{ node: 0, children: 3 }]);
  assert.equal(tree.childWith(ROOT, 2), 2);
  assert.equal(tree.childWith(ROOT, 4), undefined);
  assert.equal(tree.childWith(1, 2), undefined);
});

test('there is an end to its growth', () => {
  const tree = new SearchTree();
  assert.ok(tree.hasRoomFor(17_161));
  let nodes = 0;
  for (let node = ROOT; tree.hasRoomFor(17_161); node++) nodes = tree.addChildren(node, 17_161);
  assert.ok(nodes > 500_000 && tree.count < 2_000_000);
});
