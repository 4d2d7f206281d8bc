import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { importLargestRecord } from './import-largest-record.ts';
import { playLongGame } from './play-long-game.ts';
import { closed, connected, type Swarm } from './swarm.ts';

/** What each does to a server, with at most `most` connections. Resolves once it is in full swing. */
type Attack = (swarm: Swarm, most: number) => Promise<void>;

const PACKET = 65_536;

/** As many lines as fit into one packet. */
const packetOf = (line: string): string => `${line}\n`.repeat(Math.floor(PACKET / (line.length + 1)));

const hello = (index: number): string => `CORE.HELLO~load${index}\n`;
const chatter = (index: number): string => `CORE.HELLO~load${index}~CHAT\n`;
const helo = (index: number): string => `HELO load${index}\n`;

async function floods(swarm: Swarm, many: number, greeting: (index: number) => string, line: string): Promise<void> {
  for (const socket of await swarm.crowd(many, greeting)) swarm.flood(socket, packetOf(line));
}

/** Twenty talk, to so many and to each other. */
async function talks(swarm: Swarm, listeners: number): Promise<void> {
  await swarm.crowd(listeners, chatter);
  for (const socket of await swarm.crowd(20, (index) => chatter(listeners + index)))
    swarm.flood(socket, packetOf('CHAT.MESSAGE~hello everybody'));
}

/** Something for each connection every so many milliseconds. */
function dribble(swarm: Swarm, sockets: readonly Socket[], every: number, text: string): void {
  const timer = setInterval(() => {
    if (swarm.isOver) clearInterval(timer);
    else for (const socket of sockets) socket.write(text);
  }, every);
}

function visits(swarm: Swarm, many: number, words: (visit: number) => string, bye: boolean): void {
  let count = 0;
  void swarm.keepDoing(many, async () => {
    const socket = swarm.call(words(count++));
    await connected(socket);
    if (!bye) socket.destroy();
    await Promise.race([closed(socket), delay(5_000)]);
    socket.destroy();
  });
}

/** Milliseconds of silence after which an answer is taken as complete. */
const SILENCE = 100;

/** Reads until the server is silent or closes, and leaves. */
async function oneAnswer(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'data'), closed(socket)]);
  socket.setTimeout(SILENCE, () => socket.destroy());
  await closed(socket);
}

const request = (head: string, body = ''): string =>
  `${head} HTTP/1.1\r\nHost: 127.0.0.1\r\n${body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;

const UPGRADE =
  'GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  nothing: async () => {},
  idle: async (swarm, most) => void (await swarm.crowd(most, hello)),
  connects: async (swarm) => visits(swarm, 64, () => '', false),
  visits: async (swarm) => {
    await swarm.crowd(500, chatter);
    visits(swarm, 32, (visit) => `CORE.HELLO~visit${visit}~CHAT\nCORE.BYE\n`, true);
  },
  slowloris: async (swarm) => dribble(swarm, await swarm.crowd(2000, () => 'CORE.HEL'), 2_000, 'L'),
  'half open': async (swarm) => void (await swarm.crowd(2000, () => '')),
  'half closed': async (swarm) => {
    for (const socket of await swarm.crowd(2000, helo)) socket.end();
    void swarm.keepDoing(32, async () => {
      const socket = swarm.call('HELO x\nLIST\n');
      await connected(socket);
      socket.end();
      await Promise.race([closed(socket), delay(5_000)]);
    });
  },
  'nonsense by 1': (swarm) => floods(swarm, 1, hello, 'nonsense'),
  'nonsense by 20': (swarm) => floods(swarm, 20, hello, 'nonsense'),
  'nonsense by 500': (swarm) => floods(swarm, 500, hello, 'nonsense'),
  'empty lines by 20': (swarm) => floods(swarm, 20, helo, ''),
  'HELLO again by 20': (swarm) => floods(swarm, 20, hello, 'CORE.HELLO~again'),
  'MOVE out of turn by 20': (swarm) =>
    floods(swarm, 20, (index) => `${hello(index)}CORE.NEWGAME~19\n`, 'CORE.MOVE~500'),
  'chat by 20 to 1000': (swarm) => talks(swarm, 1_000),
  'chat by 20 to 5000': (swarm) => talks(swarm, 5_000),
  'chat to nobody by 20': async (swarm) => {
    await swarm.crowd(3000, hello);
    for (const socket of await swarm.crowd(20, (index) => chatter(3000 + index)))
      swarm.flood(socket, packetOf('CHAT.MESSAGE~hello~nobody'));
  },
  'LOBBY of 10000 by 20': async (swarm, most) => {
    await swarm.crowd(Math.min(10_000, most), hello);
    for (const socket of await swarm.crowd(20, (index) => chatter(10_000 + index)))
      swarm.flood(socket, packetOf('CHAT.LOBBY'));
  },
  'LIST of 3000 by 20': async (swarm) => {
    await swarm.crowd(3000, (index) => `${helo(index)}CREATE\n`);
    for (const socket of await swarm.crowd(20, (index) => helo(3000 + index))) swarm.flood(socket, packetOf('LIST'));
  },
  'JOIN nobody by 20': async (swarm) => {
    await swarm.crowd(3000, (index) => `${helo(index)}CREATE\n`);
    for (const socket of await swarm.crowd(20, (index) => helo(3000 + index)))
      swarm.flood(socket, packetOf('JOIN nobody'));
  },
  'NEWGAME by 200': async (swarm) => {
    for (const [index, socket] of (await swarm.crowd(200, hello)).entries())
      swarm.flood(socket, packetOf(`CORE.NEWGAME~${2 + (index % 125)}`));
  },
  'GO of one name by 1000': async (swarm) => {
    await swarm.crowd(1000, (index) => `CORE.HELLO~Same${'-'.repeat(index % 40)}${index}~CHAT\n`);
    for (const socket of await swarm.crowd(200, (index) => `PLAYER same${index}\n`))
      swarm.flood(socket, packetOf('GO 9 nobody'));
  },
  'PLAY by 200': (swarm) => floods(swarm, 200, (index) => `${helo(index)}CREATE\n`, 'PLAY'),
  'never reading by 1000': async (swarm) => {
    for (const socket of await swarm.crowd(1000, hello, true)) swarm.flood(socket, packetOf('nonsense'));
  },
  'huge lines by 50': async (swarm) => {
    visits(swarm, 50, (visit) => `CORE.HELLO~huge${visit}\n${'x'.repeat(1 << 20)}`, true);
  },
  'HTTP by 50': async (swarm) => {
    const asked = ['GET /', 'GET /api/lobby', 'GET /api/games', 'GET /nothing'].map((head) => request(head)).join('');
    // Who has asked for too much is dropped, and comes again.
    void swarm.keepDoing(50, async () => {
      const socket = swarm.call(asked);
      socket.on('data', () => socket.writableLength === 0 && socket.write(asked));
      await closed(socket);
    });
    visits(swarm, 20, () => request('GET /api/lobby'), false);
  },
  'largest records by 12': async (swarm) => {
    const game = await importLargestRecord(swarm.port);
    const paths = ['', '.sgf', '/original', '/conversation'].map((end) => `/api/games/${game}${end}`);
    let count = 0;
    void swarm.keepDoing(12, async () => {
      const path = paths[count++ % paths.length];
      await closed(swarm.call(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`));
    });
  },
  'largest running game by 12': async (swarm) => {
    const game = await playLongGame(swarm.port);
    const requests = ['', '/events'].map((end) => request(`GET /api/games/${game}${end}`));
    let count = 0;
    void swarm.keepDoing(12, () => oneAnswer(swarm.call(requests[count++ % requests.length])));
  },
  'signing in by 20': async (swarm) => {
    const asked = request('POST /api/session', '{"name":"ada","password":"guessing guessing"}');
    for (const socket of await swarm.crowd(20, () => asked)) socket.on('data', () => socket.write(asked));
  },
  'slow bodies by 1000': async (swarm) => {
    const head =
      'POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n';
    dribble(swarm, await swarm.crowd(1000, () => head), 2_000, ' ');
  },
  'WebSockets by 500': async (swarm) => {
    await swarm.crowd(500, () => UPGRADE);
    visits(swarm, 20, () => UPGRADE, false);
  },
  'reconnecting by 1000': async (swarm) => {
    void (async () => {
      while (!swarm.isOver) {
        const sockets = await swarm.crowd(1000, (index) => `CORE.HELLO~back${index}~CHAT\nCORE.NEWGAME~9\n`);
        await delay(200);
        for (const socket of sockets) socket.destroy();
      }
    })();
    await delay(500);
  },
};
