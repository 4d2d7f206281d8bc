import { hostname } from 'node:os';
import { REFUSAL_TEXTS } from '../accounts/account-refusal.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import { systemClock } from '../clock.ts';
import { loadMessages } from '../protocols/protocol-module.ts';
import type { Credentials, SignInResult } from '../protocols/server-session-types.ts';
import { CannotEnrolCourse, openAccountsAndBans } from './accounts-and-bans.ts';
import { addSeekRating } from './add-seek-rating.ts';
import { Archiver } from './archiver.ts';
import { AllComputerPlayers } from './computer-players/all-computer-players.ts';
import type { ComputerPlayer } from './computer-players/computer-player.ts';
import { LevelChooser } from './computer-players/level-chooser.ts';
import { openComputerPlayers } from './computer-players/open-computer-players.ts';
import type { ServeConfig } from './config/config.ts';
import { HostAndOriginCheck } from './http/host-and-origin-check.ts';
import type { RouteServices } from './http/route-services.ts';
import { Hub } from './hub/hub.ts';
import type { HubOptions } from './hub/hub-options.ts';
import type { Log } from './hub/observability.ts';
import { JobThread } from './jobs/job-thread.ts';
import { ConnectionLimiter } from './limits/connection-limiter.ts';
import { listenerAnchorRatings } from './listener-anchor-ratings.ts';
import { acceptAnyProtocol, acceptProtocol, type IsBanned, LONGEST_SILENCE } from './listeners/accept-protocol.ts';
import { AdmissionChecks } from './listeners/admission-checks.ts';
import { boundAddress } from './listeners/bound-address.ts';
import { LazyHttpServer } from './listeners/lazy-http-server.ts';
import { type ConnectionHandling, closeSockets, type Listener, listen } from './listeners/listener.ts';
import type { HandOverToHttp } from './listeners/socket-transport.ts';
import { lobbyOptionsOf } from './lobby-options-from-config.ts';
import { MetricsExposition } from './metrics/metrics-exposition.ts';
import { ServerCounts } from './metrics/server-counts.ts';
import { version } from './package-version.ts';
import { GameRecorder } from './recorder/game-recorder.ts';
import { sessionArchiveLookup } from './session-archive-lookup.ts';
import { openStores, type Stores } from './stores.ts';

const NEVER = new Promise<void>(() => {});

export interface RunningServer {
  /** `host:port` of each listener, the plain port first, with real ports. */
  readonly addresses: readonly string[];
  /**
   * Replaces the access rules for new connections, and reserves the new names of the course. The first name that cannot be reserved ends
   * this, and is logged. Rejects with `CertificateUnusable`, and then nothing changes.
   */
  reload(config: Pick<ServeConfig, 'access' | 'course'>): Promise<void>;
  /** The part of the hub that the operator's signals use. */
  readonly hub: Pick<Hub, 'drain' | 'undrain' | 'whenNoGameRuns' | 'condition'>;
  /** Resolves when nodes of a later version have taken over. Then this node must stop. */
  readonly replaced: Promise<void>;
  /** Sends all clients a farewell, and closes everything. Running games stay in the journal. */
  stop(): Promise<void>;
}

/**
 * Starts the server. `open` opens the stores. It is called after all checks that may refuse the configuration. The stores are closed
 * with the server. Rejects with `SqliteFileUnusable`, `DatabaseUnusable`, `CertificateUnusable`, `ComputerPlayerUnusable` or `CannotListen` for
 * problems that the operator can solve.
 */
export async function startServer(
  config: ServeConfig,
  log: Log,
  onFailure: (error: Error) => void,
  open: () => Promise<Stores> = () => openStores(config),
): Promise<RunningServer> {
  const counts = new ServerCounts();
  const players: ComputerPlayer[] = [];
  let stores: Stores | undefined;
  try {
    const checks = await AdmissionChecks.open(config.access, log, counts);
    players.push(...(await openComputerPlayers(config, log)));
    stores = await open();
    return await start(config, checks, counts, players, stores, log, onFailure);
  } catch (error) {
    await Promise.all(players.map((player) => player.close()));
    await stores?.close();
    throw error;
  }
}

async function start(
  config: ServeConfig,
  checks: AdmissionChecks,
  counts: ServerCounts,
  players: readonly ComputerPlayer[],
  stores: Stores,
  log: Log,
  onFailure: (error: Error) => void,
): Promise<RunningServer> {
  const { journal, archive } = stores;
  const jobs = new JobThread(systemClock);
  const listeners: Listener[] = [];
  let closeRegistry: (() => void) | undefined;
  let stopHttp: (() => Promise<void>) | undefined;
  try {
    await logLostDatabases(stores, config, log);
    const { node } = stores;
    const sharing = node && { sharing: node };
    const archiver = new Archiver({ archive, journal, jobs, clock: systemClock, log, ...sharing });
    const protocols = [...config.plainProtocols.keys()];
    const recorder = new GameRecorder({
      clock: systemClock,
      log,
      store: (conversations) => archive.storeConversations(conversations),
      protocols,
      messagesOf: await loadMessages(protocols.filter(({ privacy }) => privacy !== 'public')),
      ...(node && { sequence: () => node.sequence }),
    });
    const conversations = node?.shareConversations((game) => recorder.recordingText(game));
    let accounts: Accounts | undefined;
    const hubOptions: HubOptions = {
      ...lobbyOptionsOf(config),
      signIn: (credentials, address) => signInOf(accounts, credentials, address),
      lookUp: sessionArchiveLookup({ archive, jobs, clock: systemClock, log }),
      journal,
      clock: systemClock,
      onFailure,
      log,
      lastGame: await archive.lastGame(),
      onStored: (entries) => {
        recorder.stored(entries);
        archiver.stored(entries);
      },
      recorder,
      meter: counts,
      ...seekCompletion(players, config, archive),
    };
    const hub =
      (await node?.join(hubOptions, {
        archived: (games) => archiver.archivedByNode(games),
        opened: () => archiver.joined(),
        failed: onFailure,
      })) ?? (await Hub.restore(hubOptions));
    stores.watchArchive((lost) => hub.setArchiveLoss(lost));
    const registry = await openAccountsAndBans({
      database: stores.database,
      nameRegisterSequencer: node?.openNameRegisterSequencer({ database: stores.database, clock: systemClock, log }),
      clock: systemClock,
      hub,
      administrators: config.administrators,
      computerPlayers: players.flatMap(({ name, group = name }) => [name, group]),
      course: config.course,
      protocols,
      limits: config.accountLimits,
      guardNames: config['guard-names'],
      passwordCost: config.passwordCost,
      log,
    });
    closeRegistry = () => registry.close();
    const { bans, isComputerPlayer } = registry;
    accounts = registry.accounts;
    const computers = new AllComputerPlayers(players, {
      hub,
      clock: systemClock,
      log,
      minimumWait: config['house-wait'] * 1000,
      seats: config['house-seats'],
    });
    const site = new HostAndOriginCheck(config.access.origins, [config.host, hostname()]);
    const http = new LazyHttpServer({
      site,
      hub,
      protocols,
      overHttp: findProtocolOverHttp(config.plainProtocols),
      clock: systemClock,
      log,
      version,
      archive,
      archiver,
      recorder,
      jobs,
      accounts,
      bans,
      isComputerPlayer,
      exposition: new MetricsExposition(
        { counts, hub, archiver, computers, version, ...(node && { node }) },
        config.process,
      ),
      metrics: config.metrics,
      ...(node && { otherNodes: node.otherNodes }),
      ...(conversations && { conversations }),
    });
    const handOver: HandOverToHttp = (socket, firstBytes) => void http.take(socket, firstBytes);
    const isBanned: IsBanned = (address) => bans.isBanned(address);
    const accept = acceptAnyProtocol(hub, systemClock, config.plainProtocols, isBanned);
    const connectionLimiter = new ConnectionLimiter(config.limits, systemClock, log);
    const shared = { rejections: counts, connectionLimiter, reusePort: config.process !== undefined };
    const plain: ConnectionHandling = { ...shared, accept, handOver, firstBytesTimeout: LONGEST_SILENCE };
    stopHttp = () => http.stop();
    await http.prepare();
    listeners.push(await listen(config.host, config.port, checks, plain, log));
    for (const { protocol, open, host, port, name } of config.listeners) {
      const options = { ...shared, accept: acceptProtocol(hub, protocol, open, name, isBanned) };
      const { makeRefusal } = protocol;
      listeners.push(await listen(host, port, checks, { ...options, makeRefusal }, log));
    }
    hub.open();
    archiver.open();
    computers.open();
    if (players.length > 0) {
      log.info({ players: players.map(({ name }) => name), wait: config['house-wait'] }, 'computer.ready');
    }
    const stop = async (): Promise<void> => {
      for (const { server } of listeners) server.close();
      await http.stop();
      const enginesClosed = computers.close();
      await hub.stop();
      await recorder.close();
      await archiver.close();
      await jobs.close();
      registry.close();
      await stores.close();
      await closeSockets(listeners.flatMap(({ sockets }) => [...sockets.keys()]));
      await enginesClosed;
    };
    const reload = async ({ access, course }: Pick<ServeConfig, 'access' | 'course'>): Promise<void> => {
      await checks.reload(access);
      site.reload(access.origins);
      await registry.enrol(course).catch((error: unknown) => {
        if (!(error instanceof CannotEnrolCourse)) throw error;
        log.error({ error: error.message }, 'course.rejected');
      });
    };
    return {
      addresses: listeners.map(({ server }) => boundAddress(server)),
      hub,
      reload,
      replaced: node?.replaced ?? NEVER,
      stop,
    };
  } catch (error) {
    for (const { server } of listeners) server.close();
    await stopHttp?.();
    closeRegistry?.();
    await jobs.close();
    throw error;
  }
}

/** Checks a password. If the accounts are not open yet or the database fails, the answer is that the server is busy. */
async function signInOf(
  accounts: Accounts | undefined,
  credentials: Credentials,
  address: string,
): Promise<SignInResult> {
  const busy = { ok: false, problem: { why: 'busy' } } as const;
  const result = (await accounts?.authenticate(credentials, { address, isForwarded: false }).catch(() => busy)) ?? busy;
  if (!result.ok) {
    const { why } = result.problem;
    return { kind: 'refused', reason: REFUSAL_TEXTS[why], ...(why === 'busy' ? { isBusy: true } : {}) };
  }
  return result.value === undefined ? { kind: 'unknown' } : { kind: 'signed-in', name: result.value };
}

function findProtocolOverHttp(protocols: ServeConfig['plainProtocols']): RouteServices['overHttp'] {
  for (const [protocol, open] of protocols) if (protocol.isOverHttp) return { protocol, open };
  throw new Error('no enabled protocol runs over HTTP');
}

/**
 * Adds to seeks the level that suits the player, if there are computer players with levels, and the player's rating, if the protocol of a
 * listener sends ratings.
 */
function seekCompletion(
  players: readonly ComputerPlayer[],
  config: Pick<ServeConfig, 'listeners'>,
  archive: Archive,
): Pick<HubOptions, 'completeSeek'> {
  const levels = players.flatMap(({ name, level }) => (level === undefined ? [] : [{ name, level }]));
  const group = players.find((player) => player.group !== undefined)?.group;
  const choice = group === undefined ? undefined : new LevelChooser({ group, levels, archive, clock: systemClock });
  const sendsRatings = config.listeners.some(({ protocol }) => protocol.sendsRatings);
  if (!sendsRatings) return choice === undefined ? {} : { completeSeek: (name, seek) => choice.complete(name, seek) };
  const anchors = listenerAnchorRatings(config);
  return {
    async completeSeek(name, seek) {
      const rated = await addSeekRating({ archive, clock: systemClock, anchors }, name, seek);
      return (await choice?.complete(name, rated)) ?? rated;
    },
  };
}

/** Logs a database file that has disappeared since the last start. */
async function logLostDatabases(
  { journal, archive, database, node }: Stores,
  { durability }: Pick<ServeConfig, 'durability'>,
  log: Log,
): Promise<void> {
  if (node !== undefined) return;
  if (database.isRecreated) log.error({}, 'archive.begun-anew');
  // A journal in memory is empty at each start.
  if (durability === 'none') return;
  const archived = await archive.caughtUpTo();
  if (archived > 0 && (await journal.lastGame()) === 0) log.error({ archived }, 'journal.begun-anew');
}
