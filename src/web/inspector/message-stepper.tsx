import type { ComponentChildren } from 'preact';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import { texts } from '../texts/page-language.ts';
import { problemAfter, problemsIn } from './message-steps.ts';

interface StepperProps {
  readonly messages: readonly RecordedMessage[];
  readonly at: number;
  readonly choose: (message: number) => void;
  readonly children?: ComponentChildren;
}

/** Buttons and a slider to step through the messages. */
export function MessageStepper({ messages, at, choose, children }: StepperProps) {
  const { inspector } = texts();
  const last = Math.max(0, messages.length - 1);
  const problems = problemsIn(messages);
  const next = problemAfter(messages, at);
  return (
    <div class="stepper">
      <span class="stepper-buttons">
        <Step label={inspector.first} path="M4 3V13M13 3L7 8L13 13" disabled={at === 0} go={() => choose(0)} />
        <Step label={inspector.before} path="M11 3L5 8L11 13" disabled={at === 0} go={() => choose(at - 1)} />
        <output>{messages.length === 0 ? '' : inspector.place(at + 1, messages.length)}</output>
        <Step label={inspector.after} path="M5 3L11 8L5 13" disabled={at >= last} go={() => choose(at + 1)} />
        <Step label={inspector.last} path="M12 3V13M3 3L9 8L3 13" disabled={at >= last} go={() => choose(last)} />
      </span>
      {children}
      {next === undefined ? null : (
        <button
          type="button"
          class="danger stepper-problems"
          title={inspector.nextProblem}
          onClick={() => choose(next)}
        >
          {inspector.problems(problems)}
          <span aria-hidden="true">→</span>
          <span class="visually-hidden">: {inspector.nextProblem}</span>
        </button>
      )}
      <p class="soft small stepper-keys">{inspector.keys}</p>
    </div>
  );
}

function Step(props: { label: string; path: string; disabled: boolean; go: () => void }) {
  const { label, path, disabled, go } = props;
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={go}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
