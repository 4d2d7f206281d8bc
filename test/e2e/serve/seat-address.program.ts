import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { connectThroughProxy, PROXY } from './proxy-client.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/**
 * For one protocol: how Alice and Bob meet, and who gets Alice's seat by repeating her messages after she has left. In every game, a
 * player who has left is to move.
 */
interface ProtocolCase {
  readonly protocol: string;
  /** Alice and Bob start a game and play so far that her seat differs from a new one. */
  meet(alice: TcpClient, bob: TcpClient, names: Names): Promise<void>;
  /** Mallory sends Alice's messages from another address, and does not get her seat. */
  intrude(mallory: TcpClient, names: Names): Promise<void>;
  /** Alice sends the same messages again, and gets her seat. */
  comeBack(alice: TcpClient, names: Names): Promise<void>;
}

interface Names {
  readonly alice: string;
  readonly bob: string;
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const expectLines = async (peer: TcpClient, ...lines: readonly string[]): Promise<void> =>
  assert.deepEqual(await peer.lines(lines.length), lines);
const expectBytes = async (peer: TcpClient, bytes: string): Promise<void> =>
  assert.deepEqual(await peer.bytes(hex(bytes).length), hex(bytes));

/** The points of a board of 19 lines: without a stone, and with a black stone on the second point. */
const empty = 'X'.repeat(361);
const played = `X0${'X'.repeat(359)}`;
const handshake = '0a 00 00 00 05 30 2e 31 2e 30';

const PROTOCOL_CASES: readonly ProtocolCase[] = [
  {
    protocol: 'nu6',
    meet: async (alice, bob, names) => {
      alice.send(`CORE.HELLO~${names.alice}`, 'CORE.NEWGAME~7');
      await expectLines(alice, 'CORE.HELLO');
      bob.send(`CORE.HELLO~${names.bob}`, 'CORE.NEWGAME~7');
      await expectLines(bob, 'CORE.HELLO', `CORE.MATCH~WHITE~7~${names.alice}`);
      alice.send('CORE.MOVE~24');
      await expectLines(alice, `CORE.MATCH~BLACK~7~${names.bob}`, 'CORE.MOVE~24');
    },
    intrude: async (mallory, names) => {
      mallory.send(`CORE.HELLO~${names.alice}`);
      await expectLines(mallory, 'CORE.ERROR~NAMETAKEN');
    },
    comeBack: async (alice, names) => {
      alice.send(`CORE.HELLO~${names.alice}`, 'CORE.NEWGAME~7');
      await expectLines(alice, 'CORE.HELLO', `CORE.MATCH~BLACK~7~${names.bob}`, 'CORE.MOVE~24');
    },
  },
  {
    protocol: 'daigo',
    meet: async (alice, bob, names) => {
      alice.send(`HELO ${names.alice}`, 'CREATE');
      await expectLines(alice, 'OK', 'OK');
      bob.send(`HELO ${names.bob}`, `JOIN ${names.alice}`);
      await expectLines(bob, 'OK', 'OK');
      alice.send('PLAY', 'STONE 5 5');
      await expectLines(alice, `START ${names.bob}`, 'OK');
    },
    intrude: async (mallory, names) => {
      mallory.send(`HELO ${names.alice}`, 'PLAY');
      await expectLines(mallory, 'ERROR 8', 'ERROR 1');
    },
    comeBack: async (alice, names) => {
      alice.send(`HELO ${names.alice}`, 'PLAY', 'STONE 6 6');
      await expectLines(alice, 'OK', `WAIT ${names.bob}`, 'ERROR 4');
    },
  },
  {
    protocol: 'nedap',
    meet: async (alice, bob, names) => {
      alice.send(`GO ${names.alice} 5`);
      await expectLines(alice, 'WAITING');
      bob.send(`GO ${names.bob} 5`);
      await expectLines(alice, `READY black ${names.bob} 5`);
      alice.send('MOVE 2 2');
      await expectLines(alice, 'VALID black 2 2');
    },
    intrude: async (mallory, names) => {
      mallory.send(`GO ${names.alice} 5`);
      await expectLines(mallory, 'WARNING that name is taken');
    },
    comeBack: async (alice, names) => {
      alice.send(`GO ${names.alice} 5`);
      await expectLines(alice, 'WAITING', `READY black ${names.bob} 5`, 'VALID black 2 2');
    },
  },
  {
    protocol: 'remastered',
    meet: async (alice, bob) => {
      for (const [color, peer] of [alice, bob].entries()) {
        peer.send('go 0.1.0');
        await expectLines(peer, 'ok 0.1.0', 'mode normal', `color ${color}`, `stones ${empty}`);
        peer.send('ack');
        await expectLines(peer, 'ready');
      }
      await expectLines(alice, 'yourturn');
      alice.send('ack', 'place 1 0');
      await expectLines(alice, 'place 0 1 0');
      alice.send('ack');
      await expectLines(alice, 'ack');
    },
    // This protocol has no names: a client from another address is a new player, and waits.
    intrude: async (mallory) => {
      mallory.send('go 0.1.0');
      await expectLines(mallory, 'ok 0.1.0', 'mode normal', 'color 0', `stones ${empty}`);
    },
    comeBack: async (alice) => {
      alice.send('go 0.1.0');
      await expectLines(alice, 'ok 0.1.0', 'mode normal', 'color 0', `stones ${played}`);
    },
  },
  {
    protocol: 'gomokurs',
    meet: async (alice, bob) => {
      for (const peer of [alice, bob]) {
        peer.socket.write(hex(handshake));
        await expectBytes(peer, '00');
      }
      for (const peer of [alice, bob]) {
        await expectBytes(peer, '01 14');
        peer.socket.write(hex('0b'));
      }
      await expectBytes(alice, '03');
      alice.socket.write(hex('0c 07 07'));
      await expectBytes(bob, '02 07 07');
      bob.socket.write(hex('0c 08 08'));
      await expectBytes(alice, '02 08 08');
    },
    // This protocol has no names: a client from another address is a new player, and waits for START.
    intrude: async (mallory) => {
      mallory.socket.write(hex(handshake));
      await expectBytes(mallory, '00');
    },
    comeBack: async (alice) => {
      alice.socket.write(hex(handshake));
      await expectBytes(alice, '00 01 14');
      alice.socket.write(hex('0b'));
      await expectBytes(alice, '04 00 00 00 02 07 07 01 08 08 02');
    },
  },
];

/** A client has its address from its own connection or from the proxy. Each game uses three addresses. */
const ADDRESSES = [
  {
    route: 'direct connections',
    dial: async (port: number, address: string) => TcpClient.connect(port, address),
    net: '127.0.1',
  },
  { route: 'one proxy', dial: connectThroughProxy, net: '203.0.113' },
];

const GAMES = ADDRESSES.flatMap(({ route, dial, net }, index) =>
  PROTOCOL_CASES.map((protocolCase, number) => ({
    protocolCase,
    route,
    names: { alice: `alice${index}${number}`, bob: `bob${index}${number}` },
    connectAlice: (port: number) => dial(port, `${net}.${number * 3 + 1}`),
    connectBob: (port: number) => dial(port, `${net}.${number * 3 + 2}`),
    connectMallory: (port: number) => dial(port, `${net}.${number * 3 + 3}`),
  })),
);

/** Disconnects, and waits until the socket is closed on this side. */
async function disconnect(peer: TcpClient): Promise<void> {
  peer.socket.destroy();
  if (!peer.closed) await once(peer.socket, 'close');
}

describe('a player gets its seat back only from its own address', () => {
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

  for (const { protocolCase, route, names, connectAlice, connectBob, connectMallory } of GAMES) {
    test(`${protocolCase.protocol}, over ${route}, while the seat is reserved`, async () => {
      const [alice, bob] = [await connectAlice(port), await connectBob(port)];
      await protocolCase.meet(alice, bob, names);
      await disconnect(alice);
      const mallory = await connectMallory(port);
      await protocolCase.intrude(mallory, names);
      const back = await connectAlice(port);
      await protocolCase.comeBack(back, names);
      await disconnect(mallory);
    });
  }

  test('the server is killed and started again', async () => {
    await tengen.end('SIGKILL');
    await start();
  });

  for (const { protocolCase, route, names, connectAlice, connectMallory } of GAMES) {
    test(`${protocolCase.protocol}, over ${route}, after the restart`, async () => {
      const mallory = await connectMallory(port);
      await protocolCase.intrude(mallory, names);
      const back = await connectAlice(port);
      await protocolCase.comeBack(back, names);
      await disconnect(mallory);
    });
  }
});
