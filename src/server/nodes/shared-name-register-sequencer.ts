import { addChanges, changesAfter, deleteChanges, lastChange } from '../../accounts/changes/change-table.ts';
import type { NameRegister } from '../../accounts/changes/name-register.ts';
import type { NumberedChange } from '../../accounts/changes/name-register-change.ts';
import {
  ChangeDelayed,
  type NameRegisterChangeListener,
  type NameRegisterSequencer,
  type WriteResultWithChanges,
} from '../../accounts/changes/name-register-sequencer.ts';
import type { Clock } from '../../clock.ts';
import { lock } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/database.ts';
import { AccountChangesLost } from '../../nodes/account-changes-lost.ts';
import type { ApplyResult } from '../../nodes/replicated-lobby.ts';
import type { ReplicatedNameRegister } from '../../nodes/replicated-name-register.ts';
import { messageOf } from '../../result.ts';
import type { Log } from '../hub/observability.ts';

/** Milliseconds between two reads of the table of changes. A node may die after it has stored a change and before it has published it. */
const POLL_INTERVAL = 1_000;
/** Changes that are published in one batch. */
const MAXIMUM_PUBLISHED = 200;
/** Milliseconds that the request for a change waits until the change is carried out. After that the change is still carried out, later. */
const CHANGE_TIMEOUT = 5_000;
/** Milliseconds that a starting node waits until it has carried out all stored changes. */
const START_TIMEOUT = 60_000;
/** Milliseconds for which changes stay in the table. No snapshot of a stream is older. */
const RETENTION_TIME = 7 * 24 * 60 * 60_000;
/** Polls between two deletions of old changes. */
const DELETION_INTERVAL = 3_600;

/** The result of a stored write. */
interface Written<Value> {
  readonly value: Value;
  /** The number of its last change; 0 if nothing changes. */
  readonly last: number;
  /** The change need not be carried out before the answer, as for an address that a sign-in admits. */
  readonly canWait: boolean;
}

/** What the sequencer needs of its node. */
export interface ChangePublisher {
  /** The present replicated state. */
  readonly nameRegister: ReplicatedNameRegister;
  /** Publishes changes. Returns false if they cannot be published now. */
  publishChanges(changes: readonly NumberedChange[]): boolean;
  /** Whether the node is connected with the other nodes. */
  readonly isOpen: boolean;
  /** Publishes that these bans have ended. */
  reportEndedBans(bans: readonly number[]): void;
}

export interface SharedNameRegisterSequencerOptions {
  readonly database: Database;
  readonly node: ChangePublisher;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The order of changes to names and bans in an installation of several nodes. A change and its row in the table `change` are stored in one
 * transaction. Living nodes publish the rows that have not come back in the stream. Each node carries a change out when it comes back.
 */
export class SharedNameRegisterSequencer implements NameRegisterSequencer {
  readonly #options: SharedNameRegisterSequencerOptions;
  readonly #listeners: NameRegisterChangeListener[] = [];
  readonly #waiting = new Set<{ readonly number: number; readonly done: () => void }>();
  /** Bans that have ended by their time. */
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

  constructor(options: SharedNameRegisterSequencerOptions) {
    this.#options = options;
    this.#announced = options.node.nameRegister.last;
  }

  get register(): NameRegister {
    return this.#options.node.nameRegister.register;
  }

  /** Starts to publish. Resolves when the node has carried out all changes that are in the database now. Rejects with `AccountChangesLost`. */
  async start(): Promise<void> {
    const { database, node } = this.#options;
    const last = await lastChange(database);
    const [first] = await changesAfter(database, node.nameRegister.last, 1);
    if (first !== undefined && first.number !== node.nameRegister.last + 1)
      throw new AccountChangesLost(
        `the stream has the changes of names and bans up to ${node.nameRegister.last}, and the database has them only from ${first.number} on`,
      );
    this.#poll();
    await this.#carriedOut(last, START_TIMEOUT);
    if (node.nameRegister.last < last)
      throw new AccountChangesLost('the changes of names and bans do not come back in the stream');
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    for (const { done } of [...this.#waiting]) done();
  }

  /**
   * Stores changes. There is one write at a time, because each needs a database connection and the lock of all nodes. Rejects with
   * `ChangeDelayed` if the changes do not come back in the stream in time.
   */
  async store<Value>(write: (database: Database) => Promise<WriteResultWithChanges<Value>>): Promise<Value> {
    const stored = this.#storing.then(() => this.#storeNext(write));
    this.#storing = stored.catch(() => undefined);
    const { value, last, canWait } = await stored;
    void this.#publish();
    if (canWait && !this.#options.node.isOpen) return value;
    if (!(await this.#carriedOut(last, CHANGE_TIMEOUT)) && !canWait) throw new ChangeDelayed(true);
    return value;
  }

  /** Writes when the node has carried out all changes in the database, because `write` checks the node's register. */
  async #storeNext<Value>(
    write: (database: Database) => Promise<WriteResultWithChanges<Value>>,
  ): Promise<Written<Value>> {
    for (;;) {
      const written = await this.#store(write);
      if (typeof written !== 'number') return written;
      void this.#publish();
      const isKnown = this.#options.node.isOpen && (await this.#carriedOut(written, CHANGE_TIMEOUT));
      if (!isKnown) throw new ChangeDelayed(false);
    }
  }

  /** Calls `write` in a transaction. If this node has not carried out all changes yet, returns the number of the last one instead. */
  async #store<Value>(
    write: (database: Database) => Promise<WriteResultWithChanges<Value>>,
  ): Promise<Written<Value> | number> {
    const { database, clock, node } = this.#options;
    return await database.transaction().execute(async (transaction) => {
      await lock(transaction, 'changes');
      const known = await lastChange(transaction);
      if (known > node.nameRegister.last) return known;
      const { value, changes } = await write(transaction);
      if (changes.length === 0) return { value, last: 0, canWait: true };
      const canWait = changes.every(({ kind }) => kind === 'admitted');
      // The exception ends the transaction, so nothing is stored.
      if (!node.isOpen && !canWait) throw new ChangeDelayed(false);
      return { value, last: await addChanges(transaction, changes, clock.now(), node.nameRegister.last), canWait };
    });
  }

  /** Each node notices the end of a ban and publishes it, even if the database is unavailable. The row is deleted once it is available. */
  async expire(ban: number): Promise<void> {
    this.#expired.add(ban);
    await this.#deleteExpired();
  }

  async prepare(): Promise<void> {}

  onChange(listener: NameRegisterChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Must be called when the node has carried out these changes or ended these bans. */
  carriedOut({ changes, endedBans }: Pick<ApplyResult, 'changes' | 'endedBans'>): void {
    for (const { number, change } of changes) {
      if (number <= this.#announced) continue;
      this.#announced = number;
      for (const listener of this.#listeners) listener(change);
    }
    for (const id of endedBans) for (const listener of this.#listeners) listener({ kind: 'unbanned', id });
    for (const { number, done } of [...this.#waiting]) if (number <= this.#options.node.nameRegister.last) done();
    if (this.#waiting.size > 0) void this.#publish();
  }

  /** Resolves with whether the node has carried out the change with this number in time. */
  async #carriedOut(number: number, timeout: number): Promise<boolean> {
    const { clock, node } = this.#options;
    if (node.nameRegister.last >= number || this.#isClosed) return true;
    await new Promise<void>((resolve) => {
      const cancel = clock.at(clock.now() + timeout, () => waiting.done());
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
    return node.nameRegister.last >= number || this.#isClosed;
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

  /** Publishes all changes that have not come back, also those of other nodes, so that there is never a gap. */
  async #publish(): Promise<void> {
    this.#mustPublishAgain = this.#isPublishing;
    if (this.#isPublishing || this.#isClosed) return;
    this.#isPublishing = true;
    const { database, node } = this.#options;
    do {
      this.#mustPublishAgain = false;
      await this.#attempt(async () => {
        const changes = await changesAfter(database, node.nameRegister.last, MAXIMUM_PUBLISHED);
        if (changes.length > 0) node.publishChanges(changes);
      });
    } while (this.#mustPublishAgain && !this.#isClosed);
    this.#isPublishing = false;
  }

  /** Publishes the ends of bans, and repeats this until the bans have ended in the register, because a message may be lost. */
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
    await this.#attempt(() => deleteChanges(database, node.nameRegister.last, clock.now() - RETENTION_TIME));
  }

  /** Calls `action`. A failure is logged once; the next poll tries again. */
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
