/** An engine's analysis of a move that it played. Rates and points are those of the mover. */
export interface MoveAnalysis {
  /** From 0 to 1. */
  readonly winrate?: number;
  /** Points by which the mover leads. */
  readonly score?: number;
  readonly visits?: number;
  readonly comment?: string;
  /** One character for each point, row by row from the top left, from `A` (the opponent's) to `/` (the mover's). */
  readonly ownership?: string;
  /** The moves that the engine considered, the best first. */
  readonly moves?: readonly ConsideredMove[];
}

export interface ConsideredMove {
  /** The move in the form of GTP: `D4`, `pass`. */
  readonly move: string;
  readonly winrate?: number;
  readonly score?: number;
  readonly prior?: number;
  readonly visits?: number;
  /** The moves that are expected after this one, with spaces between them. */
  readonly pv?: string;
}

/** The maximum length of the JSON text of one analysis, in characters. */
export const LONGEST_ANALYSIS = 4_096;

/** The numbers of moves that are tried for the JSON text. The first one with which the text is short enough is used. */
const MOST_MOVES = [20, 8, 3, 0] as const;
const LONGEST_COMMENT = 1_000;
const LONGEST_VARIATION = 200;
/** A pass is the longest move. */
const LONGEST_MOVE = 4;
/** The number of points of the largest board whose columns have one letter. */
const MOST_OWNERSHIP = 625;
/** The largest absolute value of a number. Fields with larger numbers are left out. */
const LARGEST = 1e12;

type Fields = Readonly<Record<string, unknown>>;

/** Parses an analysis in JSON. Unknown and invalid fields are left out. Undefined if no field is left. */
export function parseAnalysis(text: string): MoveAnalysis | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const moves = Array.isArray(value['moves']) ? value['moves'].slice(0, MOST_MOVES[0]).flatMap(consideredMove) : [];
  const analysis: MoveAnalysis = {
    ...numberIn(value, 'winrate'),
    ...numberIn(value, 'score'),
    ...numberIn(value, 'visits'),
    ...textIn(value, 'comment', LONGEST_COMMENT),
    ...ownershipIn(value),
    ...(moves.length === 0 ? {} : { moves }),
  };
  return Object.keys(analysis).length === 0 ? undefined : analysis;
}

/** The analysis in JSON. If the text would be too long, it has fewer moves and no ownership. */
export function makeAnalysis({ moves = [], ...rest }: MoveAnalysis): string {
  const { ownership: _, ...short } = rest;
  for (const fields of [rest, short]) {
    for (const maximum of MOST_MOVES) {
      const someMoves = moves.slice(0, maximum);
      const text = JSON.stringify({ ...fields, ...(someMoves.length === 0 ? {} : { moves: someMoves }) });
      if (text.length <= LONGEST_ANALYSIS) return text;
    }
  }
  return JSON.stringify({ ...short, comment: undefined });
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function consideredMove(value: unknown): ConsideredMove[] {
  if (!isObject(value)) return [];
  const { move } = value;
  if (typeof move !== 'string' || move.length > LONGEST_MOVE || !/^[a-z]\w+$/i.test(move)) return [];
  return [
    {
      move,
      ...numberIn(value, 'winrate'),
      ...numberIn(value, 'score'),
      ...numberIn(value, 'prior'),
      ...numberIn(value, 'visits'),
      ...textIn(value, 'pv', LONGEST_VARIATION),
    },
  ];
}

function numberIn<Name extends string>(fields: Fields, name: Name): { readonly [field in Name]?: number } {
  const value = fields[name];
  if (typeof value !== 'number' || Math.abs(value) > LARGEST) return {};
  // Four decimals are enough and make the text shorter. Adding 0 turns -0 into 0.
  return { [name]: Number(value.toFixed(4)) + 0 } as { readonly [field in Name]: number };
}

function textIn<Name extends string>(
  fields: Fields,
  name: Name,
  longest: number,
): { readonly [field in Name]?: string } {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') return {};
  return { [name]: value.slice(0, longest).toWellFormed() } as { readonly [field in Name]: string };
}

function ownershipIn({ ownership }: Fields): Pick<MoveAnalysis, 'ownership'> {
  if (typeof ownership !== 'string' || ownership.length > MOST_OWNERSHIP) return {};
  return /^[A-Za-z0-9+/]+$/.test(ownership) ? { ownership } : {};
}
