/**
 * What may happen now. `no-new-games`: those that run go on, and none begins. `endings-only`: nothing but an end can be
 * kept, so no turn is taken either.
 */
export type Openness = 'open' | 'no-new-games' | 'endings-only';

/** Whether the lobby may begin games and take turns; everything else goes on whatever it says. */
export class Gate {
  #openness: Openness = 'open';
  /** Since when turns are taken, as far as they were not before; milliseconds since the epoch. */
  playsSince = 0;

  restrict(openness: Openness, now: number): void {
    if (!this.plays && openness !== 'endings-only') this.playsSince = now;
    this.#openness = openness;
  }

  get begins(): boolean {
    return this.#openness === 'open';
  }

  get plays(): boolean {
    return this.#openness !== 'endings-only';
  }
}
