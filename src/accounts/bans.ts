import type { Clock } from '../clock.ts';
import { trimName } from '../lobby/players/name-normalisation.ts';
import type { Ban } from '../protocols/api/resource-schemas.ts';
import type { NameRegisterSequencer } from './changes/name-register-sequencer.ts';
import { canonicalAddress } from './ip-address.ts';

const HOUR = 3_600_000;

/** A ban to add, of either a name or an address. */
export interface NewBan {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly hours: number;
  readonly reason?: string | undefined;
}

/** The bans of names and addresses. Adds and lifts bans, and ends them when they expire. */
export class Bans {
  readonly #clock: Clock;
  readonly #sequencer: NameRegisterSequencer;
  readonly #enforcers: ((ban: Ban) => void | Promise<void>)[] = [];
  /** Resolves when the last ban is enforced in this process. */
  #enforced = Promise.resolve();
  #cancelTimer: (() => void) | undefined;

  /** The register must contain all bans already. */
  constructor(clock: Clock, sequencer: NameRegisterSequencer) {
    this.#clock = clock;
    this.#sequencer = sequencer;
    sequencer.onChange((change) => {
      if (change.kind === 'banned') this.#enforced = this.#enforce(change.ban);
      if (change.kind === 'banned' || change.kind === 'unbanned') this.#schedule();
    });
    this.#schedule();
  }

  close(): void {
    this.#cancelTimer?.();
  }

  /** All bans, the oldest first. */
  get all(): Ban[] {
    return this.#sequencer.register.bans.all;
  }

  /** Whether the address, or another one of its network, is banned. */
  isBanned(address: string): boolean {
    return this.#sequencer.register.bans.isBanned(address);
  }

  /**
   * Calls `enforcer` with each new ban of any node. Several enforcers are called one after the other, in the order of
   * registration.
   */
  onBanned(enforcer: (ban: Ban) => void | Promise<void>): void {
    this.#enforcers.push(enforcer);
  }

  async #enforce(ban: Ban): Promise<void> {
    for (const enforce of this.#enforcers) await enforce(ban);
  }

  /** Adds a ban. Resolves when it is enforced in this process. */
  async add({ name, address, hours, reason }: NewBan): Promise<Ban> {
    const row = {
      name: name === undefined ? null : trimName(name.normalize('NFC')),
      address: address === undefined ? null : canonicalAddress(address),
      until: this.#clock.now() + Math.ceil(hours * HOUR),
      reason: reason ?? null,
    };
    if (row.name !== null) await this.#sequencer.prepare();
    const added = await this.#sequencer.store(async (database) => {
      const { id } = await database.insertInto('ban').values(row).returning('id').executeTakeFirstOrThrow();
      const ban = banOf({ id, ...row });
      return { value: ban, changes: [{ kind: 'banned', ban }] };
    });
    await this.#enforced;
    return added;
  }

  /** Ends a ban early. False if there is no such ban. */
  async lift(id: number): Promise<boolean> {
    return await this.#sequencer.store(async (database) => {
      await database.deleteFrom('ban').where('id', '=', id).execute();
      const had = this.#sequencer.register.bans.find(id) !== undefined;
      return { value: had, changes: had ? [{ kind: 'unbanned', id }] : [] };
    });
  }

  /** Ends the expired bans, and sets the timer for the next end. */
  #schedule(): void {
    const now = this.#clock.now();
    // Each change calls this method again.
    for (const { id, until } of this.all) if (until <= now) void this.#sequencer.expire(id);
    const next = Math.min(...this.all.map(({ until }) => until).filter((until) => until > now));
    this.#cancelTimer?.();
    this.#cancelTimer = next === Number.POSITIVE_INFINITY ? undefined : this.#clock.at(next, () => this.#schedule());
  }
}

export interface BanRow {
  readonly id: number;
  readonly name: string | null;
  readonly address: string | null;
  readonly until: number;
  readonly reason: string | null;
}

export const banOf = ({ id, name, address, until, reason }: BanRow): Ban => ({
  id,
  ...(name !== null && { name }),
  ...(address !== null && { address }),
  until,
  ...(reason !== null && { reason }),
});
