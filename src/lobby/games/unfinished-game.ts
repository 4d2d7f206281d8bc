import type { JournalEntry } from './game-event.ts';

/** An unfinished game of the journal. Its moves are read when they are needed. */
export interface UnfinishedGame {
  readonly first: JournalEntry;
  /** Only moves followed the first event: the players are the same. */
  readonly hasOnlyTurns: boolean;
  /** It has at most about 400 moves, which are read in about 1 ms. */
  readonly isShort: boolean;
  /** All events after the first. Throws if they are invalid. */
  rest(): readonly JournalEntry[];
}

/** Events after the first. */
const SHORT = 400;

/** The same for a game whose entries are in memory; there is at least one. */
export function unfinishedGame(entries: readonly JournalEntry[]): UnfinishedGame {
  const [first, ...rest] = entries;
  if (first === undefined) throw new Error('a game without events');
  const hasOnlyTurns = rest.every(({ event }) => event.kind === 'played' || event.kind === 'passed');
  return { first, hasOnlyTurns, isShort: rest.length <= SHORT, rest: () => rest };
}
