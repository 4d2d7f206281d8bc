import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT, SearchTree } from './search-tree.ts';

/** A tree with these children, in which every node has its own values. */
function treeOf(shape: readonly { readonly node: number; readonly children: number }[]): SearchTree {
  const tree = new SearchTree();
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

test('growing the tree keeps all values', () => {
  const tree = treeOf([{ node: 0, children: 3 }]);
  const before = [0, 1, 2, 3].map((node) => numbers(tree, node));
  tree.addChildren(2, 100_000);
  assert.deepEqual(
    [0, 1, 2, 3].map((node) => numbers(tree, node)),
    before,
  );
  assert.deepEqual(
    [tree.firstChild[ROOT], tree.childCount[ROOT], tree.firstChild[2], tree.childCount[2]],
    [1, 3, 4, 100_000],
  );
});

test('childWith finds a child by its move', () => {
  const tree = treeOf([{ node: 0, children: 3 }]);
  assert.equal(tree.childWith(ROOT, 2), 2);
  assert.equal(tree.childWith(ROOT, 4), undefined);
  assert.equal(tree.childWith(1, 2), undefined);
});

test('the number of nodes is limited', () => {
  const tree = new SearchTree();
  assert.ok(tree.hasRoomFor(17_161));
  let nodes = 0;
  for (let node = ROOT; tree.hasRoomFor(17_161); node++) nodes = tree.addChildren(node, 17_161);
  assert.ok(nodes > 500_000 && tree.count < 2_000_000);
});
