import type { EndOrAdjournReason } from '../../lobby/games/game-event.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { coordinateOf, type GameoverReason, type ServerMessage } from './messages.ts';

/** What a notice is in the words of nu6; nothing where it has none. */
export function messagesOf(notice: Notice): readonly ServerMessage[] {
  switch (notice.kind) {
    case 'started':
      return beginning(notice);
    case 'begun':
      // MATCH is the only message of this protocol at the beginning of a game.
      return [];
    case 'played':
      return [{ kind: 'move', coordinate: coordinateOf(notice.point) }];
    case 'passed':
      return [{ kind: 'pass' }];
    case 'ended':
      return [end(notice)];
    case 'chat':
      return [{ kind: 'message', text: notice.text, sender: notice.from }];
    case 'entered':
      return [{ kind: 'entered', name: notice.name }];
    case 'left':
      return [{ kind: 'left', name: notice.name }];
    case 'directory':
    case 'news':
      // No client observes the lobby or watches a game by this protocol.
      return [];
    case 'marking':
    case 'marked':
    case 'accepted':
    case 'resumed':
    case 'adjourned-games':
      // This protocol has neither marking of dead stones nor adjourning. After a comeback MATCH says all.
      return [];
    case 'replaced':
    case 'removed':
    case 'farewell':
      return [{ kind: 'bye' }];
  }
}

/** After a comeback the turns so far follow MATCH, each as it was sent when it was made (ruling: coming back). */
function beginning({ color, parameters, opponent, moves }: StartedNotice): readonly ServerMessage[] {
  if (color === 'both') throw new Error('a nu6 player never has both seats');
  const turns = moves.map((action): ServerMessage => {
    return action.kind === 'pass' ? { kind: 'pass' } : { kind: 'move', coordinate: coordinateOf(action.point) };
  });
  return [{ kind: 'match', color, size: parameters.size, opponent }, ...turns];
}

function end({ winner, score, reason }: EndedNotice): ServerMessage {
  if (score === undefined) throw new Error('a game of Go ended without a score');
  const why = gameoverReason(reason);
  return { kind: 'gameover', winner: winner ?? 'draw', ...score, ...(why === undefined ? {} : { reason: why }) };
}

function gameoverReason(reason: EndOrAdjournReason): GameoverReason | undefined {
  switch (reason) {
    case 'score':
      return undefined;
    case 'resigned':
    case 'timed-out':
    case 'fouled':
      return 'SURRENDER';
    case 'left':
    case 'abandoned':
    case 'stopped':
      return 'DISCONNECT';
    case 'row':
    case 'full':
    case 'agreed':
    case 'adjourned':
      throw new Error(`no game of Go ends so: ${reason}`);
  }
}

/** A line that is unknown, malformed or out of place comes back whole (ruling: errors). */
export const protocolError = (line: string): ServerMessage => ({ kind: 'error', error: 'PROTOCOL', info: line });

/** The message for the lobby's refusal of a line's request. */
export function errorOf(why: Refusal, line: string): ServerMessage {
  switch (why) {
    case 'name-taken':
      return { kind: 'error', error: 'NAMETAKEN' };
    case 'in-game':
    case 'no-game':
      return protocolError(line);
    case 'not-your-turn':
      return { kind: 'error', error: 'PATIENCE' };
    case 'not-now':
      // What cannot be kept, or begun, now comes back whole, which distinguishes it from PATIENCE for a move out of turn (ruling).
      return { kind: 'error', error: 'PATIENCE', info: line };
    case 'off-board':
      return { kind: 'error', error: 'ILLEGAL', info: 'OUTOFBOUNDS' };
    case 'occupied':
      return { kind: 'error', error: 'ILLEGAL', info: 'OCCUPIED' };
    case 'ko':
      return { kind: 'error', error: 'ILLEGAL', info: 'KO' };
    case 'suicide':
      // Not in the document: only the other seat's rules can forbid it (ruling: order of checks).
      return { kind: 'error', error: 'ILLEGAL', info: 'SUICIDE' };
    case 'no-such-player':
      return { kind: 'chat-error', error: 'UNKNOWNRECIPIENT' };
    case 'cannot-chat':
      return { kind: 'chat-error', error: 'CHATNOTSUPPORTED' };
    case 'full':
    case 'no-such-seek':
    case 'cannot-propose':
    case 'no-proposal':
    case 'cannot-mark':
    case 'cannot-be-rated':
    case 'invitation-taken':
    case 'not-stuck':
    case 'no-pass':
    case 'overline':
    case 'double-four':
    case 'double-three':
      throw new Error(`nothing that an nu6 session asks is refused by: ${why}`);
  }
}
