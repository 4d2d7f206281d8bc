import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { GoRecord } from '../../support/clients/go-record.ts';
import { seededRandomInt, pick, type RandomInt } from '../../support/clients/random.ts';
import type { GameClient, ReturningClient } from '../../support/clients/returning-client.ts';
import type { PostgresServer } from '../../support/database/postgres-server.ts';
import { eventually } from '../../support/eventually.ts';
import type { NatsServer } from '../../support/nodes/nats-server.ts';
import { Crowd, people } from '../serve/client-load.ts';
import { AnswerTimes, type FaultTimes } from './answer-times.ts';
import { type ClusterNode, NodeCluster } from './node-cluster.ts';
import { archivedGames, checkOnce, missingGame, turnsTold } from './archived-games.ts';

/**
 * What can happen. `kill`: a node dies at once. `aimed`: a node dies when a turn of its clients has been stored and not been told. `stop`: a
 * node stands still for 7 s and finds itself declared dead. `cut`: nothing passes between a node and NATS for 10 s. `nats`: the NATS server is
 * killed and started again. `away`: the same, and it is away for 10 s. `tail`: the same, and the end of what it had stored is lost. `empty`: all
 * that it had stored is lost. `postgres`: the PostgreSQL server is killed and started again.
 */
export const FAULTS = ['kill', 'aimed', 'stop', 'cut', 'nats', 'away', 'tail', 'empty', 'postgres'] as const;
export type Fault = (typeof FAULTS)[number];

/** What happens to one node can happen while a service is away. */
const OF_ONE_NODE: ReadonlySet<string> = new Set<Fault>(['kill', 'stop', 'cut']);
const OF_A_SERVICE: ReadonlySet<string> = new Set<Fault>(['nats', 'away', 'postgres']);
/** They last for seconds, in which the other nodes have all that they need. */
const LASTING: ReadonlySet<string> = new Set<Fault>(['stop', 'cut', 'postgres']);

export interface FaultOptions {
  readonly seed: number;
  /** One fault after the other; `first+second`: the second happens during the first. */
  readonly faults: readonly string[];
  readonly nodes: number;
  /** Milliseconds between two turns of a client at least. */
  readonly haste: number;
  readonly nats: NatsServer;
  readonly postgres: PostgresServer;
  readonly report: (line: string) => void;
}

/** The server waits 10 s for the first acknowledgement of a client that sends none, each time when it comes back. */
const UNHURRIED = ['r4', 'r5'];

/** Milliseconds within which play must go on after a fault. */
const PATIENCE = 90_000;
/** Milliseconds after which a client that has come back, and is told of no game, has none. */
const RETURN_TIME = 3_000;
/** Milliseconds in which all clients resign. After that they leave. */
const WEARY_TIME = 15_000;
/** Milliseconds in which a node has a turn to publish. */
const AIM_TIME = 5_000;

/** So many faults of these, by chance; some happen during others. */
export function randomFaults(faults: readonly Fault[], rounds: number, seed: number): string[] {
  const roll = seededRandomInt(seed);
  const some = (of: ReadonlySet<string>): Fault[] => faults.filter((fault) => of.has(fault));
  const [services, single] = [some(OF_A_SERVICE), some(OF_ONE_NODE)];
  const canMeet = services.length > 0 && single.length > 0;
  return Array.from({ length: rounds }, () =>
    canMeet && roll(5) === 0 ? `${pick(roll, services)}+${pick(roll, single)}` : pick(roll, faults),
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
  readonly #roll: RandomInt;
  readonly #cluster: NodeCluster;
  readonly #town: Crowd;
  readonly #times = new AnswerTimes();
  readonly #measured = new Map<string, { readonly times: FaultTimes; readonly wentOn: number }[]>();
  #aimed = 0;

  constructor(options: FaultOptions) {
    const { seed, haste, nats, postgres } = options;
    this.#options = options;
    this.#roll = seededRandomInt(seed);
    const some = people().filter(({ name }) => !UNHURRIED.includes(name));
    this.#cluster = new NodeCluster({ nats, database: postgres.url, people: some, roll: this.#roll });
    this.#town = new Crowd(some, this.#roll, {
      haste,
      mayBePutOff: true,
      answered: (host, milliseconds) => this.#times.add(host, milliseconds),
    });
  }

  async run(): Promise<void> {
    const { nodes, faults, report } = this.#options;
    await this.#cluster.start(nodes);
    await eventually('all nodes', () => this.#cluster.isWhole);
    this.#town.enter(this.#cluster.hostOf);
    this.#town.isCalm = false;
    await this.#town.hasTaken(200, PATIENCE);
    for (const [index, fault] of faults.entries()) await this.#round(index + 1, fault);
    report(`${this.#aimed} nodes were killed between the storing of a turn and the telling`);
    this.#reportTimes();
    await this.#checkArchive();
  }

  async end(): Promise<void> {
    this.#town.leave();
    await this.#cluster.end();
  }

  async #round(round: number, fault: string): Promise<void> {
    this.#times.forgetBefore(Date.now());
    await delay(1_000 + this.#roll(1_000));
    const [first, second] = fault.split('+') as [Fault, Fault?];
    const playing = progressOf(this.#town);
    const [began, losses, turns] = [Date.now(), this.#town.losses, this.#town.turns];
    const victims = new Set<ClusterNode>();
    this.#cluster.somethingHappens();
    await this.#happen(first, victims, second);
    // Where the rest has what it needs, other games go on.
    if (LASTING.has(fault)) assert(this.#town.turns - turns > 10, `${this.#town.turns - turns} turns meanwhile`);
    const filled = this.#cluster.fill(this.#options.nodes);
    const [{ at: over, last }] = await Promise.all([this.#playGoesOn(playing), filled]);
    await eventually('all nodes', () => this.#cluster.isWhole);
    for (const { port } of this.#cluster.nodes) await checkNames(port);
    await delay(1_000);
    if (OF_A_SERVICE.has(fault)) assert.equal(this.#town.losses, losses, 'connections were lost');
    const times = this.#times.around(began, over, victims);
    this.#measured.set(fault, [...(this.#measured.get(fault) ?? []), { times, wentOn: over - began }]);
    const { before, during, after, slow } = times;
    this.#options.report(
      `round ${round}: ${fault}; every game went on after ${over - began} ms, last that of ${last}; ${this.#town.turns - turns} turns meanwhile, ` +
        `${this.#town.losses - losses} connections lost; answers (p99) ${before}, ${during}, ${after} ms, slow for ${slow} s`,
    );
  }

  async #happen(fault: Fault, victims: Set<ClusterNode>, during?: Fault): Promise<void> {
    const { nats, postgres } = this.#options;
    const { nodes } = this.#cluster;
    const roll = this.#roll;
    const meanwhile = async (milliseconds: number): Promise<void> => {
      if (during === undefined) await delay(milliseconds);
      else await Promise.all([delay(milliseconds), this.#happen(during, victims)]);
    };
    switch (fault) {
      case 'kill':
      case 'aimed': {
        const victim = pick(roll, nodes);
        victims.add(victim);
        if (fault === 'aimed') await this.#aim(victim);
        await this.#cluster.kill(victim);
        return;
      }
      case 'stop': {
        const victim = pick(roll, nodes);
        victims.add(victim);
        victim.tengen.child.kill('SIGSTOP');
        await delay(7_000);
        victim.tengen.child.kill('SIGCONT');
        return;
      }
      case 'cut': {
        const victim = pick(roll, nodes);
        victims.add(victim);
        victim.relay.cut();
        await delay(10_000);
        victim.relay.mend();
        return;
      }
      case 'nats':
      case 'away':
        await nats.kill();
        await meanwhile(fault === 'away' ? 10_000 : roll(2_000));
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
        await this.#gamesEnd();
        await postgres.start();
    }
  }

  /** Sometimes one node has read less than the others of what is lost. */
  async #loseTail(victims: Set<ClusterNode>): Promise<void> {
    const { nats } = this.#options;
    const slow = this.#roll(2) === 0 ? pick(this.#roll, this.#cluster.nodes) : undefined;
    await nats.kill('SIGTERM');
    nats.copyStore();
    await nats.start();
    await delay(500 + this.#roll(1_000));
    if (slow !== undefined) victims.add(slow);
    slow?.relay.cut();
    await delay(200 + this.#roll(1_000));
    await nats.kill();
    nats.loseTail();
    slow?.relay.drop();
    await nats.start();
  }

  /** The node dies when NATS has acknowledged a turn of its clients, before the node has read that. */
  async #aim(victim: ClusterNode): Promise<void> {
    const stored = new Promise<boolean>((resolve) => {
      victim.relay.ambush(() => {
        victim.tengen.child.kill('SIGKILL');
        resolve(true);
      });
    });
    if ((await Promise.race([stored, delay(AIM_TIME)])) === true) this.#aimed++;
  }

  /** Games go on and end. */
  async #gamesEnd(): Promise<void> {
    const ended = (): number => endedGames(this.#town);
    const before = ended();
    await eventually('the end of a game while PostgreSQL is away', () => ended() > before + 1);
  }

  /** Who was in a game has more turns in it, or it is over. Resolves with the time of that, and the last one. */
  async #playGoesOn(playing: Map<ReturningClient, Progress>): Promise<{ at: number; last: string }> {
    const deadline = Date.now() + PATIENCE;
    while (playing.size > 0) {
      this.#town.check();
      this.#cluster.check();
      const [now, clients] = [progressOf(this.#town), this.#town.clients()];
      for (const [person, before] of playing) {
        const [after, client] = [now.get(person), clients.get(person) ?? before.client];
        if (client !== before.client) playing.set(person, after ?? { client, turns: 0, isBackSince: Date.now() });
        else if (after === undefined ? !isJustBack(before) : after.turns > before.turns) playing.delete(person);
        if (playing.size === 0) return { at: Date.now(), last: titleOf(person) };
      }
      if (Date.now() > deadline)
        throw new Error(`no play goes on for ${[...playing.keys()].map(titleOf).join()}:\n${this.#town.describe()}`);
      await delay(50);
    }
    return { at: Date.now(), last: 'nobody' };
  }

  #reportTimes(): void {
    for (const [fault, rounds] of this.#measured) {
      const of = (name: keyof FaultTimes): string => medianAndMost(rounds.map(({ times }) => times[name]));
      this.#options.report(
        `${fault}, ${rounds.length} times; median and most: every game went on after ${medianAndMost(rounds.map(({ wentOn }) => wentOn))} ms; ` +
          `answers (p99) before ${of('before')}, during ${of('during')}, after ${of('after')} ms; slow for ${of('slow')} s`,
      );
    }
  }

  /** Every told game is in the archive as it was told, and no game is there twice. */
  async #checkArchive(): Promise<void> {
    const { postgres, report } = this.#options;
    this.#town.isWeary = true;
    const deadline = Date.now() + WEARY_TIME;
    while (progressOf(this.#town).size > 0 && Date.now() < deadline) {
      this.#town.check();
      await delay(100);
    }
    this.#town.leave();
    for (const { port } of this.#cluster.nodes)
      await eventually('the end of all games', async () => (await readLobby(port)).games.length === 0);
    const told = this.#town.records();
    for (;;) {
      const archive = await archivedGames(postgres.url, this.#town.people);
      const missing = missingGame(told, archive);
      if (missing === undefined) {
        checkOnce(archive);
        report(
          `${archive.games.length} games are archived; all games told with ${turnsTold(told)} turns are among them`,
        );
        return;
      }
      if (Date.now() > deadline + PATIENCE / 3) throw new Error(`not archived: ${missing}`);
      await delay(500);
    }
  }
}

function medianAndMost(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined).toSorted((one, other) => one - other);
  return `${known[Math.floor(known.length / 2)]} and ${known.at(-1)}`;
}

const titleOf = ({ name, protocol }: ReturningClient): string => `${name} (${protocol})`;

interface Progress {
  readonly client: GameClient;
  readonly turns: number;
  /** Its client has come back then, and had no game yet. */
  readonly isBackSince?: number;
}

/** It may still be told of its game. */
const isJustBack = ({ isBackSince }: Progress): boolean =>
  isBackSince !== undefined && Date.now() - isBackSince < RETURN_TIME;

/** Those who are in a game with turns to take. */
function progressOf(town: Crowd): Map<ReturningClient, Progress> {
  const found = new Map<ReturningClient, Progress>();
  for (const [person, client] of town.clients()) {
    const record = client.runningGame;
    if (record === undefined || (record instanceof GoRecord && record.hasTwoPasses)) continue;
    const turns = record instanceof GoRecord ? record.moves.length : record.stones.length;
    // These clients see a board before there is an opponent.
    if (turns > 0 || !['remastered', 'gtp', 'gomokurs'].includes(person.protocol)) found.set(person, { client, turns });
  }
  return found;
}

const endedGames = (town: Crowd): number =>
  [...town.records().values()].flatMap((records) => [...records]).filter(({ ending }) => ending !== undefined).length;

async function readLobby(port: number): Promise<{ players: { name: string }[]; games: unknown[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  return (await answer.json()) as { players: { name: string }[]; games: unknown[] };
}

async function checkNames(port: number): Promise<void> {
  const names = (await readLobby(port)).players.map(({ name }) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, `two players with one name: ${names.sort().join(', ')}`);
}
