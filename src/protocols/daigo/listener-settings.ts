import { z } from 'zod';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { wholeNumber } from '../read-settings.ts';

/** The ruleset of every game. The protocol's document does not define it (docs/protocols/README.md). */
export const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** The settings that no message contains. Client and server must use the same values. */
export const board = z.object({
  size: wholeNumber(2, 131).default(9),
  // At most two decimals, which is more than any usual komi has.
  komi: z
    .string()
    .regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 6.5' })
    .transform(Number)
    .exactOptional(),
});

type Board = z.infer<typeof board>;

const USUAL_KOMI = 7;

/** The komi: the setting, or 7, or the number of points if the board has fewer than 7. */
export const komiOf = ({ komi, size }: Board): number => komi ?? Math.min(USUAL_KOMI, size * size);

/** Zod also calls this function if `komi` is not a number. That error is reported before. */
export const isKomiValid = ({ komi, size }: Board): boolean => typeof komi !== 'number' || !(komi > size * size);
export const KOMI_TOO_LARGE = { path: ['komi'], error: 'is at most the number of points' };

export const listenerSettings = board.refine(isKomiValid, KOMI_TOO_LARGE);
