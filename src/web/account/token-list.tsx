import { useState } from 'preact/hooks';
import type { Token } from '../../protocols/api/resource-schemas.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { useResource } from '../connection/use-resource.ts';
import { day } from '../formatting/dates.ts';
import { ResourceView } from '../shell/resource-view.tsx';
import { language, texts } from '../texts/page-language.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { RequestForm } from './request-form.tsx';

type Created = Token & { readonly secret: string };

/** The list of tokens, which programs use instead of a password. */
export function TokenList() {
  const { account } = texts();
  const tokens = useResource<{ readonly tokens: readonly Token[] }>('/api/tokens');
  const [created, setCreated] = useState<Created>();
  const make = async (label: string) => {
    const answer = await fetchApi<Created>('/api/tokens', 'POST', { label });
    if (answer.ok) setCreated(answer.body);
    tokens.reload();
    return answer;
  };
  const revoke = async ({ id }: Token): Promise<void> => {
    await fetchApi<void>(`/api/tokens/${id}`, 'DELETE');
    if (created?.id === id) setCreated(undefined);
    tokens.reload();
  };
  return (
    <section class="card account-tokens" aria-labelledby="tokens">
      <h2 id="tokens">{account.tokens}</h2>
      <p class="soft small">{account.tokensHelp}</p>
      <RequestForm request={(field) => make(field('label'))} submit={account.makeToken}>
        <label class="field">
          {account.label}
          <input name="label" required maxLength={64} autocomplete="off" />
        </label>
      </RequestForm>
      {created === undefined ? null : <Secret secret={created.secret} />}
      <ResourceView of={tokens}>
        {(body) => (
          <ul class="list">
            {body.tokens.map((token) => (
              <li key={token.id}>
                <span class="grow">
                  <bdi>{token.label}</bdi>
                  <span class="soft small account-line">{datesOf(token)}</span>
                </span>
                <ConfirmButton text={account.revoke} about={token.label} act={() => void revoke(token)} />
              </li>
            ))}
          </ul>
        )}
      </ResourceView>
    </section>
  );
}

function datesOf({ created, used }: Token): string {
  const { account } = texts();
  const last = used === undefined ? account.neverUsed : account.used(day(used, language.value));
  return `${account.made(day(created, language.value))} · ${last}`;
}

function Secret({ secret }: { secret: string }) {
  const { account } = texts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // If the browser forbids copying, the user must do it by hand.
    }
  };
  return (
    <div class="account-secret" role="status">
      <p>{account.secretOnce}</p>
      <code>{secret}</code>
      <button type="button" onClick={() => void copy()}>
        {copied ? account.copied : account.copy}
      </button>
    </div>
  );
}
