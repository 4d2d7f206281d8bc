import { ClientChecker } from '../../../src/check/check-client.ts';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { type LineConversion, TEXT_LINES } from './faulty-server.ts';
import { clientClausesOf } from './loaded-clauses.ts';

/** The client's end of one connection to the scripted server. */
export interface FakeConnection {
  readonly send: (line: string) => void;
  readonly hangUp: () => void;
}

/** What a client does when it is connected, and at each line that it is told. */
export interface FakeClient {
  readonly onConnect?: (call: FakeConnection) => void;
  readonly onLine?: (line: string, call: FakeConnection) => void;
  /** It calls again after each call that has ended. */
  readonly reconnects?: boolean;
}

/** Examines a client that is written for one test. */
export async function checkFakeClients(
  protocol: string,
  clients: readonly FakeClient[],
  settings: Settings = {},
  conversion: LineConversion = TEXT_LINES,
): Promise<readonly CheckedClause[]> {
  const clock = new VirtualClock();
  const catalogue = clientClausesOf(protocol, settings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly CheckedClause[] | undefined;
  const examination = new ClientChecker(catalogue.value, {
    clock,
    timeouts: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  for (const client of clients) {
    connect(examination, client, conversion, () => checked === undefined);
    for (let turn = 0; turn < 12; turn++) await clock.settle();
  }
  while (checked === undefined) {
    for (let turn = 0; turn < 12; turn++) await clock.settle();
    await clock.advance(100);
  }
  return checked;
}

function connect(
  examination: ClientChecker,
  client: FakeClient,
  transcription: LineConversion,
  isGoingOn: () => boolean,
): void {
  let open = true;
  const end = (): void => {
    if (!open) return;
    open = false;
    setImmediate(() => {
      server.closed();
      if (client.reconnects && isGoingOn()) connect(examination, client, transcription, isGoingOn);
    });
  };
  const call: FakeConnection = {
    send: (line) => setImmediate(() => open && server.received(transcription.clientBytes(line))),
    hangUp: () => setImmediate(end),
  };
  let unread: Buffer = Buffer.alloc(0);
  const server = examination.accept({
    send(bytes) {
      const { lines, rest } = transcription.splitServerBytes(Buffer.concat([unread, bytes]));
      unread = rest;
      for (const line of lines) setImmediate(() => open && client.onLine?.(line, call));
    },
    close: end,
  });
  client.onConnect?.(call);
}
