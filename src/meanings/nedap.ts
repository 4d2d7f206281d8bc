import {
  type ClientMessage,
  type Dialect,
  opensLaterDialect,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../protocols/nedap/codec.ts';
import { ok } from '../result.ts';
import type { Meanings } from './interpreter.ts';
import { namedPlace } from './place.ts';

export function nedapMeanings(): Meanings {
  let size: number | undefined;
  let dialect: Dialect = 'documented';
  return {
    client(line) {
      if (opensLaterDialect(line)) dialect = 'later';
      const read = parseClientMessage(line, dialect);
      return read.ok ? ok(ofClient(read.value, size)) : read;
    },
    server(line) {
      const read = parseServerMessage(line, dialect);
      if (read.ok && read.value.kind === 'ready') size = read.value.size;
      return read.ok ? ok(ofServer(read.value, size)) : read;
    },
    // In a game it is for the opponent alone.
    isPrivate: (side, text) => side === 'client' && /^CHAT(?: |$)/.test(text.trimStart()),
  };
}

function ofClient(message: ClientMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'go': {
      const name = message.name === undefined ? '' : `is ${message.name}, `;
      const opponent = message.opponent === undefined ? '' : ` against ${message.opponent}`;
      return `${name}wants to play on ${message.size}x${message.size}${opponent}`;
    }
    case 'player':
      return `is ${message.name}`;
    case 'cancel':
      return 'waits no longer';
    case 'exit':
      return 'says goodbye';
    case 'move':
      return `plays ${namedPlace(`${message.x} ${message.y}`, size, message.x, message.y)}`;
    case 'pass':
      return 'passes';
    case 'tableflip':
      return 'resigns';
    case 'chat':
      return 'chats';
  }
}

function ofServer(message: ServerMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'waiting':
      return 'the wish is made';
    case 'ready':
      return `a game: ${message.color} against ${message.opponent} on ${message.size}x${message.size}`;
    case 'valid':
      return `${message.color} has played ${namedPlace(`${message.x} ${message.y}`, size, message.x, message.y)}`;
    case 'invalid':
      return 'no: an illegal move, which costs the game';
    case 'passed':
      return `${message.color} has passed`;
    case 'tableflipped':
      return `${message.color} has resigned`;
    case 'chat':
      return message.from === undefined ? 'chat' : `chat from ${message.from}`;
    case 'warning':
      return 'no';
    case 'end':
      return message.black < 0
        ? 'the end, nothing is counted'
        : `the end: black ${message.black}, white ${message.white}`;
  }
}
