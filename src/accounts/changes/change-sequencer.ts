import type { Database } from '../../database/database.ts';
import type { AccountChange } from './account-change.ts';
import type { NameRegister } from './name-register.ts';

/** What was stored, and what others must know of it. */
export interface WriteResult<Value> {
  readonly value: Value;
  readonly changes: readonly AccountChange[];
}

/** The nodes of an installation are not in touch: a change is not in force yet. If it `isStored`, it will be. */
export class ChangeDelayed extends Error {
  override readonly name = 'ChangeDelayed';
  readonly isStored: boolean;

  constructor(isStored: boolean) {
    super(
      isStored
        ? 'it is stored, and in force as soon as the nodes of this server are in touch with each other'
        : 'the nodes of this server are not in touch with each other: try again in a moment',
    );
    this.isStored = isStored;
  }
}

/** Called after a change has been carried out in this process. */
export type ChangeListener = (change: AccountChange) => void;

/** Decides the order of all changes of reserved names and bans, and carries them out. */
export interface ChangeSequencer {
  /** The present state. A later read may find another object. */
  readonly register: NameRegister;
  /**
   * Carries out `write`, and then its changes. Resolves when they are carried out in this process. Rejects with
   * `ChangeDelayed`. `early` is a change that a single process carries out before it is stored, with what reverts it if it
   * cannot be stored.
   */
  store<Value>(
    write: (database: Database) => Promise<WriteResult<Value>>,
    early?: { readonly change: AccountChange; readonly revert: AccountChange },
  ): Promise<Value>;
  /** The time of a ban is over. */
  expire(ban: number): Promise<void>;
  /** Resolves when the register may have a first name. */
  prepare(): Promise<void>;
  onChange(listener: ChangeListener): void;
}
