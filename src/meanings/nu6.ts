import {
  type ClientMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from '../protocols/nu6/codec.ts';
import { ok } from '../result.ts';
import { square } from '../rules/point.ts';
import type { Meanings } from './interpreter.ts';
import { namedPoint } from './place.ts';

export function nu6Meanings(): Meanings {
  let size: number | undefined;
  return {
    client(line) {
      const read = parseClientMessage(line);
      return read.ok ? ok(ofClient(read.value, size)) : read;
    },
    server(line) {
      const read = parseServerMessage(line);
      if (read.ok && read.value.kind === 'match') size = read.value.size;
      return read.ok ? ok(ofServer(read.value, size)) : read;
    },
    isPrivate: (side, text) => WHISPERS[side].test(text),
  };
}

/** Chat with a recipient; the server says it once more where it did not understand it. */
const WHISPERS = { client: /CHAT\.MESSAGE\\?~.*~/s, server: /^CORE\.ERROR.*CHAT\.MESSAGE\\?~.*~/s } as const;

function ofClient(message: ClientMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'hello':
      return `is ${message.name}${message.extensions.length > 0 ? `, with ${message.extensions.join(' and ')}` : ''}`;
    case 'newgame':
      return message.size === undefined ? 'wants to play' : `wants to play on ${message.size}x${message.size}`;
    case 'move':
      return `plays ${coordinate(message.coordinate, size)}`;
    case 'pass':
      return 'passes';
    case 'surrender':
      return 'resigns';
    case 'bye':
      return 'says goodbye';
    case 'message':
      return message.recipient === undefined ? 'chats with everybody' : `chats with ${message.recipient}`;
    case 'getlobby':
      return 'asks who is here';
  }
}

function ofServer(message: ServerMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'hello':
      return 'welcome';
    case 'match':
      return `a game: ${message.color} against ${message.opponent} on ${message.size}x${message.size}`;
    case 'move':
      return `a stone on ${coordinate(message.coordinate, size)}`;
    case 'pass':
      return 'a pass';
    case 'error':
      return message.error === 'PATIENCE' && message.info !== undefined ? 'no: not now' : ERRORS[message.error];
    case 'gameover': {
      const won = message.winner === 'draw' ? 'a draw' : `${message.winner} wins`;
      const reason =
        message.reason === undefined
          ? ''
          : message.reason === 'SURRENDER'
            ? ', the other resigned'
            : ', the other left';
      return `the end: ${won}${reason}; black ${message.black}, white ${message.white}`;
    }
    case 'bye':
      return 'goodbye';
    case 'message':
      return message.sender === undefined ? 'chat' : `chat from ${message.sender}`;
    case 'lobby':
      return `who is here: ${message.names.length}`;
    case 'entered':
      return `${message.name} has come`;
    case 'left':
      return `${message.name} has gone`;
    case 'chat-error':
      return message.error === 'UNKNOWNRECIPIENT' ? 'no: nobody is called so' : 'no: that one does not chat';
  }
}

const ERRORS = {
  PATIENCE: 'no: not its turn',
  ILLEGAL: 'no: an illegal move',
  PROTOCOL: 'no: not understood, or not now',
  NAMETAKEN: 'no: the name is taken',
} as const;

/** A board of any size may be claimed, and the names of its points are worth as much. */
const coordinate = (written: number, size: number | undefined): string => {
  const point = size === undefined ? 'off-board' : pointOf(square(size), written);
  return namedPoint(written, size, point === 'off-board' ? undefined : point);
};
