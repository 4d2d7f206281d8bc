import {
  type ClientMessage,
  type ErrorName,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../protocols/daigo/codec.ts';
import { ok, problem } from '../result.ts';
import type { Meanings } from './interpreter.ts';

/** The board is the listener's and never told, so that a place has no other name than its column and row. */
export const daigoMeanings = (): Meanings => ({
  client(line) {
    const read = parseClientMessage(line);
    if (read.ok) return ok(ofClient(read.value));
    return problem(read.problem === 'coordinate' ? 'STONE wants two whole numbers' : 'no request');
  },
  server(line) {
    const read = parseServerMessage(line);
    return read.ok ? ok(ofServer(read.value)) : problem('no answer');
  },
});

function ofClient(message: ClientMessage): string {
  switch (message.kind) {
    case 'helo':
      return `is ${message.name}`;
    case 'create':
      return 'wants to play';
    case 'list':
      return 'asks who waits';
    case 'join':
      return `sits down with ${message.name}`;
    case 'play':
      return 'asks what has happened';
    case 'stone':
      return `plays column ${message.x}, row ${message.y}`;
    case 'pass':
      return 'passes';
    case 'forfeit':
      return 'resigns';
  }
}

function ofServer(message: ServerMessage): string {
  switch (message.kind) {
    case 'ok':
      return 'done';
    case 'error':
      return `no: ${ERRORS[message.error]}`;
    case 'games':
      return message.names.length === 0 ? 'nobody waits' : `who waits: ${message.names.length}`;
    case 'wait':
      return message.opponent === undefined ? 'nobody has come yet' : `it is the turn of ${message.opponent}`;
    case 'start':
      return `a game against ${message.opponent}: the first move`;
    case 'stone':
      return `the other has played column ${message.x}, row ${message.y}`;
    case 'pass':
      return 'the other has passed';
    case 'forfeit':
      return 'the end: the other has resigned';
    case 'disconnect':
      return 'the end: the other has left';
    case 'result':
      return `the end: ${OUTCOMES[message.outcome]}`;
  }
}

const OUTCOMES = { 1: 'won', 0: 'a draw', [-1]: 'lost' } as const;

const ERRORS: Readonly<Record<ErrorName, string>> = {
  unknown: 'not understood',
  'not-identified': 'it has no name yet',
  'not-in-game': 'it is in no game',
  'in-game': 'it is in a game',
  'not-your-turn': 'not its turn',
  'invalid-move': 'an illegal move',
  'no-such-game': 'nobody of that name waits',
  'already-identified': 'it has a name already',
  'name-taken': 'the name is taken',
  'not-started': 'the game has not begun',
  'game-over': 'the game is over',
};
