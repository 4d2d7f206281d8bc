import type { BoardCoordinates } from '../../../rules/point.ts';
import { pointAt, square } from '../../../rules/point.ts';
import { vertexName } from '../../../rules/vertex.ts';
import type { DialogueLanguage, ToleratedMessage } from '../../conformance/dialogue-language.ts';
import { serverMessages } from '../server-messages.ts';
import { readLineOrQuestion, withoutBraces, writeClientLine } from './line-codec.ts';

/** What a server says, as the clauses write it. In every game of them ann is black and bob is white. */
export const serverLanguage = (size: number): DialogueLanguage => ({
  read: (bytes) => readLineOrQuestion(bytes, canonical),
  write: writeClientLine,
  colors: { black: 'B', white: 'W' },
  automaticAnswer: () => undefined,
  tolerate,
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    const [who, letter] = color === 'black' ? ['ann', 'B'] : ['bob', 'W'];
    const said = turn === 'pass' ? 'pass' : vertexOf(turn, size);
    const told = turn === 'pass' ? 'Pass' : said;
    return `${who}: ${said}\nserver --> ann, bob: 15 {any number}(${letter}): ${told}`;
  },
  farewell: ['resign', 'quit'],
});

export function vertexOf({ x, y }: BoardCoordinates, size: number): string {
  const point = pointAt(square(size), x, y);
  if (point === undefined) throw new Error(`no point of a board with ${size} lines`);
  return vertexName(square(size), point);
}

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

/** Where clients look for the names in a line of `who`; the second is 37 further. */
const NAMES = [15, 52] as const;

/** The names in a line of `who`, read by the columns as clients do. */
function playersByColumns(line: string): string {
  if (/Info.*Idle|\*{4}/.test(line)) return line.replace(/ +/g, ' ');
  const names = NAMES.map((column) => line.slice(column, column + 10).trim()).filter((name) => name !== '');
  return ['27', ...names].join(' ');
}

/** Prompts, lists, comings and goings, and information come at any time; only what the clauses expect is judged. */
const MAY_COME = /^(?:1|2|7|8|9|14|15 Game|15 TIME|18|21|22|23|25|27|32|36|39|42|49|51|63)(?: |$)/;
/** What a client would take for a move, an answer, talk or an end. */
const MATTERS = /^(?:4|5|11|15|19|20|24|28|53) /;

function tolerate(line: string, names: readonly string[]): ToleratedMessage | undefined {
  if (MAY_COME.test(line)) return {};
  const [, teller] = /^24 \*(\S+)\*: /.exec(line) ?? [];
  if (teller !== undefined) return names.includes(teller) ? undefined : {};
  if (MATTERS.test(line) || QUESTIONS.includes(line)) return undefined;
  // A banner, the message of the day.
  return /^\d+ /.test(line) ? { note: 'messages with other numbers' } : {};
}

const QUESTIONS: readonly string[] = ['Login:', 'Password:'];
