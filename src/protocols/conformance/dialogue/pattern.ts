import { COLORS, type Color } from '../../../rules/color.ts';
import { freePlace, isLegal, type ScriptedStone, withStone } from '../game-under-test.ts';
import { SETUPS } from './board-setups.ts';
import { type DialogueVariables, seat } from './dialogue-variables.ts';

/** Part of a line that is not known from the start. */
interface Placeholder {
  /** What may stand in it, as a regular expression. */
  readonly source: string;
  /** What is learnt from what stands in it. */
  readonly learn: (found: string, scope: DialogueVariables) => DialogueVariables | undefined;
}

const NUMBER = '-?\\d+(?:\\.\\d+)?';

const learnNothing: Placeholder['learn'] = (_found, scope) => scope;

/** What a board of these sizes is drawn as, with so many letters of a kind. */
const drawing = (letter: string): string => `${letter}{81}|${letter}{169}|${letter}{361}`;

const learnArea: Placeholder['learn'] = (found, scope) => learnSize(Math.sqrt(found.length), scope);

/** Board sizes on which the scripts of a client have room, and which do not take long to look at. */
const ROOM = { least: 7, most: 131 };

/**
 * What can stand in braces: `ann` for her name, `size` and sums and products with it, `3,4` for the number of the point
 * in column 3 and row 4, `off the board` for a coordinate that no board has, `a number above 3` or `between 3 and size*size`, and whatever may differ from server to
 * server. Where a client is examined: `any stone` for a point, `black stone` for a legal one of its choice, or of ours if we say it; `black try` for
 * one that is to be refused, `another black stone` for any other than that; `black stone at 0,1`; `last stone`; the boards of
 * board-setups.ts for what stands from the start; `same` for what was heard last, `tried stone` for what was refused; `name of
 * client` for the name that it gives itself, or whatever else is to be known by a name, and `name other than client` for
 * any but that one. `black` and `white` are the names of the clients of that colour, which the message tells if it is not known.
 */
const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
  'any text': { source: '.*', learn: learnNothing },
  'any words': { source: '.+', learn: learnNothing },
  'any name': { source: '[^\\s~]+', learn: learnNothing },
  'any number': { source: NUMBER, learn: learnNothing },
  'board size': {
    source: '\\d{1,3}',
    learn: (found, scope) =>
      Number(found) < ROOM.least || Number(found) > ROOM.most ? undefined : learnSize(Number(found), scope),
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
  'empty board': { source: drawing('X'), learn: learnArea },
  'board with stones': { source: drawing('[X01]'), learn: learnNothing },
  'board drawn otherwise': { source: drawing('\\S'), learn: learnArea },
};

/** A line as it goes on the wire, where everything in it must be known, and what is known after it. */
export function fill(
  line: string,
  before: DialogueVariables,
): { readonly text: string; readonly scope: DialogueVariables } {
  const scope = placed(line, before);
  const text = replaceBraces(line.replace(OUR_STONE, '{last stone}'), (braces) => {
    const known = knownAs(braces, scope);
    if (known === undefined) throw new Error(`{${braces}} is not known yet in ${line}`);
    return known;
  });
  return { text, scope };
}

/** A line as people are shown it: what is known is filled in. */
export const show = (line: string, scope: DialogueVariables): string =>
  replaceBraces(line, (braces) => knownAs(braces, scope) ?? `{${braces}}`);

/** What is known after a line that the pattern describes; `undefined` if it is another. */
export function match(pattern: string, line: string, scope: DialogueVariables): DialogueVariables | undefined {
  const placeholders: Placeholder[] = [];
  const parts = pattern.split(BRACES).map((part, index) => {
    if (index % 2 === 0) return literally(part);
    const value = knownAs(part, scope);
    if (value !== undefined) return literally(value);
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

/** Plays the stones that the line speaks of. */
function placed(line: string, scope: DialogueVariables): DialogueVariables {
  const { stones, size } = scope;
  if (stones === undefined || size === undefined) return scope;
  const setup = Object.entries(SETUPS).find(([name]) => line.includes(`{${name}}`));
  if (setup !== undefined) return { ...scope, stones: { ...stones, played: setup[1](size) } };
  const [, named, x, y] = OUR_STONE.exec(line) ?? [];
  if (named === undefined) return scope;
  const color = named === 'black' ? 'black' : 'white';
  const place = x === undefined ? freePlace(stones, size, color) : { x: Number(x), y: Number(y) };
  return { ...scope, stones: withStone(stones, { ...place, color }) };
}

/** A coordinate beyond every board, where no message has the size of the board. */
const FAR_OFF = 1_000;

/** An intersection of a board that is drawn. */
const EMPTY = 'X';

/** Every intersection, row by row: `0` black, `1` white. */
function drawn(stones: readonly ScriptedStone[], size: number): string {
  const board = Array.from({ length: size ** 2 }, () => EMPTY);
  for (const { x, y, color } of stones) board[y * size + x] = color === 'black' ? '0' : '1';
  return board.join('');
}

/** Every stone as the protocol sends it to black. */
const listed = (stones: readonly ScriptedStone[]): string =>
  stones.map(({ x, y, color }) => `${color === 'black' ? 'own' : 'opponent'} ${x} ${y}`).join(', ');

const BRACES = /\{([^}]*)\}/;
const replaceBraces = (line: string, by: (braces: string) => string): string =>
  line.replace(new RegExp(BRACES, 'g'), (_all, braces: string) => by(braces));

function knownAs(braces: string, scope: DialogueVariables): string | undefined {
  const name = scope.names.get(scope.seats[braces as 'black' | 'white'] ?? braces);
  if (name !== undefined) return name;
  if (braces === 'same') return scope.lastReceived;
  if (braces === 'off the board') return String(scope.size === undefined ? FAR_OFF : scope.size + 1);
  if (scope.size === undefined) return undefined;
  if (braces === 'empty board') return EMPTY.repeat(scope.size ** 2);
  const setup = SETUPS[braces]?.(scope.size);
  if (setup !== undefined) return braces === 'nearly full board' ? listed(setup) : drawn(setup, scope.size);
  if (braces === 'last stone') return lastStone(scope, scope.size);
  if (braces === 'tried stone') return scope.stones?.tried;
  const [, x, y] = /^(\d+),(\d+)$/.exec(braces) ?? [];
  if (x !== undefined) return String(Number(y) * scope.size + Number(x));
  return /^(?:size|\d)/.test(braces) ? String(sum(braces.replaceAll('size', String(scope.size)))) : undefined;
}

function lastStone({ stones }: DialogueVariables, size: number): string | undefined {
  const last = stones?.played.at(-1);
  return last && stones?.notation.write(last, size);
}

/** `9*9-1`, from the left, the products first. */
function sum(written: string): number {
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
  const source = NAMES[kind];
  if (source !== undefined && unknown !== undefined) {
    return { source, learn: (found, scope) => learnName(found, unknown, scope) };
  }
  const [, another, color, what] = /^(another )?(black|white) (stone|try)$/.exec(braces) ?? [];
  if (color === 'black' || color === 'white')
    return stonePlaceholder(color, what === 'try', another !== undefined, stones?.notation.source);
  const [, form = '', former] = /^(name|words) other than (\w+)$/.exec(braces) ?? [];
  if (former !== undefined) {
    return { source: NAMES[form] ?? '', learn: (found, scope) => learnChange(found, former, scope) };
  }
  const [, least, most] = /^a number (?:above|between) (\S+)(?: and (\S+))?$/.exec(braces) ?? [];
  if (least !== undefined) return { source: NUMBER, learn: between(least, most) };
  const [, absent] = /^anything without (\w+)$/.exec(braces) ?? [];
  if (absent !== undefined) return { source: '.*', learn: (found, scope) => learnAbsence(found, absent, scope) };
  const [, person] = /^color of (\w+)$/.exec(braces) ?? [];
  if (person === undefined) throw new Error(`{${braces}} stands for nothing known`);
  return { source: '[^\\s~]+', learn: (found, scope) => learnColor(found, person, scope) };
}

/** What a name that is to be learnt is made of, by the word for it. */
const NAMES: Readonly<Record<string, string>> = {
  name: '[^\\s~]+',
  words: '[^~]+',
  letters: '[a-z]{1,20}',
  'letters or digits': '[a-z0-9]{1,20}',
};

/** A number that is none of the bounds; without an upper one any that is above the lower. */
const between =
  (least: string, most: string | undefined): Placeholder['learn'] =>
  (found, scope) => {
    const bound = (written: string): number => Number(knownAs(written, scope) ?? written);
    const isBelow = most === undefined || Number(found) < bound(most);
    return isBelow && Number(found) > bound(least) ? scope : undefined;
  };

const learnSize = (size: number, scope: DialogueVariables): DialogueVariables => ({ ...scope, size });

const learnAbsence = (found: string, person: string, scope: DialogueVariables): DialogueVariables | undefined =>
  found.includes(scope.names.get(person) ?? person) ? undefined : scope;

const learnChange = (found: string, person: string, scope: DialogueVariables): DialogueVariables | undefined =>
  found === scope.names.get(person) ? undefined : scope;

const learnName = (found: string, person: string, scope: DialogueVariables): DialogueVariables => ({
  ...scope,
  names: new Map([...scope.names, [person, found]]),
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
  const [person] = [...scope.names].find(([, name]) => name === found) ?? [];
  return person === undefined ? undefined : seat(scope, color, person);
}

function learnColor(found: string, person: string, scope: DialogueVariables): DialogueVariables | undefined {
  const color = COLORS.find((each) => scope.colors[each] === found);
  return color && seat(scope, color, person);
}

/** The regular expression that matches the text alone. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
