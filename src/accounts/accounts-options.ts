import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { AccountRateLimitOptions } from './account-rate-limiter.ts';
import type { NameRegisterSequencer } from './changes/name-register-sequencer.ts';
import type { PasswordHashCost } from './password-hashing.ts';

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly nameRegisterSequencer: NameRegisterSequencer;
  readonly administrators: readonly string[];
  /** Returns the IP address of the player or reserved seat with this name. */
  readonly addressOf: (name: string) => string | undefined;
  readonly isComputerPlayer: (name: string) => boolean;
  readonly limits?: AccountRateLimitOptions | undefined;
  /** Whether all reserved names need openings, not only the names of a course. */
  readonly guardNames?: boolean | undefined;
  readonly cost?: PasswordHashCost;
}
