import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { PlayerFixture } from '../../support/players/player-fixture.ts';
import { CLIENTS, serverNamed } from '../../support/protocols/loaded-protocols.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

/** The settings of a client and of its listener: a name, a password, a board of 9 lines and a colour, where the protocol has such a setting. */
function settingsFor(protocol: ClientHalf, name: string): { settings: string; listener: string } {
  const color = `size=9&color=${name === 'anne' ? 'black' : 'white'}`;
  const settings = [`name=${name}&size=9`, `name=${name}`, `name=${name}&password=secret`, color, 'size=9', ''].find(
    (each) => protocol.configure(Object.fromEntries(new URLSearchParams(each))).ok,
  );
  assert(settings !== undefined, `the client of ${protocol.name} needs a setting that is unknown here`);
  const hasSize = serverNamed(protocol.name).configure({ size: '9' }).ok;
  return { settings, listener: hasSize ? `${protocol.name}?size=9` : protocol.name };
}

async function come(
  server: InMemoryServer,
  protocol: ClientHalf,
  name: string,
): Promise<{ seat: PlayerFixture; news: string[] }> {
  const seat = new PlayerFixture({ server, protocol, ...settingsFor(protocol, name) });
  const news = await seat.connect();
  // A server of CGOS does not say that it has let a client in: the client waits for an error.
  await server.clock.advance(3_000);
  news.push(...(await seat.takeNews()));
  if (protocol.intents.includes('seek')) news.push(...(await seat.want('seek')));
  return { seat, news };
}

const isTrouble = (news: string): boolean => /^(?:refused|broken|ended)/.test(news);

describe('our own client', () => {
  for (const protocol of CLIENTS) {
    test(`of ${protocol.name} sends its move again until the server can store it`, async () => {
      const server = new InMemoryServer();
      await server.start();
      const { seat: anne, news: before } = await come(server, protocol, 'anne');
      const { seat: bob } = await come(server, protocol, 'bob');
      await server.clock.advance(4_000);

      assert([...before, ...(await anne.takeNews())].includes('your turn black'));
      await bob.takeNews();
      server.hasRoom = false;
      const said = await anne.want('play 0,0');
      await server.clock.advance(60_000);
      said.push(...(await anne.takeNews()));
      assert.deepEqual(said.filter(isTrouble), []);
      assert.deepEqual(await bob.takeNews(), []);
      server.hasRoom = true;
      await server.clock.advance(2_000);
      said.push(...(await anne.takeNews()));
      assert.deepEqual(said.filter(isTrouble), []);
      assert.deepEqual(
        said.filter((news) => news.startsWith('played')),
        ['played black 0,0'],
      );
      assert((await bob.takeNews()).includes('played black 0,0'));
    });

    // A remastered client that cannot play at once is disconnected: the protocol has no waiting.
    if (protocol.name === 'remastered') continue;
    test(`of ${protocol.name} waits while the server drains`, async () => {
      const server = new InMemoryServer();
      await server.start();
      server.hub.drain();
      const { seat: anne, news } = await come(server, protocol, 'anne');
      await server.clock.advance(60_000);
      news.push(...(await anne.takeNews()));
      assert.deepEqual(news.filter(isTrouble), []);
      server.hub.undrain();
      await server.clock.advance(2_000);
      await come(server, protocol, 'bob');
      await server.clock.advance(2_000);
      // A client that sets up its board by itself has begun before.
      news.push(...(await anne.takeNews()));
      assert(news.some((each) => each.startsWith('begun black')));
    });
  }
});
