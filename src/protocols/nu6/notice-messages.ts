import type { EndOrAdjournReason } from '../../lobby/games/game-event.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { coordinateOf, type GameoverReason, type ServerMessage } from './messages.ts';

/** The messages for a notice. Empty if nu6 has no message for it. */
export function messagesOf(notice: Notice): readonly ServerMessage[] {
  switch (notice.kind) {
    case 'started':
      return startMessages(notice);
    case 'play-started':
      // MATCH is the only message of this protocol at the beginning of a game.
      return [];
    case 'played':
      return [{ kind: 'move', coordinate: coordinateOf(notice.point) }];
    case 'passed':
      return [{ kind: 'pass' }];
    case 'ended':
      return [endMessage(notice)];
    case 'chat':
      return [{ kind: 'message', text: notice.text, sender: notice.from }];
    case 'entered':
      return [{ kind: 'entered', name: notice.name }];
    case 'left':
      return [{ kind: 'left', name: notice.name }];
    case 'directory':
    case 'spectator-update':
      // No client observes the lobby or watches a game by this protocol.
      return [];
    case 'marking':
    case 'marked':
    case 'accepted':
    case 'resumed':
    case 'adjourned-games':
      // This protocol has neither marking of dead stones nor adjourning. After a return MATCH has all information.
      return [];
    case 'replaced':
    case 'removed':
    case 'farewell':
      return [{ kind: 'bye' }];
  }
}

/** MATCH. If the player has returned to a game, all earlier moves follow (ruling: coming back). */
function startMessages({ color, parameters, opponent, moves }: StartedNotice): readonly ServerMessage[] {
  if (color === 'both') throw new Error('a nu6 player never has both seats');
  const turns = moves.map((action): ServerMessage => {
    return action.kind === 'pass' ? { kind: 'pass' } : { kind: 'move', coordinate: coordinateOf(action.point) };
  });
  return [{ kind: 'match', color, size: parameters.size, opponent }, ...turns];
}

function endMessage({ winner, score, reason }: EndedNotice): ServerMessage {
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

/** The error for a line that is unknown, malformed or out of place. It repeats the line (ruling: errors). */
export const protocolError = (line: string): ServerMessage => ({ kind: 'error', error: 'PROTOCOL', info: line });

/** The error for a command that the lobby has refused. `line` is the line that caused the command. */
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
      // The repeated line distinguishes this error from PATIENCE for a move out of turn (ruling).
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
      throw new Error(`no command of an nu6 session is refused because of ${why}`);
  }
}
