import { z } from 'zod';
import type { AccountRateLimitOptions } from '../../accounts/account-rate-limiter.ts';
import type { ConnectionLimits } from '../limits/connection-limiter.ts';
import { maximumConnections } from '../limits/open-file-limit.ts';

const error = 'must be a whole number from 1 to 1000000';
const count = z.int({ error }).min(1, { error }).max(1_000_000, { error }).exactOptional();

/** The table `[limits]` of the config file. */
export const limitsTable = z
  .strictObject({
    connections: count,
    'per-address': count,
    'new-per-second': count,
    'registrations-per-hour': count,
    'wrong-passwords': count,
  })
  .exactOptional();

/** Reads the limits of connections. The default of `connections` depends on the limit of open files. */
export function readLimits(table: z.infer<typeof limitsTable> = {}): ConnectionLimits {
  const { connections = maximumConnections(), 'per-address': perAddress, 'new-per-second': newPerSecond } = table;
  return {
    connections,
    ...(perAddress === undefined ? {} : { perAddress }),
    ...(newPerSecond === undefined ? {} : { newPerSecond }),
  };
}

/** Reads the limits of requests about accounts. An undefined limit means its default. */
export const readAccountLimits = (table: z.infer<typeof limitsTable> = {}): AccountRateLimitOptions => ({
  registrationsPerHour: table['registrations-per-hour'],
  wrongPasswords: table['wrong-passwords'],
});
