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

/** Plays a transcript against a whole server, and fails at the first line that does not come true. */
export async function runTranscript(
  { recorded, options, statements }: Transcript,
  way: DeliveryMode,
  house: readonly ComputerPlayer[] = [],
  newWorld = (given: InMemoryServerOptions): InMemoryServer => new InMemoryServer(given),
): Promise<void> {
  const server = newWorld({ ...options, house });
  await server.start();
  const stage = transportFor(server, way);
  const actors = new Map<string, TranscriptClient>();
  try {
    for (const statement of statements) {
      try {
        await stage.settle();
        if (!recorded && statement.kind !== 'hears' && statement.kind !== 'closed') checkNothingUnexpected(actors);
        await execute(statement, server, stage, actors);
      } catch (error) {
        throw new Error(`line ${statement.line}: ${statement.text}`, { cause: error });
      }
    }
    await stage.settle();
    checkNothingUnexpected(actors);
  } finally {
    await stage.crash();
  }
}

async function execute(
  statement: TranscriptStatement,
  server: InMemoryServer,
  stage: TranscriptTransport,
  actors: Map<string, TranscriptClient>,
): Promise<void> {
  const actor = (name: string): TranscriptClient => {
    const found = actors.get(name);
    assert(found !== undefined, `nobody is called ${name}`);
    return found;
  };
  switch (statement.kind) {
    case 'connect':
      assert(actors.get(statement.who)?.hasDisconnected !== false, `${statement.who} is connected`);
      actors.set(statement.who, await stage.connect(statement.listener, statement.address));
      return;
    case 'says':
      return await actor(statement.who).send(statement.bytes);
    case 'hears':
      for (const name of statement.who) checkReceived(name, actor(name), statement.bytes);
      return;
    case 'closed':
      for (const name of statement.who) {
        assert(actor(name).closed, `${name} is not closed; it was told ${formatBytes(actor(name).received)}`);
        assert.equal(formatBytes(actor(name).received), '""', `${name} was told more before`);
        actor(name).hasDisconnected = true;
      }
      return;
    case 'disconnects':
      return actor(statement.who).disconnect();
    case 'finishes':
      return actor(statement.who).finish();
    case 'wait':
      return await server.clock.advance(statement.milliseconds);
    case 'restart':
      await stage.crash();
      actors.clear();
      return await server.start();
    case 'stop':
      return await server.stop();
    case 'becomes':
      return setCondition(server, statement.what);
    // Not awaited: both are done once the stage has settled.
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

function checkReceived(name: string, actor: TranscriptClient, expected: Buffer): void {
  const heard = actor.received.subarray(0, expected.length);
  if (!heard.equals(expected)) {
    assert.equal(formatBytes(actor.received), formatBytes(expected), `${name} should be told next`);
  }
  actor.received = actor.received.subarray(expected.length);
}

function checkNothingUnexpected(actors: ReadonlyMap<string, TranscriptClient>): void {
  for (const [name, actor] of actors) {
    if (actor.hasDisconnected) continue;
    assert.equal(formatBytes(actor.received), '""', `${name} was told what nobody expected`);
    assert(!actor.closed, `${name} was closed`);
  }
}

/** Text as text, anything else in hex. */
function formatBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return /^[\P{Cc}\n]*$/u.test(text) ? JSON.stringify(text) : `[${bytes.toString('hex')}]`;
}
