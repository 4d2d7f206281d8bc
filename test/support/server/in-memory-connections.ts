import assert from 'node:assert/strict';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { Protocol } from '../../../src/protocols/protocol-module.ts';
import type { OpenServerSession } from '../../../src/protocols/server-session-types.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';
import type { Connection, Transport } from '../../../src/server/hub/transport.ts';
import { acceptAnyProtocol, acceptProtocol } from '../../../src/server/listeners/accept-protocol.ts';
import { memoryAccounts } from '../accounts/memory-accounts.ts';
import { SERVERS } from '../protocols/loaded-protocols.ts';
import { ManualJournal } from './manual-journal.ts';
import { VirtualClock } from './virtual-clock.ts';

const spoken = new Map<Protocol, OpenServerSession>(
  SERVERS.map((protocol) => {
    const open = protocol.configure({});
    return open.ok ? [protocol, open.value] : assert.fail(open.problem);
  }),
);

/** A server without sockets in front of a journal that is moved by hand; what anybody is told stands in one row. */
export class InMemoryConnections {
  readonly clock = new VirtualClock();
  readonly journal: ManualJournal;
  readonly hub: Hub;
  readonly failures: string[];
  readonly #connections = new Map<string, Connection>();
  #told: string[] = [];
  /** Messages of each write, in the order of the writes. */
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

  /** Somebody dials the plain port, or a listener of one protocol. */
  dial(who: string, listener = 'plain'): void {
    let isCorked = false;
    const link: Transport = {
      id: who,
      send: (bytes) => {
        if (isCorked) this.writes.push((this.writes.pop() ?? 0) + 1);
        else this.writes.push(1);
        this.#note(who, Buffer.from(bytes).toString('utf8').trimEnd());
      },
      batch: (say) => {
        this.writes.push(0);
        isCorked = true;
        say();
        isCorked = false;
      },
      close: () => this.#note(who, '(closed)'),
      pause: (paused) => this.#note(who, paused ? '(paused)' : '(goes on)'),
    };
    const protocol = SERVERS.find(({ name }) => name === listener);
    const open = protocol && spoken.get(protocol);
    const reception =
      protocol === undefined || open === undefined
        ? acceptAnyProtocol(this.hub, this.clock, spoken)
        : acceptProtocol(this.hub, protocol, open, listener);
    this.#connections.set(who, reception('10.0.0.1', link));
  }

  /** Lines of text, or bytes, all in one packet. */
  says(who: string, ...said: readonly (string | Uint8Array)[]): void {
    const bytes = said.map((each) => (typeof each === 'string' ? Buffer.from(`${each}\n`) : each));
    this.connection(who).receive(Buffer.concat(bytes));
  }

  connection(who: string): Connection {
    const connection = this.#connections.get(who);
    assert(connection !== undefined, `${who} has not dialled`);
    return connection;
  }

  /** Everything that has been told since the last look, in the order of telling. */
  told(): string[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }

  /** Lets the turn of the event loop end, and all that follows from it. */
  async settle(): Promise<void> {
    await this.clock.settle();
  }

  /** The journal keeps what waits, and everything is told that follows. */
  async keep(): Promise<void> {
    this.journal.keep();
    await this.settle();
  }

  /** Two nu6 clients who sit down to a game; the first is black. Nobody remembers what they were told. */
  async match(one: string, other: string): Promise<void> {
    for (const who of [one, other]) {
      this.dial(who);
      this.says(who, `CORE.HELLO~${who}`, 'CORE.NEWGAME~9');
    }
    await this.settle();
    await this.keep();
    this.told();
  }

  #note(who: string, text: string): void {
    for (const line of text.split('\n')) this.#told.push(`${who}: ${line}`);
  }
}
