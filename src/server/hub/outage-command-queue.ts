import type { Command } from '../../lobby/command.ts';
import { mayBePostponed } from '../../lobby/service-mode.ts';
import type { ClientConnection } from './client-connection.ts';

/**
 * Commands that were not published, because this node cannot serve clients now. Commands that a session can repeat, such as moves and
 * seeks, are refused as `not-now`. Other commands wait here until the node serves clients again. Later commands of the same connection
 * wait too, because answers come in the order of the commands.
 */
export class OutageCommandQueue {
  readonly #waiting = new Map<ClientConnection, Command[]>();

  /** Adds a command if it must wait. Returns false if the command is to be refused. */
  add(connection: ClientConnection, command: Command): boolean {
    const earlier = this.#waiting.get(connection);
    if (earlier === undefined && mayBePostponed(command)) return false;
    if (earlier === undefined) this.#waiting.set(connection, [command]);
    else earlier.push(command);
    return true;
  }

  /** Whether an earlier command of the connection waits. */
  has(connection: ClientConnection): boolean {
    return this.#waiting.has(connection);
  }

  /** Removes all commands and calls `decide` for each, in order. Commands of closed connections are dropped. */
  release(decide: (connection: ClientConnection, command: Command) => void): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [connection, commands] of waiting)
      for (const command of commands) if (connection.isOpen) decide(connection, command);
  }
}
