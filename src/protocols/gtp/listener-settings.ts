import { z } from 'zod';
import { oneOf, wholeNumber } from '../read-settings.ts';

/** The largest board size: the columns of GTP are single letters without I. */
export const LARGEST_BOARD = 25;

/** The komi if a controller has set none. If two seeks meet, it applies only if the controller's seek waited. */
export const USUAL_KOMI = 7.5;

/** The side of GTP that the server plays: an engine answers commands, a controller sends them. */
export const ROLES = ['engine', 'controller'] as const;

/** A name that every protocol can show unchanged. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;
const NAME_FORM = '1 to 16 lower-case letters and digits, a letter first';

export const listenerSettings = z
  .object({
    as: oneOf(ROLES).default('engine'),
    /** The name of an engine that connects. `guest` is reserved for players without a name. */
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
