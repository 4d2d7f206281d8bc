import { useState } from 'preact/hooks';
import { texts } from '../texts/page-language.ts';

interface ConfirmButtonProps {
  readonly text: string;
  /** The object of the action, which only screen readers read. */
  readonly about: string;
  /** The question before the action. By default, it is a general question. */
  readonly question?: string;
  readonly act: () => void;
}

/** A button for an action that cannot be undone: asks for confirmation. */
export function ConfirmButton({ text, about, question, act }: ConfirmButtonProps) {
  const { account } = texts();
  const [isAsking, setAsks] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" class="danger" onClick={() => setAsks(true)}>
        {text}
        <bdi class="visually-hidden"> {about}</bdi>
      </button>
    );
  }
  return (
    <span class="confirm">
      <span role="alert">{question ?? account.confirm}</span>
      <button
        type="button"
        class="danger"
        onClick={() => {
          setAsks(false);
          act();
        }}
      >
        {account.yes}
        <bdi class="visually-hidden">
          {' '}
          {text} {about}
        </bdi>
      </button>
      <button type="button" onClick={() => setAsks(false)}>
        {account.no}
      </button>
    </span>
  );
}
