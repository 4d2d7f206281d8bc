/** The time that each player of a game has. All times are whole milliseconds. */
export type TimeControl =
  | { readonly kind: 'none' }
  /** One time for the whole game. */
  | { readonly kind: 'absolute'; readonly main: number }
  /** A time for each move, and a time for all moves together. */
  | { readonly kind: 'per-move'; readonly move: number; readonly match: number }
  /** Each move adds the increment to the time that is left. */
  | { readonly kind: 'fischer'; readonly main: number; readonly increment: number }
  /** After the main time follows a number of periods. A period is used up if the player does not move within it. */
  | { readonly kind: 'byo-yomi'; readonly main: number; readonly period: number; readonly periods: number }
  /** After the main time, a player must play a number of moves in each period. */
  | { readonly kind: 'canadian'; readonly main: number; readonly period: number; readonly stones: number };

export type TimeControlKind = TimeControl['kind'];

export type TimedControl = Exclude<TimeControl, { readonly kind: 'none' }>;

export const NO_CLOCK: TimeControl = { kind: 'none' };

/** The time control as a field of game parameters. The field is left out if there is no clock. */
export const timeField = (control: TimeControl): { readonly time?: TimedControl } =>
  control.kind === 'none' ? {} : { time: control };

/** The smallest and the largest whole number that a field may have. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** Programs for Gomokurs store milliseconds in 32 bits. */
const LONGEST_TIME = 2_147_483_000;
/** A time that may be 0. */
const ANY_TIME: Range = { least: 0, most: LONGEST_TIME };
const SOME_TIME: Range = { least: 1_000, most: LONGEST_TIME };
const COUNT: Range = { least: 1, most: 100 };

/** The fields of each kind of time control, with their ranges. */
export const TIME_CONTROL_FIELDS = {
  none: {},
  absolute: { main: SOME_TIME },
  'per-move': { move: SOME_TIME, match: SOME_TIME },
  fischer: { main: SOME_TIME, increment: ANY_TIME },
  'byo-yomi': { main: ANY_TIME, period: SOME_TIME, periods: COUNT },
  canadian: { main: ANY_TIME, period: SOME_TIME, stones: COUNT },
} as const satisfies Readonly<Record<TimeControlKind, Readonly<Record<string, Range>>>>;

const isWithin = (value: unknown, { least, most }: Range): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

export function isTimeControl(value: unknown): value is TimeControl {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(TIME_CONTROL_FIELDS, kind)) return false;
  const fields: Readonly<Record<string, Range>> = TIME_CONTROL_FIELDS[kind as TimeControlKind];
  return (
    Object.keys(rest).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, range]) => isWithin(rest[name], range))
  );
}

export function isSameControl(a: TimeControl, b: TimeControl): boolean {
  const otherFields: Readonly<Record<string, unknown>> = { ...b };
  return Object.entries(a).every(([name, value]) => otherFields[name] === value);
}
