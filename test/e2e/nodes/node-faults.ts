import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { GoRecord } from '../../support/clients/go-record.ts';
import { pick, type RandomInt, seededRandomInt } from '../../support/clients/random.ts';
import type { GameClient, ReturningClient } from '../../support/clients/returning-client.ts';
import type { PostgresServer } from '../../support/database/postgres-server.ts';
import { eventually } from '../../support/eventually.ts';
import type { NatsServer } from '../../support/nodes/nats-server.ts';
import { ClientLoad, loadClients } from '../serve/client-load.ts';
import { AnswerTimes, type FaultTimes } from './answer-times.ts';
import { archivedGames, checkEachOnce, countReceivedMoves, missingGame } from './archived-games.ts';
import { type ClusterNode, NodeCluster } from './node-cluster.ts';

/**
 * The faults:
 * - `kill`: a node is killed.
 * - `aimed`: a node is killed when NATS has stored a move of one of its clients and no client has received the move.
 * - `stop`: a node is stopped for 7 s. When it continues, the other nodes have declared it dead.
 * - `cut`: no bytes pass between a node and NATS for 10 s.
 * - `nats`: the NATS server is killed and started again.
 * - `away`: the NATS server is killed and started again after 10 s.
 * - `tail`: the NATS server is killed and loses the end of its store.
 * - `empty`: the NATS server is killed and loses its whole store.
 * - `postgres`: the PostgreSQL server is killed and started again.
 */
export const FAULTS = ['kill', 'aimed', 'stop', 'cut', 'nats', 'away', 'tail', 'empty', 'postgres'] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults of one node. They can also occur during a fault of a service. */
const NODE_FAULTS: ReadonlySet<string> = new Set<Fault>(['kill', 'stop', 'cut']);
const SERVICE_FAULTS: ReadonlySet<string> = new Set<Fault>(['nats', 'away', 'postgres']);
/** Faults that last some seconds and do not stop the games of the other nodes. */
const LASTING_FAULTS: ReadonlySet<string> = new Set<Fault>(['stop', 'cut', 'postgres']);

export interface FaultOptions {
  readonly seed: number;
  /** The faults, in order. `first+second`: the second occurs during the first. */
  readonly faults: readonly string[];
  readonly nodes: number;
  /** The least number of milliseconds between two moves of a client, unless it moves as an immediate answer. */
  readonly moveInterval: number;
  readonly nats: NatsServer;
  readonly postgres: PostgresServer;
  readonly report: (line: string) => void;
}

/** Clients that send no acknowledgements. Each time they reconnect, the server waits 10 s for the first one. */
const SLOW_CLIENTS = ['r4', 'r5'];

/** Milliseconds after a fault in which every game must continue. */
const RESUME_TIMEOUT = 90_000;
/** If a reconnected client has received no game after this many milliseconds, it has none. */
const CATCH_UP_TIME = 3_000;
/** Milliseconds in which all clients can resign before they disconnect. */
const RESIGN_TIME = 15_000;
/** Milliseconds in which the fault `aimed` waits for a move of the node's clients. */
const AIM_TIMEOUT = 5_000;

/** Chooses `rounds` of these faults at random. Some rounds have a fault of a node during a fault of a service. */
export function randomFaults(faults: readonly Fault[], rounds: number, seed: number): string[] {
  const randomInt = seededRandomInt(seed);
  const serviceFaults = faults.filter((fault) => SERVICE_FAULTS.has(fault));
  const nodeFaults = faults.filter((fault) => NODE_FAULTS.has(fault));
  const canCombine = serviceFaults.length > 0 && nodeFaults.length > 0;
  return Array.from({ length: rounds }, () =>
    canCombine && randomInt(5) === 0
      ? `${pick(randomInt, serviceFaults)}+${pick(randomInt, nodeFaults)}`
      : pick(randomInt, faults),
  );
}

/**
 * Clients of all protocols play over several nodes while nodes, NATS and PostgreSQL fail. A client that loses its
 * connection reconnects to another node. At the end, the archive must contain every game that a client has received,
 * exactly once and with the same moves and result.
 */
export async function runNodeFaults(options: FaultOptions): Promise<void> {
  const run = new FaultRun(options);
  try {
    await run.run();
  } finally {
    await run.end();
  }
}

class FaultRun {
  readonly #options: FaultOptions;
  readonly #randomInt: RandomInt;
  readonly #cluster: NodeCluster;
  readonly #load: ClientLoad;
  readonly #times = new AnswerTimes();
  readonly #measured = new Map<string, { readonly times: FaultTimes; readonly resumedAfter: number }[]>();
  #killedBeforeReport = 0;

  constructor(options: FaultOptions) {
    const { seed, moveInterval, nats, postgres } = options;
    this.#options = options;
    this.#randomInt = seededRandomInt(seed);
    const clients = loadClients().filter(({ name }) => !SLOW_CLIENTS.includes(name));
    this.#cluster = new NodeCluster({ nats, database: postgres.url, players: clients, randomInt: this.#randomInt });
    this.#load = new ClientLoad(clients, this.#randomInt, {
      moveInterval,
      mayBePostponed: true,
      onAnswer: (host, milliseconds) => this.#times.add(host, milliseconds),
    });
  }

  async run(): Promise<void> {
    const { nodes, faults, report } = this.#options;
    await this.#cluster.start(nodes);
    await eventually('all nodes', () => this.#cluster.isWhole);
    this.#load.start(this.#cluster.hostOf);
    this.#load.isPaused = false;
    await this.#load.waitForMoves(200, RESUME_TIMEOUT);
    for (const [index, fault] of faults.entries()) await this.#round(index + 1, fault);
    report(`${this.#killedBeforeReport} nodes were killed after a move was stored and before a client received it`);
    this.#reportTimes();
    await this.#checkArchive();
  }

  async end(): Promise<void> {
    this.#load.close();
    await this.#cluster.end();
  }

  async #round(round: number, fault: string): Promise<void> {
    this.#times.forgetBefore(Date.now());
    await delay(1_000 + this.#randomInt(1_000));
    const [first, second] = fault.split('+') as [Fault, Fault?];
    const playing = progressOf(this.#load);
    const [start, losses, moves] = [Date.now(), this.#load.lostConnections, this.#load.moves];
    const victims = new Set<ClusterNode>();
    this.#cluster.markChanged();
    await this.#injectFault(first, victims, second);
    // These faults affect one node or the archive only, so other games continue.
    if (LASTING_FAULTS.has(fault))
      assert(this.#load.moves - moves > 10, `${this.#load.moves - moves} moves during the fault`);
    const filled = this.#cluster.startUntil(this.#options.nodes);
    const [{ at: end, last }] = await Promise.all([this.#waitForMoves(playing), filled]);
    await eventually('all nodes', () => this.#cluster.isWhole);
    for (const { port } of this.#cluster.nodes) await checkNames(port);
    await delay(1_000);
    if (SERVICE_FAULTS.has(fault)) assert.equal(this.#load.lostConnections, losses, 'connections were lost');
    const times = this.#times.around(start, end, victims);
    this.#measured.set(fault, [...(this.#measured.get(fault) ?? []), { times, resumedAfter: end - start }]);
    const { before, during, after, slow } = times;
    this.#options.report(
      `round ${round}: ${fault}; every game continued within ${end - start} ms, the last one that of ${last}; ${this.#load.moves - moves} moves, ` +
        `${this.#load.lostConnections - losses} connections lost; answers (p99) ${before}, ${during}, ${after} ms, slow for ${slow} s`,
    );
  }

  async #injectFault(fault: Fault, victims: Set<ClusterNode>, during?: Fault): Promise<void> {
    const { nats, postgres } = this.#options;
    const { nodes } = this.#cluster;
    const randomInt = this.#randomInt;
    /** Waits, and injects the second fault during this time. */
    const waitDuringFault = async (milliseconds: number): Promise<void> => {
      if (during === undefined) await delay(milliseconds);
      else await Promise.all([delay(milliseconds), this.#injectFault(during, victims)]);
    };
    switch (fault) {
      case 'kill':
      case 'aimed': {
        const victim = pick(randomInt, nodes);
        victims.add(victim);
        if (fault === 'aimed') await this.#killBeforeReport(victim);
        await this.#cluster.kill(victim);
        return;
      }
      case 'stop': {
        const victim = pick(randomInt, nodes);
        victims.add(victim);
        victim.tengen.child.kill('SIGSTOP');
        await delay(7_000);
        victim.tengen.child.kill('SIGCONT');
        return;
      }
      case 'cut': {
        const victim = pick(randomInt, nodes);
        victims.add(victim);
        victim.relay.cut();
        await delay(10_000);
        victim.relay.mend();
        return;
      }
      case 'nats':
      case 'away':
        await nats.kill();
        await waitDuringFault(fault === 'away' ? 10_000 : randomInt(2_000));
        await nats.start();
        return;
      case 'tail':
        await this.#loseTail(victims);
        return;
      case 'empty':
        await nats.kill();
        nats.loseStore();
        await nats.start();
        return;
      case 'postgres':
        await postgres.kill();
        await waitDuringFault(0);
        await this.#waitForEndedGames();
        await postgres.start();
    }
  }

  /** NATS loses the end of its store. In half of the cases, one node has read less of the lost end than the other nodes. */
  async #loseTail(victims: Set<ClusterNode>): Promise<void> {
    const { nats } = this.#options;
    const slow = this.#randomInt(2) === 0 ? pick(this.#randomInt, this.#cluster.nodes) : undefined;
    await nats.kill('SIGTERM');
    nats.copyStore();
    await nats.start();
    await delay(500 + this.#randomInt(1_000));
    if (slow !== undefined) victims.add(slow);
    slow?.relay.cut();
    await delay(200 + this.#randomInt(1_000));
    await nats.kill();
    nats.loseTail();
    slow?.relay.drop();
    await nats.start();
  }

  /** Kills the node when NATS has acknowledged a move of its clients, before the node reads the acknowledgement. */
  async #killBeforeReport(victim: ClusterNode): Promise<void> {
    const stored = new Promise<boolean>((resolve) => {
      victim.relay.holdAfterNextMove(() => {
        victim.tengen.child.kill('SIGKILL');
        resolve(true);
      });
    });
    if ((await Promise.race([stored, delay(AIM_TIMEOUT)])) === true) this.#killedBeforeReport++;
  }

  /** Waits until two games have ended without the database. */
  async #waitForEndedGames(): Promise<void> {
    const ended = (): number => endedGames(this.#load);
    const before = ended();
    await eventually('the end of a game while PostgreSQL is away', () => ended() > before + 1);
  }

  /** Waits until the game of each client has a further move or has ended. Returns the time, and the last client. */
  async #waitForMoves(playing: Map<ReturningClient, Progress>): Promise<{ at: number; last: string }> {
    const deadline = Date.now() + RESUME_TIMEOUT;
    while (playing.size > 0) {
      this.#load.check();
      this.#cluster.check();
      const [now, clients] = [progressOf(this.#load), this.#load.clients()];
      for (const [player, before] of playing) {
        const [after, client] = [now.get(player), clients.get(player) ?? before.client];
        if (client !== before.client) playing.set(player, after ?? { client, moves: 0, returnedAt: Date.now() });
        else if (after === undefined ? !mayStillCatchUp(before) : after.moves > before.moves) playing.delete(player);
        if (playing.size === 0) return { at: Date.now(), last: titleOf(player) };
      }
      if (Date.now() > deadline)
        throw new Error(`no game continues for ${[...playing.keys()].map(titleOf).join()}:\n${this.#load.describe()}`);
      await delay(50);
    }
    return { at: Date.now(), last: 'no client' };
  }

  #reportTimes(): void {
    for (const [fault, rounds] of this.#measured) {
      const summary = (name: keyof FaultTimes): string => medianAndMaximum(rounds.map(({ times }) => times[name]));
      this.#options.report(
        `${fault}, ${rounds.length} times; median and maximum: every game continued within ${medianAndMaximum(rounds.map(({ resumedAfter }) => resumedAfter))} ms; ` +
          `answers (p99) before ${summary('before')}, during ${summary('during')}, after ${summary('after')} ms; slow for ${summary('slow')} s`,
      );
    }
  }

  /** Checks that the archive has every game as the clients received it, and no game twice. */
  async #checkArchive(): Promise<void> {
    const { postgres, report } = this.#options;
    this.#load.isResigning = true;
    const deadline = Date.now() + RESIGN_TIME;
    while (progressOf(this.#load).size > 0 && Date.now() < deadline) {
      this.#load.check();
      await delay(100);
    }
    this.#load.close();
    for (const { port } of this.#cluster.nodes)
      await eventually('the end of all games', async () => (await readLobby(port)).games.length === 0);
    const received = this.#load.records();
    for (;;) {
      const archive = await archivedGames(postgres.url, this.#load.players);
      const missing = missingGame(received, archive);
      if (missing === undefined) {
        checkEachOnce(archive);
        report(
          `${archive.games.length} games are archived, among them all games that clients received, with ${countReceivedMoves(received)} moves`,
        );
        return;
      }
      if (Date.now() > deadline + RESUME_TIMEOUT / 3) throw new Error(`not archived: ${missing}`);
      await delay(500);
    }
  }
}

function medianAndMaximum(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined).toSorted((one, other) => one - other);
  return `${known[Math.floor(known.length / 2)]} and ${known.at(-1)}`;
}

const titleOf = ({ name, protocol }: ReturningClient): string => `${name} (${protocol})`;

interface Progress {
  readonly client: GameClient;
  readonly moves: number;
  /** When the client reconnected, if it has not received a game since. */
  readonly returnedAt?: number;
}

/** Whether the client may still receive its game. */
const mayStillCatchUp = ({ returnedAt }: Progress): boolean =>
  returnedAt !== undefined && Date.now() - returnedAt < CATCH_UP_TIME;

/** The progress of each client whose game is not finished. */
function progressOf(load: ClientLoad): Map<ReturningClient, Progress> {
  const found = new Map<ReturningClient, Progress>();
  for (const [player, client] of load.clients()) {
    const record = client.runningGame;
    if (record === undefined || (record instanceof GoRecord && record.hasTwoPasses)) continue;
    const moves = record instanceof GoRecord ? record.moves.length : record.stones.length;
    // These clients see a board before there is an opponent.
    if (moves > 0 || !['remastered', 'gtp', 'gomokurs'].includes(player.protocol)) found.set(player, { client, moves });
  }
  return found;
}

const endedGames = (load: ClientLoad): number =>
  [...load.records().values()].flatMap((records) => [...records]).filter(({ ending }) => ending !== undefined).length;

async function readLobby(port: number): Promise<{ players: { name: string }[]; games: unknown[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  return (await answer.json()) as { players: { name: string }[]; games: unknown[] };
}

async function checkNames(port: number): Promise<void> {
  const names = (await readLobby(port)).players.map(({ name }) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, `two players with one name: ${names.sort().join(', ')}`);
}
