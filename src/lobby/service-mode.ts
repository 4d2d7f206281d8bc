import type { Command } from './command.ts';

/**
 * What the server accepts. `no-new-games`: running games continue, and no game starts. `endings-only`: only ends of games can be
 * stored, so moves are refused as well.
 */
export type ServiceMode = 'open' | 'no-new-games' | 'endings-only';

export interface ServiceModeSnapshot {
  readonly mode: ServiceMode;
  readonly movesAllowedSince: number;
  readonly movesRefusedSince?: number;
}

/** Whether games may start and moves are accepted. All other commands work in every mode. */
export class ServiceModeState {
  #mode: ServiceMode = 'open';
  /** When moves were last accepted again; milliseconds since the epoch. */
  movesAllowedSince = 0;
  /** Since when moves are refused; absent while they are accepted. Clocks stand still meanwhile. */
  movesRefusedSince: number | undefined;

  /** Returns since when moves were refused, if they are accepted again. */
  set(mode: ServiceMode, now: number): number | undefined {
    const refusedSince = this.movesRefusedSince;
    this.#mode = mode;
    this.movesRefusedSince = this.allowsMoves ? undefined : (refusedSince ?? now);
    if (!this.allowsMoves || refusedSince === undefined) return undefined;
    this.movesAllowedSince = now;
    return refusedSince;
  }

  snapshot(): ServiceModeSnapshot {
    const { movesAllowedSince, movesRefusedSince } = this;
    const refused = movesRefusedSince === undefined ? {} : { movesRefusedSince };
    return { mode: this.#mode, movesAllowedSince, ...refused };
  }

  restore({ mode, movesAllowedSince, movesRefusedSince }: ServiceModeSnapshot): void {
    this.#mode = mode;
    this.movesAllowedSince = movesAllowedSince;
    this.movesRefusedSince = movesRefusedSince;
  }

  /** The time up to which clocks have run. */
  clockTime(now: number): number {
    return this.movesRefusedSince ?? now;
  }

  get allowsNewGames(): boolean {
    return this.#mode === 'open';
  }

  get allowsMoves(): boolean {
    return this.#mode !== 'endings-only';
  }
}

/** Commands other than moves that store an event of a running game. */
const KEPT: ReadonlySet<Command['kind']> = new Set([
  'rename',
  'propose',
  'agree',
  'decline',
  'mark',
  'accept-marks',
  'resume-play',
]);

/** Whether a player's command stores an event of its game, without being a move or the end. */
export const isKept = ({ kind }: Command): boolean => KEPT.has(kind);
