import type { Entry, GameEvent } from '../lobby/event.ts';
import { JournalUnusable } from './journal.ts';
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

type Row = readonly [index: number, at: number, event: GameEvent];

/** The entries of a game as they were appended. Throws `JournalUnusable` for rows that no append can have left. */
export function readEntries({ game, entries }: StoredGame, path: string): Entry[] {
  const damaged = (how: string): JournalUnusable => new JournalUnusable(`game ${game} in ${path} is damaged: ${how}`);
  const rows = parseJson(entries);
  if (!Array.isArray(rows)) throw damaged('its events are not JSON');
  if (rows.length === 0) throw damaged('it has no events');
  return rows.map((row: unknown, place) => {
    if (!isRow(row)) throw damaged(`event ${place} is none that this tengen knows`);
    const [index, at, event] = row;
    if (index !== place) throw damaged(`event ${place} is missing`);
    return { game, index, at, event };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is Row {
  return Array.isArray(row) && row.length === 3 && Number.isSafeInteger(row[1]) && isEvent(row[2]);
}

/** We wrote the event ourselves, so its kind is proof enough that this is what was written. */
function isEvent(value: unknown): value is GameEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && Object.hasOwn(EVENT_KINDS, value.kind);
}
