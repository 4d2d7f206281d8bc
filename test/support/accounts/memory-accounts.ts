import { REFUSAL_TEXTS } from '../../../src/accounts/account-refusal.ts';
import { foldName } from '../../../src/lobby/players/name-normalisation.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';

/** With this password, a sign-in is refused because the server is too busy to check passwords. */
const BUSY_PASSWORD = 'too-busy-to-check';

/** Accounts without a database, for servers in memory. */
export function memoryAccounts(): NonNullable<HubOptions['signIn']> {
  const accounts = new Map<string, { readonly name: string; password: string }>();
  return async ({ name, password, newPassword, ifUnknown }) => {
    const known = accounts.get(foldName(name));
    if (known === undefined && ifUnknown === 'ignore') return { kind: 'unknown' };
    if (password === BUSY_PASSWORD) return { kind: 'refused', reason: REFUSAL_TEXTS.busy, isBusy: true };
    if (known !== undefined && known.password !== password)
      return { kind: 'refused', reason: 'wrong name or password' };
    const account = known ?? { name, password };
    account.password = newPassword ?? password;
    accounts.set(foldName(name), account);
    return { kind: 'signed-in', name: account.name };
  };
}
