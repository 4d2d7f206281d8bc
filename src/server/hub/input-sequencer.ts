import type { Clock } from '../../clock.ts';
import { refused } from '../../lobby/command.ts';
import type { Decision, DecisionCallback } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import type { Lobby } from '../../lobby/lobby.ts';
import type { PlayerId } from '../../lobby/players/player.ts';
import type { ServiceMode } from '../../lobby/service-mode.ts';
import { DeadlineTimer } from './deadline-timer.ts';

/** What the hub does for the order of inputs. */
export interface InputSequencerCallbacks {
  /** Called with a decision that no client of this process has requested. */
  decided(decision: Decision): void;
  /** Called when the lobby has forgotten all connections of this process. */
  disconnected(): void;
  /** Called when clients may be served again. */
  opened(): void;
  /** Returns the length of the broadcast queue. */
  broadcasts(): number;
}

/** Decides the order of the inputs of all clients, and applies them to the lobby. */
export interface InputSequencer {
  /** The lobby with its present state. It may be replaced, so it must not be stored. */
  readonly lobby: Lobby;
  /** Whether clients may be read and answered now. */
  readonly isOpen: boolean;
  /** Whether the hub measures the time of a move, because some time may pass before the lobby decides on the move. */
  readonly measuresTurns: boolean;
  /** The clock of the lobby's deadlines and views. */
  readonly clock: Clock;
  /** `whenDecided` is called in the order of the inputs. */
  submit(input: Input, whenDecided?: DecisionCallback): void;
  /** Calls `decide`, which may cause a broadcast: now, or once no process has too many queued notices. */
  whenRoom(decide: () => void): void;
  /** Whether this process serves a running game. */
  readonly isPlaying: boolean;
  /** The input that sets the service mode of this process. */
  inputFor(mode: ServiceMode): Input;
  /** The lobby's number of a player of this process; undefined if the lobby does not know the player. */
  globalId(local: PlayerId): PlayerId | undefined;
  /** The server accepts connections. */
  open(): void;
  /** Deadlines have no effect any more. */
  stop(): void;
  /** Resolves when the other nodes know that this process has stopped. */
  leave(): Promise<void>;
}

/** The order of inputs in a single process: every input is decided at once. */
export class LocalInputSequencer implements InputSequencer {
  readonly lobby: Lobby;
  readonly clock: Clock;
  readonly isOpen = true;
  readonly measuresTurns = false;
  readonly #callbacks: Pick<InputSequencerCallbacks, 'decided'>;
  readonly #timer: DeadlineTimer;
  #hasStopped = false;

  constructor(lobby: Lobby, clock: Clock, callbacks: Pick<InputSequencerCallbacks, 'decided'>) {
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

  /** There are no other processes, so only the hub's own queue counts. */
  whenRoom(decide: () => void): void {
    decide();
  }

  globalId(local: PlayerId): PlayerId {
    return local;
  }

  async leave(): Promise<void> {}
}

/** The decision on a command that is dropped: the client gets the refusal `not-now`. */
export const NOT_NOW: Decision = {
  answer: refused('not-now'),
  entries: [],
  notices: [],
  examinedSeeks: 0,
  allocated: undefined,
  unplayable: [],
};
