import type { Command } from '../../lobby/command.ts';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { Color } from '../../rules/color.ts';
import type { ConnectionRejectionReason, HubEventCounter, RejectedConnectionCounter } from '../hub/observability.ts';
import { TwoKeyCounter } from './two-key-counter.ts';

type Protocols = Readonly<Record<Color, string>>;

/** Counters since the start, as plain numbers. `prometheus-metrics.ts` turns them into metrics when these are requested. */
export class ServerCounts implements HubEventCounter, RejectedConnectionCounter {
  /** By protocol, and by `opened` or `closed`. */
  readonly connections = new TwoKeyCounter();
  /** By protocol and kind. */
  readonly commands = new TwoKeyCounter();
  /** By protocol and reason. */
  readonly refusals = new TwoKeyCounter();
  /** By protocol. */
  readonly sessionFailures = new TwoKeyCounter();
  /** Stones and passes by protocol. */
  readonly turns = new TwoKeyCounter();
  /** Started games by rules. */
  readonly started = new TwoKeyCounter();
  /** Ended games by reason. */
  readonly ended = new TwoKeyCounter();
  readonly rejections = new TwoKeyCounter();
  /** By method and status. */
  readonly requests = new TwoKeyCounter();
  restoredGames = 0;
  entries = 0;
  /** Called with the duration of each commit in seconds. */
  onCommit: (seconds: number) => void = () => {};
  /** The protocols of the seats of each running game. */
  readonly #playing = new Map<GameId, Protocols>();
  #writingSince: number | undefined;
  readonly #now: () => number;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds since the current commit started; 0 without one. */
  get writingFor(): number {
    return this.#writingSince === undefined ? 0 : (this.#now() - this.#writingSince) / 1000;
  }

  connected(protocol: string): void {
    this.connections.add(protocol, 'opened');
  }

  disconnected(protocol: string): void {
    this.connections.add(protocol, 'closed');
  }

  commandReceived(protocol: string, command: Command['kind']): void {
    this.commands.add(protocol, command);
  }

  refused(protocol: string, why: Refusal): void {
    this.refusals.add(protocol, why);
  }

  sessionFailed(protocol: string): void {
    this.sessionFailures.add(protocol, '');
  }

  rejected(why: ConnectionRejectionReason): void {
    this.rejections.add(why, '');
  }

  /** An HTTP request was answered. */
  answered(method: string, status: number): void {
    this.requests.add(method, String(status));
  }

  storing(entries: readonly JournalEntry[]): () => void {
    const since = this.#now();
    this.#writingSince = since;
    return () => {
      this.#writingSince = undefined;
      this.onCommit((this.#now() - since) / 1000);
      this.entries += entries.length;
      for (const entry of entries) this.#stored(entry);
    };
  }

  restored({ game, event }: JournalEntry): void {
    this.restoredGames++;
    if (event.kind === 'seated') this.#seat(game, event.black.protocol, event.white.protocol);
  }

  #stored({ game, event }: JournalEntry): void {
    switch (event.kind) {
      case 'played':
      case 'passed':
        this.turns.add(this.#playing.get(game)?.[event.color] ?? 'unknown', '');
        return;
      case 'seated':
        this.#seat(game, event.black.protocol, event.white.protocol);
        this.started.add(event.black.parameters.game, '');
        return;
      case 'ended':
        this.#playing.delete(game);
        this.ended.add(event.reason, '');
        return;
    }
  }

  #seat(game: GameId, black: string, white: string): void {
    this.#playing.set(game, { black, white });
  }
}
