/** How much time the players of a game have. All times are whole milliseconds. */
export type TimeControl =
  /** There is no clock. */
  | { readonly kind: 'none' }
  /** One time for the whole game. */
  | { readonly kind: 'absolute'; readonly main: number }
  /** A time for each move, and one for all moves together. */
  | { readonly kind: 'per-move'; readonly move: number; readonly match: number }
  /** Each move adds to the time that is left. */
  | { readonly kind: 'fischer'; readonly main: number; readonly increment: number }
  /** After the main time a number of periods. A move within a period keeps the period; the others are used up. */
  | { readonly kind: 'byo-yomi'; readonly main: number; readonly period: number; readonly periods: number }
  /** After the main time a number of moves has to be played in each period. */
  | { readonly kind: 'canadian'; readonly main: number; readonly period: number; readonly stones: number };

export type TimeControlKind = TimeControl['kind'];

/** A time control with a clock. */
export type TimedControl = Exclude<TimeControl, { readonly kind: 'none' }>;

export const NO_CLOCK: TimeControl = { kind: 'none' };

/** The time control as a field of an agreed game: left out where there is no clock. */
export const timeField = (control: TimeControl): { readonly time?: TimedControl } =>
  control.kind === 'none' ? {} : { time: control };

/** The longest time in a time control: players of Gomokurs keep milliseconds in 32 bits. */
const LONGEST_CONTROL = 2_147_483_000;
/** The shortest time for a move or a period. */
const SHORTEST_PERIOD = 1_000;
/** The most periods of byo-yomi, and the most stones of a Canadian period. */
const MOST_PERIODS = 100;

const isTime = (value: unknown, least: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= LONGEST_CONTROL;
const isMain = (value: unknown): boolean => isTime(value, 0);
const isPeriod = (value: unknown): boolean => isTime(value, SHORTEST_PERIOD);
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_PERIODS;

/** The fields of each kind and what they may be. */
const FIELDS: Readonly<Record<TimeControlKind, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  none: {},
  absolute: { main: isPeriod },
  'per-move': { move: isPeriod, match: isPeriod },
  fischer: { main: isPeriod, increment: isMain },
  'byo-yomi': { main: isMain, period: isPeriod, periods: isCount },
  canadian: { main: isMain, period: isPeriod, stones: isCount },
};

/** Whether a value is a time control within the limits. */
export function isTimeControl(value: unknown): value is TimeControl {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return false;
  const fields = FIELDS[kind as TimeControlKind];
  return (
    Object.keys(rest).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, check]) => check(rest[name]))
  );
}

/** Whether two time controls are the same. */
export function isSameControl(one: TimeControl, other: TimeControl): boolean {
  const theirs: Readonly<Record<string, unknown>> = { ...other };
  return Object.entries(one).every(([name, value]) => theirs[name] === value);
}
