import type { Notice } from '../../../lobby/notice.ts';
import type { CountdownLatch } from '../countdown-latch.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { SEND } from './work-cost.ts';

/** A notice to at most this many recipients is delivered at once. */
const DIRECT_DELIVERY_UP_TO = 16;
/** When this many notices are queued, commands that would cause another broadcast (enter, leave, chat) wait. Moves do not. */
const MOST_WAITING = 100_000;

/** Recipients that are served in one step of the scheduler. */
const RECIPIENTS_PER_STEP = 4;
/** Notices to one recipient that go into one write. */
const NOTICES_PER_WRITE = 8;
/** Units of work per notice. */
const NOTICE = 0.5;
/** Milliseconds by which broadcasts give way to other work; less if the recipient waits for an answer. */
const DELAY = 100;
const URGENT_DELAY = 25;

/** One queued delivery, and the latch that counts it. */
interface Item<Delivery> {
  readonly delivery: Delivery;
  readonly latch: Pick<CountdownLatch<unknown>, 'decrement'>;
}

/** Kinds of notices that may go to many clients and that no game waits for. */
const BROADCAST_KINDS: ReadonlySet<Notice['kind']> = new Set(['chat', 'entered', 'left', 'directory', 'news']);

/** Whether the notice is for a player of a game, who must not wait for it. */
export const isOfGame = ({ kind }: Notice): boolean => !BROADCAST_KINDS.has(kind);

/** Whether a notice to this many recipients is queued. */
export const isBroadcast = (notice: Notice, recipients: number): boolean =>
  recipients > DIRECT_DELIVERY_UP_TO && !isOfGame(notice);

/**
 * Notices to many clients, delivered a few at a time. Each recipient gets all its notices in the order of the decisions: before
 * another notice is delivered to a recipient, its queued notices are delivered. A short queue is delivered at once, a long
 * one soon and in parts, so that other clients do not wait for all of it.
 */
export class BroadcastQueue<Recipient, Delivery> {
  readonly #most: number;
  readonly #scheduler: FairScheduler;
  readonly #deliverNow: (recipient: Recipient, deliveries: readonly Delivery[]) => void;
  /** In the order of delivery. */
  readonly #waiting = new Map<Recipient, Item<Delivery>[]>();
  /** Recipients that are served first. */
  readonly #urgent = new Set<Recipient>();
  /** Recipients that are being served now, one or two. Notices that result from this are queued behind it. */
  readonly #beingServed: Recipient[] = [];
  #size = 0;
  #isScheduled = false;
  #isUrgentScheduled = false;
  /** Called in this order once the queue is short enough. */
  readonly #whenRoomCallbacks: (() => void)[] = [];

  constructor(
    scheduler: FairScheduler,
    deliver: (recipient: Recipient, deliveries: readonly Delivery[]) => void,
    most = MOST_WAITING,
  ) {
    this.#most = most;
    this.#scheduler = scheduler;
    this.#deliverNow = deliver;
  }

  /** The number of notices that wait. */
  get size(): number {
    return this.#size;
  }

  /** Calls `decide`, which may cause a broadcast, now or once the queue is short enough. */
  whenRoom(decide: () => void): void {
    if (this.#size < this.#most && this.#whenRoomCallbacks.length === 0) decide();
    else this.#whenRoomCallbacks.push(decide);
  }

  add(recipient: Recipient, item: Item<Delivery>): void {
    const items = this.#waiting.get(recipient);
    if (items === undefined) this.#waiting.set(recipient, [item]);
    else items.push(item);
    this.#size++;
    this.#schedule();
  }

  /** Delivers at once, together with everything that is queued for the recipient. */
  deliver(recipient: Recipient, delivery: Delivery, latch: Item<Delivery>['latch']): void {
    if (this.#beingServed.includes(recipient)) {
      this.#addUrgent(recipient, { delivery, latch });
      return;
    }
    const queued = this.#take(recipient);
    this.#deliver(recipient, queued === undefined ? [{ delivery, latch }] : [...queued, { delivery, latch }]);
  }

  /** The same, but later and in parts if many notices are queued for the recipient. */
  addUrgent(recipient: Recipient, delivery: Delivery, latch: Item<Delivery>['latch']): void {
    if ((this.#waiting.get(recipient)?.length ?? 0) < NOTICES_PER_WRITE) this.deliver(recipient, delivery, latch);
    else this.#addUrgent(recipient, { delivery, latch });
  }

  #addUrgent(recipient: Recipient, item: Item<Delivery>): void {
    this.add(recipient, item);
    this.#urgent.add(recipient);
    this.#scheduleUrgent();
  }

  /** Delivers a little per turn. */
  #schedule(): void {
    if (this.#isScheduled || (this.#size === 0 && this.#whenRoomCallbacks.length === 0)) return;
    this.#isScheduled = true;
    this.#scheduler.run(this.#scheduler.time + DELAY, () => {
      this.#isScheduled = false;
      this.#deliverNext(this.#waiting.keys());
      // One at a time, because each may cause thousands of notices.
      if (this.#size < this.#most / 2) this.#whenRoomCallbacks.shift()?.();
      this.#schedule();
    });
  }

  /** The same for urgent recipients. */
  #scheduleUrgent(): void {
    if (this.#isUrgentScheduled || this.#urgent.size === 0) return;
    this.#isUrgentScheduled = true;
    this.#scheduler.run(this.#scheduler.time + URGENT_DELAY, () => {
      this.#isUrgentScheduled = false;
      this.#deliverNext(this.#urgent.keys());
      this.#scheduleUrgent();
    });
  }

  /** Delivers a part to the first few recipients. A recipient with more notices goes to the end. */
  #deliverNext(recipients: Iterable<Recipient>): void {
    let count = 0;
    for (const recipient of recipients) {
      const items = this.#waiting.get(recipient)!;
      const some = items.splice(0, NOTICES_PER_WRITE);
      this.#waiting.delete(recipient);
      if (items.length > 0) this.#waiting.set(recipient, items);
      if (this.#urgent.delete(recipient) && items.length > 0) this.#urgent.add(recipient);
      this.#size -= some.length;
      this.#scheduler.spend(SEND + NOTICE * some.length);
      this.#deliver(recipient, some);
      if (++count === RECIPIENTS_PER_STEP) break;
    }
  }

  /** Delivers everything that is queued for a recipient. */
  flush(recipient: Recipient): void {
    const items = this.#take(recipient);
    if (items !== undefined) this.#deliver(recipient, items);
  }

  /** Drops everything that is queued for a recipient. */
  forget(recipient: Recipient): void {
    for (const { latch } of this.#take(recipient) ?? []) latch.decrement();
  }

  /** Removes everything that is queued for a recipient. */
  #take(recipient: Recipient): Item<Delivery>[] | undefined {
    const items = this.#waiting.get(recipient);
    if (items === undefined) return undefined;
    this.#waiting.delete(recipient);
    this.#urgent.delete(recipient);
    this.#size -= items.length;
    this.#scheduler.spend(NOTICE * items.length);
    return items;
  }

  #deliver(recipient: Recipient, items: readonly Item<Delivery>[]): void {
    this.#beingServed.push(recipient);
    this.#deliverNow(
      recipient,
      items.map(({ delivery }) => delivery),
    );
    this.#beingServed.pop();
    for (const { latch } of items) latch.decrement();
  }
}
