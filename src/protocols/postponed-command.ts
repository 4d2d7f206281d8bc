import type { Command, CommandAnswer } from '../lobby/command.ts';
import { RETRY_PAUSE } from './retry-pause.ts';

/**
 * Stores a command that the lobby has refused as `not-now`, for protocols without a message for this refusal. The session
 * sends the command to the lobby again until it succeeds, so the client only waits longer. It stores at most one command.
 * Times are milliseconds since the epoch.
 */
export class PostponedCommand<Asked extends Command> {
  #next: { readonly command: Asked; readonly at: number } | undefined;

  get command(): Asked | undefined {
    return this.#next?.command;
  }

  /** The time at which the command must be sent again. */
  get deadline(): number | undefined {
    return this.#next?.at;
  }

  put(command: Asked, now: number): void {
    this.#next = { command, at: now + RETRY_PAUSE };
  }

  /** Stores the command if it was refused as `not-now`. Returns whether it was. */
  putIfNotNow(command: Asked, answer: CommandAnswer, now: number): boolean {
    const isNotNow = answer.kind === 'refused' && answer.why === 'not-now';
    if (isNotNow) this.put(command, now);
    return isNotNow;
  }

  /** Removes and returns the command if the time to send it again has come. */
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
