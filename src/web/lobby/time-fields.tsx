import { texts } from '../texts/page-language.ts';
import { isFitTime, TIME_FIELDS, TIME_KINDS, type TimeField, type TimeFormValues } from './time-form-values.ts';

/** The fields for the kind of time control, and for its numbers. */
export function TimeFields(props: {
  readonly choice: TimeFormValues;
  readonly change: (choice: TimeFormValues) => void;
}) {
  const { choice, change } = props;
  const { lobby, rules } = texts();
  const name = (kind: TimeFormValues['kind']): string => (kind === 'any' ? lobby.anyTime : rules.timeControls[kind]);
  return (
    <fieldset class="choice time-choice">
      <legend>{lobby.time}</legend>
      <select
        aria-label={lobby.time}
        value={choice.kind}
        onChange={(event) => change({ ...choice, kind: event.currentTarget.value as TimeFormValues['kind'] })}
      >
        {TIME_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {name(kind)}
          </option>
        ))}
      </select>
      {TIME_FIELDS[choice.kind].map((field) => (
        <TimeNumber key={field} choice={choice} change={change} field={field} />
      ))}
      {isFitTime(choice) ? null : <p class="problem full">{lobby.timeRange}</p>}
    </fieldset>
  );
}

function TimeNumber(props: {
  readonly choice: TimeFormValues;
  readonly change: (choice: TimeFormValues) => void;
  readonly field: TimeField;
}) {
  const { choice, change, field } = props;
  const value = choice[field];
  return (
    <label class="size">
      {texts().lobby.timeFields[field]}
      <input
        type="number"
        inputmode="decimal"
        min="0"
        step={field === 'main' || field === 'match' ? 'any' : '1'}
        aria-invalid={!isFitTime(choice)}
        value={Number.isNaN(value) ? '' : value}
        onInput={(event) => change({ ...choice, [field]: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
}
