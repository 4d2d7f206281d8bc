import { COLORS, type Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/** Play resumes if the marking has not changed for 2 minutes; milliseconds. */
const MARKING_TIMEOUT = 120_000;

/** A stone that is marked as dead, and the side that marked it. */
export interface MarkedStone {
  readonly point: Point;
  readonly by: Color;
}

export interface MarkingSnapshot {
  /** Sorted by point. */
  readonly dead: readonly MarkedStone[];
  readonly accepted: readonly Color[];
  readonly since: number;
}

/** The state of the marking as players and spectators see it. */
export interface MarkingView {
  /** Sorted by point. */
  readonly dead: readonly MarkedStone[];
  /** The sides that accept these stones as dead. */
  readonly accepted: readonly Color[];
  /** When play resumes if nothing changes; milliseconds since the epoch. Absent while a player is away. */
  readonly until?: number;
}

/** The marking of dead stones after two passes: which stones are dead, and which sides accept this. Meanwhile the clocks stand still. */
export class Marking {
  /** The side that has marked each dead stone. */
  readonly #dead = new Map<Point, Color>();
  readonly #accepted = new Set<Color>();
  /** The time of the last change; milliseconds since the epoch. */
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

  /** The dead stones with the sides that marked them, sorted. */
  get marked(): readonly MarkedStone[] {
    return Array.from(this.#dead, ([point, by]) => ({ point, by })).sort((one, other) => one.point - other.point);
  }

  get accepted(): readonly Color[] {
    return COLORS.filter((color) => this.#accepted.has(color));
  }

  /** Whether both sides accept. */
  get isAgreed(): boolean {
    return this.#accepted.size === COLORS.length;
  }

  isDead(point: Point): boolean {
    return this.#dead.has(point);
  }

  hasAccepted(color: Color): boolean {
    return this.#accepted.has(color);
  }

  /** Side `by` marks the stones as dead or alive. Earlier acceptances become invalid. */
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

  /** A player is back, or events can be stored again. The timeout starts again. */
  restartTimeout(now: number): void {
    this.#since = now;
  }

  /** When play resumes if nothing changes; milliseconds since the epoch. */
  get until(): number {
    return this.#since + MARKING_TIMEOUT;
  }
}
