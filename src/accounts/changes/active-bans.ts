import { foldName } from '../../lobby/players/name-normalisation.ts';
import type { Ban } from '../../protocols/api/resource-schemas.ts';
import { networkOf } from '../ip-address.ts';

/** The bans in force. They are held in memory, because each connection is checked. */
export class ActiveBans {
  readonly #bans = new Map<number, Ban>();
  /** The number of bans of each network. */
  readonly #networks = new Map<string, number>();
  /** The number of bans of each folded name. */
  readonly #names = new Map<string, number>();

  /** All bans, the oldest first. */
  get all(): Ban[] {
    return [...this.#bans.values()];
  }

  find(id: number): Ban | undefined {
    return this.#bans.get(id);
  }

  /** Whether the address, or another one of its network, is banned. */
  isBanned(address: string): boolean {
    return this.#networks.size > 0 && this.#networks.has(networkOf(address));
  }

  hasName(name: string): boolean {
    return this.#names.has(foldName(name));
  }

  add(ban: Ban): void {
    if (this.#bans.has(ban.id)) return;
    this.#bans.set(ban.id, ban);
    this.#count(ban, 1);
  }

  /** Removes a ban and returns it; undefined if there is no such ban. */
  remove(id: number): Ban | undefined {
    const ban = this.#bans.get(id);
    if (ban === undefined) return undefined;
    this.#bans.delete(id);
    this.#count(ban, -1);
    return ban;
  }

  #count({ name, address }: Ban, by: 1 | -1): void {
    if (name !== undefined) countBy(this.#names, foldName(name), by);
    if (address !== undefined) countBy(this.#networks, networkOf(address), by);
  }
}

function countBy(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
