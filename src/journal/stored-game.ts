import type { Entry, GameEvent } from '../lobby/event.ts';
import { GameDamaged } from './journal.ts';
import type { StoredGame } from './sqlite-message.ts';

/** Every kind of event; the compiler sees to it that none is missing. */
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

/** `sound`: 1 if the event is as it was written, else 0. */
type Row = readonly [index: number, at: number, event: GameEvent, sound: 0 | 1];

/** The entries of a game as they were appended. Throws `GameDamaged` for rows that no append can have left. */
export function readEntries({ game, entries, ended }: StoredGame): Entry[] {
  const damaged = (how: string): GameDamaged => new GameDamaged(game, how);
  const rows = parseJson(entries);
  if (!Array.isArray(rows)) throw damaged('its events are not JSON');
  if (rows.length === 0) throw damaged('it has no events');
  const read = rows.map((row: unknown, place): Entry => {
    if (!isRow(row)) throw damaged(`event ${place} is none that this tengen knows`);
    const [index, at, event, sound] = row;
    if (index !== place) throw damaged(`event ${place} is missing`);
    if (sound === 0) throw damaged(`event ${place} is not as it was written`);
    return { game, index, at, event };
  });
  const hasEnd = read.at(-1)?.event.kind === 'ended';
  if (ended !== undefined && hasEnd !== (ended === 1))
    throw damaged(hasEnd ? 'it has ended, and is not listed so' : 'its end is missing');
  return read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is Row {
  return Array.isArray(row) && row.length === 4 && Number.isSafeInteger(row[1]) && isEvent(row[2]);
}

/** We wrote the event ourselves, so its kind is proof enough that this is what was written. */
function isEvent(value: unknown): value is GameEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && Object.hasOwn(EVENT_KINDS, value.kind);
}
