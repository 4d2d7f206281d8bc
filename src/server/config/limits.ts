import { z } from 'zod';
import type { Limits } from '../limits/admission.ts';
import { roomForConnections } from '../limits/open-files.ts';

const error = 'must be a whole number from 1 to 1000000';
const count = z.int({ error }).min(1, { error }).max(1_000_000, { error }).exactOptional();

/** The table `[limits]` of the config file. */
export const limitsTable = z
  .strictObject({ connections: count, 'per-address': count, 'new-per-second': count })
  .exactOptional();

/** Without any, what the system has room for. */
export function readLimits(table: z.infer<typeof limitsTable> = {}): Limits {
  const { connections = roomForConnections(), 'per-address': perAddress, 'new-per-second': newPerSecond } = table;
  return {
    connections,
    ...(perAddress === undefined ? {} : { perAddress }),
    ...(newPerSecond === undefined ? {} : { newPerSecond }),
  };
}
