import type { Point } from '../point.ts';
import { type IndexArray, indexArray } from './neighbour-tables.ts';
import { EMPTY, type PositionArrays, WHITE } from './position-arrays.ts';

/** Marks a stored point as one whose stone was removed. */
const REMOVED = 1;

/** Up to this many positions are searched one by one. More are searched with an index. */
const LINEAR_SEARCH_LIMIT = 512;

const NO_INDEX = indexArray(0, 0);

/**
 * All moves of a game and the positions after them. Position 0 is the start, and move `n` leads to position `n`. A
 * position is stored as a hash and as the changes of its move, from which it can be rebuilt.
 */
export class PositionHistory {
  readonly #points: number;
  #last = 0;
  /**
   * By move: the hash of its position, with the colour that moved in the lowest bit. White counts as the mover of
   * position 0.
   */
  #moves: Int32Array;
  /** For each move: `2 * point` for a stone or `2 * points` for a pass, and then its removed points with `REMOVED`. */
  #changes: IndexArray;
  #changesLength = 0;
  /**
   * An index of positions by the low bits of their hash, as linked lists, the latest position first. Each entry is the
   * number of a list's first position plus 1; 0 for an empty list.
   */
  #latest: IndexArray = NO_INDEX;
  /** By position: the number of the next position in its list plus 1; 0 at the end of the list. */
  #previous: IndexArray = NO_INDEX;
  /** The number of indexed positions. The index is built only when it is needed; most games do not need it. */
  #indexed = 0;

  constructor(points: number, memory: PositionArrays) {
    this.#points = points;
    this.#moves = memory.moves;
    this.#changes = memory.changes;
    this.#moves[0] = WHITE;
  }

  /** Sets a start position that is not the empty board, with `color` as its mover. Allowed only before the first move. */
  setStart(color: number, hash: number): void {
    this.#moves[0] = hash | color;
  }

  /** The number of moves, passes included. This is also the number of the last position. */
  get last(): number {
    return this.#last;
  }

  /** The colour whose move led to a position. For the start position it is white, unless `setStart` has set another colour. */
  colorOf(turn: number): number {
    return this.#moves[turn]! & 1;
  }

  /** The number of the latest move of a colour; undefined if the colour has not moved. */
  lastMoveOf(color: number): number | undefined {
    for (let turn = this.#last; turn > 0; turn--) if (this.colorOf(turn) === color) return turn;
    return undefined;
  }

  addStone(color: number, point: Point, removed: readonly Point[], hash: number): void {
    if (!this.#hasRoom(removed.length)) this.#grow();
    const changes = this.#changes;
    let end = this.#changesLength;
    changes[end++] = 2 * point;
    for (let i = 0; i < removed.length; i++) changes[end++] = (2 * removed[i]!) | REMOVED;
    this.#changesLength = end;
    this.#addMove(hash | color);
  }

  addPass(color: number): void {
    if (!this.#hasRoom(0)) this.#grow();
    this.#changes[this.#changesLength++] = 2 * this.#points;
    this.#addMove((this.#moves[this.#last]! & ~1) | color);
  }

  /**
   * The latest position from `since` to `until` with a hash; -1 if there is none. Positions with equal hashes may differ.
   */
  latestWithHash(hash: number, since: number, until: number): number {
    if (until - since >= LINEAR_SEARCH_LIMIT) return this.#searchList(this.#listStart(hash), hash, since);
    for (let position = until; position >= since; position--) {
      if ((this.#moves[position]! | 1) === (hash | 1)) return position;
    }
    return -1;
  }

  /** The latest position before `position` with the same hash; -1 if there is none since `since`. */
  earlierWithHash(position: number, hash: number, since: number): number {
    this.#index();
    return this.#searchList(this.#previous[position]!, hash, since);
  }

  /** Changes the current stones into those of an earlier position. */
  rewind(stones: Uint8Array, position: number): void {
    let end = this.#changesLength;
    for (let turn = this.#last; turn > position; turn--) {
      let start = end - 1;
      while (this.#changes[start]! & REMOVED) start--;
      this.#undo(stones, this.colorOf(turn), this.#changes.subarray(start, end));
      end = start;
    }
  }

  #undo(stones: Uint8Array, mover: number, changes: IndexArray): void {
    const played = changes[0]! >>> 1;
    if (played === this.#points) return;
    // After a suicide, the first removed stone is the played one.
    const color = changes.length > 1 && changes[1]! >>> 1 === played ? mover : 1 - mover;
    for (let i = 1; i < changes.length; i++) stones[changes[i]! >>> 1] = color;
    stones[played] = EMPTY;
  }

  #listStart(hash: number): number {
    this.#index();
    return this.#latest[(hash >>> 1) & (this.#latest.length - 1)]!;
  }

  /** Searches a list from position `next - 1`. */
  #searchList(next: number, hash: number, since: number): number {
    const turns = this.#moves;
    const previous = this.#previous;
    for (let at = next; at > since; at = previous[at - 1]!) if ((turns[at - 1]! | 1) === (hash | 1)) return at - 1;
    return -1;
  }

  /** Adds new positions to the index. */
  #index(): void {
    const turns = this.#moves;
    if (this.#latest.length < turns.length) {
      this.#latest = indexArray(turns.length, turns.length);
      this.#previous = indexArray(turns.length, turns.length);
      this.#indexed = 0;
    }
    const latest = this.#latest;
    const previous = this.#previous;
    const mask = latest.length - 1;
    let position = this.#indexed;
    while (position <= this.#last) {
      const end = (turns[position]! >>> 1) & mask;
      previous[position] = latest[end]!;
      latest[end] = ++position;
    }
    this.#indexed = position;
  }

  /** Whether there is room for a move that captures this many stones. */
  #hasRoom(removed: number): boolean {
    return this.#last + 1 < this.#moves.length && this.#changesLength + removed < this.#changes.length;
  }

  /** Doubles the capacity. This is enough, because no move captures more stones than the board has points. */
  #grow(): void {
    const [turns, changes] = [this.#moves, this.#changes];
    this.#moves = new Int32Array(2 * turns.length);
    this.#moves.set(turns);
    this.#changes = indexArray(this.#points, 2 * changes.length);
    this.#changes.set(changes);
  }

  #addMove(word: number): void {
    this.#moves[++this.#last] = word;
  }
}
