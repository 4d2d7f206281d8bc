import { ok, problem, type Result } from '../../result.ts';
import type { BoardSize } from '../point.ts';
import type { RecordMove } from './game-record.ts';
import { makePoint } from './sgf-point.ts';

/** A move of a variation, and the variations after it. */
export interface SgfVariationNode {
  readonly move: RecordMove;
  readonly next: readonly SgfVariationNode[];
}

/**
 * Adds variations to the SGF of one game without variations, such as a text of `makeSgf`: a root, and a node for each move.
 * `variations` has the variations by the number of moves before them. The moves of the game stay the main line. If
 * variations follow the last move, the main line gets an empty node as its branch. The problem: the text has variations
 * already, or has fewer moves.
 */
export function addVariations(
  text: string,
  size: BoardSize,
  variations: ReadonlyMap<number, readonly SgfVariationNode[]>,
): Result<string> {
  const nodes = nodesOf(text);
  if (nodes === undefined) return problem('the text is not one game without variations');
  if ([...variations.keys()].some((main) => main >= nodes.length)) return problem('the text has fewer moves');
  let rest = '';
  for (let main = nodes.length - 1; main >= 0; main--) {
    const branches = (variations.get(main) ?? []).map((variation) => `\n(${branch(size, variation)})`);
    if (branches.length > 0) rest = `\n(${rest === '' ? ';' : rest})${branches.join('')}`;
    rest = `${nodes[main]}${rest}`;
  }
  return ok(`(${rest})\n`);
}

/** The texts of the nodes, each from its semicolon on; undefined if there are variations. */
function nodesOf(text: string): string[] | undefined {
  const start = text.indexOf('(');
  const nodes: string[] = [];
  let from = -1;
  for (let at = start + 1; at > 0 && at < text.length; at++) {
    const character = text[at];
    if (character === '[') at = endOfValue(text, at);
    else if (character === '(') return undefined;
    else if (character === ';' || character === ')') {
      if (from !== -1) nodes.push(text.slice(from, at));
      if (character === ')') return nodes.length > 0 && text.slice(at + 1).trim() === '' ? nodes : undefined;
      from = at;
    }
  }
  return undefined;
}

/** The offset of the bracket that ends a value. An escaped bracket does not end it. */
function endOfValue(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at;
  }
  return text.length;
}

function branch(size: BoardSize, start: SgfVariationNode): string {
  let text = '';
  for (
    let at: SgfVariationNode | undefined = start;
    at !== undefined;
    at = at.next.length === 1 ? at.next[0] : undefined
  ) {
    const value = at.move.kind === 'pass' ? '' : makePoint(size, at.move.point);
    text += `;${at.move.color === 'black' ? 'B' : 'W'}[${value}]`;
    if (at.next.length > 1) text += at.next.map((next) => `(${branch(size, next)})`).join('');
  }
  return text;
}
