import { COLORS, type Color } from '../../../rules/color.ts';
import { findFreePoint, isLegal, type ScriptedStone, withStone } from '../game-under-test.ts';
import { SETUPS } from './board-setups.ts';
import { type DialogueVariables, seat } from './dialogue-variables.ts';

/** A part of a line in braces whose text is not known yet. */
interface Placeholder {
  /** The source of a regular expression that matches the possible texts. */
  readonly source: string;
  /** Returns the variables after the placeholder was found to be this text. Undefined: the text is not possible. */
  readonly learn: (found: string, scope: DialogueVariables) => DialogueVariables | undefined;
}

const NUMBER = '-?\\d+(?:\\.\\d+)?';

const learnNothing: Placeholder['learn'] = (_found, scope) => scope;

/** The source of a regular expression that matches the drawing of a 9x9, 13x13 or 19x19 board. `letter` matches one point. */
const boardSource = (letter: string): string => `${letter}{81}|${letter}{169}|${letter}{361}`;

const learnSizeOfDrawing: Placeholder['learn'] = (found, scope) => learnSize(Math.sqrt(found.length), scope);

/** Board sizes on which the scripts for clients have room, and which can be searched quickly. */
const BOARD_SIZES = { least: 7, most: 131 };

/**
 * The placeholders with a fixed meaning. In braces can stand:
 *
 * - `ann`: her name on the server;
 * - `black`, `white`: the name of the client of that colour. If it is unknown, it is learnt from the message;
 * - `color of ann`: the word for her colour;
 * - `size`, `size*size-1`: the board size, and sums and products with it;
 * - `3,4`: the number of the point in column 3 and row 4; `off the board`: a coordinate that no board has;
 * - `a number above 3`, `a number between 3 and size*size`;
 * - `name of client`: a name that is learnt; `name other than client`: any other name; `anything without client`;
 * - `same`: the last expected message, as it was received;
 * - one of the keys below.
 *
 * If a client is tested:
 *
 * - `any stone`: a point;
 * - `black stone`: in the client's lines a legal point that it chooses, in ours a point that the runner chooses;
 * - `black stone at 0,1`, `last stone`;
 * - `black try`: a point that the script will refuse; `tried stone`: this point; `another black stone`: any other point;
 * - `corner board` and the other boards of board-setups.ts: the stones at the start.
 */
const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
  'any text': { source: '.*', learn: learnNothing },
  'any words': { source: '.+', learn: learnNothing },
  'any name': { source: '[^\\s~]+', learn: learnNothing },
  'any number': { source: NUMBER, learn: learnNothing },
  'board size': {
    source: '\\d{1,3}',
    learn: (found, scope) =>
      Number(found) < BOARD_SIZES.least || Number(found) > BOARD_SIZES.most
        ? undefined
        : learnSize(Number(found), scope),
  },
  'odd size': {
    source: '\\d{1,3}',
    learn(found, scope) {
      const size = Number(found);
      return size % 2 === 0 || size < 5 || size > 131 ? undefined : learnSize(size, scope);
    },
  },
  black: { source: '[^\\s~]+', learn: (found, scope) => learnPlayer(found, 'black', scope) },
  white: { source: '[^\\s~]+', learn: (found, scope) => learnPlayer(found, 'white', scope) },
  'empty board': { source: boardSource('X'), learn: learnSizeOfDrawing },
  'board with stones': { source: boardSource('[X01]'), learn: learnNothing },
  'board drawn otherwise': { source: boardSource('\\S'), learn: learnSizeOfDrawing },
};

/** Replaces all braces of a line that we send, and returns the variables after it. Throws if a value is unknown. */
export function fill(
  line: string,
  before: DialogueVariables,
): { readonly text: string; readonly scope: DialogueVariables } {
  const scope = playOurStones(line, before);
  const text = replaceBraces(line.replace(OUR_STONE, '{last stone}'), (braces) => {
    const known = lookUp(braces, scope);
    if (known === undefined) throw new Error(`{${braces}} is not known yet in ${line}`);
    return known;
  });
  return { text, scope };
}

/** A line for the report: known values replace their braces. */
export const show = (line: string, scope: DialogueVariables): string =>
  replaceBraces(line, (braces) => lookUp(braces, scope) ?? `{${braces}}`);

/** Matches a line against a pattern, and returns the variables after it. Undefined: the line does not match. */
export function match(pattern: string, line: string, scope: DialogueVariables): DialogueVariables | undefined {
  const placeholders: Placeholder[] = [];
  const parts = pattern.split(BRACES).map((part, index) => {
    if (index % 2 === 0) return escapeRegExp(part);
    const value = lookUp(part, scope);
    if (value !== undefined) return escapeRegExp(value);
    placeholders.push(placeholderFor(part, scope));
    return `(${placeholders.at(-1)?.source})`;
  });
  const found = new RegExp(`^${parts.join('')}$`, 'su').exec(line);
  return placeholders.reduce<DialogueVariables | undefined>(
    (known, placeholder, index) => known && placeholder.learn(found?.[index + 1] ?? '', known),
    found === null ? undefined : scope,
  );
}

const OUR_STONE = /\{(black|white) stone(?: at (\d+),(\d+))?\}/;

/** Adds the stones that the line contains to the game. */
function playOurStones(line: string, scope: DialogueVariables): DialogueVariables {
  const { stones, size } = scope;
  if (stones === undefined || size === undefined) return scope;
  const setup = Object.entries(SETUPS).find(([name]) => line.includes(`{${name}}`));
  if (setup !== undefined) return { ...scope, stones: { ...stones, played: setup[1](size) } };
  const [, named, x, y] = OUR_STONE.exec(line) ?? [];
  if (named === undefined) return scope;
  const color = named === 'black' ? 'black' : 'white';
  const place = x === undefined ? findFreePoint(stones, size, color) : { x: Number(x), y: Number(y) };
  return { ...scope, stones: withStone(stones, { ...place, color }) };
}

/** A coordinate that is off every board, for protocols in which no message has the board size. */
const OFF_EVERY_BOARD = 1_000;

/** An empty point in the drawing of a board. */
const EMPTY = 'X';

/** Draws a board, row by row: `0` is black, `1` is white. */
function drawBoard(stones: readonly ScriptedStone[], size: number): string {
  const board = Array.from({ length: size ** 2 }, () => EMPTY);
  for (const { x, y, color } of stones) board[y * size + x] = color === 'black' ? '0' : '1';
  return board.join('');
}

/** Lists all stones as gomokurs sends them to black. */
const listStones = (stones: readonly ScriptedStone[]): string =>
  stones.map(({ x, y, color }) => `${color === 'black' ? 'own' : 'opponent'} ${x} ${y}`).join(', ');

const BRACES = /\{([^}]*)\}/;
const replaceBraces = (line: string, by: (braces: string) => string): string =>
  line.replace(new RegExp(BRACES, 'g'), (_all, braces: string) => by(braces));

function lookUp(braces: string, scope: DialogueVariables): string | undefined {
  const name = scope.names.get(scope.seats[braces as 'black' | 'white'] ?? braces);
  if (name !== undefined) return name;
  if (braces === 'same') return scope.lastReceived;
  if (braces === 'off the board') return String(scope.size === undefined ? OFF_EVERY_BOARD : scope.size + 1);
  if (scope.size === undefined) return undefined;
  if (braces === 'empty board') return EMPTY.repeat(scope.size ** 2);
  const setup = SETUPS[braces]?.(scope.size);
  if (setup !== undefined) return braces === 'nearly full board' ? listStones(setup) : drawBoard(setup, scope.size);
  if (braces === 'last stone') return lastStone(scope, scope.size);
  if (braces === 'tried stone') return scope.stones?.tried;
  const [, x, y] = /^(\d+),(\d+)$/.exec(braces) ?? [];
  if (x !== undefined) return String(Number(y) * scope.size + Number(x));
  return /^(?:size|\d)/.test(braces) ? String(evaluate(braces.replaceAll('size', String(scope.size)))) : undefined;
}

function lastStone({ stones }: DialogueVariables, size: number): string | undefined {
  const last = stones?.played.at(-1);
  return last && stones?.notation.write(last, size);
}

/** Evaluates sums and products, such as `9*9-1`. */
function evaluate(written: string): number {
  const terms = written.match(/[+-]?[^+-]+/g) ?? [];
  return terms.map((term) => term.split('*').reduce((product, factor) => product * Number(factor), 1)).reduce(add, 0);
}

const add = (one: number, other: number): number => one + other;

function placeholderFor(braces: string, { stones }: DialogueVariables): Placeholder {
  const fixed = PLACEHOLDERS[braces];
  if (fixed !== undefined) return fixed;
  if (braces === 'any stone') return { source: stones?.notation.source ?? '', learn: learnNothing };
  if (braces === 'size') return { source: '\\d+', learn: (found, scope) => learnSize(Number(found), scope) };
  const [, kind = '', unknown] = /^(name|words|letters|letters or digits) of (\w+)$/.exec(braces) ?? [];
  const source = NAME_SOURCES[kind];
  if (source !== undefined && unknown !== undefined) {
    return { source, learn: (found, scope) => learnName(found, unknown, scope) };
  }
  const [, another, color, what] = /^(another )?(black|white) (stone|try)$/.exec(braces) ?? [];
  if (color === 'black' || color === 'white')
    return stonePlaceholder(color, what === 'try', another !== undefined, stones?.notation.source);
  const [, form = '', former] = /^(name|words) other than (\w+)$/.exec(braces) ?? [];
  if (former !== undefined) {
    return { source: NAME_SOURCES[form] ?? '', learn: (found, scope) => learnChange(found, former, scope) };
  }
  const [, least, most] = /^a number (?:above|between) (\S+)(?: and (\S+))?$/.exec(braces) ?? [];
  if (least !== undefined) return { source: NUMBER, learn: between(least, most) };
  const [, absent] = /^anything without (\w+)$/.exec(braces) ?? [];
  if (absent !== undefined) return { source: '.*', learn: (found, scope) => learnAbsence(found, absent, scope) };
  const [, client] = /^color of (\w+)$/.exec(braces) ?? [];
  if (client === undefined) throw new Error(`{${braces}} has no meaning`);
  return { source: '[^\\s~]+', learn: (found, scope) => learnColor(found, client, scope) };
}

/** The source of a regular expression for each kind of name that is learnt. */
const NAME_SOURCES: Readonly<Record<string, string>> = {
  name: '[^\\s~]+',
  words: '[^~]+',
  letters: '[a-z]{1,20}',
  'letters or digits': '[a-z0-9]{1,20}',
};

/** Accepts a number between the bounds, without the bounds. If `most` is undefined, it has no upper bound. */
const between =
  (least: string, most: string | undefined): Placeholder['learn'] =>
  (found, scope) => {
    const bound = (written: string): number => Number(lookUp(written, scope) ?? written);
    const isBelow = most === undefined || Number(found) < bound(most);
    return isBelow && Number(found) > bound(least) ? scope : undefined;
  };

const learnSize = (size: number, scope: DialogueVariables): DialogueVariables => ({ ...scope, size });

const learnAbsence = (found: string, client: string, scope: DialogueVariables): DialogueVariables | undefined =>
  found.includes(scope.names.get(client) ?? client) ? undefined : scope;

const learnChange = (found: string, client: string, scope: DialogueVariables): DialogueVariables | undefined =>
  found === scope.names.get(client) ? undefined : scope;

const learnName = (found: string, client: string, scope: DialogueVariables): DialogueVariables => ({
  ...scope,
  names: new Map([...scope.names, [client, found]]),
});

const stonePlaceholder = (color: Color, isTry: boolean, isAnother: boolean, source = ''): Placeholder => ({
  source,
  learn(found, scope) {
    const { stones, size } = scope;
    if (stones === undefined || size === undefined || (isAnother && found === stones.tried)) return undefined;
    const stone = { ...stones.notation.read(found, size), color };
    if (!isLegal(stones, size, stone)) return undefined;
    return { ...scope, stones: isTry ? { ...stones, tried: found } : withStone(stones, stone) };
  },
});

function learnPlayer(found: string, color: Color, scope: DialogueVariables): DialogueVariables | undefined {
  const [client] = [...scope.names].find(([, name]) => name === found) ?? [];
  return client === undefined ? undefined : seat(scope, color, client);
}

function learnColor(found: string, client: string, scope: DialogueVariables): DialogueVariables | undefined {
  const color = COLORS.find((each) => scope.colors[each] === found);
  return color && seat(scope, color, client);
}

/** The source of a regular expression that matches exactly this text. */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
