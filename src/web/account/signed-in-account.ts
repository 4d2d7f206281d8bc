import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Account, SignInStatusResource } from '../../protocols/api/resource-schemas.ts';
import { reconnect } from '../connection/connection.ts';
import { type FetchResult, fetchApi, unauthorizedAnswers } from '../connection/fetch-api.ts';

const account$ = signal<Account | undefined>(undefined);

export const account: ReadonlySignal<Account | undefined> = account$;

/** Loads the signed-in account from the server. Another tab may have changed it. */
export async function loadAccount(): Promise<void> {
  const answer = await fetchApi<SignInStatusResource>('/api/session');
  if (answer.ok) account$.value = answer.body.account;
}

// The session may have ended elsewhere: by a sign-out in another browser, or by an administrator. Then every page that needs
// the account must show that the visitor is signed out.
effect(() => {
  if (unauthorizedAnswers.value > 0) void loadAccount();
});

export const signIn = (name: string, password: string): Promise<FetchResult<Account>> =>
  setAccount(fetchApi<Account>('/api/session', 'POST', { name, password }));

export const reserveName = (name: string, password: string): Promise<FetchResult<Account>> =>
  setAccount(fetchApi<Account>('/api/accounts', 'POST', { name, password }));

export const changePassword = (current: string, password: string): Promise<FetchResult<Account>> =>
  fetchApi<Account>('/api/password', 'PUT', { current, password });

export const signOut = (): Promise<FetchResult<void>> => removeAccount(fetchApi<void>('/api/session', 'DELETE'));

export const deleteAccount = (password: string): Promise<FetchResult<void>> =>
  removeAccount(fetchApi<void>('/api/accounts', 'DELETE', { password }));

/** Sets the account after a successful request, and reconnects, because a visit belongs to one account. */
async function setAccount(response: Promise<FetchResult<Account>>): Promise<FetchResult<Account>> {
  const answer = await response;
  if (answer.ok) {
    account$.value = answer.body;
    void reconnect();
  }
  return answer;
}

async function removeAccount(response: Promise<FetchResult<void>>): Promise<FetchResult<void>> {
  const answer = await response;
  if (answer.ok) {
    account$.value = undefined;
    void reconnect();
  }
  return answer;
}
