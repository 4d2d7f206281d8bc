import { ClientChecker } from '../../../src/check/check-client.ts';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { type LineConversion, TEXT } from './faulty-server.ts';
import { clientClausesOf } from './loaded-clauses.ts';

/** The client's end of one connection to the scripted server. */
export interface FakeConnection {
  readonly say: (line: string) => void;
  readonly hangUp: () => void;
}

/** What a client does when it is connected, and at each line that it is told. */
export interface FakeClient {
  readonly connected?: (call: FakeConnection) => void;
  readonly told?: (line: string, call: FakeConnection) => void;
  /** It calls again after each call that has ended. */
  readonly callsAgain?: boolean;
}

/** Examines a client that is written for one test. */
export async function examineFake(
  protocol: string,
  clients: readonly FakeClient[],
  settings: Settings = {},
  transcription: LineConversion = TEXT,
): Promise<readonly CheckedClause[]> {
  const clock = new VirtualClock();
  const catalogue = clientClausesOf(protocol, settings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  let checked: readonly CheckedClause[] | undefined;
  const examination = new ClientChecker(catalogue.value, {
    clock,
    patience: { answer: 10_000, silence: 1_000 },
    done: (all) => {
      checked = all;
    },
  });
  for (const client of clients) {
    connect(examination, client, transcription, () => checked === undefined);
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
      if (client.callsAgain && isGoingOn()) connect(examination, client, transcription, isGoingOn);
    });
  };
  const call: FakeConnection = {
    say: (line) => setImmediate(() => open && server.received(transcription.ask(line))),
    hangUp: () => setImmediate(end),
  };
  let unread: Buffer = Buffer.alloc(0);
  const server = examination.answer({
    send(bytes) {
      const { lines, rest } = transcription.told(Buffer.concat([unread, bytes]));
      unread = rest;
      for (const line of lines) setImmediate(() => open && client.told?.(line, call));
    },
    close: end,
  });
  client.connected?.(call);
}
