import { NameRegister, type NameRegisterSnapshot } from '../accounts/changes/name-register.ts';
import type { NameRegisterChange, NumberedChange } from '../accounts/changes/name-register-change.ts';
import type { Input } from '../lobby/input.ts';
import type { FoldLookAlikes } from '../lobby/players/look-alikes.ts';

/** A part of the reserved names and bans that the database had when the stream began. */
export interface NameRegisterFromDatabasePart {
  readonly kind: 'prepare';
  /** A random text that connects the parts of one node. */
  readonly key: string;
  readonly changes: readonly NameRegisterChange[];
  /**
   * Only in the last part: the number of parts, the time at which the database was read, and the number of the last change in
   * it.
   */
  readonly end?: { readonly parts: number; readonly at: number; readonly number: number };
}

export interface ReplicatedNameRegisterSnapshot extends NameRegisterSnapshot {
  /** The number of the last change. */
  readonly last: number;
  readonly prepared: boolean;
}

interface ReplicatedNameRegisterOptions {
  readonly skeleton: FoldLookAlikes;
  readonly step: (input: Input) => void;
  /** Returns the lobby's time. */
  readonly now: () => number;
}

/**
 * The reserved names and bans of an installation. Part of the replicated state. Every node publishes the changes from the
 * database, and each change is applied once.
 */
export class ReplicatedNameRegister {
  readonly register: NameRegister;
  #last = 0;
  #isPrepared = false;
  /** The received parts by key, until all parts of one key have arrived. */
  readonly #parts = new Map<string, NameRegisterChange[][]>();
  /** The time of day at which the present change was made. */
  #changeTime = 0;

  constructor({ skeleton, step, now }: ReplicatedNameRegisterOptions) {
    // The lobby's time stops during an outage. Therefore times of day are converted into lobby times with the same duration
    // from now on.
    const end = (until: number): number => now() + until - this.#changeTime;
    const lobby = {
      reserve: (name: string, guarded: boolean) => step({ kind: 'reserve-name', name, guarded }),
      unreserve: (name: string) => step({ kind: 'unreserve-name', name }),
      admit: (name: string, address: string, until: number) =>
        step({ kind: 'admit', name, address, until: end(until) }),
      open: (name: string, until: number, address?: string) =>
        step({ kind: 'open-name', name, until: end(until), ...(address === undefined ? {} : { address }) }),
      setSkeleton: () => undefined,
    };
    this.register = new NameRegister(lobby, skeleton);
  }

  get last(): number {
    return this.#last;
  }

  /** Whether the register contains what the database had when the stream began. No node joins before. */
  get isPrepared(): boolean {
    return this.#isPrepared;
  }

  /** Adds a part of the initial register. Several nodes may publish parts at once. The first complete list of parts is used. */
  prepare({ key, changes, end }: NameRegisterFromDatabasePart): void {
    if (this.#isPrepared) return;
    const parts = [...(this.#parts.get(key) ?? []), [...changes]];
    this.#parts.set(key, parts);
    if (end === undefined || end.parts !== parts.length) return;
    this.#changeTime = end.at;
    for (const change of parts.flat()) this.register.apply(change);
    this.#last = end.number;
    this.#isPrepared = true;
    this.#parts.clear();
  }

  /** Applies the changes that have the next numbers, and returns them. Ignores the others. */
  apply(changes: readonly NumberedChange[]): NumberedChange[] {
    const next: NumberedChange[] = [];
    for (const numbered of changes) {
      if (numbered.number !== this.#last + 1) continue;
      this.#changeTime = numbered.at;
      this.register.apply(numbered.change);
      this.#last = numbered.number;
      next.push(numbered);
    }
    return next;
  }

  /**
   * Ends expired bans, and returns those that were in force. The ends have no numbers, because they are not changes in the
   * database.
   */
  endBans(bans: readonly number[]): number[] {
    const ended = bans.filter((id) => this.register.bans.find(id) !== undefined);
    for (const id of ended) this.register.apply({ kind: 'unbanned', id });
    return ended;
  }

  snapshot(): ReplicatedNameRegisterSnapshot {
    return { last: this.#last, prepared: this.#isPrepared, ...this.register.snapshot() };
  }

  restore({ last, prepared, ...register }: ReplicatedNameRegisterSnapshot): void {
    this.#last = last;
    this.#isPrepared = prepared;
    this.register.restore(register);
  }
}
