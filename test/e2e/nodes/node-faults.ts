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
 * What can happen. `kill`: a node dies at once. `aimed`: a node dies when a turn of its clients has been stored and not been told. `stop`: a
 * node stands still for 7 s and finds itself declared dead. `cut`: nothing passes between a node and NATS for 10 s. `nats`: the NATS server is
 * killed and started again. `away`: the same, and it is away for 10 s. `tail`: the same, and the end of what it had stored is lost. `empty`: all
 * that it had stored is lost. `postgres`: the PostgreSQL server is killed and started again.
 */
export const FAULTS = ['kill', 'aimed', 'stop', 'cut', 'nats', 'away', 'tail', 'empty', 'postgres'] as const;
export type Fault = (typeof FAULTS)[number];

/** What happens to one node can happen while a service is away. */
const NODE_FAULTS: ReadonlySet<string> = new Set<Fault>(['kill', 'stop', 'cut']);
const SERVICE_FAULTS: ReadonlySet<string> = new Set<Fault>(['nats', 'away', 'postgres']);
/** They last for seconds, in which the other nodes have all that they need. */
const LASTING_FAULTS: ReadonlySet<string> = new Set<Fault>(['stop', 'cut', 'postgres']);

export interface FaultOptions {
  readonly seed: number;
  /** One fault after the other; `first+second`: the second happens during the first. */
  readonly faults: readonly string[];
  readonly nodes: number;
  /** Milliseconds between two turns of a client at least. */
  readonly moveInterval: number;
  readonly nats: NatsServer;
  readonly postgres: PostgresServer;
  readonly report: (line: string) => void;
}

/** The server waits 10 s for the first acknowledgement of a client that sends none, each time when it comes back. */
const SLOW_CLIENTS = ['r4', 'r5'];

/** Milliseconds within which play must go on after a fault. */
const RESUME_TIMEOUT = 90_000;
/** Milliseconds after which a client that has come back, and is told of no game, has none. */
const CATCH_UP_TIME = 3_000;
/** Milliseconds in which all clients resign. After that they leave. */
const RESIGN_TIME = 15_000;
/** Milliseconds in which a node has a turn to publish. */
const AIM_TIMEOUT = 5_000;

/** So many faults of these, by chance; some happen during others. */
export function randomFaults(faults: readonly Fault[], rounds: number, seed: number): string[] {
  const randomInt = seededRandomInt(seed);
  const some = (of: ReadonlySet<string>): Fault[] => faults.filter((fault) => of.has(fault));
  const [services, single] = [some(SERVICE_FAULTS), some(NODE_FAULTS)];
  const canMeet = services.length > 0 && single.length > 0;
  return Array.from({ length: rounds }, () =>
    canMeet && randomInt(5) === 0 ? `${pick(randomInt, services)}+${pick(randomInt, single)}` : pick(randomInt, faults),
  );
}

/**
 * Clients of all protocols play over several nodes, while nodes, NATS and PostgreSQL fail. Who loses the connection comes back to another node.
 * At the end every game that a client was told of must be in the archive as it was told, once.
 */
export async function nodeFaults(options: FaultOptions): Promise<void> {
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
    const { seed, moveInterval: haste, nats, postgres } = options;
    this.#options = options;
    this.#randomInt = seededRandomInt(seed);
    const some = loadClients().filter(({ name }) => !SLOW_CLIENTS.includes(name));
    this.#cluster = new NodeCluster({ nats, database: postgres.url, players: some, randomInt: this.#randomInt });
    this.#load = new ClientLoad(some, this.#randomInt, {
      moveInterval: haste,
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
    report(`${this.#killedBeforeReport} nodes were killed between the storing of a turn and the telling`);
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
    const [began, losses, turns] = [Date.now(), this.#load.lostConnections, this.#load.moves];
    const victims = new Set<ClusterNode>();
    this.#cluster.markChanged();
    await this.#injectFault(first, victims, second);
    // Where the rest has what it needs, other games go on.
    if (LASTING_FAULTS.has(fault)) assert(this.#load.moves - turns > 10, `${this.#load.moves - turns} turns meanwhile`);
    const filled = this.#cluster.startUntil(this.#options.nodes);
    const [{ at: over, last }] = await Promise.all([this.#waitForMoves(playing), filled]);
    await eventually('all nodes', () => this.#cluster.isWhole);
    for (const { port } of this.#cluster.nodes) await checkNames(port);
    await delay(1_000);
    if (SERVICE_FAULTS.has(fault)) assert.equal(this.#load.lostConnections, losses, 'connections were lost');
    const times = this.#times.around(began, over, victims);
    this.#measured.set(fault, [...(this.#measured.get(fault) ?? []), { times, resumedAfter: over - began }]);
    const { before, during, after, slow } = times;
    this.#options.report(
      `round ${round}: ${fault}; every game went on after ${over - began} ms, last that of ${last}; ${this.#load.moves - turns} turns meanwhile, ` +
        `${this.#load.lostConnections - losses} connections lost; answers (p99) ${before}, ${during}, ${after} ms, slow for ${slow} s`,
    );
  }

  async #injectFault(fault: Fault, victims: Set<ClusterNode>, during?: Fault): Promise<void> {
    const { nats, postgres } = this.#options;
    const { nodes } = this.#cluster;
    const randomInt = this.#randomInt;
    const meanwhile = async (milliseconds: number): Promise<void> => {
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
        await meanwhile(fault === 'away' ? 10_000 : randomInt(2_000));
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
        await meanwhile(0);
        await this.#waitForEndedGames();
        await postgres.start();
    }
  }

  /** Sometimes one node has read less than the others of what is lost. */
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

  /** The node dies when NATS has acknowledged a turn of its clients, before the node has read that. */
  async #killBeforeReport(victim: ClusterNode): Promise<void> {
    const stored = new Promise<boolean>((resolve) => {
      victim.relay.ambush(() => {
        victim.tengen.child.kill('SIGKILL');
        resolve(true);
      });
    });
    if ((await Promise.race([stored, delay(AIM_TIMEOUT)])) === true) this.#killedBeforeReport++;
  }

  /** Games go on and end. */
  async #waitForEndedGames(): Promise<void> {
    const ended = (): number => endedGames(this.#load);
    const before = ended();
    await eventually('the end of a game while PostgreSQL is away', () => ended() > before + 1);
  }

  /** Who was in a game has more turns in it, or it is over. Resolves with the time of that, and the last one. */
  async #waitForMoves(playing: Map<ReturningClient, Progress>): Promise<{ at: number; last: string }> {
    const deadline = Date.now() + RESUME_TIMEOUT;
    while (playing.size > 0) {
      this.#load.check();
      this.#cluster.check();
      const [now, clients] = [progressOf(this.#load), this.#load.clients()];
      for (const [player, before] of playing) {
        const [after, client] = [now.get(player), clients.get(player) ?? before.client];
        if (client !== before.client) playing.set(player, after ?? { client, turns: 0, returnedAt: Date.now() });
        else if (after === undefined ? !mayStillCatchUp(before) : after.turns > before.turns) playing.delete(player);
        if (playing.size === 0) return { at: Date.now(), last: titleOf(player) };
      }
      if (Date.now() > deadline)
        throw new Error(`no play goes on for ${[...playing.keys()].map(titleOf).join()}:\n${this.#load.describe()}`);
      await delay(50);
    }
    return { at: Date.now(), last: 'nobody' };
  }

  #reportTimes(): void {
    for (const [fault, rounds] of this.#measured) {
      const of = (name: keyof FaultTimes): string => medianAndMaximum(rounds.map(({ times }) => times[name]));
      this.#options.report(
        `${fault}, ${rounds.length} times; median and most: every game went on after ${medianAndMaximum(rounds.map(({ resumedAfter: wentOn }) => wentOn))} ms; ` +
          `answers (p99) before ${of('before')}, during ${of('during')}, after ${of('after')} ms; slow for ${of('slow')} s`,
      );
    }
  }

  /** Every told game is in the archive as it was told, and no game is there twice. */
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
    const told = this.#load.records();
    for (;;) {
      const archive = await archivedGames(postgres.url, this.#load.players);
      const missing = missingGame(told, archive);
      if (missing === undefined) {
        checkEachOnce(archive);
        report(
          `${archive.games.length} games are archived; all games told with ${countReceivedMoves(told)} turns are among them`,
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
  readonly turns: number;
  /** Its client has come back then, and had no game yet. */
  readonly returnedAt?: number;
}

/** It may still be told of its game. */
const mayStillCatchUp = ({ returnedAt: isBackSince }: Progress): boolean =>
  isBackSince !== undefined && Date.now() - isBackSince < CATCH_UP_TIME;

/** Those who are in a game with turns to take. */
function progressOf(load: ClientLoad): Map<ReturningClient, Progress> {
  const found = new Map<ReturningClient, Progress>();
  for (const [player, client] of load.clients()) {
    const record = client.runningGame;
    if (record === undefined || (record instanceof GoRecord && record.hasTwoPasses)) continue;
    const turns = record instanceof GoRecord ? record.moves.length : record.stones.length;
    // These clients see a board before there is an opponent.
    if (turns > 0 || !['remastered', 'gtp', 'gomokurs'].includes(player.protocol)) found.set(player, { client, turns });
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
