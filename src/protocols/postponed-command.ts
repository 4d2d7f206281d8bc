import type { Command } from '../lobby/command.ts';
import { RETRY_PAUSE } from './retry-pause.ts';

/**
 * What the lobby has refused as `not-now`, where the protocol has no words for that: it is asked for again until it can be
 * had, and to the client it just takes longer. One command at most; times are milliseconds since the epoch.
 */
export class PostponedCommand<Asked extends Command> {
  #next: { readonly command: Asked; readonly at: number } | undefined;

  get command(): Asked | undefined {
    return this.#next?.command;
  }

  /** When it is to be asked for again. */
  get deadline(): number | undefined {
    return this.#next?.at;
  }

  put(command: Asked, now: number): void {
    this.#next = { command, at: now + RETRY_PAUSE };
  }

  /** What is to be asked for by now; it is not postponed any more. */
  take(now: number): Asked | undefined {
    if (this.#next === undefined || this.#next.at > now) return undefined;
    const { command } = this.#next;
    this.drop();
    return command;
  }

  drop(): void {
    this.#next = undefined;
  }
}
