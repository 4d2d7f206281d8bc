import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ImportResult } from '../../protocols/api/resource-schemas.ts';
import { account, loadAccount } from '../account/signed-in-account.ts';
import { type FetchResult, sendApi } from '../connection/fetch-api.ts';
import { texts } from '../texts/page-language.ts';

/** A form that imports SGF files, for signed-in users. */
export function ImportForm({ added }: { added: () => void }) {
  const { archive } = texts();
  const [answer, setAnswer] = useState<FetchResult<ImportResult>>();
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadAccount(), []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const file = given.get('file');
    setBusy(true);
    const sent = await sendSgf(file instanceof File && file.size > 0 ? file : String(given.get('text') ?? ''));
    setBusy(false);
    setAnswer(sent);
    if (!sent.ok || sent.body.games.length === 0) return;
    form.reset();
    added();
  };
  if (account.value === undefined) {
    return (
      <p class="soft">
        <a href="/account">{archive.signIn}</a>
      </p>
    );
  }
  return (
    <details class="card archive-import">
      <summary>{archive.add}</summary>
      <form onSubmit={submit}>
        <p class="soft">{archive.addHelp}</p>
        <label class="field">
          {archive.file}
          <input name="file" type="file" accept=".sgf,application/x-go-sgf,text/plain" />
        </label>
        <label class="field">
          {archive.text}
          <textarea name="text" rows={4} spellcheck={false} placeholder="(;FF[4]GM[1]SZ[9];B[ee];W[gc])" />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          {archive.addButton}
        </button>
      </form>
      <div role="status">{answer === undefined ? null : <Outcome answer={answer} />}</div>
    </details>
  );
}

function Outcome({ answer }: { answer: FetchResult<ImportResult> }) {
  const { archive } = texts();
  if (!answer.ok) return <p class="problem">{answer.error}</p>;
  const { games, notes, problems } = answer.body;
  return (
    <>
      <p>
        {archive.added(games.length)}
        {games.map((game) => (
          <>
            {' '}
            <a href={`/games/${game}`}>{game}</a>
          </>
        ))}
      </p>
      {notes.length === 0 ? null : (
        <>
          <p>{archive.notes}</p>
          <ul>
            {notes.map(({ game, notes: lines }) => (
              <li key={game}>
                <a href={`/games/${game}`}>{game}</a>: {lines.join('; ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {problems.length === 0 ? null : (
        <>
          <p>{archive.left}</p>
          <ul class="problem">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/**
 * Sends the bytes of a file unchanged, because SGF names its own encoding. Pasted text is sent as UTF-8, even if it names
 * another encoding.
 */
const sendSgf = (sgf: File | string): Promise<FetchResult<ImportResult>> =>
  sendApi('/api/archive', 'POST', sgf, `application/x-go-sgf${typeof sgf === 'string' ? '; charset=utf-8' : ''}`);
