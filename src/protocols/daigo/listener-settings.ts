import { z } from 'zod';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { wholeNumber } from '../read-settings.ts';

/** The ruleset of every game: the protocol leaves it open (docs/protocols/README.md). */
export const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** What no message says, so that client and server have to agree on it before. */
export const board = z.object({
  size: wholeNumber(2, 131).default(9),
  // Decimals as a person writes them; two places are more than any komi in use has.
  komi: z
    .string()
    .regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 6.5' })
    .transform(Number)
    .exactOptional(),
});

type Board = z.infer<typeof board>;

const USUAL_KOMI = 7;

/** Points for white; the smallest board has fewer than the usual komi. */
export const komiOf = ({ komi, size }: Board): number => komi ?? Math.min(USUAL_KOMI, size * size);

/** Asked even where a setting is no number at all, which has been complained of. */
export const isSensible = ({ komi, size }: Board): boolean => typeof komi !== 'number' || !(komi > size * size);
export const KOMI_TOO_LARGE = { path: ['komi'], error: 'is at most the number of points' };

export const listenerSettings = board.refine(isSensible, KOMI_TOO_LARGE);
