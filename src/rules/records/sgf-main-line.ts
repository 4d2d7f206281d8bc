import sgf, { type Token } from '@sabaki/sgf';
import { ok, problem, type Result } from '../../result.ts';

/** One node of a game's main line. */
export interface SgfNode {
  /** The place of the node in the file: the game and the node, both from 1, and the line of the text. */
  readonly where: string;
  /** The values of each property, in the order of the text, with their escapes and without their brackets. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

/** The nodes of a game's main line, and facts about the rest of its text. */
export interface SgfMainLine {
  readonly nodes: readonly SgfNode[];
  /** The number of branches, from the main line or from other branches. */
  readonly variations: number;
  /** Names of properties that have only lower-case letters. No format of SGF has such names. */
  readonly lowerCase: ReadonlySet<string>;
}

/**
 * The maximum length of a game in characters. For a value of some millions of characters, the tokenizer's regular
 * expression runs out of memory.
 */
const LONGEST_TEXT = 3_000_000;

/**
 * Reads the main line of one game. It ends at the first closing parenthesis, because the main line is always the first
 * branch. Variations are skipped, but must be well-formed. `number` is the number of the game in its file, and `firstLine`
 * is the line on which the game begins.
 */
export function readMainLine(text: string, number: number, firstLine: number): Result<SgfMainLine> {
  if (text.length > LONGEST_TEXT) return problem(`game ${number}: longer than ${LONGEST_TEXT} characters`);
  const reader = new TreeReader(number, firstLine);
  for (const token of sgf.tokenizeIter(text)) {
    const problemText = reader.take(token);
    if (problemText !== undefined) return problem(`game ${number}, line ${firstLine + token.row}: ${problemText}`);
    if (reader.depth === 0) return ok(reader);
  }
  return problem(`game ${number}: ${CUT_OFF}`);
}

export const CUT_OFF = 'the text ends before the end of the game';

class TreeReader implements SgfMainLine {
  readonly nodes: SgfNode[] = [];
  variations = 0;
  readonly lowerCase = new Set<string>();
  /** The number of open parentheses. */
  depth = 0;
  readonly #game: number;
  readonly #firstLine: number;
  #isPastMainLine = false;
  #properties = new Map<string, string[]>();
  /** The values of the current property. */
  #values: string[] | undefined;

  constructor(game: number, firstLine: number) {
    this.#game = game;
    this.#firstLine = firstLine;
  }

  /** Reads the next token. Returns the problem, if there is one. */
  take(token: Token): string | undefined {
    if (token.type === 'invalid') return `${JSON.stringify(token.value)} is out of place, or a value does not end`;
    if (token.type === 'parenthesis') this.#takeParenthesis(token.value);
    else if (!this.#isPastMainLine) return this.#takeContent(token);
    return undefined;
  }

  #takeParenthesis(parenthesis: string): void {
    this.depth += parenthesis === '(' ? 1 : -1;
    if (parenthesis === ')') this.#isPastMainLine = true;
    else if (this.#isPastMainLine) this.variations++;
  }

  #takeContent(token: Token): string | undefined {
    if (token.type === 'semicolon') {
      this.#startNode(token);
    } else if (token.type === 'prop_ident') {
      this.#values = this.#valuesOf(token.value);
    } else {
      if (this.#values === undefined) return 'a value belongs to no property';
      this.#values.push(token.value.slice(1, -1));
    }
    return undefined;
  }

  #startNode(token: Token): void {
    this.#properties = new Map();
    this.#values = undefined;
    const where = `game ${this.#game}, node ${this.nodes.length + 1}, line ${this.#firstLine + token.row}`;
    this.nodes.push({ where, properties: this.#properties });
  }

  #valuesOf(identifier: string): string[] {
    const name = this.#nameOf(identifier);
    const values = this.#properties.get(name) ?? [];
    this.#properties.set(name, values);
    return values;
  }

  /** The name of a property. Older files have long names, of which only the capitals count: `Black` is `B`. */
  #nameOf(identifier: string): string {
    const capitals = identifier.replace(/[a-z]/g, '');
    if (capitals !== '') return capitals;
    this.lowerCase.add(identifier);
    return identifier.toUpperCase();
  }
}
