import { ok, type Result } from '../result.ts';
import type { Engine } from './engine.ts';

/** An engine that is a program of its own. */
export interface ExternalEngine extends Engine {
  /** The language that it speaks: GTP is for Go, Piskvork for Gomoku. */
  readonly kind: 'gtp' | 'piskvork';
  /** As it calls itself, or as its program is called. One line of at most 64 characters. */
  readonly name: string;
  /** Whether it plays on a board of so many lines. Asked between games: it forgets the one that it plays. */
  accepts(size: number): Promise<Result<boolean>>;
}

/** Boards that are asked for: those that people play on, and those at which engines are known to stop. */
const SIZES = [...Array.from({ length: 24 }, (_, index) => index + 2), 29, 37, 52, 99, 131];

/** The lines of the boards that an engine accepts, of those that are worth asking for. */
export async function sizesOf(engine: ExternalEngine): Promise<Result<readonly number[]>> {
  const accepted: number[] = [];
  for (const size of SIZES) {
    const answer = await engine.accepts(size);
    if (!answer.ok) return answer;
    if (answer.value) accepted.push(size);
  }
  return ok(accepted);
}
