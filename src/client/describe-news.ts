import type { GameEndedEvent } from '../protocols/client-session-types.ts';
import { square } from '../rules/point.ts';
import { vertexName } from '../rules/vertex.ts';
import { plainText } from '../sanitize-text.ts';
import type { GameFollower } from './game-follower.ts';
import type { ClientNews } from './reconnecting-client.ts';

/**
 * An event as one line for people, without control characters; `undefined` if there is nothing to report. `table` has
 * applied the event already.
 */
export function describeNews(heard: ClientNews, table: GameFollower | undefined): string | undefined {
  const words = wordsOf(heard, table);
  return words === undefined ? undefined : plainText(words);
}

function wordsOf(heard: ClientNews, table: GameFollower | undefined): string | undefined {
  switch (heard.kind) {
    case 'connected':
      return 'connected';
    case 'entered':
      return heard.name === undefined ? 'let in' : `let in as ${heard.name}`;
    case 'waiting':
      return 'waiting for an opponent';
    case 'begun': {
      const against = heard.opponent === undefined ? '' : ` against ${heard.opponent}`;
      const again = heard.continues || heard.setup.length > 0 ? ' goes on' : '';
      return `game${again}: you are ${heard.color}${against}, ${heard.size} lines`;
    }
    case 'played':
      return `${heard.color} ${table === undefined ? heard.point : vertexName(square(table.game.size), heard.point, table.game.game)}`;
    case 'passed':
      return `${heard.color} passes`;
    case 'your-turn':
      return `your turn: ${heard.color}`;
    case 'marking':
      return 'two passes: which stones are dead?';
    case 'marks':
      return `dead: ${heard.dead.map((point) => (table === undefined ? point : vertexName(square(table.game.size), point))).join(' ') || 'nothing'}`;
    case 'resumed':
      return 'play goes on';
    case 'ended':
      return `the game is over: ${describeResult(heard, table)}`;
    case 'chat':
      return `${heard.from ?? 'somebody'}: ${heard.text}`;
    case 'lobby':
      return `${heard.who === 'present' ? 'here' : 'waiting'}: ${heard.names.join(', ') || 'nobody'}`;
    case 'came':
      return `${heard.name} came`;
    case 'went':
      return `${heard.name} went`;
    case 'refused':
      return `refused: ${heard.words}`;
    case 'remark':
      return `server: ${heard.words}`;
    case 'broken':
      return undefined;
    case 'time':
      return undefined;
    case 'lost':
      return `connection lost (${heard.words}); trying again in ${heard.again / 1000} s`;
    case 'failed':
      return heard.words;
    case 'parted':
      return 'goodbye';
  }
}

/** The winner and the reason, as far as the server sends them or the board shows them. */
function describeResult({ winner, how, score, words }: GameEndedEvent, table: GameFollower | undefined): string {
  const points = score === undefined ? '' : `, black ${score.black} and white ${score.white}`;
  const stone = table?.row[0];
  const known = winner ?? (stone === undefined ? undefined : table?.at(stone));
  if (known === undefined) return `${words}${points}`;
  const isOurs = known === table?.game.color || table?.game.color === 'both';
  const left = isOurs ? ', the other side left' : ', our side is counted as having left';
  const reason = how === 'resigned' ? ' by resignation' : how === 'left' ? left : '';
  return `${known === 'nobody' ? 'a draw' : `${known} wins`}${reason}${points}`;
}
