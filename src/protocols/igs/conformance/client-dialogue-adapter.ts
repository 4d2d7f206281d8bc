import { type DialogueAdapter, makeClientAdapter } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { vertexNotation } from '../../conformance/point-notation.ts';
import { commandMessages, MEANINGLESS, plainCommand } from '../client-messages.ts';
import { readLineOrQuestion, writeServerLines } from './line-codec.ts';

/** Commands that the clauses examine: answers to the server, and moves. */
const EXAMINED: ReadonlySet<string> = new Set(['match', 'nmatch', 'decline', 'move', 'pass', 'resign', 'done', 'quit']);

/** Commands whose answer depends on the game. The clauses contain the answer. */
const OF_A_GAME: ReadonlySet<string> = new Set([
  'games',
  'moves',
  'status',
  'all',
  'komi',
  'free',
  'unfree',
  'handicap',
]);

const IDLE = '1 5';

/** The messages of clients, in the form of the clauses. */
export const clientAdapter: DialogueAdapter = makeClientAdapter({
  read: (bytes) =>
    readLineOrQuestion(bytes, (line) => {
      const read = commandMessages.read(plainCommand(line));
      if (!read.ok) return undefined;
      // The number of the game may follow a point.
      return { text: read.value.kind === 'move' ? read.value.point : commandMessages.make(read.value) };
    }),
  write: writeServerLines,
  tolerate(line) {
    const kind = kindOf(line);
    if (kind === undefined) return MEANINGLESS.has(word(line)) || line === '' ? {} : OTHER_COMMANDS;
    return EXAMINED.has(kind) ? undefined : {};
  },
  automaticAnswer(line) {
    const kind = kindOf(line);
    if (kind === undefined) return MEANINGLESS.has(word(line)) ? IDLE : undefined;
    if (EXAMINED.has(kind) || (OF_A_GAME.has(kind) && line !== 'games')) return undefined;
    return `${ANSWERS[kind] ?? ''}${IDLE}`;
  },
});

const OTHER_COMMANDS = { note: 'commands that other servers have' };

const word = (line: string): string => line.split(' ', 1)[0] ?? '';

function kindOf(line: string): string | undefined {
  const read = commandMessages.read(line);
  return read.ok ? read.value.kind : undefined;
}

/** The automatic answers: empty lists, and texts that all clients understand. */
const ANSWERS: Readonly<Record<string, string>> = {
  toggle: '9 Set it to be True. ⏎ ',
  games: '7 [##]  white name [ rk ]      black name [ rk ] (Move size H Komi BY FR) (###) ⏎ ',
  who: '27  Info       Name       Idle   Rank |  Info       Name       Idle   Rank ⏎ ',
  userlist: '42 Name        Info            Country  Rank Won/Lost Obs  Pl Idle Flags Adapter ⏎ ',
  ayt: '9 yes ⏎ ',
};

export const stones: GameUnderTest = { notation: vertexNotation('upper case'), played: [] };
