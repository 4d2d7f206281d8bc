import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { CLIENTS, serverNamed } from '../../support/protocols/loaded-protocols.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

/** The settings of a client and its listener: name, password, board size 9 and colour, as far as the protocol has them. */
function settingsFor(protocol: ClientHalf, name: string): { settings: string; listener: string } {
  const color = `size=9&color=${name === 'anne' ? 'black' : 'white'}`;
  const settings = [`name=${name}&size=9`, `name=${name}`, `name=${name}&password=secret`, color, 'size=9', ''].find(
    (each) => protocol.configure(Object.fromEntries(new URLSearchParams(each))).ok,
  );
  assert(settings !== undefined, `the client of ${protocol.name} needs a setting that is unknown here`);
  const hasSize = serverNamed(protocol.name).configure({ size: '9' }).ok;
  return { settings, listener: hasSize ? `${protocol.name}?size=9` : protocol.name };
}

async function connectAndSeek(
  server: InMemoryServer,
  protocol: ClientHalf,
  name: string,
): Promise<{ player: ClientSessionFixture; events: string[] }> {
  const player = new ClientSessionFixture({ server, protocol, ...settingsFor(protocol, name) });
  const events = await player.connect();
  // A CGOS server does not confirm a sign-in. The client waits 3 s for an error.
  await server.clock.advance(3_000);
  events.push(...(await player.takeEvents()));
  if (protocol.intents.includes('seek')) events.push(...(await player.perform('seek')));
  return { player, events };
}

const isFailure = (event: string): boolean => /^(?:refused|broken|ended)/.test(event);

describe('our own client', () => {
  for (const protocol of CLIENTS) {
    test(`of ${protocol.name} sends its move again until the server can store it`, async () => {
      const server = new InMemoryServer();
      await server.start();
      const { player: anne, events: before } = await connectAndSeek(server, protocol, 'anne');
      const { player: bob } = await connectAndSeek(server, protocol, 'bob');
      await server.clock.advance(4_000);

      assert([...before, ...(await anne.takeEvents())].includes('your turn black'));
      await bob.takeEvents();
      server.hasRoom = false;
      const events = await anne.perform('play 0,0');
      await server.clock.advance(60_000);
      events.push(...(await anne.takeEvents()));
      assert.deepEqual(events.filter(isFailure), []);
      assert.deepEqual(await bob.takeEvents(), []);
      server.hasRoom = true;
      await server.clock.advance(2_000);
      events.push(...(await anne.takeEvents()));
      assert.deepEqual(events.filter(isFailure), []);
      assert.deepEqual(
        events.filter((event) => event.startsWith('played')),
        ['played black 0,0'],
      );
      assert((await bob.takeEvents()).includes('played black 0,0'));
    });

    // A remastered client that cannot play at once is disconnected, because the protocol has no message for waiting.
    if (protocol.name === 'remastered') continue;
    test(`of ${protocol.name} waits while the server drains`, async () => {
      const server = new InMemoryServer();
      await server.start();
      server.hub.drain();
      const { player: anne, events } = await connectAndSeek(server, protocol, 'anne');
      await server.clock.advance(60_000);
      events.push(...(await anne.takeEvents()));
      assert.deepEqual(events.filter(isFailure), []);
      server.hub.undrain();
      await server.clock.advance(2_000);
      await connectAndSeek(server, protocol, 'bob');
      await server.clock.advance(2_000);
      // A client that sets up its own board has already reported the start.
      events.push(...(await anne.takeEvents()));
      assert(events.some((each) => each.startsWith('started black')));
    });
  }
});
