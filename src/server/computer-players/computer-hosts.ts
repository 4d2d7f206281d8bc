import { ComputerHost, type ComputerHostOptions, type SeatCounts } from './computer-host.ts';
import type { ComputerPlayer } from './computer-player.ts';

/** All players that the server seats itself. */
export class ComputerHosts {
  readonly #hosts: readonly ComputerHost[];

  constructor(players: readonly ComputerPlayer[], options: ComputerHostOptions) {
    this.#hosts = players.map((player) => new ComputerHost(player, options));
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
