import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { directory, status, you } from '../connection/connection.ts';
import { recall, remember } from '../settings/browser-storage.ts';
import { texts } from '../texts/page-language.ts';
import { COMPUTER } from './computer-player.ts';
import {
  askedBoardOf,
  boardOf,
  COMMON_SIZES,
  computerFor,
  FEWEST_LINES,
  type GameChoice,
  isFit,
  MOST_LINES,
  savedChoice,
  sizeOf,
  withSize,
} from './game-choice.ts';
import { askLobby, failure } from './lobby-requests.ts';

const KEY = 'parameters';

/** The current values of the form; other parts of the lobby can set the opponent. */
export const parameters: Signal<GameChoice> = signal(savedChoice(recall(KEY)));

const change = (changes: Partial<GameChoice>): void => {
  parameters.value = { ...parameters.value, ...changes };
  remember(KEY, JSON.stringify(parameters.value));
};

/** Sends a seek for any person, for a named player, or for the computer. */
async function seek(whom: { opponent?: string; computer?: true }): Promise<void> {
  const { color } = parameters.value;
  await askLobby({
    kind: 'seek',
    board: askedBoardOf(parameters.value),
    ...whom,
    ...(color === 'either' ? {} : { color }),
  });
}

export function SeekForm() {
  const { lobby, rules } = texts();
  const chosen = parameters.value;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const opponent = chosen.opponent.trim();
    void seek(opponent === '' ? {} : { opponent });
  };
  return (
    <form class="seek" onSubmit={submit}>
      <Radio
        legend={lobby.play}
        name="game"
        values={['go', 'gomoku']}
        chosen={chosen.game}
        text={(game) => rules[game]}
        choose={(game) => change({ game })}
        hidden
      />
      <Size />
      {chosen.game === 'gomoku' ? (
        <Radio
          legend={lobby.rule}
          name="rule"
          values={GOMOKU_RULES}
          chosen={chosen.rule}
          text={(rule) => rules[rule]}
          choose={(rule) => change({ rule })}
          help={rules[`${chosen.rule}Means`]}
        />
      ) : null}
      <details class="more">
        <summary>{lobby.moreRules}</summary>
        <div class="more-fields">
          {chosen.game === 'go' ? <GoRules /> : null}
          <Radio
            legend={lobby.color}
            name="color"
            values={['either', 'black', 'white']}
            chosen={chosen.color}
            text={(color) => (color === 'either' ? lobby.eitherColor : rules[color])}
            choose={(color) => change({ color })}
          />
        </div>
      </details>
      <Opponent />
      <Buttons />
    </form>
  );
}

function Buttons() {
  const { lobby } = texts();
  const chosen = parameters.value;
  const opponent = chosen.opponent.trim();
  const players = [...(directory.value?.players.values() ?? [])];
  const computer = computerFor(boardOf(chosen), players);
  // If no other person is connected, the computer is suggested.
  const isAlone = players.every(({ name, protocol }) => protocol === COMPUTER || name === you.value.name);
  const suggestsComputer = computer === 'free' && isAlone && opponent === '';
  const disabled = !isFit(chosen) || you.value.seat !== undefined || status.value !== 'open';
  return (
    <>
      <div class="row">
        <button type="submit" class={suggestsComputer ? '' : 'primary'} disabled={disabled}>
          {opponent === '' ? lobby.find : lobby.challenge(opponent)}
        </button>
        {computer === 'none' ? null : (
          <button
            type="button"
            class={suggestsComputer ? 'primary' : ''}
            disabled={disabled || computer === 'busy'}
            onClick={() => void seek({ computer: true })}
          >
            {lobby.computer}
          </button>
        )}
      </div>
      {opponent === '' ? <p class="soft small">{computer === 'none' ? lobby.findHelp : lobby.findOrComputer}</p> : null}
      {computer === 'busy' ? <p class="soft small">{lobby.computerBusy}</p> : null}
      <p class="problem" role="alert">
        {failure.value?.(texts())}
      </p>
    </>
  );
}

function Size() {
  const { lobby, units } = texts();
  const chosen = parameters.value;
  const size = sizeOf(chosen);
  const fits = isFit({ ...chosen, komi: 0 });
  return (
    <fieldset class="choice">
      <legend>{lobby.size}</legend>
      {COMMON_SIZES[chosen.game].map((usual) => (
        <label key={usual}>
          <input type="radio" name="size" checked={size === usual} onChange={() => change(withSize(chosen, usual))} />
          <span>{units.lines(usual)}</span>
        </label>
      ))}
      <label class="size">
        {lobby.lines}
        <input
          type="number"
          inputmode="numeric"
          aria-invalid={!fits}
          min={FEWEST_LINES}
          max={MOST_LINES}
          value={Number.isNaN(size) ? '' : size}
          onInput={(event) => change(withSize(chosen, event.currentTarget.valueAsNumber))}
        />
      </label>
      {fits ? null : <p class="problem full">{lobby.sizeRange(FEWEST_LINES, MOST_LINES)}</p>}
    </fieldset>
  );
}

function GoRules() {
  const { lobby, rules } = texts();
  const chosen = parameters.value;
  return (
    <>
      <label class="field komi">
        {lobby.komi}
        <input
          type="number"
          step="0.5"
          min="-1000"
          max="1000"
          value={Number.isNaN(chosen.komi) ? '' : chosen.komi}
          onInput={(event) => change({ komi: event.currentTarget.valueAsNumber })}
        />
      </label>
      <Radio
        legend={lobby.ko}
        name="ko"
        values={KO_RULES}
        chosen={chosen.ko}
        text={(ko) => rules[ko]}
        choose={(ko) => change({ ko })}
        help={rules[`${chosen.ko}Means`]}
      />
      <Radio
        legend={lobby.suicide}
        name="suicide"
        values={['allowed', 'forbidden']}
        chosen={chosen.suicide}
        text={(suicide) => lobby[suicide]}
        choose={(suicide) => change({ suicide })}
      />
    </>
  );
}

/** The name of a player of any protocol; the browser suggests connected players. */
function Opponent() {
  const { lobby } = texts();
  const players = [...(directory.value?.players.values() ?? [])];
  return (
    <label class="field">
      {lobby.opponent}
      <input
        id="opponent"
        list="present"
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        placeholder={lobby.anyone}
        value={parameters.value.opponent}
        onInput={(event) => change({ opponent: event.currentTarget.value })}
      />
      <datalist id="present">
        {players
          .filter(({ name }) => name !== you.value.name)
          .map(({ name, protocol }) => (
            <option key={name} value={name}>
              {protocol}
            </option>
          ))}
      </datalist>
    </label>
  );
}

function Radio<Value extends string>(props: {
  legend: string;
  name: string;
  values: readonly Value[];
  chosen: Value;
  text: (value: Value) => string;
  choose: (value: Value) => void;
  help?: ComponentChildren;
  /** If set, only screen readers read the legend. */
  hidden?: boolean;
}) {
  return (
    <fieldset class={`choice choice-${props.name}`}>
      <legend class={props.hidden ? 'visually-hidden' : ''}>{props.legend}</legend>
      {props.values.map((value) => (
        <label key={value}>
          <input type="radio" name={props.name} checked={props.chosen === value} onChange={() => props.choose(value)} />
          <span>{props.text(value)}</span>
        </label>
      ))}
      {props.help === undefined ? null : <p class="soft small full">{props.help}</p>}
    </fieldset>
  );
}
