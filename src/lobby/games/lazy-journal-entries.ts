import type { JournalEntry } from './game-event.ts';

/** The entries of an unfinished game in the journal. The first is present, and the others are read when they are needed. */
export interface LazyJournalEntries {
  readonly first: JournalEntry;
  /** Whether the game has no event after the first. */
  readonly isEmpty: boolean;
  /** Whether all events after the first are moves. If so, the players are those of the first event. */
  readonly hasOnlyMoves: boolean;
  /** Whether the game has at most about 400 moves. These are read in about 1 ms. */
  readonly isShort: boolean;
  /** All events after the first. Throws if they are invalid. */
  laterEntries(): readonly JournalEntry[];
}

/** The most events after the first in a short game. */
const MAX_SHORT = 400;

/** Makes `LazyJournalEntries` of entries in memory. Throws if there are none. */
export function lazyJournalEntries(entries: readonly JournalEntry[]): LazyJournalEntries {
  const [first, ...rest] = entries;
  if (first === undefined) throw new Error('a game without events');
  const hasOnlyMoves = rest.every(({ event }) => event.kind === 'played' || event.kind === 'passed');
  const isEmpty = rest.length === 0;
  return { first, isEmpty, hasOnlyMoves, isShort: rest.length <= MAX_SHORT, laterEntries: () => rest };
}
