import { Accounts } from '../accounts/accounts.ts';
import { Bans } from '../accounts/bans.ts';
import { NameAccess } from '../accounts/name-access.ts';
import type { Cost } from '../accounts/password-hashing.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { Hub } from './hub/hub.ts';

/** Accounts and bans. */
export interface NameOwners {
  readonly accounts: Accounts;
  readonly bans: Bans;
  /** Whether the name belongs to a computer player. */
  readonly isComputerPlayer: (name: string) => boolean;
  /** Stops the timer of the bans. */
  close(): void;
}

/** Parts of the server and of its configuration. */
export interface NameOwnersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'administration' | 'addressOf'>;
  readonly administrators: readonly string[];
  /** The names of the computer players and of their groups. */
  readonly computerPlayers: readonly string[];
  readonly passwordCost?: Cost | undefined;
}

/** Resolves when the hub refuses all reserved and banned names. */
export async function openNameOwners({
  database,
  clock,
  hub,
  administrators,
  computerPlayers,
  passwordCost: cost,
}: NameOwnersOptions): Promise<NameOwners> {
  const nameAccess = new NameAccess(hub.administration.names);
  // Protocols without hyphens show the names without them.
  const bare = (name: string): string => foldName(name).replaceAll('-', '');
  const theirs = new Set(computerPlayers.map(bare));
  const isComputerPlayer = (name: string): boolean => theirs.has(bare(name));
  const addressOf = (name: string): string | undefined => hub.addressOf(name);
  const options = { database, clock, nameAccess, administrators, addressOf, isComputerPlayer, ...(cost && { cost }) };
  const accounts = await Accounts.open(options);
  const bans = await Bans.open(database, clock, nameAccess);
  return { accounts, bans, isComputerPlayer, close: () => bans.close() };
}
