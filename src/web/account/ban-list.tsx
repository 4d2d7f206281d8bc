import type { Ban } from '../../protocols/api/resource-schemas.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { useResource } from '../connection/use-resource.ts';
import { dateAndTime } from '../formatting/dates.ts';
import { ResourceView } from '../shell/resource-view.tsx';
import { language, texts } from '../texts/page-language.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { parseBan } from './parse-ban.ts';
import { RequestForm } from './request-form.tsx';

export function BanList({ changed }: { changed: () => void }) {
  const { administration } = texts();
  const bans = useResource<{ readonly bans: readonly Ban[] }>('/api/administration/bans');
  const reload = (): void => {
    bans.reload();
    changed();
  };
  const lift = async (id: number): Promise<void> => {
    await fetchApi<void>(`/api/administration/bans/${id}`, 'DELETE');
    reload();
  };
  const add = async (field: (name: string) => string) => {
    const body = parseBan(field('whom'), Number(field('hours')), field('reason'));
    const answer = await fetchApi<Ban>('/api/administration/bans', 'POST', body);
    if (answer.ok) reload();
    return answer;
  };
  return (
    <section class="card" aria-labelledby="bans">
      <h2 id="bans">{administration.bans}</h2>
      <ResourceView of={bans}>
        {(body) => (
          <>
            {body.bans.length === 0 ? <p class="soft">{administration.noBans}</p> : null}
            <ul class="list">
              {body.bans.map((ban) => (
                <Banned key={ban.id} ban={ban} lift={() => void lift(ban.id)} />
              ))}
            </ul>
          </>
        )}
      </ResourceView>
      <RequestForm request={add} submit={administration.ban}>
        <label class="field">
          {administration.banWhom}
          <input name="whom" required maxLength={64} autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          {administration.hours}
          <input name="hours" type="number" required min={1} max={87_600} defaultValue="24" />
        </label>
        <label class="field">
          {administration.reason}
          <input name="reason" maxLength={200} autocomplete="off" />
        </label>
      </RequestForm>
    </section>
  );
}

function Banned({ ban, lift }: { ban: Ban; lift: () => void }) {
  const { administration } = texts();
  const whom = ban.name ?? ban.address ?? '';
  return (
    <li>
      <span class="grow">
        <bdi>{whom}</bdi>
        <span class="soft small account-line">
          {administration.until(dateAndTime(ban.until, language.value))} <bdi>{ban.reason}</bdi>
        </span>
      </span>
      <ConfirmButton text={administration.lift} about={whom} act={lift} />
    </li>
  );
}
