import type { Clock } from '../../clock.ts';
import { refused } from '../../lobby/command.ts';
import type { Decision, DecisionCallback } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import type { Lobby } from '../../lobby/lobby.ts';
import type { PlayerId } from '../../lobby/players/player.ts';
import type { ServiceMode } from '../../lobby/service-mode.ts';
import { DeadlineTimer } from './deadline-timer.ts';

/** What the hub does for the order of inputs. */
export interface InputOrderCallbacks {
  /** A decision that no client of this process asked for. */
  decided(decision: Decision): void;
  /** The lobby knows no connection of this process any more. */
  disconnected(): void;
  /** Clients may be served again. */
  opened(): void;
  /** The length of the broadcast queue. */
  broadcasts(): number;
}

/** Decides the order of the inputs of all clients, and applies them to the lobby. */
export interface InputOrder {
  /** The present state. A later read may find another object. */
  readonly lobby: Lobby;
  /** Whether clients may be read and answered now. */
  readonly isOpen: boolean;
  /** A move may be on its way for long before it is decided: the hub measures what a turn has taken. */
  readonly measuresTurns: boolean;
  /** The time of deadlines and views. */
  readonly clock: Clock;
  /** `whenDecided` is called in the order of the inputs. */
  submit(input: Input, whenDecided?: DecisionCallback): void;
  /** Calls `decide`, which may cause a broadcast, now or once no process has too many notices waiting. */
  whenRoom(decide: () => void): void;
  /** Whether a game is running that this process serves. */
  readonly isPlaying: boolean;
  /** The input that restricts what this process accepts. */
  inputFor(mode: ServiceMode): Input;
  /** The number by which the lobby knows a player of this process; undefined if it knows none. */
  globalId(local: PlayerId): PlayerId | undefined;
  /** The server accepts connections. */
  open(): void;
  /** No deadline is carried out any more. */
  stop(): void;
  /** Resolves when the other nodes know that this process is gone. */
  leave(): Promise<void>;
}

/** Of one process: every input is decided at once. */
export class LocalInputOrder implements InputOrder {
  readonly lobby: Lobby;
  readonly clock: Clock;
  readonly isOpen = true;
  readonly measuresTurns = false;
  readonly #callbacks: Pick<InputOrderCallbacks, 'decided'>;
  readonly #timer: DeadlineTimer;
  #hasStopped = false;

  constructor(lobby: Lobby, clock: Clock, callbacks: Pick<InputOrderCallbacks, 'decided'>) {
    this.lobby = lobby;
    this.clock = clock;
    this.#callbacks = callbacks;
    this.#timer = new DeadlineTimer(
      clock,
      () => lobby.deadline,
      () => this.#carryOut({ kind: 'time' }),
    );
  }

  submit(input: Input, whenDecided?: DecisionCallback): void {
    const decision = this.lobby.step(input, this.clock.now());
    if (!this.#hasStopped) this.#timer.adjust();
    whenDecided?.(decision);
  }

  get isPlaying(): boolean {
    return this.lobby.statistics.games > 0;
  }

  inputFor(mode: ServiceMode): Input {
    return { kind: 'service-mode', mode };
  }

  /** The resume time starts now. */
  open(): void {
    this.#carryOut({ kind: 'opened' });
  }

  stop(): void {
    this.#hasStopped = true;
    this.#timer.stop();
  }

  #carryOut(input: Input): void {
    this.submit(input, (decision) => decision && this.#callbacks.decided(decision));
  }

  /** The hub's own queue is the only one. */
  whenRoom(decide: () => void): void {
    decide();
  }

  globalId(local: PlayerId): PlayerId {
    return local;
  }

  async leave(): Promise<void> {}
}

/** What a client hears whose command is dropped. */
export const NOT_NOW: Decision = {
  answer: refused('not-now'),
  entries: [],
  notices: [],
  examinedSeeks: 0,
  allocated: undefined,
  unplayable: [],
};
