import type { ComputerPlayer } from './computer-player.ts';
import { ComputerPlayerRunner, type ComputerPlayerRunnerOptions, type SeatCounts } from './computer-player-runner.ts';

/** All players that the server seats itself. */
export class AllComputerPlayers {
  readonly #hosts: readonly ComputerPlayerRunner[];

  constructor(players: readonly ComputerPlayer[], options: ComputerPlayerRunnerOptions) {
    this.#hosts = players.map((player) => new ComputerPlayerRunner(player, options));
  }

  /** Connects the players, which continue their unfinished games. */
  open(): void {
    for (const host of this.#hosts) host.open();
  }

  /** The seats of each player. */
  get seats(): readonly SeatCounts[] {
    return this.#hosts.map(({ seats }) => seats);
  }

  /** Closes every engine; no choice is used after this. */
  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }
}
