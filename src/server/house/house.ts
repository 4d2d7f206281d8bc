import type { HousePlayer } from './house-player.ts';
import { type HouseOptions, Pool, type Seats } from './pool.ts';

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

  /** How the seats of each player are taken. */
  get seats(): readonly Seats[] {
    return this.#pools.map((pool) => pool.taken);
  }

  /** Lets go of every engine; what they would still have to say is not heard any more. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
