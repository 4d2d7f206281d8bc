import type { Command } from './command.ts';
import { nodeOf, type PlayerId } from './players/player.ts';

/**
 * Which commands the server accepts. `no-new-games`: running games continue, but no game starts. `endings-only`: only ends of games can be
 * stored, so moves are refused too.
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
  /** The nodes whose players start no games. */
  readonly #draining = new Set<number>();

  /** Sets the mode. If moves are accepted again, returns the time since which they were refused. */
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

  /** The time up to which clocks run: now, or when moves started to be refused. */
  clockTime(now: number): number {
    return this.movesRefusedSince ?? now;
  }

  get allowsNewGames(): boolean {
    return this.#mode === 'open';
  }

  /** The players of this node start no games from now on, or may start games again. */
  drain(node: number, isDraining: boolean): void {
    if (isDraining) this.#draining.add(node);
    else this.#draining.delete(node);
  }

  /** Whether the player's node is draining. */
  isDraining({ id }: { readonly id: PlayerId }): boolean {
    return this.#draining.size > 0 && this.#draining.has(nodeOf(id));
  }

  /** Whether this player may start a game. */
  allowsGamesOf(player: { readonly id: PlayerId }): boolean {
    return this.allowsNewGames && !this.isDraining(player);
  }

  get allowsMoves(): boolean {
    return this.#mode !== 'endings-only';
  }
}

/** Commands other than moves that store an event of a running game. */
const STORED_NON_MOVES: ReadonlySet<Command['kind']> = new Set([
  'rename',
  'propose',
  'agree',
  'decline',
  'mark',
  'accept-marks',
  'resume-play',
]);

/** Whether a player's command stores an event that is neither a move nor the end of its game. */
export const isStoredNonMove = ({ kind }: Command): boolean => STORED_NON_MOVES.has(kind);

/** Commands that start a game or are moves. */
const MOVES_AND_GAMES: ReadonlySet<Command['kind']> = new Set([
  'play',
  'pass',
  'seek',
  'take',
  'accept-invitation',
  'reopen',
]);

/** Whether a command may be refused as `not-now`. */
export const mayBePostponed = (command: Command): boolean =>
  MOVES_AND_GAMES.has(command.kind) || isStoredNonMove(command);
