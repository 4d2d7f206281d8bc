import type { Point } from '../point.ts';
import { type BoardArrays, EMPTY, WHITE } from './board-arrays.ts';
import { type IndexArray, indexArray } from './neighbour-tables.ts';

/** Marks a logged point as one whose stone came off. */
const REMOVED = 1;

/** Up to this many positions are searched one by one; more are indexed. */
const FEW = 512;

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
  #turns: Int32Array;
  /** `2 * point` for a stone played, `2 * points` for a pass; each followed by its removed points, with `REMOVED`. */
  #changes: IndexArray;
  #changesLength = 0;
  /**
   * An index of positions by the low bits of their hash, as linked lists, latest first: the number of the first
   * position plus 1, or 0.
   */
  #latest: IndexArray = NO_INDEX;
  /** By position: the next position in the list plus 1, or 0. */
  #previous: IndexArray = NO_INDEX;
  /** The number of indexed positions. The index is built only when it is needed; most games do not need it. */
  #indexed = 0;

  constructor(points: number, memory: BoardArrays) {
    this.#points = points;
    this.#turns = memory.turns;
    this.#changes = memory.changes;
    this.#turns[0] = WHITE;
  }

  /** Sets another start position than the empty board, with `color` as its mover. Only before the first move. */
  begin(color: number, hash: number): void {
    this.#turns[0] = hash | color;
  }

  /** The number of turns, passes included. */
  get last(): number {
    return this.#last;
  }

  /** Whose turn led to that position; white's to the start. */
  moverOf(turn: number): number {
    return this.#turns[turn]! & 1;
  }

  /** The latest turn of a colour, if it has had any. */
  lastTurnOf(color: number): number | undefined {
    for (let turn = this.#last; turn > 0; turn--) if (this.moverOf(turn) === color) return turn;
    return undefined;
  }

  played(color: number, point: Point, removed: readonly Point[], hash: number): void {
    if (!this.#hasRoom(removed.length)) this.#makeRoom();
    const changes = this.#changes;
    let end = this.#changesLength;
    changes[end++] = 2 * point;
    for (let i = 0; i < removed.length; i++) changes[end++] = (2 * removed[i]!) | REMOVED;
    this.#changesLength = end;
    this.#addTurn(hash | color);
  }

  passed(color: number): void {
    if (!this.#hasRoom(0)) this.#makeRoom();
    this.#changes[this.#changesLength++] = 2 * this.#points;
    this.#addTurn((this.#turns[this.#last]! & ~1) | color);
  }

  /**
   * The latest position from `since` to `until` with that hash; -1 if there is none. Equal hashes do not prove equal
   * positions.
   */
  latestAlike(hash: number, since: number, until: number): number {
    if (until - since >= FEW) return this.#seek(this.#rowOf(hash), hash, since);
    for (let position = until; position >= since; position--) {
      if ((this.#turns[position]! | 1) === (hash | 1)) return position;
    }
    return -1;
  }

  /** The next earlier position after one that was found. */
  alikeBefore(position: number, hash: number, since: number): number {
    this.#index();
    return this.#seek(this.#previous[position]!, hash, since);
  }

  /** Changes the current stones into those of an earlier position. */
  rewind(stones: Uint8Array, position: number): void {
    let end = this.#changesLength;
    for (let turn = this.#last; turn > position; turn--) {
      let start = end - 1;
      while (this.#changes[start]! & REMOVED) start--;
      this.#takeBack(stones, this.moverOf(turn), this.#changes.subarray(start, end));
      end = start;
    }
  }

  #takeBack(stones: Uint8Array, mover: number, changes: IndexArray): void {
    const played = changes[0]! >>> 1;
    if (played === this.#points) return;
    // After a suicide the stone played is the first that came off.
    const color = changes.length > 1 && changes[1]! >>> 1 === played ? mover : 1 - mover;
    for (let i = 1; i < changes.length; i++) stones[changes[i]! >>> 1] = color;
    stones[played] = EMPTY;
  }

  /** The first entry in the list of a hash. */
  #rowOf(hash: number): number {
    this.#index();
    return this.#latest[(hash >>> 1) & (this.#latest.length - 1)]!;
  }

  /** Searches a list from position `next - 1`. */
  #seek(next: number, hash: number, since: number): number {
    const turns = this.#turns;
    const previous = this.#previous;
    for (let at = next; at > since; at = previous[at - 1]!) if ((turns[at - 1]! | 1) === (hash | 1)) return at - 1;
    return -1;
  }

  /** Adds new positions to the index. */
  #index(): void {
    const turns = this.#turns;
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
    return this.#last + 1 < this.#turns.length && this.#changesLength + removed < this.#changes.length;
  }

  /** No move captures more than all stones on the board. */
  #makeRoom(): void {
    const [turns, changes] = [this.#turns, this.#changes];
    this.#turns = new Int32Array(2 * turns.length);
    this.#turns.set(turns);
    this.#changes = indexArray(this.#points, 2 * changes.length);
    this.#changes.set(changes);
  }

  #addTurn(word: number): void {
    this.#turns[++this.#last] = word;
  }
}
