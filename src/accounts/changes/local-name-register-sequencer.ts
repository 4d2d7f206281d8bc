import type { Database } from '../../database/database.ts';
import type { LobbyReservedNames } from '../owned-and-banned-names.ts';
import { NameRegister } from './name-register.ts';
import type { NameRegisterChange } from './name-register-change.ts';
import type {
  NameRegisterChangeListener,
  NameRegisterSequencer,
  WriteResultWithChanges,
} from './name-register-sequencer.ts';

/** The name register sequencer of a server with one process. Applies every change as soon as it is stored. */
export class LocalNameRegisterSequencer implements NameRegisterSequencer {
  readonly register: NameRegister;
  readonly #database: Database;
  readonly #listeners: NameRegisterChangeListener[] = [];

  constructor(database: Database, lobby: LobbyReservedNames) {
    this.#database = database;
    this.register = new NameRegister(lobby);
  }

  async store<Value>(
    write: (database: Database) => Promise<WriteResultWithChanges<Value>>,
    early?: { readonly change: NameRegisterChange; readonly revert: NameRegisterChange },
  ): Promise<Value> {
    if (early !== undefined) this.register.apply(early.change);
    try {
      const { value, changes } = await write(this.#database);
      for (const change of changes) this.apply(change);
      return value;
    } catch (error) {
      if (early !== undefined) this.register.apply(early.revert);
      throw error;
    }
  }

  async expire(ban: number): Promise<void> {
    this.apply({ kind: 'unbanned', id: ban });
  }

  /** Applies a change that is stored already. */
  apply(change: NameRegisterChange): void {
    this.register.apply(change);
    for (const listener of this.#listeners) listener(change);
  }

  prepare(): Promise<void> {
    return this.register.names.prepare();
  }

  onChange(listener: NameRegisterChangeListener): void {
    this.#listeners.push(listener);
  }
}
