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
  ended: true,
} satisfies Record<GameEvent['kind'], true>;

/**
 * Encodes an event as a JSON value without line feeds. Nearly all events are moves, so moves are short: `["B",72]` is a stone, `["W"]`
 * a pass, and a third value is the `spent` time. All other events are the objects of src/lobby/games/event.ts, with `kind` first.
 */
export function encodeEvent(event: GameEvent): string {
  switch (event.kind) {
    case 'played':
      return `["${LETTERS[event.color]}",${whole(event.point)}${and(event.spent)}]`;
    case 'passed':
      return event.spent === undefined
        ? `["${LETTERS[event.color]}"]`
        : `["${LETTERS[event.color]}",null${and(event.spent)}]`;
    default: {
      const { kind, ...rest } = event;
      return JSON.stringify({ kind, ...rest });
    }
  }
}

/** NaN or a fraction would make the JSON invalid, and with it the other appends of the commit. */
function whole(number: number): number {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} in an event`);
  return number;
}

const and = (spent: number | undefined): string => (spent === undefined ? '' : `,${whole(spent)}`);

/** Whether all encoded events of a text are moves: only other events contain braces. */
export const isOnlyMoves = (events: string): boolean => !events.includes('{');

const END = '{"kind":"ended"';

export const isEnd = (event: string): boolean => event.startsWith(END);

/** Returns the event that a JSON value encodes; undefined for a kind that this version does not know. */
export function decodeEvent(value: unknown): GameEvent | undefined {
  if (Array.isArray(value)) return decodeMove(value);
  return isEvent(value) ? value : undefined;
}

function decodeMove([letter, point, spent]: readonly unknown[]): GameEvent | undefined {
  const color = letter === LETTERS.black ? 'black' : letter === LETTERS.white ? 'white' : undefined;
  const isKnown = (point === undefined || point === null || isWhole(point)) && (spent === undefined || isWhole(spent));
  if (color === undefined || !isKnown) return undefined;
  const time = spent === undefined ? {} : { spent };
  return point === undefined || point === null
    ? { kind: 'passed', color, ...time }
    : { kind: 'played', color, point: point as Point, ...time };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Only the kind is checked, because the checksum shows that this is the text that we wrote. */
function isEvent(value: unknown): value is GameEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && Object.hasOwn(EVENT_KINDS, value.kind);
}
