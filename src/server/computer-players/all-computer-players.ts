import type { ComputerPlayer } from './computer-player.ts';
import { ComputerPlayerRunner, type ComputerPlayerRunnerOptions, type SeatCounts } from './computer-player-runner.ts';

export class AllComputerPlayers {
  readonly #runners: readonly ComputerPlayerRunner[];

  constructor(players: readonly ComputerPlayer[], options: ComputerPlayerRunnerOptions) {
    this.#runners = players.map((player) => new ComputerPlayerRunner(player, options));
  }

  /** Connects the players, which continue their unfinished games. */
  open(): void {
    for (const runner of this.#runners) runner.open();
  }

  get seats(): readonly SeatCounts[] {
    return this.#runners.map(({ seats }) => seats);
  }

  /** Closes all engines. Moves that they have not chosen yet are not used. */
  async close(): Promise<void> {
    await Promise.all(this.#runners.map((host) => host.close()));
  }
}
