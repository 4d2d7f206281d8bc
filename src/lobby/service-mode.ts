import type { Command } from './command.ts';
import { nodeOf, type PlayerId } from './players/player.ts';

/**
 * What the server accepts. `no-new-games`: running games continue, and no game starts. `endings-only`: only ends of games can be
 * stored, so moves are refused as well.
 */
export type ServiceMode = 'open' | 'no-new-games' | 'endings-only';

export interface ServiceModeSnapshot {
  readonly mode: ServiceMode;
  readonly movesAllowedSince: number;
  readonly movesRefusedSince?: number;
  /** Sorted; absent if there is none. */
  readonly draining?: readonly number[];
}

/** Whether games may start and moves are accepted. All other commands work in every mode. */
export class ServiceModeControl {
  #mode: ServiceMode = 'open';
  /** When moves were last accepted again; milliseconds since the epoch. */
  movesAllowedSince = 0;
  /** Since when moves are refused; absent while they are accepted. Clocks stand still meanwhile. */
  movesRefusedSince: number | undefined;
  /** Nodes whose players begin no game. */
  readonly #draining = new Set<number>();

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
    const draining = [...this.#draining].sort((one, other) => one - other);
    return { mode: this.#mode, movesAllowedSince, ...refused, ...(draining.length > 0 && { draining }) };
  }

  restore({ mode, movesAllowedSince, movesRefusedSince, draining = [] }: ServiceModeSnapshot): void {
    for (const node of draining) this.#draining.add(node);
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

  /** Players of this node begin no game from now on, or may do so again. */
  drain(node: number, isDraining: boolean): void {
    if (isDraining) this.#draining.add(node);
    else this.#draining.delete(node);
  }

  /** Whether the player's node drains. */
  isDraining({ id }: { readonly id: PlayerId }): boolean {
    return this.#draining.size > 0 && this.#draining.has(nodeOf(id));
  }

  /** Whether this player may begin a game. */
  allowsGamesOf(player: { readonly id: PlayerId }): boolean {
    return this.allowsNewGames && !this.isDraining(player);
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

/** Commands that begin a game or are moves. */
const MOVES_AND_GAMES: ReadonlySet<Command['kind']> = new Set([
  'play',
  'pass',
  'seek',
  'take',
  'accept-invitation',
  'reopen',
]);

/** Whether a command may be refused as `not-now`. */
export const mayBePutOff = (command: Command): boolean => MOVES_AND_GAMES.has(command.kind) || isKept(command);
