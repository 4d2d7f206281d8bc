import type { Ban } from '../../protocols/web/resource.ts';
import { fetchApi } from '../connection/api.ts';
import { useResource } from '../connection/use-resource.ts';
import { Answered } from '../shell/answered.tsx';
import { language, texts } from '../texts/language.ts';
import { dateAndTime } from '../words/dates.ts';
import { AskingForm } from './asking-form.tsx';
import { banOf } from './ban-of.ts';
import { ConfirmButton } from './confirm-button.tsx';

/** Who is kept away, and until when. */
export function Bans({ changed }: { changed: () => void }) {
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
    const body = banOf(field('whom'), Number(field('hours')), field('reason'));
    const answer = await fetchApi<Ban>('/api/administration/bans', 'POST', body);
    if (answer.ok) reload();
    return answer;
  };
  return (
    <section class="card" aria-labelledby="bans">
      <h2 id="bans">{administration.bans}</h2>
      <Answered of={bans}>
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
      </Answered>
      <AskingForm ask={add} submit={administration.ban}>
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
      </AskingForm>
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
