import {
  type ClientMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../protocols/remastered/codec.ts';
import { ok, problem } from '../result.ts';
import type { Meanings } from './interpreter.ts';
import { namedPlace } from './place.ts';

export function remasteredMeanings(): Meanings {
  let size: number | undefined;
  return {
    client(line) {
      const message = parseClientMessage(line);
      return message === undefined ? problem('no message of a client') : ok(ofClient(message, size));
    },
    server(line) {
      const message = parseServerMessage(line);
      if (message?.kind === 'stones') size = message.size;
      return message === undefined ? problem('no message of a server') : ok(ofServer(message, size));
    },
  };
}

function ofClient(message: ClientMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'go':
      return `speaks version ${message.version}`;
    case 'ack':
      return 'has heard it';
    case 'place':
      return `plays ${namedPlace(`${message.x} ${message.y}`, size, message.x, message.y)}`;
    case 'pass':
      return 'passes';
    case 'resign':
    case 'close':
      return 'resigns';
  }
}

function ofServer(message: ServerMessage, size: number | undefined): string {
  switch (message.kind) {
    case 'ok':
      return 'welcome';
    case 'no':
      return 'no: another version';
    case 'full':
      return 'no: every seat is taken';
    case 'mode':
      return message.mode === 'local' ? 'one client plays both colours' : 'two meet';
    case 'color':
      return `it is ${message.color}`;
    case 'stones':
      return `the board of ${message.size}x${message.size}: ${counted(message.stones.length)}`;
    case 'ready':
      return 'it has a seat';
    case 'yourturn':
      return 'its turn';
    case 'place':
      return `${message.color} has played ${namedPlace(`${message.x} ${message.y}`, size, message.x, message.y)}`;
    case 'ack':
      return 'done';
    case 'remove':
      return `captured: ${counted(message.stones.length)}`;
    case 'close':
      return 'the end';
  }
}

const counted = (stones: number): string => (stones === 1 ? '1 stone' : `${stones} stones`);
