import { ok, type Result } from '../result.ts';
import type { Engine } from './engine.ts';

/** An engine that is a program of its own. */
export interface ExternalEngine extends Engine {
  /** The language that it speaks: GTP is for Go, Piskvork for Gomoku. */
  readonly kind: 'gtp' | 'piskvork';
  /** The name that the engine gives, or else the name of its program. One line of at most 64 characters. */
  readonly name: string;
  /** Whether it plays on a board of this size. Must be called between games: the engine forgets its game. */
  accepts(size: number): Promise<Result<boolean>>;
}

/** The sizes that are tried: common ones, and limits of known engines. */
const SIZES = [...Array.from({ length: 24 }, (_, index) => index + 2), 29, 37, 52, 99, 131];

/** The sizes of the board that an engine accepts, of those that are tried. */
export async function acceptedSizes(engine: ExternalEngine): Promise<Result<readonly number[]>> {
  const accepted: number[] = [];
  for (const size of SIZES) {
    const answer = await engine.accepts(size);
    if (!answer.ok) return answer;
    if (answer.value) accepted.push(size);
  }
  return ok(accepted);
}
