import type { Stone } from '../../../src/lobby/games/game-event.ts';
import type {
  ClientEvent,
  GameEndedEvent,
  GameStartedEvent,
  Intent,
} from '../../../src/protocols/client-session-types.ts';
import { coordinates, type Point, square } from '../../../src/rules/point.ts';
import { formatCoordinates } from '../format-coordinates.ts';

const formatPoint = (point: Point, size: number): string => formatCoordinates(coordinates(square(size), point));

const formatStones = (setup: readonly Stone[], size: number): string =>
  setup.map(({ color, point }) => ` ${color} ${formatPoint(point, size)}`).join('');

function formatGameStarted({ color, opponent, size, setup, continues, ...rest }: GameStartedEvent): string {
  const opponentText = opponent === undefined ? '' : ` against ${opponent}`;
  const rules =
    rest.game === 'go' ? `ko ${rest.ruleset.ko} suicide ${rest.ruleset.suicide} komi ${rest.komi}` : rest.rule;
  const board = setup.length === 0 ? '' : `, on the board:${formatStones(setup, size)}`;
  return `started ${color} on ${size}${opponentText}, ${rules}${board}${continues ? ', continues' : ''}`;
}

function formatGameEnded({ winner, reason, score, text }: GameEndedEvent): string {
  const points = score === undefined ? '' : ` ${score.black}-${score.white}`;
  return `ended ${winner ?? '?'}${reason === undefined ? '' : ` ${reason}`}${points}: ${text}`;
}

/** One event as a line of text, in the notation of `*.dialogues.txt`. `size`: the board size. */
export function formatClientEvent(event: ClientEvent, size: number): string {
  switch (event.kind) {
    case 'entered':
      return event.name === undefined ? 'entered' : `entered ${event.name}`;
    case 'waiting':
      return 'waiting';
    case 'game-started':
      return formatGameStarted(event);
    case 'your-turn':
      return `your turn ${event.color}`;
    case 'played':
      return `played ${event.color} ${formatPoint(event.point, size)}`;
    case 'passed':
      return `passed ${event.color}`;
    case 'marking':
    case 'resumed':
      return event.kind;
    case 'marks':
      return ['marks', ...event.dead.map((point) => formatPoint(point, size))].join(' ');
    case 'game-ended':
      return formatGameEnded(event);
    case 'chat':
      return `chat ${event.from ?? '?'}: ${event.text}`;
    case 'lobby':
      return `lobby ${event.who}: ${event.names.join(', ')}`;
    case 'player-joined':
      return `joined ${event.name}`;
    case 'player-left':
      return `left ${event.name}`;
    case 'refused':
      return `refused ${event.intent}: ${event.text}`;
    case 'time': {
      const known = (['turn', 'match', 'left'] as const).filter((key) => event[key] !== undefined);
      return [event.isComplete ? 'only time' : 'time', ...known.map((key) => `${key} ${event[key]}`)].join(' ');
    }
    case 'remark':
      return `remark: ${event.text}`;
    case 'protocol-error':
      return `protocol error: ${event.text}`;
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
