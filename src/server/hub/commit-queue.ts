import type { Clock } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import { logGames } from './connection-log.ts';
import type { HubEventCounter, Log } from './observability.ts';

interface CommitQueueOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: HubEventCounter;
  /** Called if the journal could not store events. Nothing is delivered any more. */
  readonly onFailure: (error: Error) => void;
  /** Called with events that were stored, before any client is notified. */
  readonly onStored?: (entries: readonly JournalEntry[]) => void;
}

/**
 * Group commit: the events of all decisions of one turn of the event loop are stored with one append. Then the decisions are
 * delivered. Decisions that are made during the append form the next commit. The order of delivery is the order of the decisions.
 */
export class CommitQueue<Pending extends { readonly decision: Decision }> {
  readonly #options: CommitQueueOptions;
  readonly #deliver: (pending: Pending) => void;
  /** Decisions that wait for the next commit. */
  #waiting: Pending[] = [];
  /** The events of these decisions. */
  #entries: JournalEntry[] = [];
  /** Decisions whose events are stored. This queue prevents that one delivery runs inside another. */
  #deliverable: Pending[] = [];
  #state: 'idle' | 'collecting' | 'writing' | 'failed' = 'idle';
  #isDelivering = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: CommitQueueOptions, deliver: (pending: Pending) => void) {
    this.#options = options;
    this.#deliver = deliver;
  }

  /** Stores a decision's events and then delivers it, after all earlier decisions. */
  add(pending: Pending): void {
    const { entries } = pending.decision;
    if (this.#state === 'idle' && entries.length === 0) {
      this.#deliverable.push(pending);
      this.#deliverAll();
      return;
    }
    this.#waiting.push(pending);
    // One by one: if 100,000 games end at once, `push(...entries)` has too many arguments.
    for (const entry of entries) this.#entries.push(entry);
    if (this.#state !== 'idle') return;
    this.#state = 'collecting';
    this.#options.clock.soon(() => void this.#write());
  }

  /** Resolves once everything is delivered. */
  async idle(): Promise<void> {
    if (this.#state !== 'collecting' && this.#state !== 'writing') return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  async #write(): Promise<void> {
    const { journal, log, meter, onStored, onFailure } = this.#options;
    while (this.#waiting.length > 0) {
      const [deliveries, entries] = [this.#waiting, this.#entries];
      this.#waiting = [];
      this.#entries = [];
      this.#state = 'writing';
      const finishStoring = entries.length > 0 ? meter?.storing(entries) : undefined;
      try {
        if (entries.length > 0) await journal.append(entries);
        finishStoring?.();
      } catch (error) {
        this.#state = 'failed';
        onFailure(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (entries.length > 0) onStored?.(entries);
      logGames(log, entries);
      for (const pending of deliveries) this.#deliverable.push(pending);
      this.#deliverAll();
    }
    this.#state = 'idle';
    this.#whenIdle?.();
  }

  #deliverAll(): void {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      // A delivery may add elements to this array. The loop includes them.
      for (const pending of this.#deliverable) this.#deliver(pending);
    } finally {
      this.#deliverable = [];
      this.#isDelivering = false;
    }
  }
}
