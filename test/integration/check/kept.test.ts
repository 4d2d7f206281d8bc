import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { catalogueOf } from '../../../src/check/catalogue.ts';
import { checkServer } from '../../../src/check/check-server.ts';
import { randomName } from '../../../src/check/random-name.ts';
import { isExamined } from '../../../src/check/report.ts';
import { dialTcp } from '../../../src/client/tcp-connection.ts';
import { systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startServer } from '../../../src/server/server.ts';

const silent = { debug: () => {}, info: () => {}, error: () => {} };

/** Our own server with one listener, on a free port of the loopback interface. */
async function serve(listener: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const config = readConfig({ port: 0, durability: 'none', listen: [listener] }, undefined);
  assert(config.ok);
  const running = await startServer(config.value, silent, (error) => {
    throw error;
  });
  return { port: Number(/:(\d+)$/.exec(running.addresses[1] ?? '')?.[1]), stop: () => running.stop() };
}

const catalogue = (protocol: string, settings = '') => {
  const read = catalogueOf(protocol, Object.fromEntries(new URLSearchParams(settings)));
  assert(read.ok, read.ok ? '' : read.problem);
  return read.value;
};

const calling = (port: number) => ({
  dial: dialTcp('127.0.0.1', port),
  clock: systemClock,
  patience: { answer: 10_000, silence: 300 },
  newName: randomName,
});

const LOCAL = [
  'in local mode no color is told',
  'in local mode there is one place',
  'in local mode one client plays both colours',
];

/** A listener of ours, how it is examined, and what cannot be reached there. */
const SERVERS: readonly {
  listener: string;
  settings?: string;
  unreached?: readonly string[] | 'all but the local game';
  notes?: readonly string[];
}[] = [
  { listener: 'nu6', settings: 'size=13' },
  { listener: 'daigo', notes: ['white has a komi'] },
  { listener: 'daigo?size=13&komi=0', settings: 'size=13' },
  { listener: 'nedap' },
  { listener: 'nedap', settings: 'dialect=later' },
  { listener: 'remastered?size=9&seats=1', unreached: LOCAL },
  {
    listener: 'remastered?size=19',
    unreached: ['after full the connection ends', ...LOCAL],
    notes: ['more places than two'],
  },
  { listener: 'remastered?size=13&mode=local', unreached: 'all but the local game' },
  { listener: 'gomokurs' },
  { listener: 'gomokurs?size=15&rule=renju&about=1&info=1', settings: 'version=0.2.0' },
];

describe('our own server keeps to every clause, over TCP', { concurrency: true }, () => {
  for (const { listener, settings = '', unreached = [], notes = [] } of SERVERS) {
    test(`${listener} ${settings}`, async () => {
      const [protocol = '', query = ''] = listener.split('?');
      const { port, stop } = await serve(`${protocol}://127.0.0.1:0?${query}`);
      try {
        const checked = await checkServer(catalogue(protocol, settings), calling(port));
        assert(checked.ok, checked.ok ? '' : checked.problem);
        const broken = checked.value.filter(({ verdict }) => verdict.kind === 'broken');
        assert.equal(JSON.stringify(broken, null, 1), '[]');
        const missed = checked.value.filter(({ verdict }) => verdict.kind === 'not reached').map(({ title }) => title);
        assert(isExamined({ subject: listener, checked: checked.value }));
        const seen = checked.value.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : []));
        assert.deepEqual(seen, notes);
        if (unreached !== 'all but the local game') assert.deepEqual(missed, unreached);
        else for (const title of LOCAL) assert(!missed.includes(title), title);
      } finally {
        await stop();
      }
    });
  }
});

describe('what is no server of the protocol', () => {
  /** Examines a server that answers everything with one line, or hangs up. */
  async function answering(line: string | undefined, protocol: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => (line === undefined ? socket.destroy() : socket.write(`${line}\n`)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    assert(bound !== null && typeof bound === 'object');
    const options = { ...calling(bound.port), patience: { answer: 200, silence: 20 } };
    const checked = await checkServer(catalogue(protocol), options);
    await new Promise((resolve) => server.close(resolve));
    return checked.ok ? 'examined' : checked.problem;
  }

  test('another protocol, and a server that does not speak', async () => {
    assert.equal(await answering('ERROR -1', 'nu6'), 'what answers there does not speak nu6');
    assert.equal(await answering('CORE.ERROR~PROTOCOL~x', 'daigo'), 'what answers there does not speak daigo');
    assert.equal(await answering(undefined, 'remastered'), 'what answers there does not speak remastered');
  });

  test('no server', async () => {
    const { port, stop } = await serve('nu6://127.0.0.1:0');
    await stop();
    const checked = await checkServer(catalogue('nu6'), calling(port));
    assert.equal(checked.ok ? 'examined' : checked.problem, 'no connection: nobody listens there');
  });

  test('another client that waits is not blamed on the server', async () => {
    const { port, stop } = await serve('nu6://127.0.0.1:0');
    const stranger = connect(port, '127.0.0.1');
    try {
      stranger.write('CORE.HELLO~zed\nCORE.NEWGAME~11\n');
      await new Promise((resolve) => stranger.once('data', resolve));
      const checked = await checkServer(catalogue('nu6'), calling(port));
      assert(checked.ok);
      const missed = checked.value.filter(({ verdict }) => verdict.kind === 'not reached');
      assert.deepEqual(
        missed.map(({ title, verdict }) => [title, verdict.kind === 'not reached' && verdict.reason]),
        [['players who ask for different sizes do not meet', 'met another client that was there, zed']],
      );
    } finally {
      stranger.destroy();
      await stop();
    }
  });
});
