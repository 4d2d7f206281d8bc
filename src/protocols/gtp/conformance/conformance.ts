import { z } from 'zod';
import { conformanceSuite } from '../../conformance/conformance-suite.ts';
import { type DialogueAdapter, makeClientAdapter, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { vertexNotation } from '../../conformance/point-notation.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { wholeNumber } from '../../read-settings.ts';
import { LARGEST_BOARD } from '../listener-settings.ts';
import { readResponse, tolerate } from './read-responses.ts';

/** The board: at least 7 lines, so that there is room for handicap stones. */
const settings = z.object({ size: wholeNumber(7, LARGEST_BOARD).default(9) });

/** The adapter for tests of an engine, which is the server or the client of the connection. */
const speech = { read: readResponse, write: writeText, tolerate };

const serverAdapter: DialogueAdapter = {
  ...speech,
  colors: { black: 'b', white: 'w' },
  automaticAnswer: () => undefined,
  opponentIn: () => undefined,
  moveStatements() {
    throw new Error('no clause has turns of both sides');
  },
  farewell: ['quit'],
};

const stones: GameUnderTest = { notation: vertexNotation('lower case'), played: [] };

/** The clauses by which `tengen check` tests servers and clients of GTP. */
export const conformance = conformanceSuite('gtp', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: settings,
  server: ({ size }) => ({ size, variants: [{ adapter: serverAdapter }] }),
  clientSettings: settings,
  client: ({ size }) => ({ adapter: makeClientAdapter(speech), stones, size }),
});
