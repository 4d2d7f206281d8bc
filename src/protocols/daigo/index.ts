import { z } from 'zod';
import type { GoWish } from '../../lobby/wish.ts';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { readSettings, wholeNumber } from '../settings.ts';
import { REQUESTS } from './codec.ts';
import { carryName } from './names.ts';
import { DaigoSession } from './session.ts';

/** DAIGO's client can name neither, and counts for itself by both. */
const schema = z
  .object({
    size: wholeNumber(2, 131).default(9),
    // Decimals as a person writes them; two places are more than any komi in use has.
    komi: z
      .string()
      .regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 6.5' })
      .transform(Number)
      .default(7),
  })
  .refine(({ size, komi }) => komi <= size * size, {
    path: ['komi'],
    error: 'is at most the number of points',
  });

/** Go for clients that ask and are never told unasked: docs/protocols/daigo.md. */
export const daigo: Protocol = {
  name: 'daigo',
  opening: { words: REQUESTS },
  carryName,
  configure(settings) {
    const read = readSettings('daigo', schema, settings);
    if (!read.ok) return read;
    const { size, komi } = read.value;
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const wish: GoWish = { game: 'go', size, ruleset, komi, komiBinds: true };
    return ok((now) => new DaigoSession(wish, now));
  },
};
