import sgf, { type Token } from '@sabaki/sgf';
import { ok, problem, type Result } from '../../result.ts';

/** One node of a game's main line. */
export interface SgfNode {
  /** Where it stands: the game and the node, both from 1, and the line of the text. */
  readonly where: string;
  /** The values of each property, in the order of the text, with their escapes and without their brackets. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

/** A game as far as it is text: its main line, and what else there is. */
export interface SgfMainLine {
  readonly nodes: readonly SgfNode[];
  /** Branches that leave the main line, or another branch. */
  readonly variations: number;
  /** Names of properties in lower case alone, which no format of SGF has. */
  readonly lowerCase: ReadonlySet<string>;
}

/** In characters. Beyond some millions in one value the tokenizer's regular expression runs out of memory. */
const LONGEST_TEXT = 3_000_000;

/**
 * The main line of one game: from its beginning to its first closing parenthesis, because the first variation always comes first.
 * Variations are passed over, but they have to be well-formed. `number` and `firstLine` are the game's in its file.
 */
export function readMainLine(text: string, number: number, firstLine: number): Result<SgfMainLine> {
  if (text.length > LONGEST_TEXT) return problem(`game ${number}: longer than ${LONGEST_TEXT} characters`);
  const reader = new TreeReader(number, firstLine);
  for (const token of sgf.tokenizeIter(text)) {
    const wrong = reader.take(token);
    if (wrong !== undefined) return problem(`game ${number}, line ${firstLine + token.row}: ${wrong}`);
    if (reader.depth === 0) return ok(reader);
  }
  return problem(`game ${number}: ${CUT_OFF}`);
}

export const CUT_OFF = 'the text ends before the game does';

class TreeReader implements SgfMainLine {
  readonly nodes: SgfNode[] = [];
  variations = 0;
  readonly lowerCase = new Set<string>();
  /** Parentheses that are open. */
  depth = 0;
  readonly #game: number;
  readonly #firstLine: number;
  #pastMainLine = false;
  #properties = new Map<string, string[]>();
  /** Where the next value goes. */
  #values: string[] | undefined;

  constructor(game: number, firstLine: number) {
    this.#game = game;
    this.#firstLine = firstLine;
  }

  /** Takes the next token; what is wrong with it, if anything. */
  take(token: Token): string | undefined {
    if (token.type === 'invalid') return `${JSON.stringify(token.value)} is out of place, or a value does not end`;
    if (token.type === 'parenthesis') this.#takeParenthesis(token.value);
    else if (!this.#pastMainLine) return this.#takeContent(token);
    return undefined;
  }

  #takeParenthesis(parenthesis: string): void {
    this.depth += parenthesis === '(' ? 1 : -1;
    if (parenthesis === ')') this.#pastMainLine = true;
    else if (this.#pastMainLine) this.variations++;
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

  /** Older files spell names out; only the capitals count there: `Black` is `B`. */
  #nameOf(identifier: string): string {
    const capitals = identifier.replace(/[a-z]/g, '');
    if (capitals !== '') return capitals;
    this.lowerCase.add(identifier);
    return identifier.toUpperCase();
  }
}
