import { coordinates, pointAt, square } from '../../../rules/point.ts';
import { parseVertex, vertexName } from '../../../rules/vertex.ts';
import { makeClientAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { isPassword } from '../password.ts';
import { canonicalMove } from './canonical-move.ts';

/** The longest password on servers that store passwords without hashing. */
const LONGEST_PASSWORD = 16;

/** Clients may end lines with CR LF. */
export const clientAdapter = makeClientAdapter({
  read(bytes) {
    const read = readText(bytes, (text) => ({ text }));
    return read.kind === 'more' ? read : { ...read, message: { ...read.message, variants: [] } };
  },
  write: writeText,
  tolerate: () => undefined,
  answerTo(question, line) {
    if (question === 'password') return passwordOf(line);
    return question.startsWith('protocol') ? line : moveOf(line);
  },
});

function passwordOf(line: string): string {
  if (!isPassword(line)) return 'no password';
  return line.length > LONGEST_PASSWORD ? 'a long password' : 'a password';
}

/** The canonical form of a move. Text after the move is an analysis in JSON. */
function moveOf(line: string): string {
  const [, move = line, analysis] = /^(\S+)\s+(\S.*)$/s.exec(line) ?? [];
  if (analysis === undefined) return canonicalMove(line);
  return `${canonicalMove(move)} ${isJson(analysis) ? 'with analysis' : analysis}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const stones: GameUnderTest = {
  notation: {
    game: 'go',
    source: '[A-HJ-Z][1-9]\\d?',
    origins: [0],
    read(text, size) {
      const point = parseVertex(square(size), text);
      return point === undefined ? { x: -1, y: -1 } : coordinates(square(size), point);
    },
    write: ({ x, y }, size) => vertexName(square(size), pointAt(square(size), x, y)!),
  },
  played: [],
};
