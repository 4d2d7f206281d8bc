import type { Turn } from '../../protocols/api/value-schemas.ts';

/** A tried move, and the moves that were tried after it. */
export interface VariationNode {
  readonly turn: Turn;
  readonly next: readonly VariationNode[];
}

/** The variations of a game, by the number of moves of the game before them, in the order in which they were tried. */
export type Variations = ReadonlyMap<number, readonly VariationNode[]>;

/** A place in the tree: after `main` moves of the game, and the `tried` moves of a variation after them. */
export interface TreePath {
  readonly main: number;
  readonly tried: readonly Turn[];
}

/** The moves of a game and its variations. The game's own moves are the first branch everywhere. */
export interface MoveTree {
  readonly turns: readonly Turn[];
  readonly variations: Variations;
}

export const NO_VARIATIONS: Variations = new Map();

/** The maximum number of tried moves in all variations of a game together. */
export const MOST_TRIED = 500;

export const inGame = (main: number): TreePath => ({ main, tried: [] });

/** All moves from the start of the game to this place. */
export const lineTo = (turns: readonly Turn[], { main, tried }: TreePath): readonly Turn[] =>
  main === turns.length && tried.length === 0 ? turns : [...turns.slice(0, main), ...tried];

/** The moves that follow a place: first the move of the game, if the place is in the game, and then the variations. */
export function nextMoves({ turns, variations }: MoveTree, place: TreePath): readonly Turn[] {
  const own = place.tried.length === 0 ? turns.slice(place.main, place.main + 1) : [];
  return [...own, ...triedAfter(variations, place).map(({ turn }) => turn)];
}

/** The place after a move. */
export function after({ turns }: MoveTree, { main, tried }: TreePath, turn: Turn): TreePath {
  const own = turns[main];
  if (tried.length === 0 && own !== undefined && isSameTurn(own, turn)) return inGame(main + 1);
  return { main, tried: [...tried, turn] };
}

/** Plays a move: follows an existing branch, or adds a last branch. Undefined if there are too many tried moves already. */
export function play(
  tree: MoveTree,
  place: TreePath,
  turn: Turn,
): { readonly variations: Variations; readonly place: TreePath } | undefined {
  const known = nextMoves(tree, place).find((each) => isSameTurn(each, turn));
  if (known !== undefined) return { variations: tree.variations, place: after(tree, place, known) };
  if (countTried(tree.variations) >= MOST_TRIED) return undefined;
  const variations = changed(tree.variations, place, (moves) => [...moves, { turn, next: [] }]);
  return { variations, place: after(tree, place, turn) };
}

export const back = ({ main, tried }: TreePath): TreePath =>
  tried.length > 0 ? { main, tried: tried.slice(0, -1) } : inGame(Math.max(0, main - 1));

/** The place one move later, along the first branch. At the end of the branch, the place stays the same. */
export function forward(tree: MoveTree, place: TreePath): TreePath {
  const [first] = nextMoves(tree, place);
  return first === undefined ? place : after(tree, place, first);
}

/** The end of the game or, from a place in a variation, the end of the variation along its first branches. */
export function endOfLine(tree: MoveTree, place: TreePath): TreePath {
  if (place.tried.length === 0) return inGame(tree.turns.length);
  const tried = [...place.tried];
  let [first] = triedAfter(tree.variations, place);
  while (first !== undefined) {
    tried.push(first.turn);
    [first] = first.next;
  }
  return { main: place.main, tried };
}

/** The next (1) or previous (-1) alternative to the last move. After the last alternative follows the first one. */
export function alternative(tree: MoveTree, place: TreePath, step: 1 | -1): TreePath {
  const latest = place.tried.at(-1) ?? tree.turns[place.main - 1];
  if (latest === undefined) return place;
  const before = back(place);
  const all = nextMoves(tree, before);
  const at = all.findIndex((turn) => isSameTurn(turn, latest));
  return after(tree, before, all[(at + step + all.length) % all.length]!);
}

/** Deletes the last move of a variation and everything after it. In the game itself nothing changes. */
export function remove(variations: Variations, place: TreePath): Variations {
  const latest = place.tried.at(-1);
  if (latest === undefined) return variations;
  return changed(variations, back(place), (moves) => moves.filter(({ turn }) => !isSameTurn(turn, latest)));
}

/**
 * The variations after the game has new moves, or moves were taken back. If the game follows a variation, the variation's
 * moves become part of the game. Variations after moves that were taken back are removed.
 */
export function followGame(variations: Variations, before: readonly Turn[], turns: readonly Turn[]): Variations {
  const firstDifference = before.findIndex(
    (turn, index) => turns[index] === undefined || !isSameTurn(turn, turns[index]),
  );
  const remaining = new Map([...variations].filter(([main]) => firstDifference === -1 || main <= firstDifference));
  // In the order of the game, because a variation may contain several of the game's new moves.
  for (let main = 0; main < turns.length; main++) {
    const moves = remaining.get(main);
    const own = moves?.find(({ turn }) => isSameTurn(turn, turns[main]!));
    if (moves === undefined || own === undefined) continue;
    set(
      remaining,
      main,
      moves.filter((move) => move !== own),
    );
    set(remaining, main + 1, own.next);
  }
  return remaining;
}

/** The same place after `followGame`; undefined if it does not exist any more. */
export function findPlace(tree: MoveTree, { main, tried }: TreePath): TreePath | undefined {
  if (main > tree.turns.length) return undefined;
  let place = inGame(main);
  for (const turn of tried) {
    const known = nextMoves(tree, place).find((each) => isSameTurn(each, turn));
    if (known === undefined) return undefined;
    place = after(tree, place, known);
  }
  return place;
}

export const isSamePlace = (one: TreePath, other: TreePath): boolean =>
  one.main === other.main &&
  one.tried.length === other.tried.length &&
  one.tried.every((turn, index) => isSameTurn(turn, other.tried[index]!));

/** The moves that were tried directly after a place. */
export function triedAfter(variations: Variations, { main, tried }: TreePath): readonly VariationNode[] {
  let moves = variations.get(main) ?? [];
  for (const turn of tried) moves = moves.find((move) => isSameTurn(move.turn, turn))?.next ?? [];
  return moves;
}

function countTried(variations: Variations): number {
  const all = [...variations.values()].flat();
  for (let index = 0; index < all.length; index++) all.push(...all[index]!.next);
  return all.length;
}

type Change = (moves: readonly VariationNode[]) => readonly VariationNode[];

function changed(variations: Variations, { main, tried }: TreePath, change: Change): Variations {
  const result = new Map(variations);
  set(result, main, changedMoves(variations.get(main) ?? [], tried, change));
  return result;
}

function changedMoves(
  moves: readonly VariationNode[],
  path: readonly Turn[],
  change: Change,
): readonly VariationNode[] {
  const [turn, ...rest] = path;
  if (turn === undefined) return change(moves);
  return moves.map((move) =>
    isSameTurn(move.turn, turn) ? { ...move, next: changedMoves(move.next, rest, change) } : move,
  );
}

function set(variations: Map<number, readonly VariationNode[]>, main: number, moves: readonly VariationNode[]): void {
  if (moves.length === 0) variations.delete(main);
  else variations.set(main, moves);
}

const isSameTurn = (one: Turn, other: Turn): boolean =>
  one === other ||
  (one.color === other.color &&
    (one.kind === 'pass'
      ? other.kind === 'pass'
      : other.kind === 'play' && one.point.x === other.point.x && one.point.y === other.point.y));
