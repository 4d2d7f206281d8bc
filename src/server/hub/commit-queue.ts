import type { Clock } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import { logGames } from './connection-log.ts';
import type { Log, Metrics } from './observability.ts';

interface CommitQueueOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Metrics;
  /** The journal could not store events: nothing is delivered any more. */
  readonly onFailure: (error: Error) => void;
  /** Called with events that were stored, before any client is notified. */
  readonly onStored?: (entries: readonly JournalEntry[]) => void;
}

/**
 * Group commit: all decisions of one turn of the event loop are stored with one append and delivered when it is done. The
 * decisions made meanwhile form the next commit. The order of delivery is the order of decisions.
 */
export class CommitQueue<Pending extends { readonly decision: Decision }> {
  readonly #options: CommitQueueOptions;
  readonly #deliver: (pending: Pending) => void;
  /** Decisions that wait for the next commit, and the events to store. */
  #waiting: Pending[] = [];
  #entries: JournalEntry[] = [];
  /** Stored decisions. They are delivered from a queue, so that one delivery never runs inside another. */
  #deliverable: Pending[] = [];
  #state: 'resting' | 'gathering' | 'writing' | 'failed' = 'resting';
  #isDelivering = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: CommitQueueOptions, deliver: (pending: Pending) => void) {
    this.#options = options;
    this.#deliver = deliver;
  }

  /** Stores a decision's events and then delivers it, after all earlier decisions. */
  add(pending: Pending): void {
    const { entries } = pending.decision;
    if (this.#state === 'resting' && entries.length === 0) {
      this.#deliverable.push(pending);
      this.#deliverAll();
      return;
    }
    this.#waiting.push(pending);
    // One by one, because 100,000 games that end at once are more arguments than a call accepts.
    for (const entry of entries) this.#entries.push(entry);
    if (this.#state !== 'resting') return;
    this.#state = 'gathering';
    this.#options.clock.soon(() => void this.#write());
  }

  /** Resolves once everything is delivered. */
  async idle(): Promise<void> {
    if (this.#state !== 'gathering' && this.#state !== 'writing') return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  async #write(): Promise<void> {
    const { journal, log, meter, onStored, onFailure } = this.#options;
    while (this.#waiting.length > 0) {
      const [pendingDeliveries, entries] = [this.#waiting, this.#entries];
      this.#waiting = [];
      this.#entries = [];
      this.#state = 'writing';
      const kept = entries.length > 0 ? meter?.storing(entries) : undefined;
      try {
        if (entries.length > 0) await journal.append(entries);
        kept?.();
      } catch (error) {
        this.#state = 'failed';
        onFailure(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (entries.length > 0) onStored?.(entries);
      logGames(log, entries);
      for (const pending of pendingDeliveries) this.#deliverable.push(pending);
      this.#deliverAll();
    }
    this.#state = 'resting';
    this.#whenIdle?.();
  }

  #deliverAll(): void {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      // A delivery may add to this array; its iterator includes added elements.
      for (const pending of this.#deliverable) this.#deliver(pending);
    } finally {
      this.#deliverable = [];
      this.#isDelivering = false;
    }
  }
}
