import type { Notice } from '../../lobby/notice.ts';
import { SAYING } from './cost.ts';
import type { Turns } from './turns.ts';
import type { Untold } from './untold.ts';

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
/** Milliseconds for which a round lets those go first that have had little; the same, where somebody has an answer to come. */
const GIVES_WAY = 100;
const GIVES_WAY_IN_HASTE = 25;

/** What is told to one of those that hear of it, and what is the less for it then. */
interface Item<Words> {
  readonly words: Words;
  readonly untold: Pick<Untold<unknown>, 'less'>;
}

/** Whether many may hear of it, and none has to hear of it before another: no game is held up by it. */
const goesRound = ({ kind }: Notice): boolean =>
  kind === 'chat' || kind === 'entered' || kind === 'left' || kind === 'directory' || kind === 'news';

/** Whether a notice that goes to `listeners` takes its time. */
export const takesTime = (notice: Notice, listeners: number): boolean => listeners > FEW && goesRound(notice);

/**
 * What many hear of goes round: it waits with each of them, and they are told one after the other. Everybody hears
 * everything in the order in which it was decided, because whoever is to hear something else hears first what waits: at
 * once where that is little, and otherwise soon, so that nobody else waits for all of it.
 */
export class Round<Listener, Words> {
  readonly #most: number;
  readonly #turns: Turns;
  readonly #tell: (listener: Listener, words: readonly Words[]) => void;
  /** In the order of telling. */
  readonly #waiting = new Map<Listener, Item<Words>[]>();
  /** Those of them that are told first. */
  readonly #inHaste = new Set<Listener>();
  /** Those that are being told at this moment, one or two: what follows from that comes after it. */
  readonly #listening: Listener[] = [];
  #size = 0;
  #goes = false;
  #hurries = false;
  /** What is done once there is room again, in this order. */
  readonly #patient: (() => void)[] = [];

  constructor(turns: Turns, tell: (listener: Listener, words: readonly Words[]) => void, most = MOST_WAITING) {
    this.#most = most;
    this.#turns = turns;
    this.#tell = tell;
  }

  /** Does something of which many may hear, as soon as there is room for that. */
  whenRoom(decide: () => void): void {
    if (this.#size < this.#most && this.#patient.length === 0) decide();
    else this.#patient.push(decide);
  }

  put(listener: Listener, item: Item<Words>): void {
    const items = this.#waiting.get(listener);
    if (items === undefined) this.#waiting.set(listener, [item]);
    else items.push(item);
    this.#size++;
    this.#go();
  }

  /** Something that a listener has to hear at once, after what waits for it, or as soon as may be where that is much. */
  putFirst(listener: Listener, words: Words, untold: Item<Words>['untold']): void {
    const behind = this.#waiting.get(listener)?.length ?? 0;
    if (behind < TOGETHER && !this.#listening.includes(listener)) {
      if (behind > 0) this.catchUp(listener);
      this.#listening.push(listener);
      this.#tell(listener, [words]);
      this.#listening.pop();
      untold.less();
      return;
    }
    this.put(listener, { words, untold });
    this.#inHaste.add(listener);
    this.#hurry();
  }

  /** A little each turn. */
  #go(): void {
    if (this.#goes || (this.#size === 0 && this.#patient.length === 0)) return;
    this.#goes = true;
    this.#turns.take(this.#turns.time + GIVES_WAY, () => {
      this.#goes = false;
      this.#goOn(this.#waiting.keys());
      // One at a time, because each may come to thousands that are to be told.
      if (this.#size < this.#most / 2) this.#patient.shift()?.();
      this.#go();
    });
  }

  /** The same for those in haste. */
  #hurry(): void {
    if (this.#hurries || this.#inHaste.size === 0) return;
    this.#hurries = true;
    this.#turns.take(this.#turns.time + GIVES_WAY_IN_HASTE, () => {
      this.#hurries = false;
      this.#goOn(this.#inHaste.keys());
      this.#hurry();
    });
  }

  /** Tells the first few of some a part of what waits for them; whoever has more to hear comes last again. */
  #goOn(listeners: Iterable<Listener>): void {
    let count = 0;
    for (const listener of listeners) {
      const items = this.#waiting.get(listener)!;
      const some = items.splice(0, TOGETHER);
      this.#waiting.delete(listener);
      if (items.length > 0) this.#waiting.set(listener, items);
      if (this.#inHaste.delete(listener) && items.length > 0) this.#inHaste.add(listener);
      this.#size -= some.length;
      this.#turns.spend(SAYING + NOTICE * some.length);
      this.#deliver(listener, some);
      if (++count === AT_ONCE) break;
    }
  }

  /** Tells a listener everything that waits for it. */
  catchUp(listener: Listener): void {
    const items = this.#waiting.get(listener);
    if (items === undefined) return;
    this.#forgetAll(listener);
    this.#size -= items.length;
    this.#deliver(listener, items);
  }

  /** The listener hears nothing any more. */
  forget(listener: Listener): void {
    const items = this.#waiting.get(listener) ?? [];
    this.#forgetAll(listener);
    this.#size -= items.length;
    for (const { untold } of items) untold.less();
  }

  #forgetAll(listener: Listener): void {
    this.#waiting.delete(listener);
    this.#inHaste.delete(listener);
  }

  #deliver(listener: Listener, items: readonly Item<Words>[]): void {
    this.#listening.push(listener);
    this.#tell(
      listener,
      items.map(({ words }) => words),
    );
    this.#listening.pop();
    for (const { untold } of items) untold.less();
  }
}
