import type { HousePlayer } from './house-player.ts';
import { type HouseOptions, Pool } from './pool.ts';

/** All players that the server seats itself. */
export class House {
  readonly #pools: readonly Pool[];

  constructor(players: readonly HousePlayer[], options: HouseOptions) {
    this.#pools = players.map((player) => new Pool(player, options));
  }

  /** They come, and sit down again where they left a game unfinished. */
  open(): void {
    for (const pool of this.#pools) pool.open();
  }

  /** Lets go of every engine; what they would still have to say is not heard any more. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
