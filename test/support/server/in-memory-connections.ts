import assert from 'node:assert/strict';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { OpenServerSession } from '../../../src/protocols/server-session-types.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';
import type { Transport, TransportCallbacks } from '../../../src/server/hub/transport.ts';
import { acceptAnyProtocol, acceptProtocol } from '../../../src/server/listeners/accept-protocol.ts';
import { memoryAccounts } from '../accounts/memory-accounts.ts';
import { SERVERS } from '../protocols/loaded-protocols.ts';
import { ManualJournal } from './manual-journal.ts';
import { VirtualClock } from './virtual-clock.ts';

const sessions = new Map<ServedProtocol, OpenServerSession>(
  SERVERS.map((protocol) => {
    const open = protocol.configure({});
    return open.ok ? [protocol, open.value] : assert.fail(open.problem);
  }),
);

/** A server without sockets, with a `ManualJournal`. All text that its clients receive is in one list. */
export class InMemoryConnections {
  readonly clock = new VirtualClock();
  readonly journal: ManualJournal;
  readonly hub: Hub;
  readonly failures: string[];
  readonly #connections = new Map<string, TransportCallbacks>();
  #received: string[] = [];
  /** The number of messages of each write, in the order of the writes. */
  readonly writes: number[] = [];

  private constructor(hub: Hub, clock: VirtualClock, journal: ManualJournal, failures: string[]) {
    this.hub = hub;
    this.clock = clock;
    this.journal = journal;
    this.failures = failures;
  }

  static async open(options: Partial<HubOptions> = {}, journal = new ManualJournal()): Promise<InMemoryConnections> {
    const clock = new VirtualClock();
    const failures: string[] = [];
    const hub = await Hub.restore({
      protocols: PROTOCOLS,
      journal,
      clock,
      grace: 0,
      resume: 120_000,
      idle: 3_600_000,
      log: { debug: () => {}, info: () => {}, error: () => {} },
      signIn: memoryAccounts(),
      onFailure: ({ message }) => failures.push(message),
      ...options,
    });
    hub.open();
    return new InMemoryConnections(hub, clock, journal, failures);
  }

  /** Connects a client to the plain port, or to a listener of one protocol. */
  connect(name: string, listener = 'plain'): void {
    let isCorked = false;
    const transport: Transport = {
      id: name,
      send: (bytes) => {
        if (isCorked) this.writes.push((this.writes.pop() ?? 0) + 1);
        else this.writes.push(1);
        this.#record(name, Buffer.from(bytes).toString('utf8').trimEnd());
      },
      batch: (sendAll) => {
        this.writes.push(0);
        isCorked = true;
        sendAll();
        isCorked = false;
      },
      close: () => this.#record(name, '(closed)'),
      pause: (paused) => this.#record(name, paused ? '(paused)' : '(resumed)'),
    };
    const protocol = SERVERS.find((each) => each.name === listener);
    const open = protocol && sessions.get(protocol);
    const accept =
      protocol === undefined || open === undefined
        ? acceptAnyProtocol(this.hub, this.clock, sessions)
        : acceptProtocol(this.hub, protocol, open, listener);
    this.#connections.set(name, accept('10.0.0.1', transport));
  }

  /** Sends lines of text or bytes, all in one packet. */
  send(name: string, ...parts: readonly (string | Uint8Array)[]): void {
    const bytes = parts.map((each) => (typeof each === 'string' ? Buffer.from(`${each}\n`) : each));
    this.connection(name).receive(Buffer.concat(bytes));
  }

  connection(name: string): TransportCallbacks {
    const connection = this.#connections.get(name);
    assert(connection !== undefined, `${name} is not connected`);
    return connection;
  }

  /** Returns the lines that clients have received since the last call, in order, each with the client's name. */
  takeReceived(): string[] {
    const received = this.#received;
    this.#received = [];
    return received;
  }

  /** Waits for the end of this turn of the event loop, and for all its consequences. */
  async settle(): Promise<void> {
    await this.clock.settle();
  }

  /** Completes the oldest append of the journal, and waits until all its consequences are delivered. */
  async store(): Promise<void> {
    this.journal.completeAppend();
    await this.settle();
  }

  /** Starts a game between two new nu6 clients. The messages that they receive are dropped. */
  async startGame(black: string, white: string): Promise<void> {
    for (const name of [black, white]) {
      this.connect(name);
      this.send(name, `CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
    }
    await this.settle();
    await this.store();
    this.takeReceived();
  }

  #record(name: string, text: string): void {
    for (const line of text.split('\n')) this.#received.push(`${name}: ${line}`);
  }
}
