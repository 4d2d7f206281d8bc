import type { ComponentChildren } from 'preact';
import { LEVELS, type Level } from '../../engines/level.ts';
import { isHandicap } from '../../rules/go/handicap.ts';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { isGuestName, you } from '../connection/connection.ts';
import { texts } from '../texts/page-language.ts';
import type { PlayerWithLevel } from './computer-levels.ts';
import {
  COMMON_SIZES,
  FEWEST_LINES,
  type FormOpponents,
  HANDICAPS,
  handicapOf,
  isFit,
  isHandicapChosen,
  losesTakeBacks,
  MOST_LINES,
  mayBeRated,
  PLACEMENTS,
  type SeekFormValues,
  sizeOf,
  withSize,
} from './seek-form-values.ts';
import { TimeFields } from './time-fields.tsx';

/** The properties of the form fields for a seek, in the lobby and after a game. */
export interface SeekFormFieldsProps {
  readonly values: SeekFormValues;
  readonly change: (changes: Partial<SeekFormValues>) => void;
}

/** The fields for Go or Gomoku, the size, the handicap of Go, the rule of Gomoku, and the time control. */
export function BoardFields({ values, change }: SeekFormFieldsProps) {
  const { lobby, rules } = texts();
  return (
    <>
      <Radio
        legend={lobby.play}
        name="game"
        values={['go', 'gomoku']}
        chosen={values.game}
        text={(game) => rules[game]}
        choose={(game) => change({ game })}
        hidden
      />
      <Size values={values} change={change} />
      {values.game === 'gomoku' ? (
        <Radio
          legend={lobby.rule}
          name="rule"
          values={GOMOKU_RULES}
          chosen={values.rule}
          text={(rule) => rules[rule]}
          choose={(rule) => change({ rule })}
          help={rules[`${values.rule}Means`]}
        />
      ) : null}
      <div class="board-terms">
        {values.game === 'go' ? <HandicapField values={values} change={change} /> : null}
        <TimeFields values={values.time} change={(time) => change({ time })} />
      </div>
      {isHandicapChosen(values) ? <PlacementField values={values} change={change} /> : null}
    </>
  );
}

function Size({ values, change }: SeekFormFieldsProps) {
  const { lobby, units } = texts();
  const size = sizeOf(values);
  const fewest = FEWEST_LINES[values.game];
  const fits = isFit({ ...values, komi: 0 });
  return (
    <fieldset class="choice">
      <legend>{lobby.size}</legend>
      {COMMON_SIZES[values.game].map((usual) => (
        <label key={usual}>
          <input type="radio" name="size" checked={size === usual} onChange={() => change(withSize(values, usual))} />
          <span>{units.lines(usual)}</span>
        </label>
      ))}
      <label class="size">
        {lobby.lines}
        <input
          type="number"
          inputmode="numeric"
          aria-invalid={!fits}
          min={fewest}
          max={MOST_LINES}
          value={Number.isNaN(size) ? '' : size}
          onInput={(event) => change(withSize(values, event.currentTarget.valueAsNumber))}
        />
      </label>
      {fits ? null : <p class="problem full">{lobby.sizeRange(fewest, MOST_LINES)}</p>}
    </fieldset>
  );
}

/** The field for the placement of handicap stones: on fixed points, or where black places them. */
function PlacementField({ values, change }: SeekFormFieldsProps) {
  const { lobby } = texts();
  return (
    <Radio
      legend={lobby.placement}
      name="placement"
      values={PLACEMENTS}
      chosen={values.placement}
      text={(placement) => lobby.placements[placement]}
      choose={(placement) => change({ placement })}
    />
  );
}

/** The field for the number of handicap stones, with the numbers that have fixed points on the board. */
function HandicapField({ values, change }: SeekFormFieldsProps) {
  const { lobby } = texts();
  const handicap = handicapOf(values);
  const choose = (value: string): void => change({ handicap: value === 'any' ? 'any' : Number(value) });
  return (
    <label class="field handicap">
      {lobby.handicap}
      <select value={String(handicap)} onChange={(event) => choose(event.currentTarget.value)}>
        {HANDICAPS.filter((stones) => isHandicap(values.goSize, stones)).map((stones) => (
          <option key={stones} value={String(stones)}>
            {stones === 0 ? lobby.noHandicap : lobby.handicapStones(stones)}
          </option>
        ))}
        <option value="any">{lobby.anyHandicap}</option>
      </select>
      {handicap === 0 ? null : (
        <span class="soft small">{handicap === 'any' ? lobby.anyHandicapMeans : lobby.handicapMeans}</span>
      )}
    </label>
  );
}

export function ColorField({ values, change }: SeekFormFieldsProps) {
  const { lobby, rules } = texts();
  return (
    <Radio
      legend={lobby.color}
      name="color"
      values={['either', 'black', 'white']}
      chosen={values.color}
      text={(color) => (color === 'either' ? lobby.eitherColor : rules[color])}
      choose={(color) => change({ color })}
    />
  );
}

export function LevelField(props: SeekFormFieldsProps & { readonly levels: readonly PlayerWithLevel[] }) {
  const { lobby } = texts();
  const { values, change, levels } = props;
  if (levels.length === 0) return null;
  const isPlayed = (level: Level): boolean => levels.some((each) => each.level === level);
  return (
    <fieldset class="choice choice-level">
      <legend>
        {lobby.level}
        {isPlayed(values.level) ? <span class="level-meaning"> {lobby.levels[values.level]}</span> : null}
      </legend>
      {LEVELS.map((level) => (
        <label key={level} title={lobby.levels[level]}>
          <input
            type="radio"
            name="level"
            disabled={!isPlayed(level)}
            checked={values.level === level}
            onChange={() => change({ level })}
          />
          <span>
            {level}
            <span class="visually-hidden">: {lobby.levels[level]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The fields for komi, ko and suicide. */
export function GoRules({ values, change }: SeekFormFieldsProps) {
  const { lobby, rules } = texts();
  return (
    <>
      <label class="field komi">
        {lobby.komi}
        <input
          type="number"
          step="0.5"
          min="-1000"
          max="1000"
          value={Number.isNaN(values.komi) ? '' : values.komi}
          onInput={(event) => change({ komi: event.currentTarget.valueAsNumber })}
        />
      </label>
      <Radio
        legend={lobby.ko}
        name="ko"
        values={KO_RULES}
        chosen={values.ko}
        text={(ko) => rules[ko]}
        choose={(ko) => change({ ko })}
        help={rules[`${values.ko}Means`]}
      />
      <Radio
        legend={lobby.suicide}
        name="suicide"
        values={['allowed', 'forbidden']}
        chosen={values.suicide}
        text={(suicide) => lobby[suicide]}
        choose={(suicide) => change({ suicide })}
      />
    </>
  );
}

/** The fields for the options of the game: private, rated, take-backs, score estimate. */
export function OptionFields(props: SeekFormFieldsProps & { readonly opponents: FormOpponents }) {
  const { game, lobby } = texts();
  const { values, change, opponents } = props;
  const { name } = you.value;
  const losesThem = losesTakeBacks(values, opponents, name !== undefined && isGuestName(name));
  const isDisabled = {
    private: false,
    rated: !mayBeRated(values),
    takeBack: losesThem && opponents === 'computer',
    estimate: false,
  };
  const options = (['private', 'rated', 'takeBack', 'estimate'] as const).filter(
    (option) => option !== 'estimate' || values.game === 'go',
  );
  return (
    <div class="options">
      {options.map((option) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={values[option] && !isDisabled[option]}
            disabled={isDisabled[option]}
            onChange={(event) => change({ [option]: event.currentTarget.checked })}
          />
          <span>
            {lobby[option]} <span class="soft small">{lobby[`${option}Means`]}</span>
            {option === 'takeBack' && losesThem && (values.takeBack || isDisabled.takeBack) ? (
              <span class="small option-reason">{game.noTakeBack}</span>
            ) : null}
          </span>
        </label>
      ))}
    </div>
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
