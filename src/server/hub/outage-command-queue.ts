import type { Command } from '../../lobby/command.ts';
import { mayBePutOff } from '../../lobby/service-mode.ts';
import type { ClientConnection } from './client-connection.ts';

/**
 * Commands that were not published, because this node serves no clients now. Only moves and new games are refused as `not-now`: sessions do
 * not repeat other commands. Those wait until the node serves clients again, and so do later commands of the same connection, because
 * answers come in the order of the commands.
 */
export class OutageCommandQueue {
  readonly #held = new Map<ClientConnection, Command[]>();

  /** Takes a command that waits. False: it is refused. */
  take(connection: ClientConnection, command: Command): boolean {
    const before = this.#held.get(connection);
    if (before === undefined && mayBePutOff(command)) return false;
    if (before === undefined) this.#held.set(connection, [command]);
    else before.push(command);
    return true;
  }

  /** Whether an earlier command of the connection waits. */
  has(connection: ClientConnection): boolean {
    return this.#held.has(connection);
  }

  /** Hands out all commands, in order, except those of connections that are closed. */
  release(decide: (connection: ClientConnection, command: Command) => void): void {
    const held = [...this.#held];
    this.#held.clear();
    for (const [connection, commands] of held)
      for (const command of commands) if (connection.open) decide(connection, command);
  }
}
