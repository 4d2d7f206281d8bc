import type { Command } from '../../lobby/command.ts';
import type { ClientConnection } from './client-connection.ts';
import type { BroadcastQueue } from './scheduling/broadcast-queue.ts';
import type { FairScheduler } from './scheduling/fair-scheduler.ts';
import { mayBroadcast, readsMuch } from './scheduling/work-cost.ts';

type Decide = (connection: ClientConnection, command: Command) => void;

/**
 * Has the commands of each connection decided in their order. Most are decided at once. A command with a notice to many waits for
 * room in the broadcast queue, and one with a large answer for its turn; while one waits, later ones of the connection wait too.
 */
export class CommandOrder {
  readonly #broadcasts: Pick<BroadcastQueue<ClientConnection, unknown>, 'whenRoom'>;
  readonly #scheduler: FairScheduler;
  readonly #decide: Decide;

  constructor(
    broadcasts: Pick<BroadcastQueue<ClientConnection, unknown>, 'whenRoom'>,
    scheduler: FairScheduler,
    decide: Decide,
  ) {
    this.#broadcasts = broadcasts;
    this.#scheduler = scheduler;
    this.#decide = decide;
  }

  add(connection: ClientConnection, command: Command): void {
    if (connection.undecided !== undefined) connection.undecided.push(command);
    else if (!mayBroadcast(command) && !readsMuch(command)) this.#decide(connection, command);
    else {
      connection.undecided = [command];
      this.#decideFirst(connection, command);
    }
  }

  /** Decides the first undecided command when that may be, and then the next. */
  #decideFirst(connection: ClientConnection, first: Command): void {
    this.#whenPossible(connection, first, () => {
      this.#decide(connection, first);
      connection.undecided?.shift();
      const next = connection.undecided?.[0];
      if (next === undefined) connection.undecided = undefined;
      else this.#decideFirst(connection, next);
    });
  }

  #whenPossible(connection: ClientConnection, command: Command, decide: () => void): void {
    if (mayBroadcast(command)) this.#broadcasts.whenRoom(decide);
    else if (readsMuch(command)) this.#scheduler.run(connection.workDebt.due, decide);
    else decide();
  }
}
