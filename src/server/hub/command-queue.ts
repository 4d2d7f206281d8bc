import type { Command } from '../../lobby/command.ts';
import type { ClientConnection } from './client-connection.ts';
import type { BroadcastQueue } from './scheduling/broadcast-queue.ts';
import type { FairScheduler } from './scheduling/fair-scheduler.ts';
import { mayBroadcast, readsMuch } from './scheduling/work-cost.ts';

type Decide = (connection: ClientConnection, command: Command) => void;

/** Looks up what the lobby needs for a command; undefined if it needs nothing. The promise does not reject. */
type Complete = (connection: ClientConnection, command: Command) => Promise<Command> | undefined;

const mayWait = (command: Command): boolean => mayBroadcast(command) || readsMuch(command) || command.kind === 'seek';

/**
 * Passes the commands of each connection on in their order. Most commands are decided at once. Three kinds may wait: a command that
 * causes a broadcast waits for room in the broadcast queue, a command with a large answer waits for the scheduler, and a seek waits for
 * a rating from the database. While a command waits, later commands of its connection wait too.
 */
export class CommandQueue {
  readonly #broadcasts: Pick<BroadcastQueue<ClientConnection, unknown>, 'whenRoom'>;
  readonly #scheduler: FairScheduler;
  readonly #decide: Decide;
  readonly #complete: Complete;

  constructor(
    broadcasts: Pick<BroadcastQueue<ClientConnection, unknown>, 'whenRoom'>,
    scheduler: FairScheduler,
    decide: Decide,
    complete: Complete,
  ) {
    this.#broadcasts = broadcasts;
    this.#scheduler = scheduler;
    this.#decide = decide;
    this.#complete = complete;
  }

  add(connection: ClientConnection, command: Command): void {
    if (connection.undecided !== undefined) connection.undecided.push(command);
    else if (!mayWait(command)) this.#decide(connection, command);
    else {
      connection.undecided = [command];
      this.#decideFirst(connection, command);
    }
  }

  /** Decides the first undecided command once it need not wait any more, and then the next one. */
  #decideFirst(connection: ClientConnection, first: Command): void {
    this.#whenPossible(connection, first, (command) => {
      this.#decide(connection, command);
      connection.undecided?.shift();
      const next = connection.undecided?.[0];
      if (next === undefined) connection.undecided = undefined;
      else this.#decideFirst(connection, next);
    });
  }

  #whenPossible(connection: ClientConnection, command: Command, decide: (command: Command) => void): void {
    if (mayBroadcast(command)) this.#broadcasts.whenRoom(() => decide(command));
    else if (readsMuch(command)) this.#scheduler.run(connection.workDebt.due, () => decide(command));
    else {
      const completed = this.#complete(connection, command);
      if (completed === undefined) decide(command);
      else void completed.then(decide);
    }
  }
}
