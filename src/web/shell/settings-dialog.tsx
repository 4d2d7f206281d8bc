import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { COORDINATES, confirmsTouch, coordinates, sounds, THEMES, theme } from '../settings/user-settings.ts';
import { chooseLanguage, isLanguage, LANGUAGES, language, texts } from '../texts/page-language.ts';

export function SettingsDialog(props: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { settings } = texts();
  return (
    <dialog ref={props.dialog} class="settings" aria-label={settings.title}>
      <form method="dialog">
        <h2>{settings.title}</h2>
        <Choice of={theme} values={THEMES} label={settings.theme} name="theme" text={(value) => settings[value]} />
        <Choice
          of={coordinates}
          values={COORDINATES}
          label={settings.coordinates}
          name="coordinates"
          text={(value) => settings[value]}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={confirmsTouch.value === 'on'}
            onChange={(event) => {
              confirmsTouch.value = event.currentTarget.checked ? 'on' : 'off';
            }}
          />
          {settings.confirmTouch}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={sounds.value === 'on'}
            onChange={(event) => {
              sounds.value = event.currentTarget.checked ? 'on' : 'off';
            }}
          />
          {settings.sound}
        </label>
        <label class="field">
          {settings.language}
          <select
            value={language.value}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              if (isLanguage(chosen)) void chooseLanguage(chosen);
            }}
          >
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary">
          {settings.done}
        </button>
      </form>
    </dialog>
  );
}

/** A choice of few values as radio buttons. */
function Choice<Value extends string>(props: {
  of: Signal<Value>;
  values: readonly Value[];
  label: string;
  name: string;
  text: (value: Value) => string;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      {props.values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={props.of.value === value}
            onChange={() => {
              props.of.value = value;
            }}
          />
          <span>{props.text(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
