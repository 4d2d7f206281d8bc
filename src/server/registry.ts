import { Accounts } from '../accounts/accounts.ts';
import { Bans } from '../accounts/bans.ts';
import { Doorkeeper } from '../accounts/doorkeeper.ts';
import type { Cost } from '../accounts/password.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { fold } from '../lobby/names.ts';
import { isSeatName } from './house/name.ts';
import type { Hub } from './hub/hub.ts';

/** Names that have owners, and who is kept away. */
export interface Registry {
  readonly accounts: Accounts;
  readonly bans: Bans;
  /** The name is a house player's. */
  readonly isHouse: (name: string) => boolean;
  /** Waits for no ban's end any more. */
  close(): void;
}

/** What is already open of a server, and what its configuration says. */
export interface RegistryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'names' | 'addressOf'>;
  readonly administrators: readonly string[];
  /** The names of the house players. */
  readonly house: readonly string[];
  readonly passwordCost?: Cost | undefined;
}

/** Once it resolves, the hub gives no reserved or banned name away. */
export async function openRegistry({
  database,
  clock,
  hub,
  administrators,
  house,
  passwordCost: cost,
}: RegistryOptions): Promise<Registry> {
  const doorkeeper = new Doorkeeper(hub.names);
  const isHouse = (name: string): boolean => isSeatName(fold(name), house);
  const addressOf = (name: string): string | undefined => hub.addressOf(name);
  const options = { database, clock, doorkeeper, administrators, addressOf, isHouse, ...(cost && { cost }) };
  const accounts = await Accounts.open(options);
  const bans = await Bans.open(database, clock, doorkeeper);
  return { accounts, bans, isHouse, close: () => bans.close() };
}
