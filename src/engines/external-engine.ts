import { ok, type Result } from '../result.ts';
import type { Engine } from './engine.ts';

export interface ExternalEngine extends Engine {
  /** The engine's protocol: GTP for Go, Piskvork for Gomoku. */
  readonly kind: 'gtp' | 'piskvork';
  /** The name that the engine gives, or else the name of its program. One line of at most 64 characters. */
  readonly name: string;
  /**
   * Whether the engine plays on a board of this size. Must be called between games, because the engine loses its current
   * game.
   */
  accepts(size: number): Promise<Result<boolean>>;
}

/** The board sizes that are tried: common sizes, and the limits of known engines. */
const SIZES = [...Array.from({ length: 24 }, (_, index) => index + 2), 29, 37, 52, 99, 131];

/** Those of the tried board sizes that an engine accepts. */
export async function acceptedSizes(engine: ExternalEngine): Promise<Result<readonly number[]>> {
  const accepted: number[] = [];
  for (const size of SIZES) {
    const answer = await engine.accepts(size);
    if (!answer.ok) return answer;
    if (answer.value) accepted.push(size);
  }
  return ok(accepted);
}
