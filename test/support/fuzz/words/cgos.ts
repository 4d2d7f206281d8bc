import { gameMessages, openingMessages, serverMessages } from '../../../../src/protocols/cgos/messages.ts';
import { pick } from '../../clients/random.ts';
import { lineSide } from '../codec-side.ts';
import { taken } from '../parsed.ts';
import { drawnFrom } from './draw.ts';

const MOVES = ['A1', 'c3', 'E5', 'D4', 'pass', 'PASS', 'resign', 'T19', 'e0', 'pa'];

/** The answers to the questions have no words of their own: all lines of a client are those of its games, and the variants. */
export const cgosClient = lineSide({
  who: 'client',
  parse: (line) => taken(gameMessages.read(line)),
  make: gameMessages.make,
  any: drawnFrom(gameMessages, {
    often: { move: 8 },
    fields: { move: (roll) => pick(roll, MOVES), analysis: (roll) => pick(roll, ['{"winrate":0.5}', '{', '1 2']) },
  }),
  variants: [
    openingMessages.make({ kind: 'engine', text: 'tengen genmove_analyze' }),
    ...['v1 viewer', 'ray', 'abc123', 'abc123 a-longer-password', '7up', 'READY', 'e5\t{}'],
  ],
  faithful: (line, message) => (gameMessages.make(message) === line ? 'canonical' : 'kept'),
});

export const cgosServer = lineSide({
  who: 'server',
  parse: (line) => taken(serverMessages.read(line)),
  make: serverMessages.make,
  any: drawnFrom(serverMessages, {
    often: { genmove: 4, play: 4, setup: 3 },
    fields: { move: (roll) => pick(roll, MOVES), size: (roll) => pick(roll, [5, 9, 19]) },
  }),
  variants: ['setup 1 5 7.0 1000 ray(1?) zen(2) c3 900 pass', 'gameover 2026-11-22 0', 'protocol', ''],
  faithful: (line, message) => (serverMessages.make(message) === line ? 'canonical' : 'kept'),
});
