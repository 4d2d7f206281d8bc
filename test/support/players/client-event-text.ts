import type { Stone } from '../../../src/lobby/games/game-event.ts';
import type {
  ClientEvent,
  GameBegunEvent,
  GameEndedEvent,
  Intent,
} from '../../../src/protocols/client-session-types.ts';
import { coordinates, type Point, square } from '../../../src/rules/point.ts';

/** A point as `COLUMN,ROW`, both from 0, such as `2,3`. */
const formatPoint = (point: Point, size: number): string => Object.values(coordinates(square(size), point)).join(',');

const formatStones = (setup: readonly Stone[], size: number): string =>
  setup.map(({ color, point }) => ` ${color} ${formatPoint(point, size)}`).join('');

function formatGameBegun({ color, opponent, size, setup, continues, ...rest }: GameBegunEvent): string {
  const opponentText = opponent === undefined ? '' : ` against ${opponent}`;
  const rules =
    rest.game === 'go' ? `ko ${rest.ruleset.ko} suicide ${rest.ruleset.suicide} komi ${rest.komi}` : rest.rule;
  const board = setup.length === 0 ? '' : `, on the board:${formatStones(setup, size)}`;
  return `begun ${color} on ${size}${opponentText}, ${rules}${board}${continues ? ', continues' : ''}`;
}

function formatGameEnded({ winner, how, score, words }: GameEndedEvent): string {
  const points = score === undefined ? '' : ` ${score.black}-${score.white}`;
  return `ended ${winner ?? '?'}${how === undefined ? '' : ` ${how}`}${points}: ${words}`;
}

/** One event as a line of text. `size`: the board size. */
export function formatClientEvent(news: ClientEvent, size: number): string {
  switch (news.kind) {
    case 'entered':
      return news.name === undefined ? 'entered' : `entered ${news.name}`;
    case 'waiting':
      return 'waiting';
    case 'begun':
      return formatGameBegun(news);
    case 'your-turn':
      return `your turn ${news.color}`;
    case 'played':
      return `played ${news.color} ${formatPoint(news.point, size)}`;
    case 'passed':
      return `passed ${news.color}`;
    case 'marking':
    case 'resumed':
      return news.kind;
    case 'marks':
      return ['marks', ...news.dead.map((point) => formatPoint(point, size))].join(' ');
    case 'ended':
      return formatGameEnded(news);
    case 'chat':
      return `chat ${news.from ?? '?'}: ${news.text}`;
    case 'lobby':
      return `lobby ${news.who}: ${news.names.join(', ')}`;
    case 'came':
    case 'went':
      return `${news.kind} ${news.name}`;
    case 'refused':
      return `refused ${news.what}: ${news.words}`;
    case 'time': {
      const known = (['turn', 'match', 'left'] as const).filter((key) => news[key] !== undefined);
      return [news.isComplete ? 'only time' : 'time', ...known.map((key) => `${key} ${news[key]}`)].join(' ');
    }
    case 'remark':
    case 'broken':
      return `${news.kind}: ${news.words}`;
  }
}

/**
 * Parses an intent: `enter NAME`, `seek [SIZE] [OPPONENT]`, `play 2,3`, `mark 2,3`, `accept marks`, `chat TEXT`, `chat to NAME: TEXT`, or an
 * intent of one word. `size`: the board size.
 */
export function parseIntent(line: string, size: number): Intent {
  const [, kind = '', rest = ''] = /^(\S+) ?(.*)$/su.exec(line) ?? [];
  switch (kind) {
    case 'enter':
      return { kind, name: rest };
    case 'seek': {
      const [, lines, opponent] = /^(\d+)? ?(.*)$/u.exec(rest) ?? [];
      return { kind, ...(lines && { size: Number(lines) }), ...(opponent && { opponent }) };
    }
    case 'accept':
      return { kind: 'accept-marks' };
    case 'play':
    case 'mark': {
      const [x = Number.NaN, y = Number.NaN] = rest.split(',').map(Number);
      return { kind, point: (y * size + x) as Point };
    }
    case 'chat': {
      const [, to, text] = /^to (\S+): (.*)$/su.exec(rest) ?? [];
      return to === undefined || text === undefined ? { kind, text: rest } : { kind, text, to };
    }
    case 'unmark':
    case 'cancel':
    case 'pass':
    case 'resign':
    case 'lobby':
    case 'leave':
      return { kind };
    default:
      throw new Error(`not an intent: ${line}`);
  }
}
