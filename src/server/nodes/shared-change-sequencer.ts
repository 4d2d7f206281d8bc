import type { NumberedChange } from '../../accounts/changes/account-change.ts';
import {
  ChangeDelayed,
  type ChangeListener,
  type ChangeSequencer,
  type WriteResult,
} from '../../accounts/changes/change-sequencer.ts';
import { addChanges, changesAfter, deleteChanges, lastChange } from '../../accounts/changes/change-table.ts';
import type { NameRegister } from '../../accounts/changes/name-register.ts';
import type { Clock } from '../../clock.ts';
import { lock } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/database.ts';
import { AccountChangesLost } from '../../nodes/account-changes-lost.ts';
import type { ApplyResult } from '../../nodes/replicated-lobby.ts';
import type { ReplicatedNameRegister } from '../../nodes/replicated-name-register.ts';
import { messageOf } from '../../result.ts';
import type { Log } from '../hub/observability.ts';

/** Milliseconds between two looks at the table of changes: a node may die between storing a change and publishing it. */
const POLL_INTERVAL = 1_000;
/** Changes of one batch. */
const MOST_PUBLISHED = 200;
/** Milliseconds that the maker of a change waits for it to be carried out. Afterwards it is carried out later. */
const PATIENCE = 5_000;
/** The same for a node that starts. */
const START_PATIENCE = 60_000;
/** How long changes are kept, in milliseconds. No snapshot of a stream is older. */
const KEPT_FOR = 7 * 24 * 60 * 60_000;
/** Polls between two deletions of old changes. */
const DELETION_INTERVAL = 3_600;

/** A change that was stored. */
interface Written<Value> {
  readonly value: Value;
  /** Its number; 0 if nothing changes. */
  readonly last: number;
  /** No client relies on it at once: an address that a sign-in admits. */
  readonly canWait: boolean;
}

/** What the changes need of their node. */
export interface ChangePublisher {
  /** The present replicated state. */
  readonly shared: ReplicatedNameRegister;
  /** False if the changes cannot be published now. */
  publishChanges(changes: readonly NumberedChange[]): boolean;
  /** Whether it is in touch with the other nodes. */
  readonly isOpen: boolean;
  /** Publishes that the time of these bans is over. */
  reportEndedBans(bans: readonly number[]): void;
}

export interface SharedChangeSequencerOptions {
  readonly database: Database;
  readonly node: ChangePublisher;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The changes of an installation of several nodes. A change and its row in the table `change` are one transaction. Living nodes publish the rows
 * that have not come back in the stream; each node carries a change out when it comes back.
 */
export class SharedChangeSequencer implements ChangeSequencer {
  readonly #options: SharedChangeSequencerOptions;
  readonly #listeners: ChangeListener[] = [];
  readonly #waiting = new Set<{ readonly number: number; readonly done: () => void }>();
  /** Bans whose time is over. */
  readonly #expired = new Set<number>();
  /** The listeners know the changes up to this number. After a recovery the stream may deliver some again. */
  #announced: number;
  #storing: Promise<unknown> = Promise.resolve();
  #isPublishing = false;
  #mustPublishAgain = false;
  #polls = 0;
  #isFailing = false;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SharedChangeSequencerOptions) {
    this.#options = options;
    this.#announced = options.node.shared.last;
  }

  get register(): NameRegister {
    return this.#options.node.shared.register;
  }

  /** Starts to publish. Resolves when the node has all changes that the database has now. Rejects with `AccountChangesLost`. */
  async start(): Promise<void> {
    const { database, node } = this.#options;
    const last = await lastChange(database);
    const [first] = await changesAfter(database, node.shared.last, 1);
    if (first !== undefined && first.number !== node.shared.last + 1)
      throw new AccountChangesLost(
        `the stream has the changes of names and bans up to ${node.shared.last}, and the database has them only from ${first.number} on`,
      );
    this.#poll();
    await this.#carriedOut(last, START_PATIENCE);
    if (node.shared.last < last)
      throw new AccountChangesLost('the changes of names and bans do not come back in the stream');
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    for (const { done } of [...this.#waiting]) done();
  }

  /**
   * One at a time, because each takes a connection to the database and the lock of all nodes. Rejects with `ChangeDelayed` if the stream does not
   * bring it back in time.
   */
  async store<Value>(write: (database: Database) => Promise<WriteResult<Value>>): Promise<Value> {
    const stored = this.#storing.then(() => this.#storeNext(write));
    this.#storing = stored.catch(() => undefined);
    const { value, last, canWait } = await stored;
    void this.#publish();
    if (canWait && !this.#options.node.isOpen) return value;
    if (!(await this.#carriedOut(last, PATIENCE)) && !canWait) throw new ChangeDelayed(true);
    return value;
  }

  /** A node writes only when it has carried out all changes that the database has: `write` checks the register. */
  async #storeNext<Value>(write: (database: Database) => Promise<WriteResult<Value>>): Promise<Written<Value>> {
    for (;;) {
      const written = await this.#store(write);
      if (typeof written !== 'number') return written;
      void this.#publish();
      const isKnown = this.#options.node.isOpen && (await this.#carriedOut(written, PATIENCE));
      if (!isKnown) throw new ChangeDelayed(false);
    }
  }

  /** The number of the last change instead, if this node does not know it yet. */
  async #store<Value>(write: (database: Database) => Promise<WriteResult<Value>>): Promise<Written<Value> | number> {
    const { database, clock, node } = this.#options;
    return await database.transaction().execute(async (transaction) => {
      await lock(transaction, 'changes');
      const known = await lastChange(transaction);
      if (known > node.shared.last) return known;
      const { value, changes } = await write(transaction);
      if (changes.length === 0) return { value, last: 0, canWait: true };
      const canWait = changes.every(({ kind }) => kind === 'admitted');
      // Thrown within the transaction: nothing is stored.
      if (!node.isOpen && !canWait) throw new ChangeDelayed(false);
      return { value, last: await addChanges(transaction, changes, clock.now(), node.shared.last), canWait };
    });
  }

  /** Every node notices it and says so in the stream, also without the database, which is tidied up once it is there. */
  async expire(ban: number): Promise<void> {
    this.#expired.add(ban);
    await this.#deleteExpired();
  }

  async prepare(): Promise<void> {}

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** The node has carried out these changes, and these bans have ended. */
  carriedOut({ changes, endedBans }: Pick<ApplyResult, 'changes' | 'endedBans'>): void {
    for (const { number, change } of changes) {
      if (number <= this.#announced) continue;
      this.#announced = number;
      for (const listener of this.#listeners) listener(change);
    }
    for (const id of endedBans) for (const listener of this.#listeners) listener({ kind: 'unbanned', id });
    for (const { number, done } of [...this.#waiting]) if (number <= this.#options.node.shared.last) done();
    if (this.#waiting.size > 0) void this.#publish();
  }

  /** Resolves with whether the node has carried it out in time. */
  async #carriedOut(number: number, patience: number): Promise<boolean> {
    const { clock, node } = this.#options;
    if (node.shared.last >= number || this.#isClosed) return true;
    await new Promise<void>((resolve) => {
      const cancel = clock.at(clock.now() + patience, () => waiting.done());
      const waiting = {
        number,
        done: (): void => {
          cancel();
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      this.#waiting.add(waiting);
    });
    return node.shared.last >= number || this.#isClosed;
  }

  #poll(): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    // A recovered node may have taken over a later state.
    this.carriedOut({ changes: [], endedBans: [] });
    void this.#publish();
    void this.#deleteExpired();
    if (++this.#polls % DELETION_INTERVAL === 0) void this.#deleteOld();
    this.#cancelTimer = clock.at(clock.now() + POLL_INTERVAL, () => this.#poll());
  }

  /** Publishes the changes that have not come back, whichever node has made them: so that there is never a gap. */
  async #publish(): Promise<void> {
    this.#mustPublishAgain = this.#isPublishing;
    if (this.#isPublishing || this.#isClosed) return;
    this.#isPublishing = true;
    const { database, node } = this.#options;
    do {
      this.#mustPublishAgain = false;
      await this.#attempt(async () => {
        const changes = await changesAfter(database, node.shared.last, MOST_PUBLISHED);
        if (changes.length > 0) node.publishChanges(changes);
      });
    } while (this.#mustPublishAgain && !this.#isClosed);
    this.#isPublishing = false;
  }

  /** What was published may be lost: it is published again until the bans have ended. */
  async #deleteExpired(): Promise<void> {
    const { database, clock, node } = this.#options;
    if (this.#expired.size === 0) return;
    const ids = [...this.#expired];
    const inForce = ids.filter((id) => this.register.bans.find(id) !== undefined);
    node.reportEndedBans(inForce);
    await this.#attempt(async () => {
      await database.deleteFrom('ban').where('id', 'in', ids).where('until', '<=', clock.now()).execute();
      for (const id of ids) if (!inForce.includes(id)) this.#expired.delete(id);
    });
  }

  async #deleteOld(): Promise<void> {
    const { database, node, clock } = this.#options;
    await this.#attempt(() => deleteChanges(database, node.shared.last, clock.now() - KEPT_FOR));
  }

  /** Without the database it is tried again with the next poll. */
  async #attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && !this.#isClosed) this.#options.log.error({ error: messageOf(error) }, 'changes.failed');
      this.#isFailing = true;
    }
  }
}
