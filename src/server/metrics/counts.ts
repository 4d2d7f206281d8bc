import type { Command, Refusal } from '../../lobby/command.ts';
import type { Entry, GameId } from '../../lobby/games/event.ts';
import type { Color } from '../../rules/color.ts';
import type { Metrics, RejectionCounter, RejectionReason } from '../hub/observability.ts';
import { Tally } from './tally.ts';

type Protocols = Readonly<Record<Color, string>>;

/**
 * What has happened since the server started, in plain numbers: they cost a move next to nothing, and are made into
 * metrics only when somebody asks (`exposition.ts`).
 */
export class Counts implements Metrics, RejectionCounter {
  /** By protocol, those that came and those that went. */
  readonly connections = new Tally();
  /** By protocol and kind. */
  readonly commands = new Tally();
  /** By protocol and reason. */
  readonly refusals = new Tally();
  /** By protocol. */
  readonly breaks = new Tally();
  /** By protocol, plays and passes. */
  readonly turns = new Tally();
  /** By rules, and by the reason for the end. */
  readonly begun = new Tally();
  readonly ended = new Tally();
  readonly rejections = new Tally();
  /** By method and status. */
  readonly requests = new Tally();
  restoredGames = 0;
  entries = 0;
  /** Called with the seconds that each commit took. */
  onCommit: (seconds: number) => void = () => {};
  /** What the seats of each running game speak. */
  readonly #playing = new Map<GameId, Protocols>();
  #writingSince: number | undefined;
  readonly #now: () => number;

  /** `now`: milliseconds that never go back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds for which the commit that is under way has lasted; 0 without one. */
  get writingFor(): number {
    return this.#writingSince === undefined ? 0 : (this.#now() - this.#writingSince) / 1000;
  }

  connected(protocol: string): void {
    this.connections.add(protocol, 'came');
  }

  disconnected(protocol: string): void {
    this.connections.add(protocol, 'went');
  }

  asked(protocol: string, command: Command['kind']): void {
    this.commands.add(protocol, command);
  }

  refused(protocol: string, why: Refusal): void {
    this.refusals.add(protocol, why);
  }

  broken(protocol: string): void {
    this.breaks.add(protocol, '');
  }

  rejected(why: RejectionReason): void {
    this.rejections.add(why, '');
  }

  /** A request over HTTP has its answer. */
  answered(method: string, status: number): void {
    this.requests.add(method, String(status));
  }

  storing(entries: readonly Entry[]): () => void {
    const since = this.#now();
    this.#writingSince = since;
    return () => {
      this.#writingSince = undefined;
      this.onCommit((this.#now() - since) / 1000);
      this.entries += entries.length;
      for (const entry of entries) this.#kept(entry);
    };
  }

  restored({ game, event }: Entry): void {
    this.restoredGames++;
    if (event.kind === 'seated') this.#seat(game, event.black.protocol, event.white.protocol);
  }

  #kept({ game, event }: Entry): void {
    switch (event.kind) {
      case 'played':
      case 'passed':
        this.turns.add(this.#playing.get(game)?.[event.color] ?? 'unknown', '');
        return;
      case 'seated':
        this.#seat(game, event.black.protocol, event.white.protocol);
        this.begun.add(event.black.parameters.game, '');
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
