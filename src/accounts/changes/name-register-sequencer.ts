import type { Database } from '../../database/database.ts';
import type { NameRegister } from './name-register.ts';
import type { NameRegisterChange } from './name-register-change.ts';

/** The result of a write, and the changes of the name register that follow from it. */
export interface WriteResultWithChanges<Value> {
  readonly value: Value;
  readonly changes: readonly NameRegisterChange[];
}

/**
 * A change is not in force, because the nodes of the installation cannot reach each other. If it `isStored`, it will be in
 * force later.
 */
export class ChangeDelayed extends Error {
  override readonly name = 'ChangeDelayed';
  readonly isStored: boolean;

  constructor(isStored: boolean) {
    super(
      isStored
        ? 'the change is stored and takes effect when the nodes of this server are connected again'
        : 'the nodes of this server are not connected to each other: try again in a moment',
    );
    this.isStored = isStored;
  }
}

/** Called after a change has been applied in this process. */
export type NameRegisterChangeListener = (change: NameRegisterChange) => void;

/** Orders all changes of reserved names and bans, and applies them to the name register. */
export interface NameRegisterSequencer {
  /** The present name register. A later read may return another object. */
  readonly register: NameRegister;
  /**
   * Runs `write`, and then applies its changes. Resolves when they are applied in this process. Rejects with `ChangeDelayed`. A
   * single process applies `early.change` before `write`, and `early.revert` if `write` fails.
   */
  store<Value>(
    write: (database: Database) => Promise<WriteResultWithChanges<Value>>,
    early?: { readonly change: NameRegisterChange; readonly revert: NameRegisterChange },
  ): Promise<Value>;
  expire(ban: number): Promise<void>;
  /** Must be awaited before the first name is reserved or banned. Loads the table of look-alike characters. */
  prepare(): Promise<void>;
  /** Calls the listener with each change that is applied in this process. */
  onChange(listener: NameRegisterChangeListener): void;
}
