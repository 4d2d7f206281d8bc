import type { GameEndedEvent } from '../protocols/client-session-types.ts';
import { square } from '../rules/point.ts';
import { vertexName } from '../rules/vertex.ts';
import { plainText } from '../sanitize-text.ts';
import type { ClientGameState } from './client-game-state.ts';
import type { ReconnectingClientEvent } from './reconnecting-client.ts';

/**
 * An event as one line for the user, without control characters; `undefined` if there is nothing to report. `game` has
 * applied the event already.
 */
export function describeClientEvent(
  event: ReconnectingClientEvent,
  game: ClientGameState | undefined,
): string | undefined {
  const text = textOf(event, game);
  return text === undefined ? undefined : plainText(text);
}

function textOf(event: ReconnectingClientEvent, game: ClientGameState | undefined): string | undefined {
  switch (event.kind) {
    case 'connected':
      return 'connected';
    case 'entered':
      return event.name === undefined ? 'logged in' : `logged in as ${event.name}`;
    case 'waiting':
      return 'waiting for an opponent';
    case 'game-started': {
      const against = event.opponent === undefined ? '' : ` against ${event.opponent}`;
      const again = event.continues || event.setup.length > 0 ? ' continues' : '';
      return `game${again}: you are ${event.color}${against}, ${event.size} lines`;
    }
    case 'played':
      return `${event.color} ${game === undefined ? event.point : vertexName(square(game.info.size), event.point, game.info.game)}`;
    case 'passed':
      return `${event.color} passes`;
    case 'your-turn':
      return `your turn: ${event.color}`;
    case 'marking':
      return 'two passes: mark the dead stones';
    case 'marks':
      return `dead: ${event.dead.map((point) => (game === undefined ? point : vertexName(square(game.info.size), point))).join(' ') || 'nothing'}`;
    case 'resumed':
      return 'play resumes';
    case 'game-ended':
      return `the game is over: ${describeResult(event, game)}`;
    case 'chat':
      return `${event.from ?? 'unknown sender'}: ${event.text}`;
    case 'lobby':
      return `${event.who === 'present' ? 'here' : 'waiting'}: ${event.names.join(', ') || 'none'}`;
    case 'player-joined':
      return `${event.name} joined`;
    case 'player-left':
      return `${event.name} left`;
    case 'refused':
      return `refused: ${event.text}`;
    case 'remark':
      return `server: ${event.text}`;
    case 'protocol-error':
      return undefined;
    case 'time':
      return undefined;
    case 'connection-lost':
      return `connection lost (${event.text}); reconnecting in ${event.retryIn / 1000} s`;
    case 'connection-failed':
      return event.text;
    case 'disconnected':
      return 'goodbye';
  }
}

/** The winner and the reason, if the server sends them or the board shows them. Points are shown only if they decided the game. */
function describeResult({ winner, reason, score, text }: GameEndedEvent, game: ClientGameState | undefined): string {
  const isCounted = reason !== 'resigned' && reason !== 'left';
  const points = score === undefined || !isCounted ? '' : `, black ${score.black} and white ${score.white}`;
  const stone = game?.winningRow[0];
  const known = winner ?? (stone === undefined ? undefined : game?.at(stone));
  if (known === undefined) return `${text}${points}`;
  const isOurs = known === game?.info.color || game?.info.color === 'both';
  const left = isOurs ? ', the opponent left the game' : ', you left the game';
  const reasonText = reason === 'resigned' ? ' by resignation' : reason === 'left' ? left : '';
  return `${known === 'draw' ? 'a draw' : `${known} wins`}${reasonText}${points}`;
}
