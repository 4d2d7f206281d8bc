import type { Database } from '../../database/database.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { AccountStore } from '../account-store.ts';
import type { NameRegisterChange } from './name-register-change.ts';
import { ChangeDelayed, type NameRegisterSequencer, type WriteResultWithChanges } from './name-register-sequencer.ts';

interface NewAccount {
  readonly name: string;
  readonly hash: string;
  readonly guarded: boolean;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** Writes to the accounts that also cause changes of the name register. */
export class AccountWrites {
  readonly #sequencer: NameRegisterSequencer;

  constructor(sequencer: NameRegisterSequencer) {
    this.#sequencer = sequencer;
  }

  /**
   * Stores an account. In a single process the name is reserved immediately. Resolves with false if another node has stored the
   * name or a similar one first. `isFree` is called when no other change can happen. `beforeStored` is called if the account is
   * about to be stored. If it throws, nothing is stored.
   */
  async add(
    { name, hash, guarded, created }: NewAccount,
    isFree: () => boolean,
    beforeStored: () => void = () => {},
  ): Promise<boolean> {
    const change: NameRegisterChange = { kind: 'owned', name, guarded };
    const write = async (database: Database): Promise<WriteResultWithChanges<boolean>> => {
      const [store, key] = [new AccountStore(database), foldName(name)];
      if (!isFree() || (await store.find(key)) !== undefined) return { value: false, changes: [] };
      beforeStored();
      const isAdded = await store.add(key, name, hash, created);
      return { value: isAdded, changes: isAdded ? [change] : [] };
    };
    return await this.#sequencer.store(write, { change, revert: { kind: 'released', name } });
  }

  /** Runs `write` and then applies these changes. */
  async carryOut(write: (store: AccountStore) => Promise<void>, changes: readonly NameRegisterChange[]): Promise<void> {
    await this.#sequencer.store(async (database) => {
      await write(new AccountStore(database));
      return { value: undefined, changes };
    });
  }

  /**
   * Admits an address, if the sign-in is still valid. While the nodes cannot reach each other, does nothing: a later request
   * admits it.
   */
  async admit(name: string, digest: string, address: string, until: number): Promise<void> {
    const write = async (database: Database): Promise<WriteResultWithChanges<undefined>> => {
      const isAdmitted = await new AccountStore(database).admit(digest, address, until);
      return { value: undefined, changes: isAdmitted ? [{ kind: 'admitted', name, address, until }] : [] };
    };
    await this.#sequencer.store(write).catch((error: unknown) => {
      if (!(error instanceof ChangeDelayed)) throw error;
    });
  }

  /** Deletes a token. False if the account has no such token. */
  async removeToken(name: string, id: number): Promise<boolean> {
    return await this.#sequencer.store(async (database) => {
      const isRemoved = await new AccountStore(database).removeToken(foldName(name), id);
      return { value: isRemoved, changes: isRemoved ? [revoked(name, false)] : [] };
    });
  }
}

export const revoked = (name: string, everywhere: boolean): NameRegisterChange => ({
  kind: 'revoked',
  name,
  everywhere,
});
