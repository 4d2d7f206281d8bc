import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ConnectionSwarm, closed, connected } from './connection-swarm.ts';
import { importLargestRecord } from './import-largest-record.ts';
import { playLongGame } from './play-long-game.ts';

/** Attacks a server with at most `maximumConnections` connections. Resolves when the attack is running at full strength. */
type Attack = (swarm: ConnectionSwarm, maximumConnections: number) => Promise<void>;

const PACKET = 65_536;

/** As many lines as fit into one packet. */
const packetOf = (line: string): string => `${line}\n`.repeat(Math.floor(PACKET / (line.length + 1)));

const hello = (index: number): string => `CORE.HELLO~load${index}\n`;
const chatter = (index: number): string => `CORE.HELLO~load${index}~CHAT\n`;
const helo = (index: number): string => `HELO load${index}\n`;

async function floodMany(
  swarm: ConnectionSwarm,
  count: number,
  greeting: (index: number) => string,
  line: string,
): Promise<void> {
  for (const socket of await swarm.connectMany(count, greeting)) swarm.flood(socket, packetOf(line));
}

/** Twenty clients send chat messages to `listeners` other clients and to each other. */
async function floodChat(swarm: ConnectionSwarm, listeners: number): Promise<void> {
  await swarm.connectMany(listeners, chatter);
  for (const socket of await swarm.connectMany(20, (index) => chatter(listeners + index)))
    swarm.flood(socket, packetOf('CHAT.MESSAGE~hello everybody'));
}

/** Sends `text` on each connection every `milliseconds`. */
function sendSlowly(swarm: ConnectionSwarm, sockets: readonly Socket[], milliseconds: number, text: string): void {
  const timer = setInterval(() => {
    if (swarm.isStopped) clearInterval(timer);
    else for (const socket of sockets) socket.write(text);
  }, milliseconds);
}

/**
 * Connects and sends `text` again and again, on `concurrency` connections at once. With `waitForClose`, the server has 5 s to
 * close each connection.
 */
function connectRepeatedly(
  swarm: ConnectionSwarm,
  concurrency: number,
  text: (index: number) => string,
  waitForClose: boolean,
): void {
  let count = 0;
  void swarm.repeat(concurrency, async () => {
    const socket = swarm.connect(text(count++));
    await connected(socket);
    if (!waitForClose) socket.destroy();
    await Promise.race([closed(socket), delay(5_000)]);
    socket.destroy();
  });
}

/** Milliseconds of silence after which an answer is taken as complete. */
const SILENCE_MILLISECONDS = 100;

/** Reads until the server is silent or closes the connection, and then closes it. */
async function readAnswerAndClose(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'data'), closed(socket)]);
  socket.setTimeout(SILENCE_MILLISECONDS, () => socket.destroy());
  await closed(socket);
}

const request = (head: string, body = ''): string =>
  `${head} HTTP/1.1\r\nHost: 127.0.0.1\r\n${body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;

const UPGRADE =
  'GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  nothing: async () => {},
  idle: async (swarm, maximumConnections) => void (await swarm.connectMany(maximumConnections, hello)),
  connects: async (swarm) => connectRepeatedly(swarm, 64, () => '', false),
  visits: async (swarm) => {
    await swarm.connectMany(500, chatter);
    connectRepeatedly(swarm, 32, (visit) => `CORE.HELLO~visit${visit}~CHAT\nCORE.BYE\n`, true);
  },
  slowloris: async (swarm) => sendSlowly(swarm, await swarm.connectMany(2000, () => 'CORE.HEL'), 2_000, 'L'),
  'half open': async (swarm) => void (await swarm.connectMany(2000, () => '')),
  'half closed': async (swarm) => {
    for (const socket of await swarm.connectMany(2000, helo)) socket.end();
    void swarm.repeat(32, async () => {
      const socket = swarm.connect('HELO x\nLIST\n');
      await connected(socket);
      socket.end();
      await Promise.race([closed(socket), delay(5_000)]);
    });
  },
  'nonsense by 1': (swarm) => floodMany(swarm, 1, hello, 'nonsense'),
  'nonsense by 20': (swarm) => floodMany(swarm, 20, hello, 'nonsense'),
  'nonsense by 500': (swarm) => floodMany(swarm, 500, hello, 'nonsense'),
  'empty lines by 20': (swarm) => floodMany(swarm, 20, helo, ''),
  'HELLO again by 20': (swarm) => floodMany(swarm, 20, hello, 'CORE.HELLO~again'),
  'MOVE out of turn by 20': (swarm) =>
    floodMany(swarm, 20, (index) => `${hello(index)}CORE.NEWGAME~19\n`, 'CORE.MOVE~500'),
  'chat by 20 to 1000': (swarm) => floodChat(swarm, 1_000),
  'chat by 20 to 5000': (swarm) => floodChat(swarm, 5_000),
  'chat to nobody by 20': async (swarm) => {
    await swarm.connectMany(3000, hello);
    for (const socket of await swarm.connectMany(20, (index) => chatter(3000 + index)))
      swarm.flood(socket, packetOf('CHAT.MESSAGE~hello~nobody'));
  },
  'LOBBY of 10000 by 20': async (swarm, maximumConnections) => {
    await swarm.connectMany(Math.min(10_000, maximumConnections), hello);
    for (const socket of await swarm.connectMany(20, (index) => chatter(10_000 + index)))
      swarm.flood(socket, packetOf('CHAT.LOBBY'));
  },
  'LIST of 3000 by 20': async (swarm) => {
    await swarm.connectMany(3000, (index) => `${helo(index)}CREATE\n`);
    for (const socket of await swarm.connectMany(20, (index) => helo(3000 + index)))
      swarm.flood(socket, packetOf('LIST'));
  },
  'JOIN nobody by 20': async (swarm) => {
    await swarm.connectMany(3000, (index) => `${helo(index)}CREATE\n`);
    for (const socket of await swarm.connectMany(20, (index) => helo(3000 + index)))
      swarm.flood(socket, packetOf('JOIN nobody'));
  },
  'NEWGAME by 200': async (swarm) => {
    for (const [index, socket] of (await swarm.connectMany(200, hello)).entries())
      swarm.flood(socket, packetOf(`CORE.NEWGAME~${2 + (index % 125)}`));
  },
  'GO of one name by 1000': async (swarm) => {
    await swarm.connectMany(1000, (index) => `CORE.HELLO~Same${'-'.repeat(index % 40)}${index}~CHAT\n`);
    for (const socket of await swarm.connectMany(200, (index) => `PLAYER same${index}\n`))
      swarm.flood(socket, packetOf('GO 9 nobody'));
  },
  'PLAY by 200': (swarm) => floodMany(swarm, 200, (index) => `${helo(index)}CREATE\n`, 'PLAY'),
  'never reading by 1000': async (swarm) => {
    for (const socket of await swarm.connectMany(1000, hello, true)) swarm.flood(socket, packetOf('nonsense'));
  },
  'huge lines by 50': async (swarm) => {
    connectRepeatedly(swarm, 50, (visit) => `CORE.HELLO~huge${visit}\n${'x'.repeat(1 << 20)}`, true);
  },
  'HTTP by 50': async (swarm) => {
    const requests = ['GET /', 'GET /api/lobby', 'GET /api/games', 'GET /nothing']
      .map((head) => request(head))
      .join('');
    // The server closes connections with too many requests. Such a client connects again.
    void swarm.repeat(50, async () => {
      const socket = swarm.connect(requests);
      socket.on('data', () => socket.writableLength === 0 && socket.write(requests));
      await closed(socket);
    });
    connectRepeatedly(swarm, 20, () => request('GET /api/lobby'), false);
  },
  'largest records by 12': async (swarm) => {
    const game = await importLargestRecord(swarm.port);
    const paths = ['', '.sgf', '/original', '/conversation'].map((end) => `/api/games/${game}${end}`);
    let count = 0;
    void swarm.repeat(12, async () => {
      const path = paths[count++ % paths.length];
      await closed(swarm.connect(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`));
    });
  },
  'largest running game by 12': async (swarm) => {
    const game = await playLongGame(swarm.port);
    const requests = ['', '/events'].map((end) => request(`GET /api/games/${game}${end}`));
    let count = 0;
    void swarm.repeat(12, () => readAnswerAndClose(swarm.connect(requests[count++ % requests.length])));
  },
  'signing in by 20': async (swarm) => {
    const signIn = request('POST /api/session', '{"name":"ada","password":"guessing guessing"}');
    for (const socket of await swarm.connectMany(20, () => signIn)) socket.on('data', () => socket.write(signIn));
  },
  'slow bodies by 1000': async (swarm) => {
    const head =
      'POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n';
    sendSlowly(swarm, await swarm.connectMany(1000, () => head), 2_000, ' ');
  },
  'WebSockets by 500': async (swarm) => {
    await swarm.connectMany(500, () => UPGRADE);
    connectRepeatedly(swarm, 20, () => UPGRADE, false);
  },
  'reconnecting by 1000': async (swarm) => {
    void (async () => {
      while (!swarm.isStopped) {
        const sockets = await swarm.connectMany(1000, (index) => `CORE.HELLO~back${index}~CHAT\nCORE.NEWGAME~9\n`);
        await delay(200);
        for (const socket of sockets) socket.destroy();
      }
    })();
    await delay(500);
  },
};
