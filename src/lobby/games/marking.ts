import { COLORS, type Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/** After so many milliseconds without a change play goes on. */
const MOST_SILENCE = 120_000;

/** A stone that is marked as dead, and the side that has marked it. */
export interface MarkedStone {
  readonly point: Point;
  readonly by: Color;
}

export interface MarkingSnapshot {
  /** By point. */
  readonly dead: readonly MarkedStone[];
  readonly accepted: readonly Color[];
  readonly since: number;
}

/** The state of the marking as players and spectators see it. */
export interface MarkingView {
  /** By point. */
  readonly dead: readonly MarkedStone[];
  /** The sides that accept these stones as dead. */
  readonly accepted: readonly Color[];
  /** When play goes on if nothing changes; milliseconds since the epoch. Absent while a player is away, or nothing can be stored. */
  readonly until?: number;
}

/** After two passes: which stones are dead, and who accepts it. The clocks stand still meanwhile. */
export class Marking {
  /** The side that has marked each dead stone. */
  readonly #dead = new Map<Point, Color>();
  readonly #accepted = new Set<Color>();
  /** Of the last change; milliseconds since the epoch. */
  #since: number;

  constructor(at: number) {
    this.#since = at;
  }

  snapshot(): MarkingSnapshot {
    return { dead: this.marked, accepted: this.accepted, since: this.#since };
  }

  static restore({ dead, accepted, since }: MarkingSnapshot): Marking {
    const marking = new Marking(since);
    for (const { point, by } of dead) marking.#dead.set(point, by);
    for (const color of accepted) marking.#accepted.add(color);
    return marking;
  }

  /** The stones that are marked as dead, sorted. */
  get dead(): readonly Point[] {
    return [...this.#dead.keys()].sort((one, other) => one - other);
  }

  /** The same, with the sides that have marked them. */
  get marked(): readonly MarkedStone[] {
    return Array.from(this.#dead, ([point, by]) => ({ point, by })).sort((one, other) => one.point - other.point);
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

  /** The stones are dead from now on, or alive, as this side says. Neither side accepts it yet. */
  mark(by: Color, stones: readonly Point[], dead: boolean, at: number): void {
    for (const point of stones) {
      if (dead) this.#dead.set(point, by);
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
