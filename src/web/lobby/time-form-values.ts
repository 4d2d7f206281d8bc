import { isTimeControl, type TimeControl, type TimeControlKind } from '../../rules/time/time-control.ts';

/** The values of the form fields for the time control. They include the fields of the kinds that are not chosen. */
export interface TimeFormValues {
  /** `any`: the time control of the opponent's seek; no clock if the opponent's seek has none. */
  readonly kind: TimeControlKind | 'any';
  /** Minutes. */
  readonly main: number;
  /** Minutes, for all moves together. */
  readonly match: number;
  /** Seconds, for each move. */
  readonly move: number;
  /** Seconds, added by each move. */
  readonly increment: number;
  /** Seconds, of a period. */
  readonly period: number;
  readonly periods: number;
  /** The number of moves in each period. */
  readonly stones: number;
}

export const DEFAULT_TIME: TimeFormValues = {
  kind: 'any',
  main: 5,
  match: 10,
  move: 30,
  increment: 5,
  period: 30,
  periods: 3,
  stones: 10,
};

/** A field with a number. */
export type TimeField = Exclude<keyof TimeFormValues, 'kind'>;

/** The number fields of each kind, in the order of the form. */
export const TIME_FIELDS: Readonly<Record<TimeFormValues['kind'], readonly TimeField[]>> = {
  any: [],
  none: [],
  fischer: ['main', 'increment'],
  'byo-yomi': ['main', 'periods', 'period'],
  canadian: ['main', 'stones', 'period'],
  absolute: ['main'],
  'per-move': ['move', 'match'],
};

export const TIME_KINDS = Object.keys(TIME_FIELDS) as readonly TimeFormValues['kind'][];

const minutes = (count: number): number => Math.round(count * 60_000);
const seconds = (count: number): number => Math.round(count * 1_000);

/** The chosen time control; undefined for `any`. */
export function controlOf(values: TimeFormValues): TimeControl | undefined {
  const { kind, main, match, move, increment, period, periods, stones } = values;
  switch (kind) {
    case 'any':
      return undefined;
    case 'none':
      return { kind };
    case 'absolute':
      return { kind, main: minutes(main) };
    case 'per-move':
      return { kind, move: seconds(move), match: minutes(match) };
    case 'fischer':
      return { kind, main: minutes(main), increment: seconds(increment) };
    case 'byo-yomi':
      return { kind, main: minutes(main), period: seconds(period), periods };
    case 'canadian':
      return { kind, main: minutes(main), period: seconds(period), stones };
  }
}

/** Whether the numbers of the form are valid. */
export function isFitTime(values: TimeFormValues): boolean {
  const control = controlOf(values);
  return control === undefined || isTimeControl(control);
}

/** The form with the time control of a game or of a seek. */
export function withControl(values: TimeFormValues, control: TimeControl | undefined): TimeFormValues {
  if (control === undefined) return { ...values, kind: 'any' };
  const { kind, ...times } = control;
  const numbers = Object.entries(times).map(([field, value]) => [field, inForm(field as TimeField, value)] as const);
  return { ...values, ...Object.fromEntries(numbers), kind };
}

function inForm(field: TimeField, value: number): number {
  if (field === 'main' || field === 'match') return value / 60_000;
  return field === 'periods' || field === 'stones' ? value : value / 1_000;
}

/** Reads a stored form. Missing or invalid fields get their defaults. */
export function restoreTimeForm(stored: unknown): TimeFormValues {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_TIME;
  const known = stored as Readonly<Record<string, unknown>>;
  const kind = TIME_KINDS.find((each) => each === known['kind']) ?? DEFAULT_TIME.kind;
  const numbers = Object.entries(DEFAULT_TIME).filter(([field]) => typeof known[field] === 'number');
  const values = { ...DEFAULT_TIME, ...Object.fromEntries(numbers.map(([field]) => [field, known[field]])), kind };
  return isFitTime(values) ? values : DEFAULT_TIME;
}
