import { texts } from '../texts/page-language.ts';
import { isFitTime, TIME_FIELDS, TIME_KINDS, type TimeField, type TimeFormValues } from './time-form-values.ts';

/** The fields for the kind of time control, and for its numbers. */
export function TimeFields(props: {
  readonly values: TimeFormValues;
  readonly change: (values: TimeFormValues) => void;
}) {
  const { values, change } = props;
  const { lobby, rules } = texts();
  const name = (kind: TimeFormValues['kind']): string => (kind === 'any' ? lobby.anyTime : rules.timeControls[kind]);
  return (
    <fieldset class="choice">
      <legend>{lobby.time}</legend>
      <select
        aria-label={lobby.time}
        value={values.kind}
        onChange={(event) => change({ ...values, kind: event.currentTarget.value as TimeFormValues['kind'] })}
      >
        {TIME_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {name(kind)}
          </option>
        ))}
      </select>
      {TIME_FIELDS[values.kind].map((field) => (
        <TimeNumber key={field} values={values} change={change} field={field} />
      ))}
      {isFitTime(values) ? null : <p class="problem full">{lobby.timeRange}</p>}
    </fieldset>
  );
}

function TimeNumber(props: {
  readonly values: TimeFormValues;
  readonly change: (values: TimeFormValues) => void;
  readonly field: TimeField;
}) {
  const { values, change, field } = props;
  const value = values[field];
  return (
    <label class="size">
      {texts().lobby.timeFields[field]}
      <input
        type="number"
        inputmode="decimal"
        min="0"
        step={field === 'main' || field === 'match' ? 'any' : '1'}
        aria-invalid={!isFitTime(values)}
        value={Number.isNaN(value) ? '' : value}
        onInput={(event) => change({ ...values, [field]: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
}
