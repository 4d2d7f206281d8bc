import type { Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import type { Color } from '../../rules/color.ts';
import { type Point, square } from '../../rules/point.ts';
import { SmallBoard } from '../board/small-board.tsx';
import {
  BOARD_THEMES,
  boardTheme,
  COORDINATES,
  confirmsTouch,
  coordinates,
  sounds,
  THEMES,
  theme,
} from '../settings/user-settings.ts';
import { chooseLanguage, isLanguage, LANGUAGES, language, texts } from '../texts/page-language.ts';

/** The dialog with the user's settings: language, themes, coordinates, touch and sounds. */
export function SettingsDialog(props: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { settings } = texts();
  return (
    <dialog ref={props.dialog} class="settings" aria-label={settings.title}>
      <form method="dialog">
        <h2>{settings.title}</h2>
        <Choice of={theme} values={THEMES} label={settings.theme} name="theme" text={(value) => settings[value]} />
        <Choice of={boardTheme} values={BOARD_THEMES} label={settings.board} name="board" text={previewOf} />
        <Choice
          of={coordinates}
          values={COORDINATES}
          label={settings.coordinates}
          name="coordinates"
          text={(value) => settings[value]}
        />
        <Switch of={confirmsTouch} label={settings.confirmTouch} />
        <Switch of={sounds} label={settings.sound} />
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

/** A corner of a board, with a stone of each colour. */
const PREVIEW = {
  size: square(3),
  stones: { at: (point: Point): Color | undefined => (point === 4 ? 'white' : point === 6 ? 'black' : undefined) },
};

const previewOf = (value: (typeof BOARD_THEMES)[number]) => (
  <>
    <span class="board-preview" data-board={value}>
      <SmallBoard {...PREVIEW} />
    </span>
    {texts().settings[value]}
  </>
);

function Switch({ of, label }: { of: Signal<'on' | 'off'>; label: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={of.value === 'on'}
        onChange={(event) => {
          of.value = event.currentTarget.checked ? 'on' : 'off';
        }}
      />
      {label}
    </label>
  );
}

/** A choice of few values as radio buttons. */
function Choice<Value extends string>(props: {
  of: Signal<Value>;
  values: readonly Value[];
  label: string;
  name: string;
  text: (value: Value) => ComponentChildren;
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
