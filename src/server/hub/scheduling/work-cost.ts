import type { Command, CommandAnswer } from '../../../lobby/command.ts';
import type { Decision } from '../../../lobby/decision.ts';

// The cost of work in units of about 10 microseconds.

/** A move costs almost nothing, because the turns of a game already limit the rate of moves. */
const MOVE = 0.01;
const MESSAGE = 1;
/** One write to a socket: a system call, the largest part of all work. */
export const SEND = 2;
/** Per recipient of a notice. */
const NOTICE = 1;
/** Per name in a list. */
const NAME = 0.1;
/** Per move of a game that is sent. */
const LISTED_MOVE = 0.1;
/** Per player, seek or game of a directory. The cost includes making the JSON. */
const LISTED_ENTRY = 0.3;
/** Per seek that was examined to find an opponent. */
const EXAMINED_SEEK = 0.05;

/** The end of a connection, or the begin or end of an absence. It costs much, so that it is handled after the moves of other clients. */
export const DEPARTURE = 100;

const MOVES: ReadonlySet<Command['kind']> = new Set(['play', 'pass']);
const BROADCASTING: ReadonlySet<Command['kind']> = new Set(['enter', 'rename', 'leave', 'chat']);

/** Whether the command may cause a notice to every client that supports chat. */
export const mayBroadcast = (command: Command): boolean => BROADCASTING.has(command.kind);

/** Whether the answer may take up to a millisecond. Such a command waits for the scheduler, as received bytes do. */
export const readsMuch = (command: Command): boolean => command.kind === 'watch' || command.kind === 'observe';

/** The cost of a decided command, in units. */
export function costOf(command: Command, { answer, entries, notices, examinedSeeks }: Decision): number {
  if (MOVES.has(command.kind) && entries.length > 0) return MOVE;
  return MESSAGE + NOTICE * notices.length + costOfAnswer(answer) + EXAMINED_SEEK * examinedSeeks;
}

function costOfAnswer(answer: CommandAnswer | undefined): number {
  switch (answer?.kind) {
    case 'names':
      return NAME * answer.names.length;
    case 'moves':
      return LISTED_MOVE * answer.earlier.moves.length;
    case 'watching':
      return LISTED_MOVE * answer.view.moves.length;
    case 'directory': {
      const { players, seeks, games } = answer.directory;
      return LISTED_ENTRY * (players.length + seeks.length + games.length);
    }
    default:
      return 0;
  }
}
