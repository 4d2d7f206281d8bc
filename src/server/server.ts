import { hostname } from 'node:os';
import { systemClock } from '../clock.ts';
import { Archiver } from './archiver.ts';
import type { ServeConfig } from './config/config.ts';
import type { DoorsConfig } from './config/doors.ts';
import { Entrance } from './doors/entrance.ts';
import { HttpDoor } from './doors/http-door.ts';
import { hangUp, type Listener, listen } from './doors/listener.ts';
import { addressOf } from './doors/listening.ts';
import { type KeepsAway, LONGEST_SILENCE, pinnedReception, plainReception } from './doors/reception.ts';
import type { HandOver } from './doors/socket.ts';
import { House } from './house/house.ts';
import type { HousePlayer } from './house/house-player.ts';
import { openHouse } from './house/open.ts';
import { Site } from './http/site.ts';
import { Hub } from './hub/hub.ts';
import type { Log } from './hub/witnesses.ts';
import { Admission } from './limits/admission.ts';
import { Counts } from './metrics/counts.ts';
import { GameRecorder } from './recorder/recorder.ts';
import { openRegistry } from './registry.ts';
import { openStores, type Stores } from './stores.ts';
import { version } from './version.ts';

/** A server that runs. */
export interface Running {
  /** `host:port` of each listener, the plain port first, with real ports. */
  readonly addresses: readonly string[];
  /** Takes other rules of who comes in, for who comes from now on. Rejects with `CertificateUnusable`: then nothing changes. */
  reload(doors: DoorsConfig): Promise<void>;
  /** No game begins while it drains, and those that run go on. */
  readonly hub: Pick<Hub, 'drain' | 'undrain' | 'noGameRuns' | 'condition'>;
  /** What has happened since it started. */
  readonly counts: Pick<Counts, 'entries'>;
  /** Says goodbye, keeps the games, lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server. `open` gives its stores, once nothing else can be refused but listening; they are closed with the
 * server. Rejects with `JournalUnusable`, `DatabaseUnusable`, `CertificateUnusable`, `CannotSeat` or `CannotListen` for what
 * whoever starts it can mend.
 */
export async function startServer(
  config: ServeConfig,
  log: Log,
  onFailure: (error: Error) => void,
  open: () => Promise<Stores> = () => openStores(config),
): Promise<Running> {
  const counts = new Counts();
  const players: HousePlayer[] = [];
  let stores: Stores | undefined;
  try {
    const entrance = await Entrance.open(config.doors, log, counts);
    players.push(...(await openHouse(config, log)));
    stores = await open();
    return await start(config, entrance, counts, players, stores, log, onFailure);
  } catch (error) {
    await Promise.all(players.map((player) => player.close()));
    await stores?.close();
    throw error;
  }
}

async function start(
  config: ServeConfig,
  entrance: Entrance,
  counts: Counts,
  players: readonly HousePlayer[],
  stores: Stores,
  log: Log,
  onFailure: (error: Error) => void,
): Promise<Running> {
  const { journal, archive } = stores;
  const listeners: Listener[] = [];
  let closeRegistry: (() => void) | undefined;
  let stopHttp: (() => Promise<void>) | undefined;
  try {
    const archiver = new Archiver({ archive, journal, clock: systemClock, log });
    const recorder = new GameRecorder({
      clock: systemClock,
      log,
      keep: (some) => archive.keepConversations(some),
    });
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
    const site = new Site(config.doors.origins, [config.host, hostname()]);
    const http = new HttpDoor({
      site,
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
    const reception = plainReception(hub, systemClock, config.spoken, keepsAway);
    const admission = new Admission(config.limits, systemClock, log);
    const plain = { reception, handOver, patience: LONGEST_SILENCE, turnsAway: counts, admission };
    stopHttp = () => http.stop();
    await http.prepare();
    listeners.push(await listen(config.host, config.port, entrance, plain, log));
    for (const { protocol, open, host, port, name } of config.listeners) {
      const pinned = { reception: pinnedReception(hub, protocol, open, name, keepsAway), turnsAway: counts, admission };
      const { makeRefusal } = protocol;
      listeners.push(await listen(host, port, entrance, { ...pinned, makeRefusal }, log));
    }
    hub.open();
    stores.serve();
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
      await hangUp(listeners.flatMap(({ sockets }) => [...sockets.keys()]));
      await housekeeping;
    };
    const reload = async (doors: DoorsConfig): Promise<void> => {
      await entrance.reload(doors);
      site.reload(doors.origins);
    };
    return { addresses: listeners.map(({ server }) => addressOf(server)), hub, counts, reload, stop };
  } catch (error) {
    for (const { server } of listeners) server.close();
    await stopHttp?.();
    closeRegistry?.();
    throw error;
  }
}
