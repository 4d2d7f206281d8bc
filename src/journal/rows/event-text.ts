import type { TurnTime } from '../../lobby/games/game-clocks.ts';
import type { GameEvent } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

const LETTERS = { black: 'B', white: 'W' } satisfies Record<Color, string>;

/** Every kind of event. The compiler checks that none is missing. */
const EVENT_KINDS = {
  seated: true,
  played: true,
  passed: true,
  renamed: true,
  resigned: true,
  'timed-out': true,
  fouled: true,
  left: true,
  proposed: true,
  declined: true,
  undone: true,
  marking: true,
  marked: true,
  accepted: true,
  resumed: true,
  adjourned: true,
  reopened: true,
  ended: true,
} satisfies Record<GameEvent['kind'], true>;

/**
 * Encodes an event as a JSON value without line feeds. Nearly all events are moves, so moves are short: `["B",72]` is a stone, `["W"]`
 * is a pass. A third value is the `spent` time, a fourth the `paused` time, and a fifth the analysis, whose braces are escaped. All other
 * events are the objects of src/lobby/games/game-event.ts, with `kind` first.
 */
export function encodeEvent(event: GameEvent): string {
  switch (event.kind) {
    case 'played':
      return `["${LETTERS[event.color]}",${assertInteger(event.point)}${moreFields(event)}]`;
    case 'passed':
      return event.spent === undefined && event.analysis === undefined
        ? `["${LETTERS[event.color]}"]`
        : `["${LETTERS[event.color]}",null${moreFields(event)}]`;
    default: {
      const { kind, ...rest } = event;
      return JSON.stringify({ kind, ...rest });
    }
  }
}

/** Throws for NaN or a fraction, which would make the JSON of the whole commit invalid, with other appends. */
function assertInteger(number: number): number {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} in an event`);
  return number;
}

/** The values after the point. If there is an analysis, absent times before it are null. */
function moreFields({ spent, paused, analysis }: TurnTime & { readonly analysis?: string }): string {
  if (analysis !== undefined) {
    const text = JSON.stringify(analysis).replaceAll('{', '\\u007b');
    return `,${spent === undefined ? null : assertInteger(spent)},${paused === undefined ? null : assertInteger(paused)},${text}`;
  }
  return spent === undefined
    ? ''
    : `,${assertInteger(spent)}${paused === undefined ? '' : `,${assertInteger(paused)}`}`;
}

/** Whether all encoded events of a text are moves. Only other events contain an opening brace. */
export const isOnlyMoves = (events: string): boolean => !events.includes('{');

const END = '{"kind":"ended"';

export const isEnd = (event: string): boolean => event.startsWith(END);

/** Returns the event that a JSON value encodes; undefined for a kind that this version does not know. */
export function decodeEvent(value: unknown): GameEvent | undefined {
  if (Array.isArray(value)) return decodeMove(value);
  return isEvent(value) ? value : undefined;
}

function decodeMove([letter, point, spent, paused, analysis]: readonly unknown[]): GameEvent | undefined {
  const color = letter === LETTERS.black ? 'black' : letter === LETTERS.white ? 'white' : undefined;
  if (color === undefined || !isIntegerOrUndefined(point ?? undefined)) return undefined;
  if (!isIntegerOrUndefined(spent ?? undefined) || !isIntegerOrUndefined(paused ?? undefined)) return undefined;
  if (analysis !== undefined && typeof analysis !== 'string') return undefined;
  const time = {
    ...(typeof spent === 'number' ? { spent } : {}),
    ...(typeof paused === 'number' ? { paused } : {}),
    ...(analysis === undefined ? {} : { analysis }),
  };
  return point === undefined || point === null
    ? { kind: 'passed', color, ...time }
    : { kind: 'played', color, point: point as Point, ...time };
}

const isIntegerOrUndefined = (value: unknown): value is number | undefined =>
  value === undefined || Number.isSafeInteger(value);

/** Checks only the kind, because the checksum guarantees that the text is as we wrote it. */
function isEvent(value: unknown): value is GameEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && Object.hasOwn(EVENT_KINDS, value.kind);
}
