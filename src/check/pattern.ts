import { COLORS } from '../rules/color.ts';
import { type Scope, seat } from './scope.ts';

/** Part of a line that is not known from the start. */
interface Gap {
  /** What may stand in it, as a regular expression. */
  readonly source: string;
  /** What is learnt from what stands in it. */
  readonly learn: (found: string, scope: Scope) => Scope | undefined;
}

const learnNothing: Gap['learn'] = (_found, scope) => scope;

/**
 * What can stand in braces: `ann` for her name, `size` and sums and products with it, `3,4` for the number of the point
 * in column 3 and row 4, and whatever may differ from server to server.
 */
const GAPS: Readonly<Record<string, Gap>> = {
  'any text': { source: '.*', learn: learnNothing },
  'any words': { source: '.+', learn: learnNothing },
  'any name': { source: '[^\\s~]+', learn: learnNothing },
  'any number': { source: '-?\\d+(?:\\.\\d+)?', learn: learnNothing },
  'any komi': { source: '\\d+(?:\\.5)?', learn: learnNothing },
  'empty board': {
    source: 'X{81}|X{169}|X{361}',
    learn: (found, scope) => learnSize(Math.sqrt(found.length), scope),
  },
};

/** A line as it goes on the wire; everything in it must be known. */
export const fill = (line: string, scope: Scope): string =>
  replaceBraces(line, (braces) => {
    const text = knownAs(braces, scope);
    if (text === undefined) throw new Error(`{${braces}} is not known yet in ${line}`);
    return text;
  });

/** A line as people are shown it: what is known is filled in. */
export const show = (line: string, scope: Scope): string =>
  replaceBraces(line, (braces) => knownAs(braces, scope) ?? `{${braces}}`);

/** What is known after a line that the pattern describes; `undefined` if it is another. */
export function match(pattern: string, line: string, scope: Scope): Scope | undefined {
  const gaps: Gap[] = [];
  const parts = pattern.split(BRACES).map((part, index) => {
    if (index % 2 === 0) return literally(part);
    const value = knownAs(part, scope);
    if (value !== undefined) return literally(value);
    gaps.push(gapOf(part));
    return `(${gaps.at(-1)?.source})`;
  });
  const found = new RegExp(`^${parts.join('')}$`, 'su').exec(line);
  return gaps.reduce<Scope | undefined>(
    (known, gap, index) => known && gap.learn(found?.[index + 1] ?? '', known),
    found === null ? undefined : scope,
  );
}

const BRACES = /\{([^}]*)\}/;
const replaceBraces = (line: string, by: (braces: string) => string): string =>
  line.replace(new RegExp(BRACES, 'g'), (_all, braces: string) => by(braces));

function knownAs(braces: string, scope: Scope): string | undefined {
  const name = scope.names.get(scope.seats[braces as 'black' | 'white'] ?? braces);
  if (name !== undefined) return name;
  if (scope.size === undefined) return undefined;
  const [, x, y] = /^(\d+),(\d+)$/.exec(braces) ?? [];
  if (x !== undefined) return String(Number(y) * scope.size + Number(x));
  return /^(?:size|\d)/.test(braces) ? String(sum(braces.replaceAll('size', String(scope.size)))) : undefined;
}

/** `9*9-1`, from the left, the products first. */
function sum(written: string): number {
  const terms = written.match(/[+-]?[^+-]+/g) ?? [];
  return terms.map((term) => term.split('*').reduce((product, factor) => product * Number(factor), 1)).reduce(add, 0);
}

const add = (one: number, other: number): number => one + other;

function gapOf(braces: string): Gap {
  const fixed = GAPS[braces];
  if (fixed !== undefined) return fixed;
  if (braces === 'size') return { source: '\\d+', learn: (found, scope) => learnSize(Number(found), scope) };
  const [, absent] = /^anything without (\w+)$/.exec(braces) ?? [];
  if (absent !== undefined) return { source: '.*', learn: (found, scope) => learnAbsence(found, absent, scope) };
  const [, person] = /^color of (\w+)$/.exec(braces) ?? [];
  if (person === undefined) throw new Error(`{${braces}} stands for nothing known`);
  return { source: '[^\\s~]+', learn: (found, scope) => learnColor(found, person, scope) };
}

const learnSize = (size: number, scope: Scope): Scope => ({ ...scope, size });

const learnAbsence = (found: string, person: string, scope: Scope): Scope | undefined =>
  found.includes(scope.names.get(person) ?? person) ? undefined : scope;

function learnColor(found: string, person: string, scope: Scope): Scope | undefined {
  const color = COLORS.find((each) => scope.colors[each] === found);
  return color && seat(scope, color, person);
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
