import type { Database } from '../../database/database.ts';
import type { LobbyReservations } from '../owned-and-banned-names.ts';
import type { ChangeListener, ChangeSequencer, WriteResult } from './change-sequencer.ts';
import { NameRegister } from './name-register.ts';
import type { NameRegisterChange } from './name-register-change.ts';

/** The change sequencer of a server with one process. Applies every change as soon as it is stored. */
export class LocalChangeSequencer implements ChangeSequencer {
  readonly register: NameRegister;
  readonly #database: Database;
  readonly #listeners: ChangeListener[] = [];

  constructor(database: Database, lobby: LobbyReservations) {
    this.#database = database;
    this.register = new NameRegister(lobby);
  }

  async store<Value>(
    write: (database: Database) => Promise<WriteResult<Value>>,
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

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }
}
