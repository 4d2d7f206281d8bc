import sgf, { type Token } from '@sabaki/sgf';
import { ok, problem, type Result } from '../../result.ts';

/** One node of a game's main line. */
export interface SgfNode {
  /** Where it stands: the game and the node, both from 1, and the line of the text. */
  readonly where: string;
  /** The values of each property, in the order of the text, with their escapes and without their brackets. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

/** In characters. Beyond some millions in one value the tokenizer's regular expression runs out of memory. */
const LONGEST_TEXT = 3_000_000;

/** FF[4]: whatever stands before a game is skipped. */
const GAME_START = /\(\s*;/g;

/**
 * The main line of every game of a collection: from the game's beginning to its first closing parenthesis, because the
 * first variation always comes first. Variations are passed over, but they have to be well-formed. Nothing is read behind
 * `most` games, and more are a problem.
 */
export function readMainLines(text: string, most = Number.POSITIVE_INFINITY): Result<SgfNode[][]> {
  if (text.length > LONGEST_TEXT) return problem(`longer than ${LONGEST_TEXT} characters`);
  const games: SgfNode[][] = [];
  let line = 1;
  let position = 0;
  for (;;) {
    GAME_START.lastIndex = position;
    const start = GAME_START.exec(text)?.index;
    if (start === undefined) break;
    if (games.length === most) return problem(`more than ${most} games`);
    line += countLines(text, position, start);
    const game = readGame(text.slice(start), games.length + 1, line);
    if (!game.ok) return game;
    games.push(game.value.nodes);
    position = start + game.value.length;
    line += countLines(text, start, position);
  }
  return games.length > 0 ? ok(games) : problem('there is no game: nothing begins with "(;"');
}

function readGame(text: string, number: number, firstLine: number): Result<{ nodes: SgfNode[]; length: number }> {
  const reader = new MainLineReader(number, firstLine);
  for (const token of sgf.tokenizeIter(text)) {
    const wrong = reader.take(token);
    if (wrong !== undefined) return problem(`game ${number}, line ${firstLine + token.row}: ${wrong}`);
    if (reader.depth === 0) return ok({ nodes: reader.nodes, length: token.pos + token.value.length });
  }
  return problem(`game ${number}: the text ends before the game does`);
}

class MainLineReader {
  readonly nodes: SgfNode[] = [];
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

  /** Older files spell names out; only the capitals count there: `Black` is `B`. */
  #valuesOf(identifier: string): string[] {
    const name = identifier.replace(/[a-z]/g, '');
    const values = this.#properties.get(name) ?? [];
    this.#properties.set(name, values);
    return values;
  }
}

/** Cut out first: a search that runs on behind `end` would make a collection of small games take quadratic time. */
const countLines = (text: string, start: number, end: number): number => text.slice(start, end).split('\n').length - 1;
