import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { FetchResult } from '../connection/fetch-api.ts';

interface RequestFormProps<Body> {
  /** Sends the request. `field` returns the value of a field. */
  readonly request: (field: (name: string) => string) => Promise<FetchResult<Body>>;
  readonly submit: string;
  readonly primary?: boolean;
  /** The text that is shown after success, if any. */
  readonly done?: string | ((body: Body) => ComponentChildren);
  readonly children?: ComponentChildren;
}

/** A form that sends one request and shows its result. After success, the fields are cleared. */
export function RequestForm<Body>({ request, submit, primary, done, children }: RequestFormProps<Body>) {
  const [answer, setAnswer] = useState<FetchResult<Body>>();
  const [busy, setBusy] = useState(false);
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    setBusy(true);
    const result = await request((name) => String(given.get(name) ?? '').trim());
    setBusy(false);
    setAnswer(result);
    if (result.ok) form.reset();
  };
  return (
    <form class="asking" onSubmit={send}>
      {children}
      <button type="submit" class={primary ? 'primary' : ''} disabled={busy}>
        {submit}
      </button>
      <p role="status" class={answer?.ok === false ? 'problem' : ''}>
        {answer === undefined ? '' : !answer.ok ? answer.error : typeof done === 'function' ? done(answer.body) : done}
      </p>
    </form>
  );
}
