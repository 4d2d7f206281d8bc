import type { AccountChange, NumberedChange } from '../accounts/changes/account-change.ts';
import { NameRegister, type RegisterSnapshot } from '../accounts/changes/name-register.ts';
import type { Input } from '../lobby/input.ts';
import type { FoldLookAlikes } from '../lobby/players/look-alikes.ts';

/** A part of what the database had when the stream began. */
export interface InitialNameRegisterPart {
  readonly kind: 'prepare';
  /** A random text: parts of one node belong together. */
  readonly key: string;
  readonly changes: readonly AccountChange[];
  /** In the last part: the number of parts, when the database was read, and the number of the last change that it had. */
  readonly end?: { readonly parts: number; readonly at: number; readonly number: number };
}

export interface ReplicatedNameRegisterSnapshot extends RegisterSnapshot {
  /** The number of the last change. */
  readonly last: number;
  readonly prepared: boolean;
}

interface ReplicatedNameRegisterOptions {
  readonly skeleton: FoldLookAlikes;
  readonly step: (input: Input) => void;
  /** The lobby's own time. */
  readonly now: () => number;
}

/**
 * The reserved names and bans of an installation. Every node publishes the changes that the database has, and each change is carried out once.
 * Part of the replicated state.
 */
export class ReplicatedNameRegister {
  readonly register: NameRegister;
  #last = 0;
  #isPrepared = false;
  /** Parts by key, until one preparation is whole. */
  readonly #parts = new Map<string, AccountChange[][]>();
  /** The calendar time of the present change. */
  #changeTime = 0;

  constructor({ skeleton, step, now }: ReplicatedNameRegisterOptions) {
    // The lobby's time stands still in an outage: what a change gives ends as long after the change as the calendar says.
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

  /** The number of the last change that was carried out. */
  get last(): number {
    return this.#last;
  }

  /** Whether it has what the database had when the stream began: before, no node joins. */
  get isPrepared(): boolean {
    return this.#isPrepared;
  }

  /** Several nodes may prepare at once: the first that is done counts. */
  prepare({ key, changes, end }: InitialNameRegisterPart): void {
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

  /** Carries out those changes that are exactly the next ones, and returns them. */
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

  /** Ends bans whose time is over, and returns those that were in force. Not numbered: the calendar says so, and not the database. */
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
