/** What an engine thought of a move that it played. Rates and points are those of the mover. */
export interface MoveAnalysis {
  /** From 0 to 1. */
  readonly winrate?: number;
  /** Points by which the mover leads. */
  readonly score?: number;
  readonly visits?: number;
  readonly comment?: string;
  /** One character for each point, row by row from the top left, from `A` (the opponent's) to `/` (the mover's). */
  readonly ownership?: string;
  /** The moves that it considered, the best first. */
  readonly moves?: readonly ConsideredMove[];
}

export interface ConsideredMove {
  /** As GTP writes it: `D4`, `pass`. */
  readonly move: string;
  readonly winrate?: number;
  readonly score?: number;
  readonly prior?: number;
  readonly visits?: number;
  /** The moves that are expected after this one, with spaces between them. */
  readonly pv?: string;
}

/** Characters of the JSON text of one analysis. */
export const LONGEST_ANALYSIS = 4_096;

/** So many moves are kept, or fewer where the text would be too long. */
const MOST_MOVES = [20, 8, 3, 0] as const;
const LONGEST_COMMENT = 1_000;
const LONGEST_VARIATION = 200;
/** A pass is the longest move. */
const LONGEST_MOVE = 4;
/** Points of the largest board whose columns have one letter. */
const MOST_OWNED = 625;
/** The largest number that is kept. */
const LARGEST = 1e12;

type Fields = Readonly<Record<string, unknown>>;

/** Reads an analysis in JSON. Fields that are unknown or of another form are left out; undefined if nothing is left. */
export function parseAnalysis(text: string): MoveAnalysis | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
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

/** The analysis in JSON, with fewer moves and without ownership where the text would be too long. */
export function makeAnalysis({ moves = [], ...rest }: MoveAnalysis): string {
  const { ownership: _, ...short } = rest;
  for (const kept of [rest, short]) {
    for (const most of MOST_MOVES) {
      const some = moves.slice(0, most);
      const text = JSON.stringify({ ...kept, ...(some.length === 0 ? {} : { moves: some }) });
      if (text.length <= LONGEST_ANALYSIS) return text;
    }
  }
  return JSON.stringify({ ...short, comment: undefined });
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function consideredMove(value: unknown): ConsideredMove[] {
  if (!isRecord(value)) return [];
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
  // Four decimals are enough, and much shorter; no zero has a sign.
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
  if (typeof ownership !== 'string' || ownership.length > MOST_OWNED) return {};
  return /^[A-Za-z0-9+/]+$/.test(ownership) ? { ownership } : {};
}
