import { z } from 'zod';
import { oneOf, wholeNumber } from '../read-settings.ts';

/** The columns of GTP are single letters without I. */
export const LARGEST_BOARD = 25;

/** Where a controller has named no komi; between two seeks only if it is the host. */
export const USUAL_KOMI = 7.5;

/** Which side of GTP the listener takes: an engine answers commands, a controller gives them. */
export const ROLES = ['engine', 'controller'] as const;

/** Short enough for every protocol to show it as it is. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;
const NAME_FORM = '1 to 16 lower-case letters and digits, a letter first';

export const listenerSettings = z
  .object({
    as: oneOf(ROLES).default('engine'),
    /** The name of an engine that connects; `guest` belongs to players without a name. */
    name: z
      .string()
      .refine((name) => NAME.test(name) && name !== 'guest', { error: `is ${NAME_FORM}, and not guest` })
      .exactOptional(),
    size: wholeNumber(2, LARGEST_BOARD).exactOptional(),
  })
  .refine(({ as: role, name }) => role === 'controller' || name === undefined, {
    path: ['name'],
    error: 'is for as=controller',
  });

export type ListenerSettings = z.infer<typeof listenerSettings>;
