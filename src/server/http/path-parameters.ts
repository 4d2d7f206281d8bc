import { z } from '@hono/zod-openapi';

/** A whole number from 1 to `maximum` in a path, in decimal digits. `0x10`, `1e3` and `007` are refused. */
export const numberInPath = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'must be a whole number from 1' })
    .transform(Number)
    .refine((number) => number <= maximum, { error: `must be at most ${maximum}` })
    .openapi({ type: 'integer', minimum: 1, maximum });

export const gameInPath = z.object({ game: numberInPath(Number.MAX_SAFE_INTEGER) });
