import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { foldName, trimName } from '../lobby/players/name-normalisation.ts';
import type { Ban } from '../protocols/api/resource-schemas.ts';
import { canonicalAddress, networkOf } from './ip-address.ts';
import type { NameAccess } from './name-access.ts';

const HOUR = 3_600_000;

/** Bans either a name or an address for some hours. */
export interface NewBan {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly hours: number;
  readonly reason?: string | undefined;
}

/** Bans of names and addresses. They are held in memory, because each connection is checked. */
export class Bans {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #nameAccess: NameAccess;
  readonly #bans = new Map<number, Ban>();
  /** How many bans apply to each network. */
  #networks: ReadonlySet<string> = new Set();
  /** Folded names that `nameAccess` has. */
  #names: ReadonlySet<string> = new Set();
  #cancelTimer: (() => void) | undefined;

  private constructor(database: Database, clock: Clock, nameAccess: NameAccess) {
    this.#database = database;
    this.#clock = clock;
    this.#nameAccess = nameAccess;
  }

  /** Resolves when all bans apply. */
  static async open(database: Database, clock: Clock, nameAccess: NameAccess): Promise<Bans> {
    const bans = new Bans(database, clock, nameAccess);
    const rows = await database.selectFrom('ban').selectAll().where('until', '>', clock.now()).execute();
    for (const { id, name, address, until, reason } of rows)
      bans.#bans.set(id, banOf(id, { name, address, until, reason }));
    if (rows.length > 0) await nameAccess.prepare();
    bans.#adjust();
    return bans;
  }

  close(): void {
    this.#cancelTimer?.();
  }

  /** All bans, the oldest first. */
  get all(): Ban[] {
    return [...this.#bans.values()];
  }

  /** Whether the address, or another one of its network, is banned. */
  isBanned(address: string): boolean {
    return this.#networks.size > 0 && this.#networks.has(networkOf(address));
  }

  async add({ name, address, hours, reason }: NewBan): Promise<Ban> {
    const ban = {
      name: name === undefined ? null : trimName(name.normalize('NFC')),
      address: address === undefined ? null : canonicalAddress(address),
      until: this.#clock.now() + Math.ceil(hours * HOUR),
      reason: reason ?? null,
    };
    if (ban.name !== null) await this.#nameAccess.prepare();
    const { id } = await this.#database.insertInto('ban').values(ban).returning('id').executeTakeFirstOrThrow();
    const added = banOf(id, ban);
    this.#bans.set(id, added);
    this.#adjust();
    return added;
  }

  /** False if there is no such ban. */
  async lift(id: number): Promise<boolean> {
    await this.#database.deleteFrom('ban').where('id', '=', id).execute();
    const had = this.#bans.delete(id);
    this.#adjust();
    return had;
  }

  /** Applies the bans that are in force, and schedules itself for the end of the next one. */
  #adjust(): void {
    const now = this.#clock.now();
    for (const [id, { until }] of this.#bans) if (until <= now) this.#bans.delete(id);
    this.#networks = new Set(this.all.flatMap(({ address }) => (address === undefined ? [] : [networkOf(address)])));
    const names = new Set(this.all.flatMap(({ name }) => (name === undefined ? [] : [foldName(name)])));
    for (const name of this.#names) if (!names.has(name)) this.#nameAccess.ban(name, false);
    for (const name of names) if (!this.#names.has(name)) this.#nameAccess.ban(name, true);
    this.#names = names;
    this.#cancelTimer?.();
    const next = Math.min(...this.all.map(({ until }) => until));
    this.#cancelTimer = next === Number.POSITIVE_INFINITY ? undefined : this.#clock.at(next, () => this.#adjust());
  }
}

interface Row {
  readonly name: string | null;
  readonly address: string | null;
  readonly until: number;
  readonly reason: string | null;
}

const banOf = (id: number, { name, address, until, reason }: Row): Ban => ({
  id,
  ...(name !== null && { name }),
  ...(address !== null && { address }),
  until,
  ...(reason !== null && { reason }),
});
