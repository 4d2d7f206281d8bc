import type { GameEndedEvent } from '../protocols/client-session-types.ts';
import { square } from '../rules/point.ts';
import { vertexName } from '../rules/vertex.ts';
import { plainText } from '../sanitize-text.ts';
import type { ClientGameState } from './client-game-state.ts';
import type { ClientNews } from './reconnecting-client.ts';

/**
 * An event as one line for the user, without control characters; `undefined` if there is nothing to report. `game` has
 * applied the event already.
 */
export function describeNews(news: ClientNews, game: ClientGameState | undefined): string | undefined {
  const text = textOf(news, game);
  return text === undefined ? undefined : plainText(text);
}

function textOf(news: ClientNews, game: ClientGameState | undefined): string | undefined {
  switch (news.kind) {
    case 'connected':
      return 'connected';
    case 'entered':
      return news.name === undefined ? 'logged in' : `logged in as ${news.name}`;
    case 'waiting':
      return 'waiting for an opponent';
    case 'begun': {
      const against = news.opponent === undefined ? '' : ` against ${news.opponent}`;
      const again = news.continues || news.setup.length > 0 ? ' continues' : '';
      return `game${again}: you are ${news.color}${against}, ${news.size} lines`;
    }
    case 'played':
      return `${news.color} ${game === undefined ? news.point : vertexName(square(game.info.size), news.point, game.info.game)}`;
    case 'passed':
      return `${news.color} passes`;
    case 'your-turn':
      return `your turn: ${news.color}`;
    case 'marking':
      return 'two passes: mark the dead stones';
    case 'marks':
      return `dead: ${news.dead.map((point) => (game === undefined ? point : vertexName(square(game.info.size), point))).join(' ') || 'nothing'}`;
    case 'resumed':
      return 'play resumes';
    case 'ended':
      return `the game is over: ${describeResult(news, game)}`;
    case 'chat':
      return `${news.from ?? 'somebody'}: ${news.text}`;
    case 'lobby':
      return `${news.who === 'present' ? 'here' : 'waiting'}: ${news.names.join(', ') || 'nobody'}`;
    case 'came':
      return `${news.name} joined`;
    case 'went':
      return `${news.name} left`;
    case 'refused':
      return `refused: ${news.words}`;
    case 'remark':
      return `server: ${news.words}`;
    case 'broken':
      return undefined;
    case 'time':
      return undefined;
    case 'lost':
      return `connection lost (${news.words}); reconnecting in ${news.again / 1000} s`;
    case 'failed':
      return news.words;
    case 'parted':
      return 'goodbye';
  }
}

/** The winner and the reason, if the server sends them or the board shows them. */
function describeResult({ winner, how, score, words }: GameEndedEvent, game: ClientGameState | undefined): string {
  const points = score === undefined ? '' : `, black ${score.black} and white ${score.white}`;
  const stone = game?.winningRow[0];
  const known = winner ?? (stone === undefined ? undefined : game?.at(stone));
  if (known === undefined) return `${words}${points}`;
  const isOurs = known === game?.info.color || game?.info.color === 'both';
  const left = isOurs ? ', the opponent left the game' : ', you left the game';
  const reason = how === 'resigned' ? ' by resignation' : how === 'left' ? left : '';
  return `${known === 'nobody' ? 'a draw' : `${known} wins`}${reason}${points}`;
}
