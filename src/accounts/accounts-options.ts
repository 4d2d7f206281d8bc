import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { ChangeSequencer } from './changes/change-sequencer.ts';
import type { PasswordHashCost } from './password-hashing.ts';
import type { AccountLimits } from './rate-limits.ts';

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly changes: ChangeSequencer;
  /** Names of administrators. */
  readonly administrators: readonly string[];
  /** The IP address of the player, or of the reserved seat, with this name. */
  readonly addressOf: (name: string) => string | undefined;
  /** The name belongs to a computer player. */
  readonly isComputerPlayer: (name: string) => boolean;
  readonly limits?: AccountLimits | undefined;
  /** Whether every reserved name needs an opening, not only those of a course. */
  readonly guardNames?: boolean | undefined;
  /** The cost of a password hash. */
  readonly cost?: PasswordHashCost;
}
