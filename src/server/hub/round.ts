import type { Notice } from '../../lobby/notice.ts';
import { SAYING } from './cost.ts';
import type { Turns } from './turns.ts';

/** Notices to so many at most are told at once. */
const FEW = 16;
/** So many notices may wait to be told, before nothing is decided any more of which everybody hears. */
const MOST_WAITING = 100_000;

/** So many are told in one go, … */
const AT_ONCE = 4;
/** … each of so much that waits for it, which is one call of the system. */
const TOGETHER = 8;
/** Units of work, for each of these. */
const NOTICE = 0.5;
/** Milliseconds for which a round lets those go first that have had little. */
const GIVES_WAY = 100;

/** What is told to one of those that hear of it, and whom to call when it is. */
interface Item {
  readonly notice: Notice;
  readonly told: () => void;
}

/** Whether many may hear of it, and none has to hear of it before another: no game is held up by it. */
const goesRound = ({ kind }: Notice): boolean =>
  kind === 'chat' || kind === 'entered' || kind === 'left' || kind === 'directory' || kind === 'news';

/** Whether a notice that goes to `listeners` takes its time. */
export const takesTime = (notice: Notice, listeners: number): boolean => listeners > FEW && goesRound(notice);

/**
 * What many hear of goes round: it waits with each of them, and they are told one after the other. Everybody hears
 * everything in the order in which it was decided, because whoever is to hear something else hears first what waits.
 */
export class Round<Listener> {
  readonly #most: number;
  readonly #turns: Turns;
  readonly #tell: (listener: Listener, notices: readonly Notice[]) => void;
  /** In the order of telling. */
  readonly #waiting = new Map<Listener, Item[]>();
  #size = 0;
  #goes = false;
  /** What is done once there is room again, in this order. */
  readonly #patient: (() => void)[] = [];

  constructor(turns: Turns, tell: (listener: Listener, notices: readonly Notice[]) => void, most = MOST_WAITING) {
    this.#most = most;
    this.#turns = turns;
    this.#tell = tell;
  }

  /** Does something of which many may hear, as soon as there is room for that. */
  whenRoom(decide: () => void): void {
    if (this.#size < this.#most && this.#patient.length === 0) decide();
    else this.#patient.push(decide);
  }

  put(listener: Listener, item: Item): void {
    const items = this.#waiting.get(listener);
    if (items === undefined) this.#waiting.set(listener, [item]);
    else items.push(item);
    this.#size++;
    this.#go();
  }

  /** A little each turn. */
  #go(): void {
    if (this.#goes || (this.#size === 0 && this.#patient.length === 0)) return;
    this.#goes = true;
    this.#turns.take(this.#turns.time + GIVES_WAY, () => {
      this.#goes = false;
      for (let told = 0; told < AT_ONCE; told++) this.#goOn();
      // One at a time, because each may come to thousands that are to be told.
      if (this.#size < this.#most / 2) this.#patient.shift()?.();
      this.#go();
    });
  }

  #goOn(): void {
    for (const [listener, items] of this.#waiting) {
      const some = items.splice(0, TOGETHER);
      this.#waiting.delete(listener);
      if (items.length > 0) this.#waiting.set(listener, items);
      this.#turns.spend(SAYING + NOTICE * some.length);
      this.#deliver(listener, some);
      break;
    }
  }

  /** Tells a listener everything that waits for it. */
  catchUp(listener: Listener): void {
    const items = this.#waiting.get(listener);
    if (items === undefined) return;
    this.#waiting.delete(listener);
    this.#deliver(listener, items);
  }

  /** The listener hears nothing any more. */
  forget(listener: Listener): void {
    const items = this.#waiting.get(listener) ?? [];
    this.#waiting.delete(listener);
    this.#size -= items.length;
    for (const { told } of items) told();
  }

  #deliver(listener: Listener, items: readonly Item[]): void {
    this.#size -= items.length;
    this.#tell(
      listener,
      items.map(({ notice }) => notice),
    );
    for (const { told } of items) told();
  }
}
