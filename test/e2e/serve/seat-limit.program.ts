import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { connectThroughProxy, PROXY } from './proxy-client.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** A protocol: how two sit down, and what the same words lead to afterwards. In every game it is somebody's turn who has left. */
interface Way {
  readonly protocol: string;
  /** Alice and Bob meet, and play so far that her seat cannot be taken for a new one. */
  meet(alice: TcpClient, bob: TcpClient, names: Names): Promise<void>;
  /** Somebody from another address says what Alice says, and is not taken for her. */
  intrude(mallory: TcpClient, names: Names): Promise<void>;
  /** Alice says it again, and has her seat. */
  comeBack(alice: TcpClient, names: Names): Promise<void>;
}

interface Names {
  readonly alice: string;
  readonly bob: string;
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const hears = async (peer: TcpClient, ...lines: readonly string[]): Promise<void> =>
  assert.deepEqual(await peer.lines(lines.length), lines);
const hearsBytes = async (peer: TcpClient, bytes: string): Promise<void> =>
  assert.deepEqual(await peer.bytes(hex(bytes).length), hex(bytes));

/** 19 lines of 19 points, with a black stone where the first line has its second. */
const empty = 'X'.repeat(361);
const played = `X0${'X'.repeat(359)}`;
const handshake = '0a 00 00 00 05 30 2e 31 2e 30';

const WAYS: readonly Way[] = [
  {
    protocol: 'nu6',
    meet: async (alice, bob, names) => {
      alice.send(`CORE.HELLO~${names.alice}`, 'CORE.NEWGAME~7');
      await hears(alice, 'CORE.HELLO');
      bob.send(`CORE.HELLO~${names.bob}`, 'CORE.NEWGAME~7');
      await hears(bob, 'CORE.HELLO', `CORE.MATCH~WHITE~7~${names.alice}`);
      alice.send('CORE.MOVE~24');
      await hears(alice, `CORE.MATCH~BLACK~7~${names.bob}`, 'CORE.MOVE~24');
    },
    intrude: async (mallory, names) => {
      mallory.send(`CORE.HELLO~${names.alice}`);
      await hears(mallory, 'CORE.ERROR~NAMETAKEN');
    },
    comeBack: async (alice, names) => {
      alice.send(`CORE.HELLO~${names.alice}`, 'CORE.NEWGAME~7');
      await hears(alice, 'CORE.HELLO', `CORE.MATCH~BLACK~7~${names.bob}`, 'CORE.MOVE~24');
    },
  },
  {
    protocol: 'daigo',
    meet: async (alice, bob, names) => {
      alice.send(`HELO ${names.alice}`, 'CREATE');
      await hears(alice, 'OK', 'OK');
      bob.send(`HELO ${names.bob}`, `JOIN ${names.alice}`);
      await hears(bob, 'OK', 'OK');
      alice.send('PLAY', 'STONE 5 5');
      await hears(alice, `START ${names.bob}`, 'OK');
    },
    intrude: async (mallory, names) => {
      mallory.send(`HELO ${names.alice}`, 'PLAY');
      await hears(mallory, 'ERROR 8', 'ERROR 1');
    },
    comeBack: async (alice, names) => {
      alice.send(`HELO ${names.alice}`, 'PLAY', 'STONE 6 6');
      await hears(alice, 'OK', `WAIT ${names.bob}`, 'ERROR 4');
    },
  },
  {
    protocol: 'nedap',
    meet: async (alice, bob, names) => {
      alice.send(`GO ${names.alice} 5`);
      await hears(alice, 'WAITING');
      bob.send(`GO ${names.bob} 5`);
      await hears(alice, `READY black ${names.bob} 5`);
      alice.send('MOVE 2 2');
      await hears(alice, 'VALID black 2 2');
    },
    intrude: async (mallory, names) => {
      mallory.send(`GO ${names.alice} 5`);
      await hears(mallory, 'WARNING that name is taken');
    },
    comeBack: async (alice, names) => {
      alice.send(`GO ${names.alice} 5`);
      await hears(alice, 'WAITING', `READY black ${names.bob} 5`, 'VALID black 2 2');
    },
  },
  {
    protocol: 'remastered',
    meet: async (alice, bob) => {
      for (const [color, peer] of [alice, bob].entries()) {
        peer.send('go 0.1.0');
        await hears(peer, 'ok 0.1.0', 'mode normal', `color ${color}`, `stones ${empty}`);
        peer.send('ack');
        await hears(peer, 'ready');
      }
      await hears(alice, 'yourturn');
      alice.send('ack', 'place 1 0');
      await hears(alice, 'place 0 1 0');
      alice.send('ack');
      await hears(alice, 'ack');
    },
    // Nobody has a name here: who comes is new, and waits.
    intrude: async (mallory) => {
      mallory.send('go 0.1.0');
      await hears(mallory, 'ok 0.1.0', 'mode normal', 'color 0', `stones ${empty}`);
    },
    comeBack: async (alice) => {
      alice.send('go 0.1.0');
      await hears(alice, 'ok 0.1.0', 'mode normal', 'color 0', `stones ${played}`);
    },
  },
  {
    protocol: 'gomokurs',
    meet: async (alice, bob) => {
      for (const peer of [alice, bob]) {
        peer.socket.write(hex(handshake));
        await hearsBytes(peer, '00');
      }
      for (const peer of [alice, bob]) {
        await hearsBytes(peer, '01 14');
        peer.socket.write(hex('0b'));
      }
      await hearsBytes(alice, '03');
      alice.socket.write(hex('0c 07 07'));
      await hearsBytes(bob, '02 07 07');
      bob.socket.write(hex('0c 08 08'));
      await hearsBytes(alice, '02 08 08');
    },
    // Nobody has a name here: who comes is new, and waits for START.
    intrude: async (mallory) => {
      mallory.socket.write(hex(handshake));
      await hearsBytes(mallory, '00');
    },
    comeBack: async (alice) => {
      alice.socket.write(hex(handshake));
      await hearsBytes(alice, '00 01 14');
      alice.socket.write(hex('0b'));
      await hearsBytes(alice, '04 00 00 00 02 07 07 01 08 08 02');
    },
  },
];

/** Two ways to have an address, and three of them for each game. */
const ADDRESSES = [
  {
    through: 'connections of their own',
    dial: async (port: number, address: string) => TcpClient.connect(port, address),
    net: '127.0.1',
  },
  { through: 'one proxy', dial: connectThroughProxy, net: '203.0.113' },
];

const GAMES = ADDRESSES.flatMap(({ through, dial, net }, index) =>
  WAYS.map((way, number) => ({
    way,
    through,
    names: { alice: `alice${index}${number}`, bob: `bob${index}${number}` },
    hers: (port: number) => dial(port, `${net}.${number * 3 + 1}`),
    his: (port: number) => dial(port, `${net}.${number * 3 + 2}`),
    others: (port: number) => dial(port, `${net}.${number * 3 + 3}`),
  })),
);

/** Hangs up, and waits until nothing is left of it at this end. */
async function leave(peer: TcpClient): Promise<void> {
  peer.socket.destroy();
  if (!peer.closed) await once(peer.socket, 'close');
}

describe('a seat is had again from its own address only', () => {
  const clean: (() => void)[] = [];
  const data = temporaryFolder({ after: (each) => clean.push(each) })('games.db');
  const options = ['--data', data, '--durability', 'os', '--grace', '600', '--resume', '600', '--trust-proxy', PROXY];
  let tengen: Tengen;
  let port: number;

  const start = async (): Promise<void> => {
    tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', ...options);
    [port = 0] = await tengen.ports();
  };
  before(start);
  after(async () => {
    await tengen.end('SIGKILL');
    for (const each of clean) each();
  });

  for (const { way, through, names, hers, his, others } of GAMES) {
    test(`${way.protocol}, through ${through}, while the seat is held`, async () => {
      const [alice, bob] = [await hers(port), await his(port)];
      await way.meet(alice, bob, names);
      await leave(alice);
      const mallory = await others(port);
      await way.intrude(mallory, names);
      const back = await hers(port);
      await way.comeBack(back, names);
      await leave(mallory);
    });
  }

  test('the process is killed, and starts again', async () => {
    await tengen.end('SIGKILL');
    await start();
  });

  for (const { way, through, names, hers, others } of GAMES) {
    test(`${way.protocol}, through ${through}, after that`, async () => {
      const mallory = await others(port);
      await way.intrude(mallory, names);
      const back = await hers(port);
      await way.comeBack(back, names);
      await leave(mallory);
    });
  }
});
