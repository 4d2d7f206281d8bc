import type { Command } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';

// What work comes to, in units of about ten microseconds.

/** A turn in a game, which the rules of the game ration: an engine may be as fast as it can. */
const TURN = 0.01;
const MESSAGE = 1;
/** For what is said to a client: a call of the system, which is most of the work there is. */
export const SAYING = 2;
/** For each who hears of it. */
const NOTICE = 1;
/** For each name of a list. */
const NAME = 0.1;
/** For each who waits and is looked at, whether it fits or not. */
const LOOK = 0.05;

/** Whoever goes gives way to those that play. */
export const DEPARTURE = 100;

const TURNS: ReadonlySet<Command['kind']> = new Set(['play', 'pass']);
const HEARD_BY_MANY: ReadonlySet<Command['kind']> = new Set(['enter', 'rename', 'leave', 'chat']);

/** Whether everybody who chats may hear of it. */
export const isHeardByMany = (command: Command): boolean => HEARD_BY_MANY.has(command.kind);

/** Units of work. */
export function costOf(command: Command, { answer, entries, notices, looks }: Decision): number {
  if (TURNS.has(command.kind) && entries.length > 0) return TURN;
  const names = answer?.kind === 'names' ? answer.names.length : 0;
  return MESSAGE + NOTICE * notices.length + NAME * names + LOOK * looks;
}
