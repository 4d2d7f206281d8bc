import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import { systemClock } from '../clock.ts';
import type { ServeConfig } from './config.ts';
import { House } from './house/house.ts';
import type { HousePlayer } from './house/house-player.ts';
import { openHouse } from './house/open.ts';
import { Hub, type Log } from './hub.ts';
import { addressOf, CannotListen } from './listening.ts';
import { pinnedReception, plainReception, type Reception } from './reception.ts';
import { serveSocket } from './socket.ts';

/** A server that runs. */
export interface Running {
  /** `host:port` of each listener, the plain port first, with real ports. */
  readonly addresses: readonly string[];
  /** Says goodbye, keeps the games, lets go of everything. */
  stop(): Promise<void>;
}

/** Milliseconds that a client has to read the goodbye. */
const LAST_WORDS = 1_000;

interface Listener {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

/**
 * Starts the whole server. Rejects with `JournalUnusable`, `CannotSeat` or `CannotListen` for what whoever starts it can
 * mend.
 */
export async function startServer(config: ServeConfig, log: Log, onFailure: (error: Error) => void): Promise<Running> {
  const players = await openHouse(config, log);
  try {
    return await start(config, players, log, onFailure);
  } catch (error) {
    await Promise.all(players.map((player) => player.close()));
    throw error;
  }
}

async function start(
  config: ServeConfig,
  players: readonly HousePlayer[],
  log: Log,
  onFailure: (error: Error) => void,
): Promise<Running> {
  const journal = await openJournal(config);
  const listeners: Listener[] = [];
  try {
    const hub = await Hub.restore({
      journal,
      clock: systemClock,
      grace: config.grace * 1000,
      resume: config.resume * 1000,
      idle: config.idle * 1000,
      onFailure,
      log,
    });
    listeners.push(await listen(config.host, config.port, plainReception(hub, systemClock, config.spoken), log));
    for (const { protocol, open, host, port, name } of config.listeners) {
      listeners.push(await listen(host, port, pinnedReception(hub, protocol, open, name), log));
    }
    hub.open();
    const house = new House(players, { hub, log, patience: config['house-wait'] * 1000, seats: config['house-seats'] });
    house.open();
    if (players.length > 0) {
      log.info(
        { players: players.map(({ name }) => name), wait: config['house-wait'] },
        'house players answer who waits',
      );
    }
    const stop = async (): Promise<void> => {
      for (const { server } of listeners) server.close();
      const housekeeping = house.close();
      await hub.stop();
      await journal.close();
      await hangUp(listeners.flatMap(({ sockets }) => [...sockets]));
      await housekeeping;
    };
    return { addresses: listeners.map(({ server }) => addressOf(server)), stop };
  } catch (error) {
    for (const { server } of listeners) server.close();
    await journal.close();
    throw error;
  }
}

async function openJournal({ durability, data }: ServeConfig): Promise<Journal> {
  return durability === 'none' ? new MemoryJournal() : await openSqliteJournal({ path: data, durability });
}

function listen(host: string, port: number, reception: Reception, log: Log): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const peer = { peer: `${socket.remoteAddress}:${socket.remotePort}` };
    log.debug(peer, 'connected');
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      log.debug(peer, 'closed');
    });
    serveSocket(socket, reception);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(error, host, port)));
    server.listen({ host, port }, () => {
      // From here on an error is one of accepting, such as no file descriptor left: the next may go well.
      server.removeAllListeners('error').on('error', (error) => log.error({ error: error.message }, 'cannot accept'));
      resolve({ server, sockets });
    });
  });
}

/** Closes what is still open: at once where nothing is to be read any more, else when the peer has had time to read. */
async function hangUp(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.end();
  const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  await Promise.race([Promise.all(closed), delay(LAST_WORDS)]);
  for (const socket of sockets) socket.destroy();
}
