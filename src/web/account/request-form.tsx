import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Fetched } from '../connection/fetch-api.ts';

interface RequestFormProps<Body> {
  /** What is asked of the server with the form's fields. */
  readonly ask: (field: (name: string) => string) => Promise<Fetched<Body>>;
  readonly submit: string;
  readonly primary?: boolean;
  /** Said once it is done; nothing where the page itself shows it. */
  readonly done?: string;
  readonly children?: ComponentChildren;
}

/** A form that asks the server for one thing, and says what came of it. It is empty again once that is done. */
export function RequestForm<Body>({ ask, submit, primary, done, children }: RequestFormProps<Body>) {
  const [answer, setAnswer] = useState<Fetched<Body>>();
  const [busy, setBusy] = useState(false);
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    setBusy(true);
    const answered = await ask((name) => String(given.get(name) ?? '').trim());
    setBusy(false);
    setAnswer(answered);
    if (answered.ok) form.reset();
  };
  return (
    <form class="asking" onSubmit={send}>
      {children}
      <button type="submit" class={primary ? 'primary' : ''} disabled={busy}>
        {submit}
      </button>
      <p role="status" class={answer?.ok === false ? 'problem' : ''}>
        {answer === undefined ? '' : answer.ok ? (done ?? '') : answer.error}
      </p>
    </form>
  );
}
