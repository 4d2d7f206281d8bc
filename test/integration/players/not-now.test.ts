import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { PlayerFixture } from '../../support/players/player-fixture.ts';
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
): Promise<{ player: PlayerFixture; news: string[] }> {
  const player = new PlayerFixture({ server, protocol, ...settingsFor(protocol, name) });
  const news = await player.connect();
  // A CGOS server does not confirm a sign-in. The client waits 3 s for an error.
  await server.clock.advance(3_000);
  news.push(...(await player.takeNews()));
  if (protocol.intents.includes('seek')) news.push(...(await player.want('seek')));
  return { player, news };
}

const isFailure = (news: string): boolean => /^(?:refused|broken|ended)/.test(news);

describe('our own client', () => {
  for (const protocol of CLIENTS) {
    test(`of ${protocol.name} sends its move again until the server can store it`, async () => {
      const server = new InMemoryServer();
      await server.start();
      const { player: anne, news: before } = await connectAndSeek(server, protocol, 'anne');
      const { player: bob } = await connectAndSeek(server, protocol, 'bob');
      await server.clock.advance(4_000);

      assert([...before, ...(await anne.takeNews())].includes('your turn black'));
      await bob.takeNews();
      server.hasRoom = false;
      const events = await anne.want('play 0,0');
      await server.clock.advance(60_000);
      events.push(...(await anne.takeNews()));
      assert.deepEqual(events.filter(isFailure), []);
      assert.deepEqual(await bob.takeNews(), []);
      server.hasRoom = true;
      await server.clock.advance(2_000);
      events.push(...(await anne.takeNews()));
      assert.deepEqual(events.filter(isFailure), []);
      assert.deepEqual(
        events.filter((news) => news.startsWith('played')),
        ['played black 0,0'],
      );
      assert((await bob.takeNews()).includes('played black 0,0'));
    });

    // A remastered client that cannot play at once is disconnected, because the protocol has no message for waiting.
    if (protocol.name === 'remastered') continue;
    test(`of ${protocol.name} waits while the server drains`, async () => {
      const server = new InMemoryServer();
      await server.start();
      server.hub.drain();
      const { player: anne, news } = await connectAndSeek(server, protocol, 'anne');
      await server.clock.advance(60_000);
      news.push(...(await anne.takeNews()));
      assert.deepEqual(news.filter(isFailure), []);
      server.hub.undrain();
      await server.clock.advance(2_000);
      await connectAndSeek(server, protocol, 'bob');
      await server.clock.advance(2_000);
      // A client that sets up its own board has already reported the start.
      news.push(...(await anne.takeNews()));
      assert(news.some((each) => each.startsWith('begun black')));
    });
  }
});
