import { Accounts } from '../accounts/accounts.ts';
import { Bans } from '../accounts/bans.ts';
import { NameAccess } from '../accounts/name-access.ts';
import type { Cost } from '../accounts/password.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { foldName } from '../lobby/players/name.ts';
import { isSeatName } from './computer-players/seat-name.ts';
import type { Hub } from './hub/hub.ts';

/** Names that have owners, and who is kept away. */
export interface NameOwners {
  readonly accounts: Accounts;
  readonly bans: Bans;
  /** The name is a house player's. */
  readonly isComputerPlayer: (name: string) => boolean;
  /** Waits for no ban's end any more. */
  close(): void;
}

/** What is already open of a server, and what its configuration says. */
export interface NameOwnersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'administration' | 'addressOf'>;
  readonly administrators: readonly string[];
  /** The names of the house players. */
  readonly house: readonly string[];
  readonly passwordCost?: Cost | undefined;
}

/** Once it resolves, the hub gives no reserved or banned name away. */
export async function openNameOwners({
  database,
  clock,
  hub,
  administrators,
  house,
  passwordCost: cost,
}: NameOwnersOptions): Promise<NameOwners> {
  const nameAccess = new NameAccess(hub.administration.names);
  const isComputerPlayer = (name: string): boolean => isSeatName(foldName(name), house);
  const addressOf = (name: string): string | undefined => hub.addressOf(name);
  const options = { database, clock, nameAccess, administrators, addressOf, isComputerPlayer, ...(cost && { cost }) };
  const accounts = await Accounts.open(options);
  const bans = await Bans.open(database, clock, nameAccess);
  return { accounts, bans, isComputerPlayer, close: () => bans.close() };
}
