import { z } from '@hono/zod-openapi';

/** A whole number from 1 in a path, in decimal digits: `0x10`, `1e3` and `007` are refused. */
export const numberInPath = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'must be a whole number from 1' })
    .transform(Number)
    .refine((number) => number <= most, { error: `must be at most ${most}` })
    .openapi({ type: 'integer', minimum: 1, maximum: most });

/** The game in a path. */
export const gameInPath = z.object({ game: numberInPath(Number.MAX_SAFE_INTEGER) });
