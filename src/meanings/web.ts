import type { ClientMessage } from '../protocols/api/client-message.ts';
import { parseClientMessage } from '../protocols/api/codec.ts';
import type { GameState, ServerMessage } from '../protocols/api/message.ts';
import { parseServerMessage } from '../protocols/api/parse-server-message.ts';
import type { Board, Point } from '../protocols/api/values.ts';
import type { Read } from '../protocols/conversation.ts';
import {
  type Interpreter,
  lineInterpreter,
  type Meaning,
  type Reading,
  type Side,
} from '../protocols/messages/interpreter.ts';
import { namedPlace } from '../protocols/messages/place.ts';
import { ok, problem } from '../result.ts';

export function webInterpreter(): Interpreter {
  let size: number | undefined;
  const client: Meaning = (line) => {
    const read = parseClientMessage(line);
    return read.ok ? ok(ofClient(read.value, size)) : problem(read.problem.problem);
  };
  const server: Meaning = (line) => {
    const read = parseServerMessage(line);
    if (read.ok && read.value.kind === 'game') size = read.value.state.board.size;
    return read.ok ? ok(ofServer(read.value, size)) : problem(read.problem.problem);
  };
  return {
    ...lineInterpreter({ client, server }),
    server: (bytes) => readLongLine(bytes, server),
    isPrivate: (side, line) => !(side === 'client' ? isPublicFromClient(line) : isPublicFromServer(line)),
    isAside,
  };
}

/** What the server says may be of any length: a whole game is one line. */
function readLongLine(bytes: Uint8Array, meaning: Meaning): Read<Reading> {
  const end = bytes.indexOf(0x0a);
  if (end === -1) return { kind: 'more' };
  const found = meaning(new TextDecoder().decode(bytes.subarray(0, end)));
  const message = { meaning: found.ok ? found.value : found.problem, isWellFormed: found.ok };
  return { kind: 'message', message, length: end + 1 };
}

function ofClient(message: ClientMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'enter':
      return message.name === undefined ? 'comes without a name' : `is ${message.name}`;
    case 'rename':
      return `wants to be ${message.name}`;
    case 'leave':
      return 'says goodbye';
    case 'seek': {
      const opponent = message.opponent === undefined ? '' : ` against ${message.opponent}`;
      const color = message.color === undefined ? '' : ` as ${message.color}`;
      return `wants to play ${boardOf(message.board)}${opponent}${color}`;
    }
    case 'cancel':
      return 'waits no longer';
    case 'take':
      return `takes the wish of ${message.host}`;
    case 'play':
      return `plays ${place(message.point, size)}`;
    case 'pass':
      return 'passes';
    case 'resign':
      return 'resigns';
    case 'offer':
      return OFFERS[message.what];
    case 'accept':
      return 'agrees';
    case 'decline':
      return 'does not agree';
    case 'chat':
      return 'chats';
    case 'observe':
      return 'wants to know who is here';
    case 'unobserve':
      return 'wants to know no longer who is here';
    case 'watch':
      return `watches game ${message.game}`;
    case 'unwatch':
      return `watches game ${message.game} no longer`;
    case 'sync':
      return 'asks for everything again';
  }
}

function ofServer(message: ServerMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'done':
      return message.waiting === true ? 'the wish is made' : 'done';
    case 'refused':
      return `no: ${message.why.replaceAll('-', ' ')}${message.opponentRules === true ? ', by the rules of the other' : ''}`;
    case 'you':
      return message.seat === undefined ? 'who it is' : `it sits in game ${message.seat.game}: ${message.seat.color}`;
    case 'directory':
    case 'changes':
      return 'who is here, who waits and what is played';
    case 'turns':
      return `turns ${message.first + 1} to ${message.first + message.turns.length} of game ${message.game}`;
    case 'game':
      return gameOf(message.state);
    case 'played':
      return `${message.color} has played ${place(message.point, size)}${captured(message.captured.length)}`;
    case 'passed':
      return `${message.color} has passed`;
    case 'renamed':
      return `${message.color} is ${message.name}`;
    case 'away':
      return `${message.color} is away`;
    case 'back':
      return `${message.color} is back`;
    case 'offered':
      return `${message.color} ${OFFERS[message.what]}`;
    case 'declined':
      return `${message.color} does not agree`;
    case 'ended':
      return endOf(message);
    case 'unwatched':
      return `nothing more of game ${message.game}`;
    case 'chat':
      return `chat from ${message.from}`;
    case 'goodbye':
      return 'goodbye';
  }
}

const OFFERS = { undo: 'asks to take back a turn', draw: 'offers a draw' } as const;

const place = ({ x, y }: Point, size: number | undefined): string => namedPlace(`${x} ${y}`, size, x, y);

const boardOf = ({ game, size }: Board): string => `${game === 'go' ? 'Go' : 'Gomoku'} on ${size}x${size}`;

function gameOf({ game, board, turns, earlier = 0, black, white }: GameState): string {
  const length = earlier + turns.length;
  const far = length === 0 ? '' : `, after ${length === 1 ? '1 turn' : `${length} turns`}`;
  return `game ${game}: ${black.name} against ${white.name}, ${boardOf(board)}${far}`;
}

function captured(stones: number): string {
  return stones === 0 ? '' : `, captured: ${stones === 1 ? '1 stone' : `${stones} stones`}`;
}

function endOf({ winner, reason, score }: ServerMessage & { readonly kind: 'ended' }): string {
  const points = score === undefined ? '' : `; black ${score.black}, white ${score.white}`;
  return `the end: ${winner === undefined ? 'nobody wins' : `${winner} wins`} (${reason})${points}`;
}

/** Whatever the line is, if it is JSON at all. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** White space outside of the strings of JSON. */
const SPACES = /("(?:[^"\\]|\\.)*")|\s+/gu;

/**
 * Whether a client's line may be published: all of it is understood, nothing stands in it twice, and it is no chat with one player.
 * Anything else may be such chat with a mistake in it.
 */
function isPublicFromClient(line: string): boolean {
  const read = parseClientMessage(line);
  if (!read.ok || line.replace(SPACES, '$1') !== JSON.stringify(JSON.parse(line))) return false;
  const message = read.value;
  return (
    message.kind !== 'chat' || message.to === 'everyone' || (typeof message.to === 'object' && 'game' in message.to)
  );
}

/** Whether a server's line may be published. What is wrong with a message is said in its own words. */
function isPublicFromServer(line: string): boolean {
  if (line.startsWith('{"kind":"refused"')) return fieldsOf(line)?.['why'] !== 'malformed';
  if (!line.startsWith('{"kind":"chat"')) return true;
  const to = fieldsOf(line)?.['to'];
  return to !== 'you' && to !== 'player' && to !== 'opponent';
}

const DIRECTORY = new Set<unknown>(['observe', 'unobserve', 'directory', 'changes']);

/** Who else is here, and other games that the player watches at the same time. */
function isAside(_side: Side, text: string, game: number): boolean {
  const { kind, game: named, state } = fieldsOf(text) ?? {};
  const concerned = kind === 'game' ? (state as Partial<GameState> | undefined)?.game : named;
  return DIRECTORY.has(kind) || (typeof concerned === 'number' && concerned !== game);
}
