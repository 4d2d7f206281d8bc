/**
 * What the server accepts. `no-new-games`: running games continue, and no game starts. `endings-only`: only ends of games can be
 * stored, so moves are refused as well.
 */
export type ServiceMode = 'open' | 'no-new-games' | 'endings-only';

export interface ServiceModeSnapshot {
  readonly mode: ServiceMode;
  readonly movesAllowedSince: number;
}

/** Whether games may start and moves are accepted. All other commands work in every mode. */
export class ServiceModeState {
  #mode: ServiceMode = 'open';
  /** When moves were last accepted again; milliseconds since the epoch. */
  movesAllowedSince = 0;

  /** Returns whether moves are accepted again. */
  set(mode: ServiceMode, now: number): boolean {
    const resumes = !this.allowsMoves && mode !== 'endings-only';
    if (resumes) this.movesAllowedSince = now;
    this.#mode = mode;
    return resumes;
  }

  snapshot(): ServiceModeSnapshot {
    return { mode: this.#mode, movesAllowedSince: this.movesAllowedSince };
  }

  restore({ mode, movesAllowedSince }: ServiceModeSnapshot): void {
    this.#mode = mode;
    this.movesAllowedSince = movesAllowedSince;
  }

  get allowsNewGames(): boolean {
    return this.#mode === 'open';
  }

  get allowsMoves(): boolean {
    return this.#mode !== 'endings-only';
  }
}
