import type { Entry } from './game-event.ts';

/** A game of the log that goes on: who plays it, and what has been played as soon as somebody wants to know. */
export interface UnfinishedGame {
  readonly first: Entry;
  /** Nothing but turns followed the first event: who plays is as it was, and what they have played can wait. */
  readonly hasOnlyTurns: boolean;
  /** All that followed the first event. Throws for what no log can have. */
  rest(): readonly Entry[];
}

/** The same of a game whose entries are at hand; there is at least one. */
export function unfinishedGame(entries: readonly Entry[]): UnfinishedGame {
  const [first, ...rest] = entries;
  if (first === undefined) throw new Error('a game without events');
  const hasOnlyTurns = rest.every(({ event }) => event.kind === 'played' || event.kind === 'passed');
  return { first, hasOnlyTurns, rest: () => rest };
}
