import { ClientChecker } from '../../../src/check/check-client.ts';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { clientClausesOf } from './loaded-clauses.ts';
import { type LineConversion, TEXT_LINES } from './message-alteration.ts';

/** The client's end of one connection to the scripted server. */
export interface FakeConnection {
  readonly send: (line: string) => void;
  readonly hangUp: () => void;
}

/** What a fake client does when it is connected, and at each line from the server. */
export interface FakeClient {
  readonly onConnect?: (connection: FakeConnection) => void;
  readonly onLine?: (line: string, connection: FakeConnection) => void;
  /** Whether it reconnects when the server has closed the connection. */
  readonly reconnects?: boolean;
}

/** Runs `tengen check` against fake clients. */
export async function checkFakeClients(
  protocol: string,
  clients: readonly FakeClient[],
  settings: ProtocolSettings = {},
  conversion: LineConversion = TEXT_LINES,
): Promise<readonly CheckedClause[]> {
  const clock = new VirtualClock();
  const catalogue = clientClausesOf(protocol, settings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly CheckedClause[] | undefined;
  const checker = new ClientChecker(catalogue.value, {
    clock,
    timeouts: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  for (const client of clients) {
    connect(checker, client, conversion, () => checked === undefined);
    for (let turn = 0; turn < 12; turn++) await clock.settle();
  }
  while (checked === undefined) {
    for (let turn = 0; turn < 12; turn++) await clock.settle();
    await clock.advance(100);
  }
  return checked;
}

function connect(
  checker: ClientChecker,
  client: FakeClient,
  conversion: LineConversion,
  isRunning: () => boolean,
): void {
  let open = true;
  const end = (): void => {
    if (!open) return;
    open = false;
    setImmediate(() => {
      server.closed();
      if (client.reconnects && isRunning()) connect(checker, client, conversion, isRunning);
    });
  };
  const connection: FakeConnection = {
    send: (line) => setImmediate(() => open && server.received(conversion.clientBytes(line))),
    hangUp: () => setImmediate(end),
  };
  let unread: Buffer = Buffer.alloc(0);
  const server = checker.accept({
    send(bytes) {
      const { lines, rest } = conversion.splitServerBytes(Buffer.concat([unread, bytes]));
      unread = rest;
      for (const line of lines) setImmediate(() => open && client.onLine?.(line, connection));
    },
    close: end,
  });
  client.onConnect?.(connection);
}
