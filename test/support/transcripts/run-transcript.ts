import assert from 'node:assert/strict';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import type { ServerCondition, Transcript, TranscriptStatement } from './transcript.ts';
import {
  type DeliveryMode,
  type TranscriptClient,
  type TranscriptTransport,
  transportFor,
} from './transcript-transport.ts';

/** Runs a transcript against a whole server. Throws at the first line that differs. */
export async function runTranscript(
  { recorded, options, statements }: Transcript,
  mode: DeliveryMode,
  house: readonly ComputerPlayer[] = [],
  newServer = (given: InMemoryServerOptions): InMemoryServer => new InMemoryServer(given),
): Promise<void> {
  const server = newServer({ ...options, house });
  await server.start();
  const transport = transportFor(server, mode);
  const clients = new Map<string, TranscriptClient>();
  try {
    for (const statement of statements) {
      try {
        await transport.settle();
        if (!recorded && statement.kind !== 'receives' && statement.kind !== 'closed') checkNothingUnexpected(clients);
        await execute(statement, server, transport, clients);
      } catch (error) {
        throw new Error(`line ${statement.line}: ${statement.text}`, { cause: error });
      }
    }
    await transport.settle();
    checkNothingUnexpected(clients);
  } finally {
    await transport.crash();
  }
}

async function execute(
  statement: TranscriptStatement,
  server: InMemoryServer,
  transport: TranscriptTransport,
  clients: Map<string, TranscriptClient>,
): Promise<void> {
  const client = (name: string): TranscriptClient => {
    const found = clients.get(name);
    assert(found !== undefined, `no client is called ${name}`);
    return found;
  };
  switch (statement.kind) {
    case 'connect':
      assert(clients.get(statement.who)?.hasDisconnected !== false, `${statement.who} is connected`);
      clients.set(statement.who, await transport.connect(statement.listener, statement.address));
      return;
    case 'sends':
      return await client(statement.who).send(statement.bytes);
    case 'receives':
      for (const name of statement.who) checkReceived(name, client(name), statement.bytes);
      return;
    case 'closed':
      for (const name of statement.who) {
        assert(client(name).closed, `${name} is not closed; it received ${formatBytes(client(name).received)}`);
        assert.equal(formatBytes(client(name).received), '""', `${name} received more before the close`);
        client(name).hasDisconnected = true;
      }
      return;
    case 'disconnects':
      return client(statement.who).disconnect();
    case 'finishes':
      return client(statement.who).finish();
    case 'wait':
      return await server.clock.advance(statement.milliseconds);
    case 'restart':
      await transport.crash();
      clients.clear();
      return await server.start();
    case 'stop':
      return await server.stop();
    case 'becomes':
      return setCondition(server, statement.what);
    // Not awaited: both are done when the transport has settled.
    case 'kicks':
      void server.hub.administration.kick(statement.name);
      return;
    case 'stops-game':
      void server.hub.administration.stopGame(statement.game);
  }
}

function setCondition(server: InMemoryServer, what: ServerCondition): void {
  switch (what) {
    case 'full':
    case 'roomy':
      server.hasRoom = what === 'roomy';
      return;
    case 'draining':
      server.hub.drain();
      return;
    case 'undrained':
      server.hub.undrain();
  }
}

function checkReceived(name: string, client: TranscriptClient, expected: Buffer): void {
  const received = client.received.subarray(0, expected.length);
  if (!received.equals(expected)) {
    assert.equal(formatBytes(client.received), formatBytes(expected), `the next bytes of ${name}`);
  }
  client.received = client.received.subarray(expected.length);
}

function checkNothingUnexpected(clients: ReadonlyMap<string, TranscriptClient>): void {
  for (const [name, client] of clients) {
    if (client.hasDisconnected) continue;
    assert.equal(formatBytes(client.received), '""', `unexpected bytes for ${name}`);
    assert(!client.closed, `${name} was closed unexpectedly`);
  }
}

/** Text as JSON, other bytes in hexadecimal. */
function formatBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return /^[\P{Cc}\n]*$/u.test(text) ? JSON.stringify(text) : `[${bytes.toString('hex')}]`;
}
