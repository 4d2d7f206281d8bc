import { type ReadonlySignal, signal } from '@preact/signals';
import type { Account, SessionResource } from '../../protocols/api/resource-schemas.ts';
import { reconnect } from '../connection/connection.ts';
import { type FetchResult, fetchApi } from '../connection/fetch-api.ts';

const account$ = signal<Account | undefined>(undefined);

/** The account that is signed in with this browser, if known. */
export const account: ReadonlySignal<Account | undefined> = account$;

/** Asks the server which account is signed in: at the start, and when it may have changed in another tab. */
export async function learnAccount(): Promise<void> {
  const answer = await fetchApi<SessionResource>('/api/session');
  if (answer.ok) account$.value = answer.body.account;
}

export const signIn = (name: string, password: string): Promise<FetchResult<Account>> =>
  become(fetchApi<Account>('/api/session', 'POST', { name, password }));

export const reserveName = (name: string, password: string): Promise<FetchResult<Account>> =>
  become(fetchApi<Account>('/api/accounts', 'POST', { name, password }));

export const changePassword = (current: string, password: string): Promise<FetchResult<Account>> =>
  fetchApi<Account>('/api/password', 'PUT', { current, password });

export const signOut = (): Promise<FetchResult<void>> => leave(fetchApi<void>('/api/session', 'DELETE'));

export const giveBack = (password: string): Promise<FetchResult<void>> =>
  leave(fetchApi<void>('/api/accounts', 'DELETE', { password }));

/** After a change of the account, the visit is another one. */
async function become(asked: Promise<FetchResult<Account>>): Promise<FetchResult<Account>> {
  const answer = await asked;
  if (answer.ok) {
    account$.value = answer.body;
    void reconnect();
  }
  return answer;
}

async function leave(asked: Promise<FetchResult<void>>): Promise<FetchResult<void>> {
  const answer = await asked;
  if (answer.ok) {
    account$.value = undefined;
    void reconnect();
  }
  return answer;
}
