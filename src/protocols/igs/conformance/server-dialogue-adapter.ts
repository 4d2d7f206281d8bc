import type { DialogueAdapter, ToleratedMessage } from '../../conformance/dialogue-adapter.ts';
import { vertexNotation } from '../../conformance/point-notation.ts';
import { serverMessages } from '../server-messages.ts';
import { readLineOrQuestion, withoutBraces, writeClientLine } from './line-codec.ts';

/** The messages of servers, in the form of the clauses. In all games of the clauses, ann is black and bob is white. */
export const serverAdapter = (size: number): DialogueAdapter => ({
  read: (bytes) => readLineOrQuestion(bytes, canonical),
  write: writeClientLine,
  colors: { black: 'B', white: 'W' },
  automaticAnswer: () => undefined,
  tolerate,
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    const [who, letter] = color === 'black' ? ['ann', 'B'] : ['bob', 'W'];
    const sent = turn === 'pass' ? 'pass' : vertexNotation('upper case').write(turn, size);
    const reported = turn === 'pass' ? 'Pass' : sent;
    return `${who}: ${sent}\nserver --> ann, bob: 15 {any number}(${letter}): ${reported}`;
  },
  farewell: ['resign', 'quit'],
});

function canonical(line: string): { text: string; variant?: string } | undefined {
  if (!/^\d/.test(line)) return undefined;
  if (line.startsWith('27 ')) return { text: playersByColumns(line) };
  const plain = withoutBraces(line.replace(/ +/g, ' ')).replaceAll('[ ', '[').replaceAll(' ]', ']');
  if (line.startsWith('7 ')) return { text: plain.replaceAll('( ', '(').replaceAll(' )', ')') };
  const [, head, point] = /^15 (\d+\([BW]\): )(\S+)/.exec(plain) ?? [];
  // The captured stones may follow.
  if (head !== undefined) return { text: `15 ${head}${point}` };
  const [, from, words] = /^19 (\w+) (.*)$/.exec(plain) ?? [];
  if (from !== undefined) return { text: `19 *${from}*: ${words}`, variant: 'say without stars around the name' };
  const read = serverMessages.read(line);
  return read.ok ? { text: plain } : undefined;
}

/** The columns of the two names in a line of `who`. */
const NAMES = [15, 52] as const;

/** The names in a line of `who`, read from the columns, as clients do. */
function playersByColumns(line: string): string {
  if (/Info.*Idle|\*{4}/.test(line)) return line.replace(/ +/g, ' ');
  const names = NAMES.map((column) => line.slice(column, column + 10).trim()).filter((name) => name !== '');
  return ['27', ...names].join(' ');
}

/** Lines that may arrive at any time: prompts, lists, information, and lines about other players. */
const UNEXAMINED = /^(?:1|2|7|8|9|14|15 Game|15 TIME|18|21|22|23|25|27|32|36|39|42|49|51|63)(?: |$)/;
/** Lines that a client would read as a move, an answer, chat or an end. */
const EXAMINED = /^(?:4|5|11|15|19|20|24|28|53) /;

function tolerate(line: string, names: readonly string[]): ToleratedMessage | undefined {
  if (UNEXAMINED.test(line)) return {};
  const [, sender] = /^24 \*(\S+)\*: /.exec(line) ?? [];
  if (sender !== undefined) return names.includes(sender) ? undefined : {};
  if (EXAMINED.test(line) || QUESTIONS.includes(line)) return undefined;
  // Such as a banner or the message of the day.
  return /^\d+ /.test(line) ? { note: 'messages with other numbers' } : {};
}

const QUESTIONS: readonly string[] = ['Login:', 'Password:'];
