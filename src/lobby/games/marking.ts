import { COLORS, type Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/** After so many milliseconds without a change play goes on. */
const MOST_SILENCE = 120_000;

export interface MarkingSnapshot {
  /** Sorted. */
  readonly dead: readonly Point[];
  readonly accepted: readonly Color[];
  readonly since: number;
}

/** The state of the marking as players and spectators see it. */
export interface MarkingView {
  /** Sorted. */
  readonly dead: readonly Point[];
  /** The sides that accept these stones as dead. */
  readonly accepted: readonly Color[];
  /** When play goes on if nothing changes; milliseconds since the epoch. Absent while a player is away, or nothing can be stored. */
  readonly until?: number;
}

/** After two passes: which stones are dead, and who accepts it. The clocks stand still meanwhile. */
export class Marking {
  readonly #dead = new Set<Point>();
  readonly #accepted = new Set<Color>();
  /** Of the last change; milliseconds since the epoch. */
  #since: number;

  constructor(at: number) {
    this.#since = at;
  }

  snapshot(): MarkingSnapshot {
    return { dead: this.dead, accepted: this.accepted, since: this.#since };
  }

  static restore({ dead, accepted, since }: MarkingSnapshot): Marking {
    const marking = new Marking(since);
    for (const point of dead) marking.#dead.add(point);
    for (const color of accepted) marking.#accepted.add(color);
    return marking;
  }

  /** The stones that are marked as dead, sorted. */
  get dead(): readonly Point[] {
    return [...this.#dead].sort((one, other) => one - other);
  }

  get accepted(): readonly Color[] {
    return COLORS.filter((color) => this.#accepted.has(color));
  }

  /** Both sides accept. */
  get isAgreed(): boolean {
    return this.#accepted.size === COLORS.length;
  }

  isDead(point: Point): boolean {
    return this.#dead.has(point);
  }

  hasAccepted(color: Color): boolean {
    return this.#accepted.has(color);
  }

  /** The stones are dead from now on, or alive. Neither side accepts it yet. */
  mark(stones: readonly Point[], dead: boolean, at: number): void {
    for (const point of stones) {
      if (dead) this.#dead.add(point);
      else this.#dead.delete(point);
    }
    this.#accepted.clear();
    this.#since = at;
  }

  accept(color: Color, at: number): void {
    this.#accepted.add(color);
    this.#since = at;
  }

  /** A player is back, or events can be stored again: the silence begins anew. */
  goOnFrom(now: number): void {
    this.#since = now;
  }

  /** When play goes on if nothing changes; milliseconds since the epoch. */
  get until(): number {
    return this.#since + MOST_SILENCE;
  }
}
