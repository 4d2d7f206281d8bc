import { useEffect, useState } from 'preact/hooks';
import type { Account, OwnConnection, ReservedNameOpeningResource } from '../../protocols/api/resource-schemas.ts';
import { sendRequest, you } from '../connection/connection.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { useResource } from '../connection/use-resource.ts';
import { ResourceView } from '../shell/resource-view.tsx';
import { texts } from '../texts/page-language.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { RequestForm } from './request-form.tsx';

/** Milliseconds between two requests for the client that uses the name. */
const INTERVAL = 2000;
/** Milliseconds for which a name stays open. */
const MINUTE = 60_000;

/** Opens the account's name for a program of a protocol without passwords, and shows which client uses the name. */
export function OpenNameToProgram({ who }: { who: Account }) {
  const { account } = texts();
  const connection = useResource<OwnConnection>('/api/connection');
  /** The time at which the page opened the name, while no program has taken it yet. */
  const [opened, setOpened] = useState<number>();
  const client = connection.answer?.ok ? connection.answer.body.connection : undefined;
  const isUsed = client !== undefined && you.value.name !== who.name;
  useEffect(() => {
    if (isUsed) setOpened(undefined);
  }, [isUsed]);
  useEffect(() => {
    const timer = setInterval(() => connection.reload(), INTERVAL);
    return () => clearInterval(timer);
  }, []);
  const open = async () => {
    // A name has one client at a time.
    if (you.value.name === who.name) await sendRequest({ kind: 'rename', name: `${who.name}-page` });
    const answer = await fetchApi<ReservedNameOpeningResource>('/api/opening', 'POST');
    if (answer.ok) setOpened(performance.now());
    connection.reload();
    return answer;
  };
  const disconnect = async (): Promise<void> => {
    await fetchApi<void>('/api/connection', 'DELETE');
    connection.reload();
  };
  // The timer renders this component again, so that this value is updated.
  const isOpen = opened !== undefined && performance.now() - opened < MINUTE;
  return (
    <section class="card" aria-labelledby="opening">
      <h2 id="opening">{account.open}</h2>
      <p class="soft small">{account.openHelp}</p>
      <RequestForm request={open} submit={account.openNow} done={isOpen ? account.isOpen : ''} />
      <ResourceView of={connection}>
        {() =>
          client === undefined || !isUsed ? (
            <p class="soft small">{account.noProgram}</p>
          ) : (
            <p class="row">
              <span class="grow">{account.program(client.protocol, client.address)}</span>
              <ConfirmButton text={account.disconnect} about={who.name} act={() => void disconnect()} />
            </p>
          )
        }
      </ResourceView>
    </section>
  );
}
