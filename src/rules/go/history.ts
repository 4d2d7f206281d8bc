import type { Point } from '../point.ts';
import { EMPTY, WHITE } from './board.ts';
import { type IndexArray, indexArray } from './geometry.ts';
import { HashSet } from './hash-set.ts';

/** Marks a logged point as one whose stone came off. */
const REMOVED = 1;

/** So many positions are faster looked through than looked up. */
const FEW = 16;

/**
 * Every turn of a game and the positions that they led to, numbered from 0, the start; turn `n` leads to position `n`.
 * Positions are kept as hashes, and as what each turn changed, from which any of them can be rebuilt.
 */
export class History {
  readonly #points: number;
  #last = 0;
  /** By turn: the hash of its position, with the colour that moved in its lowest bit. White "led to" the start. */
  #turns = new Int32Array(128);
  /** `2 * point` for a stone played, `2 * points` for a pass; each followed by its removed points, with `REMOVED`. */
  #changes: IndexArray;
  #changesLength = 0;
  readonly #hashes = new HashSet();
  /** How many positions are in `#hashes`. They are added only when somebody asks, which most games hardly do. */
  #indexed = 0;

  constructor(points: number) {
    this.#points = points;
    this.#changes = indexArray(points, 128);
    this.#turns[0] = WHITE;
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
    this.#append(2 * point);
    for (const gone of removed) this.#append((2 * gone) | REMOVED);
    this.#addTurn(hash | color);
  }

  passed(color: number): void {
    this.#append(2 * this.#points);
    this.#addTurn((this.#turns[this.#last]! & ~1) | color);
  }

  /** Whether a position with that hash may have been, from position `since` on; `false` is certain. */
  mayHold(hash: number, since: number): boolean {
    if (this.#last - since < FEW) {
      for (let turn = since; turn <= this.#last; turn++) if ((this.#turns[turn]! | 1) === (hash | 1)) return true;
      return false;
    }
    this.#hashes.reserve(this.#last + 1);
    for (; this.#indexed <= this.#last; this.#indexed++) this.#hashes.add(this.#turns[this.#indexed]! | 1);
    return this.#hashes.has(hash | 1);
  }

  /** The positions with that hash, from `since` on. Equal hashes do not prove equal positions. */
  *alike(hash: number, since: number): Iterable<number> {
    for (let turn = since; turn <= this.#last; turn++) if ((this.#turns[turn]! | 1) === (hash | 1)) yield turn;
  }

  /** Turns the stones of now, one cell for each point, into those of an earlier position. */
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

  #append(change: number): void {
    if (this.#changesLength === this.#changes.length) {
      const longer = indexArray(this.#points, 2 * this.#changesLength);
      longer.set(this.#changes);
      this.#changes = longer;
    }
    this.#changes[this.#changesLength++] = change;
  }

  #addTurn(word: number): void {
    this.#last++;
    if (this.#last === this.#turns.length) {
      const longer = new Int32Array(2 * this.#last);
      longer.set(this.#turns);
      this.#turns = longer;
    }
    this.#turns[this.#last] = word;
  }
}
