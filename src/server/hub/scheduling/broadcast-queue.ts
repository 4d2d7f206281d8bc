import type { Notice } from '../../../lobby/notice.ts';
import type { CountdownLatch } from '../countdown-latch.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { SEND } from './work-cost.ts';

/** A notice to at most this many recipients is delivered at once. */
const DIRECT_DELIVERY_UP_TO = 16;
/** When this many notices are queued, commands that would cause another broadcast (enter, leave, chat) wait. Moves do not. */
const MAXIMUM_WAITING = 100_000;

/** Recipients that are served in one step of the scheduler. */
const RECIPIENTS_PER_STEP = 4;
/** Notices to one recipient that go into one write. */
const NOTICES_PER_WRITE = 8;
/** Units of work per notice. */
const NOTICE = 0.5;
/** Milliseconds by which other work goes before broadcasts. */
const DELAY = 100;
/** The same for a recipient that waits for an answer. */
const URGENT_DELAY = 25;

/** One queued delivery, and the latch to decrement afterwards. */
interface Item<Delivery> {
  readonly delivery: Delivery;
  readonly latch: Pick<CountdownLatch<unknown>, 'decrement'>;
}

/** Kinds of notices that may go to many clients and that are not urgent for any game. */
const BROADCAST_KINDS: ReadonlySet<Notice['kind']> = new Set([
  'chat',
  'entered',
  'left',
  'directory',
  'spectator-update',
]);

/** Whether the notice is about the recipient's own game. Such a notice must not wait. */
export const isOfGame = ({ kind }: Notice): boolean => !BROADCAST_KINDS.has(kind);

/** Whether a notice must be queued if it goes to this many recipients. */
export const isBroadcast = (notice: Notice, recipients: number): boolean =>
  recipients > DIRECT_DELIVERY_UP_TO && !isOfGame(notice);

/**
 * Notices to many clients, delivered a few at a time. Each recipient gets its notices in the order of the decisions: before any other
 * notice is delivered to a recipient, its queued notices are delivered. If only a few notices are queued for the recipient, they are
 * delivered at once. If there are many, they are delivered soon and in parts, so that other clients need not wait for all of them.
 */
export class BroadcastQueue<Recipient, Delivery> {
  readonly #maximum: number;
  readonly #scheduler: FairScheduler;
  readonly #deliverNow: (recipient: Recipient, deliveries: readonly Delivery[]) => void;
  /** Queued notices by recipient, in the order of delivery. */
  readonly #waiting = new Map<Recipient, Item<Delivery>[]>();
  /** Recipients that are served first. */
  readonly #urgent = new Set<Recipient>();
  /** The recipients, one or two, to which notices are being delivered now. Further notices to them are queued. */
  readonly #beingServed: Recipient[] = [];
  #size = 0;
  #isScheduled = false;
  #isUrgentScheduled = false;
  /** The callbacks that wait in `whenRoom`, in order. */
  readonly #whenRoomCallbacks: (() => void)[] = [];

  constructor(
    scheduler: FairScheduler,
    deliver: (recipient: Recipient, deliveries: readonly Delivery[]) => void,
    maximum = MAXIMUM_WAITING,
  ) {
    this.#maximum = maximum;
    this.#scheduler = scheduler;
    this.#deliverNow = deliver;
  }

  get size(): number {
    return this.#size;
  }

  /** Calls `decide`, which may cause a broadcast: now, or once the queue is short enough. */
  whenRoom(decide: () => void): void {
    if (this.#size < this.#maximum && this.#whenRoomCallbacks.length === 0) decide();
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

  #schedule(): void {
    if (this.#isScheduled || (this.#size === 0 && this.#whenRoomCallbacks.length === 0)) return;
    this.#isScheduled = true;
    this.#scheduler.run(this.#scheduler.time + DELAY, () => {
      this.#isScheduled = false;
      this.#deliverNext(this.#waiting.keys());
      // Only one callback, because it may add thousands of notices.
      if (this.#size < this.#maximum / 2) this.#whenRoomCallbacks.shift()?.();
      this.#schedule();
    });
  }

  /** Schedules the delivery of one part to urgent recipients. */
  #scheduleUrgent(): void {
    if (this.#isUrgentScheduled || this.#urgent.size === 0) return;
    this.#isUrgentScheduled = true;
    this.#scheduler.run(this.#scheduler.time + URGENT_DELAY, () => {
      this.#isUrgentScheduled = false;
      this.#deliverNext(this.#urgent.keys());
      this.#scheduleUrgent();
    });
  }

  /** Delivers some notices to each of the first few recipients. A recipient with more notices goes to the end of the queue. */
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
