import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlayerProtocol } from '../../../src/protocols/client-session.ts';
import { Seat } from '../../support/players/player-fixture.ts';
import { CLIENTS } from '../../support/protocols/loaded.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

/** What a player of each protocol is set to, and what listens to it. */
const SETTINGS: Readonly<Record<string, (name: string) => { settings: string; listener: string }>> = {
  remastered: () => ({ settings: 'size=9', listener: 'remastered?size=9' }),
  nu6: (name) => ({ settings: `name=${name}&size=9`, listener: 'nu6' }),
  daigo: (name) => ({ settings: `name=${name}&size=9`, listener: 'daigo' }),
  nedap: (name) => ({ settings: `name=${name}&size=9`, listener: 'nedap' }),
  gomokurs: (name) => ({ settings: `name=${name}`, listener: 'gomokurs' }),
};

async function come(
  server: InMemoryServer,
  protocol: PlayerProtocol,
  name: string,
): Promise<{ seat: Seat; news: string[] }> {
  const of = SETTINGS[protocol.name] ?? assert.fail(`${protocol.name} is new`);
  const seat = new Seat({ server, protocol, ...of(name) });
  const news = await seat.call();
  if (protocol.intents.includes('seek')) news.push(...(await seat.want('seek')));
  return { seat, news };
}

const isTrouble = (news: string): boolean => /^(?:refused|broken|ended)/.test(news);

describe('our own client', () => {
  for (const protocol of CLIENTS) {
    test(`of ${protocol.name} says its move until the server can keep it`, async () => {
      const server = new InMemoryServer();
      await server.start();
      const { seat: anne } = await come(server, protocol, 'anne');
      const { seat: bob } = await come(server, protocol, 'bob');
      await server.clock.advance(1_000);

      assert((await anne.news()).includes('your turn black'));
      await bob.news();
      server.hasRoom = false;
      const said = await anne.want('play 0,0');
      await server.clock.advance(60_000);
      said.push(...(await anne.news()));
      assert.deepEqual(said.filter(isTrouble), []);
      assert.deepEqual(await bob.news(), []);
      server.hasRoom = true;
      await server.clock.advance(2_000);
      said.push(...(await anne.news()));
      assert.deepEqual(said.filter(isTrouble), []);
      assert.deepEqual(
        said.filter((news) => news.startsWith('played')),
        ['played black 0,0'],
      );
      assert((await bob.news()).includes('played black 0,0'));
    });

    // There is no place in remastered for who cannot play at once.
    if (protocol.name === 'remastered') continue;
    test(`of ${protocol.name} waits while the server drains`, async () => {
      const server = new InMemoryServer();
      await server.start();
      server.hub.drain();
      const { seat: anne, news } = await come(server, protocol, 'anne');
      await server.clock.advance(60_000);
      news.push(...(await anne.news()));
      assert.deepEqual(news.filter(isTrouble), []);
      server.hub.undrain();
      await server.clock.advance(2_000);
      await come(server, protocol, 'bob');
      await server.clock.advance(2_000);
      assert((await anne.news()).some((each) => each.startsWith('begun black')));
    });
  }
});
