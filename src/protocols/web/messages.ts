import type { ClientMessage } from '../api/client-message-schema.ts';
import { parseClientMessage } from '../api/message-codec.ts';
import { parseServerMessage } from '../api/parse-server-message.ts';
import type { GameState, ServerMessage } from '../api/server-message-schema.ts';
import type { BoardCoordinates, GameParametersJson } from '../api/value-schemas.ts';
import type { ReadResult } from '../bytes.ts';
import { namedPlace } from '../messages/describe-point.ts';
import type { ConversationContext, MessageDescription } from '../messages/message-description.ts';
import {
  lineExplainer,
  type MessageExplainer,
  type MessageExplanation,
  malformed,
  type ProtocolMessages,
  type Speaker,
} from '../messages/protocol-messages.ts';

/** The privacy and the meaning of each kind of message. The schemas of the API describe the fields. */
type Table<Message extends { readonly kind: string }> = {
  readonly [Kind in Message['kind']]: Pick<MessageDescription<Extract<Message, { kind: Kind }>>, 'privacy' | 'means'>;
};

const OFFERS = { undo: 'asks to take back a move', draw: 'offers a draw', adjourn: 'asks to adjourn' } as const;

const CLIENT: Table<ClientMessage> = {
  enter: {
    privacy: 'public',
    means: ({ name }) => (name === undefined ? 'enters without a name' : `enters as ${name}`),
  },
  rename: { privacy: 'public', means: ({ name }) => `asks for the name ${name}` },
  leave: { privacy: 'public', means: 'says goodbye' },
  seek: {
    privacy: ({ invitation }) => (invitation === undefined ? 'public' : 'private'),
    means({ board, opponent, color, invitation }) {
      const against =
        invitation !== undefined
          ? ' with the player who accepts the invitation'
          : opponent === undefined
            ? ''
            : ` against ${opponent}`;
      return `wants to play ${boardWords(board)}${against}${color === undefined ? '' : ` as ${color}`}`;
    },
  },
  cancel: { privacy: 'public', means: 'cancels its seek' },
  take: { privacy: 'public', means: ({ host }) => `takes the seek of ${host}` },
  'decline-seek': { privacy: 'public', means: ({ host }) => `declines the seek of ${host}` },
  'accept-invitation': { privacy: 'private', means: 'accepts an invitation' },
  play: { privacy: 'public', means: ({ point }, context) => `plays ${placeWords(point, context)}` },
  pass: { privacy: 'public', means: 'passes' },
  resign: { privacy: 'public', means: 'resigns' },
  offer: { privacy: 'public', means: ({ what }) => OFFERS[what] },
  accept: { privacy: 'public', means: 'agrees' },
  reopen: { privacy: 'public', means: ({ game }) => `asks to resume the adjourned game ${game}` },
  decline: { privacy: 'public', means: 'declines' },
  mark: {
    privacy: 'public',
    means: ({ point, dead }, context) => `marks ${placeWords(point, context)} as ${dead ? 'dead' : 'alive'}`,
  },
  'accept-marks': { privacy: 'public', means: 'accepts the marks' },
  'resume-play': { privacy: 'public', means: 'asks to resume play' },
  chat: {
    privacy: ({ to }) => (to === 'everyone' || (typeof to === 'object' && 'game' in to) ? 'public' : 'private'),
    means: 'chats',
  },
  observe: { privacy: 'public', means: 'subscribes to the lobby' },
  unobserve: { privacy: 'public', means: 'unsubscribes from the lobby' },
  watch: {
    privacy: ({ key }) => (key === undefined ? 'public' : 'private'),
    means: ({ game }) => `watches game ${game}`,
  },
  unwatch: { privacy: 'public', means: ({ game }) => `stops watching game ${game}` },
  sync: { privacy: 'public', means: 'asks for the whole state again' },
};

const SERVER: Table<ServerMessage> = {
  done: { privacy: 'public', means: ({ waiting }) => (waiting === true ? 'the seek is accepted' : 'done') },
  refused: {
    // The problem may quote the client's text.
    privacy: ({ why }) => (why === 'malformed' ? 'private' : 'public'),
    means: ({ why, opponentRules }) =>
      `no: ${why.replaceAll('-', ' ')}${opponentRules === true ? ', by the rules of the opponent' : ''}`,
  },
  you: {
    // The key of an invitation is a secret.
    privacy: ({ seat, seek }) => ((seat?.key ?? seek?.invitation) === undefined ? 'public' : 'private'),
    means({ seat, declined }) {
      if (seat !== undefined) return `the client plays ${seat.color} in game ${seat.game}`;
      return declined === undefined ? 'the name of the client' : `${declined} has declined the seek`;
    },
  },
  directory: { privacy: 'public', means: 'players, seeks and running games' },
  changes: { privacy: 'public', means: 'players, seeks and running games' },
  turns: {
    privacy: 'public',
    means: ({ first, turns, game }) => `moves ${first + 1} to ${first + turns.length} of game ${game}`,
  },
  game: { privacy: 'public', means: ({ state }) => gameWords(state) },
  played: {
    privacy: 'public',
    means: ({ color, point, captured }, context) =>
      `${color} has played ${placeWords(point, context)}${capturedWords(captured.length)}`,
  },
  passed: { privacy: 'public', means: ({ color }) => `${color} has passed` },
  renamed: { privacy: 'public', means: ({ color, name }) => `${color} is ${name}` },
  away: { privacy: 'public', means: ({ color }) => `${color} is away` },
  back: { privacy: 'public', means: ({ color }) => `${color} is back` },
  clock: { privacy: 'public', means: 'a clock has started' },
  offered: { privacy: 'public', means: ({ color, what }) => `${color} ${OFFERS[what]}` },
  declined: { privacy: 'public', means: ({ color }) => `${color} declines` },
  marking: { privacy: 'public', means: 'the marking of dead stones begins' },
  marked: {
    privacy: 'public',
    means: ({ color, stones, dead }) => `${color} marks as ${dead ? 'dead' : 'alive'}: ${stones.length}`,
  },
  accepted: { privacy: 'public', means: ({ color }) => `${color} accepts the marks` },
  resumed: {
    privacy: 'public',
    means: ({ color }) => (color === undefined ? 'play resumes' : `play resumes: ${color} asked for it`),
  },
  ended: {
    privacy: 'public',
    means({ winner, reason, score }) {
      const points = score === undefined ? '' : `; black ${score.black}, white ${score.white}`;
      return `the end: ${winner === undefined ? 'no winner' : `${winner} wins`} (${reason})${points}`;
    },
  },
  unwatched: { privacy: 'public', means: ({ game }) => `game ${game} is no longer watched` },
  chat: {
    privacy: ({ to }) => (to === 'you' || to === 'player' || to === 'opponent' ? 'private' : 'public'),
    means: ({ from }) => `chat from ${from}`,
  },
  goodbye: { privacy: 'public', means: 'goodbye' },
};

/** The beginnings of server lines that may be private. */
const MAY_BE_PRIVATE = ['{"kind":"chat"', '{"kind":"refused"', '{"kind":"you"'];

/** The messages of the web protocol for the recorder, the tap and the inspector, which explain each message in words. */
export const messages: ProtocolMessages = {
  // The schemas of the API describe the fields.
  tables: {},
  open: openExplainer,
  isPublic(side, bytes) {
    if (side === 'server' && !MAY_BE_PRIVATE.some((start) => Buffer.from(bytes).includes(start))) return true;
    const explainer = openExplainer();
    for (let rest = bytes; rest.length > 0; ) {
      const read = explainer[side](rest);
      if (read.kind !== 'message' || read.message.privacy !== 'public') return false;
      rest = rest.subarray(read.length);
    }
    return true;
  },
};

function openExplainer(): MessageExplainer {
  let context: ConversationContext = {};
  const server = (line: string): MessageExplanation => {
    const read = parseServerMessage(line);
    if (!read.ok) return malformed(read.problem.problem, 'private');
    if (read.value.kind === 'game') context = { size: read.value.state.board.size };
    return reading(SERVER, read.value, context);
  };
  const client = (line: string): MessageExplanation => {
    const read = parseClientMessage(line);
    if (!read.ok) return malformed(read.problem.problem, 'private');
    const { privacy, ...rest } = reading(CLIENT, read.value, context);
    // If a field occurs twice in the line, only one of them is read.
    const isWhole = line.replace(SPACES, '$1') === JSON.stringify(JSON.parse(line));
    return { ...rest, privacy: isWhole ? privacy : 'private' };
  };
  return {
    ...lineExplainer('private', client, server),
    server: (bytes) => readLongLine(bytes, server),
    isUnrelated,
  };
}

function reading<Message extends { readonly kind: string }>(
  table: Table<Message>,
  message: Message,
  context: ConversationContext,
): MessageExplanation {
  const { privacy, means } = table[message.kind as Message['kind']] as MessageDescription<Message>;
  return {
    meaning: typeof means === 'string' ? means : means(message, context),
    isWellFormed: true,
    privacy: typeof privacy === 'string' ? privacy : privacy(message),
  };
}

/** Reads a server's line, which may have any length: a whole game is one line. */
function readLongLine(bytes: Uint8Array, read: (line: string) => MessageExplanation): ReadResult<MessageExplanation> {
  const end = bytes.indexOf(0x0a);
  if (end === -1) return { kind: 'more' };
  return { kind: 'message', message: read(new TextDecoder().decode(bytes.subarray(0, end))), length: end + 1 };
}

const placeWords = ({ x, y }: BoardCoordinates, { size }: ConversationContext): string =>
  namedPlace(`${x} ${y}`, size, x, y);

const boardWords = ({ game, size }: Pick<GameParametersJson, 'game' | 'size'>): string =>
  `${game === 'go' ? 'Go' : 'Gomoku'} on ${size}x${size}`;

function gameWords({ game, board, turns, earlier = 0, black, white }: GameState): string {
  const length = earlier + turns.length;
  const far = length === 0 ? '' : `, after ${length === 1 ? '1 move' : `${length} moves`}`;
  return `game ${game}: ${black.name} against ${white.name}, ${boardWords(board)}${far}`;
}

function capturedWords(stones: number): string {
  return stones === 0 ? '' : `, captured: ${stones === 1 ? '1 stone' : `${stones} stones`}`;
}

/** White space outside of the strings of JSON. */
const SPACES = /("(?:[^"\\]|\\.)*")|\s+/gu;

const DIRECTORY = new Set<unknown>(['observe', 'unobserve', 'directory', 'changes']);

/** Whether a message is about the directory, or about another game than the one that the player plays. */
function isUnrelated(_side: Speaker, text: string, game: number): boolean {
  const { kind, game: named, state } = fieldsOf(text) ?? {};
  const subject = kind === 'game' ? (state as Partial<GameState> | undefined)?.game : named;
  return DIRECTORY.has(kind) || (typeof subject === 'number' && subject !== game);
}

/** The fields of a line. Undefined: it is not a JSON object. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
