import type { ComputerPlayer } from './computer-player.ts';
import { type ComputerPlayerOptions, type SeatCounts, SeatPool } from './seat-pool.ts';

/** All players that the server seats itself. */
export class ComputerPlayers {
  readonly #pools: readonly SeatPool[];

  constructor(players: readonly ComputerPlayer[], options: ComputerPlayerOptions) {
    this.#pools = players.map((player) => new SeatPool(player, options));
  }

  /** They come, and sit down again where they left a game unfinished. */
  open(): void {
    for (const pool of this.#pools) pool.open();
  }

  /** How the seats of each player are taken. */
  get seats(): readonly SeatCounts[] {
    return this.#pools.map((pool) => pool.taken);
  }

  /** Lets go of every engine; what they would still have to say is not heard any more. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
