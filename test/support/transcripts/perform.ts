import assert from 'node:assert/strict';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import { World, type WorldOptions } from '../server/in-memory-server.ts';
import { type Actor, memoryStage, type Stage, tcpStage } from './stage.ts';
import type { Becoming, Statement, Transcript } from './transcript.ts';

export const WAYS = ['whole', 'byte by byte', 'over TCP'] as const;
export type Way = (typeof WAYS)[number];

function stageFor(world: World, way: Way): Stage {
  switch (way) {
    case 'whole':
      return memoryStage(world, Number.MAX_SAFE_INTEGER);
    case 'byte by byte':
      return memoryStage(world, 1);
    case 'over TCP':
      return tcpStage(world);
  }
}

/** Plays a transcript against a whole server, and fails at the first line that does not come true. */
export async function perform(
  { recorded, options, statements }: Transcript,
  way: Way,
  house: readonly ComputerPlayer[] = [],
  newWorld = (given: WorldOptions): World => new World(given),
): Promise<void> {
  const world = newWorld({ ...options, house });
  await world.start();
  const stage = stageFor(world, way);
  const actors = new Map<string, Actor>();
  try {
    for (const statement of statements) {
      try {
        await stage.settle();
        if (!recorded && statement.kind !== 'hears' && statement.kind !== 'closed') nothingUnexpected(actors);
        await act(statement, world, stage, actors);
      } catch (error) {
        throw new Error(`line ${statement.line}: ${statement.text}`, { cause: error });
      }
    }
    await stage.settle();
    nothingUnexpected(actors);
  } finally {
    await stage.crash();
  }
}

async function act(statement: Statement, world: World, stage: Stage, actors: Map<string, Actor>): Promise<void> {
  const actor = (name: string): Actor => {
    const found = actors.get(name);
    assert(found !== undefined, `nobody is called ${name}`);
    return found;
  };
  switch (statement.kind) {
    case 'connect':
      assert(actors.get(statement.who)?.gone !== false, `${statement.who} is connected`);
      actors.set(statement.who, await stage.enter(statement.listener, statement.address));
      return;
    case 'says':
      return await actor(statement.who).say(statement.bytes);
    case 'hears':
      for (const name of statement.who) hears(name, actor(name), statement.bytes);
      return;
    case 'closed':
      for (const name of statement.who) {
        assert(actor(name).closed, `${name} is not closed; it was told ${shown(actor(name).received)}`);
        assert.equal(shown(actor(name).received), '""', `${name} was told more before`);
        actor(name).gone = true;
      }
      return;
    case 'disconnects':
      return actor(statement.who).disconnect();
    case 'finishes':
      return actor(statement.who).finish();
    case 'wait':
      return await world.clock.advance(statement.milliseconds);
    case 'restart':
      await stage.crash();
      actors.clear();
      return await world.start();
    case 'stop':
      return await world.stop();
    case 'becomes':
      return become(world, statement.what);
    // Not awaited: both are done once the stage has settled.
    case 'kicks':
      void world.hub.administration.kick(statement.name);
      return;
    case 'stops-game':
      void world.hub.administration.stopGame(statement.game);
  }
}

function become(world: World, what: Becoming): void {
  switch (what) {
    case 'full':
    case 'roomy':
      world.hasRoom = what === 'roomy';
      return;
    case 'draining':
      world.hub.drain();
      return;
    case 'undrained':
      world.hub.undrain();
  }
}

function hears(name: string, actor: Actor, expected: Buffer): void {
  const heard = actor.received.subarray(0, expected.length);
  if (!heard.equals(expected)) {
    assert.equal(shown(actor.received), shown(expected), `${name} should be told next`);
  }
  actor.received = actor.received.subarray(expected.length);
}

function nothingUnexpected(actors: ReadonlyMap<string, Actor>): void {
  for (const [name, actor] of actors) {
    if (actor.gone) continue;
    assert.equal(shown(actor.received), '""', `${name} was told what nobody expected`);
    assert(!actor.closed, `${name} was closed`);
  }
}

/** Text as text, anything else in hex. */
function shown(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return /^[\P{Cc}\n]*$/u.test(text) ? JSON.stringify(text) : `[${bytes.toString('hex')}]`;
}
