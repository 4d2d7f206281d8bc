import { systemClock } from '../clock.ts';
import { Archiver } from './archiver.ts';
import type { ServeConfig } from './config/config.ts';
import { HttpDoor } from './doors/http-door.ts';
import { hangUp, type Listener, listen } from './doors/listener.ts';
import { addressOf } from './doors/listening.ts';
import { type KeepsAway, pinnedReception, plainReception } from './doors/reception.ts';
import type { HandOver } from './doors/socket.ts';
import { House } from './house/house.ts';
import type { HousePlayer } from './house/house-player.ts';
import { openHouse } from './house/open.ts';
import { Hub } from './hub/hub.ts';
import type { Log } from './hub/witnesses.ts';
import { Counts } from './metrics/counts.ts';
import { GameRecorder } from './recorder/recorder.ts';
import { openRegistry } from './registry.ts';
import { openStores } from './stores.ts';
import { version } from './version.ts';

/** A server that runs. */
export interface Running {
  /** `host:port` of each listener, the plain port first, with real ports. */
  readonly addresses: readonly string[];
  /** Says goodbye, keeps the games, lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server. Rejects with `JournalUnusable`, `DatabaseUnusable`, `CannotSeat` or `CannotListen` for what
 * whoever starts it can mend.
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
  const stores = await openStores(config);
  const { journal, archive } = stores;
  const listeners: Listener[] = [];
  let closeRegistry: (() => void) | undefined;
  try {
    const archiver = new Archiver({ archive, journal, clock: systemClock, log });
    const recorder = new GameRecorder({
      clock: systemClock,
      log,
      keep: (game, text) => archive.keepConversation(game, text),
    });
    const counts = new Counts();
    const hub = await Hub.restore({
      journal,
      clock: systemClock,
      grace: config.grace * 1000,
      resume: config.resume * 1000,
      idle: config.idle * 1000,
      onFailure,
      log,
      lastGame: await archive.lastGame(),
      onKept: (entries) => {
        recorder.kept(entries);
        archiver.kept(entries);
      },
      recorder,
      meter: counts,
    });
    const registry = await openRegistry({
      database: stores.database,
      clock: systemClock,
      hub,
      administrators: config.administrators,
      house: players.map(({ name }) => name),
      passwordCost: config.passwordCost,
    });
    closeRegistry = () => registry.close();
    const { accounts, bans, isHouse } = registry;
    const house = new House(players, { hub, log, patience: config['house-wait'] * 1000, seats: config['house-seats'] });
    const http = new HttpDoor({
      hub,
      clock: systemClock,
      log,
      version,
      archive,
      archiver,
      recorder,
      accounts,
      bans,
      isHouse,
      sights: { counts, hub, archiver, house, version },
      metrics: config.metrics,
    });
    const handOver: HandOver = (socket, said) => void http.take(socket, said);
    const keepsAway: KeepsAway = (address) => bans.keepsAway(address);
    const plain = plainReception(hub, systemClock, config.spoken, keepsAway);
    listeners.push(await listen(config.host, config.port, plain, log, handOver));
    for (const { protocol, open, host, port, name } of config.listeners) {
      listeners.push(await listen(host, port, pinnedReception(hub, protocol, open, name, keepsAway), log));
    }
    hub.open();
    archiver.open();
    house.open();
    if (players.length > 0) {
      log.info(
        { players: players.map(({ name }) => name), wait: config['house-wait'] },
        'house players answer who waits',
      );
    }
    const stop = async (): Promise<void> => {
      for (const { server } of listeners) server.close();
      await http.stop();
      const housekeeping = house.close();
      await hub.stop();
      await recorder.close();
      await archiver.close();
      registry.close();
      await stores.close();
      await hangUp(listeners.flatMap(({ sockets }) => [...sockets]));
      await housekeeping;
    };
    return { addresses: listeners.map(({ server }) => addressOf(server)), stop };
  } catch (error) {
    for (const { server } of listeners) server.close();
    closeRegistry?.();
    await stores.close();
    throw error;
  }
}
