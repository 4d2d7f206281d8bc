import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/page-language.ts';
import { answerName, cancelName, initialName, question } from './ask-for-name.ts';

/** The dialog that asks for a name. It exists once per page. */
export function NameDialog() {
  const { entering } = texts();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const current = question.value;
  const isAsked = current !== undefined;
  // Closed before the next rendering, so that the focus is back on the page before the pending request changes the page.
  useLayoutEffect(() => {
    if (!isAsked) return dialog.current?.close();
    if (dialog.current?.open) return;
    if (field.current !== null) field.current.value = initialName();
    dialog.current?.showModal();
    field.current?.select();
  }, [isAsked]);
  const answer = (event: SubmitEvent): void => {
    event.preventDefault();
    void answerName(field.current?.value.trim() ?? '');
  };
  const renames = current?.kind === 'rename';
  const title = renames ? entering.rename : entering.title;
  return (
    <dialog ref={dialog} aria-label={title} onClose={cancelName}>
      <form onSubmit={answer}>
        <h2>{title}</h2>
        <p class="soft">{entering.help}</p>
        <label class="field">
          {entering.name}
          <input ref={field} name="name" maxLength={64} required={renames} autocomplete="nickname" spellcheck={false} />
        </label>
        {current?.problem === undefined ? null : (
          <p class="problem" role="alert">
            {entering[current.problem]}{' '}
            {current.problem === 'reserved' ? (
              <a href="/account" onClick={cancelName}>
                {texts().shell.account}
              </a>
            ) : null}
          </p>
        )}
        <div class="row name-buttons">
          <button type="submit" class="primary">
            {renames ? entering.change : entering.enter}
          </button>
          {renames ? null : (
            <button type="button" onClick={() => void answerName('')}>
              {entering.guest}
            </button>
          )}
        </div>
        <button
          type="button"
          class="quiet dialog-close"
          aria-label={entering.cancel}
          title={entering.cancel}
          onClick={cancelName}
        >
          ×
        </button>
      </form>
    </dialog>
  );
}
