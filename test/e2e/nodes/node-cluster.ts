import { setTimeout as delay } from 'node:timers/promises';
import { pick, type RandomInt } from '../../support/clients/random.ts';
import type { ReturningClient } from '../../support/clients/returning-client.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { NatsRelay } from '../../support/nodes/nats-relay.ts';
import type { NatsServer } from '../../support/nodes/nats-server.ts';
import { type Host, listenOptions, openPorts } from '../serve/client-load.ts';
import { Tengen } from '../serve/server-process.ts';
import { PROTOCOLS_WITH_NAMES } from './archived-games.ts';

/** Milliseconds between two looks at the nodes. */
const POLL_INTERVAL = 250;
/** Of so many looks for a server, one leads a client with a name to a node before all know what has become of the others. */
const EARLY_RETRY_ODDS = 20;

export interface ClusterNode extends Host {
  readonly tengen: Tengen;
  /** All its connections to NATS go through it. */
  readonly relay: NatsRelay;
  /** The plain port. */
  readonly port: number;
}

export interface ClusterOptions {
  readonly nats: NatsServer;
  /** An empty PostgreSQL database. */
  readonly database: string;
  /** Who is to play there. */
  readonly players: readonly ReturningClient[];
  readonly randomInt: RandomInt;
}

/** Several nodes of one installation, each with a relay of its own to NATS. */
export class NodeCluster {
  readonly nodes: ClusterNode[] = [];
  readonly #options: ClusterOptions;
  /** All nodes have joined, and no other is a member: every seat that a node has left is reserved. */
  #isWhole = false;
  readonly #lastHosts = new Map<ReturningClient, ClusterNode>();
  #isOver = false;
  #watching: Promise<void> | undefined;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  async start(count: number): Promise<void> {
    await this.startUntil(count);
    this.#watching = this.#watch();
  }

  /** Starts one node more. */
  async #add(): Promise<void> {
    const { nats, database, players } = this.#options;
    const relay = await NatsRelay.start(nats.port);
    const url = `nats://127.0.0.1:${relay.port}?name=faults&snapshot=2000`;
    const options = ['--port', '0', '--log-level', 'error', '--resume', '90', '--nats', url, '--database', database];
    const tengen = new Tengen('serve', ...options, ...listenOptions(players));
    const ports = await openPorts(tengen, players).catch(async (error: unknown) => {
      relay.close();
      await tengen.end('SIGKILL');
      throw new Error(`a node does not start: ${tengen.stderr}`, { cause: error });
    });
    this.nodes.push({ tengen, relay, ports, port: ports.get('plain') ?? 0, mayFail: true });
  }

  async kill(node: ClusterNode): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1);
    this.#isWhole = false;
    await node.tengen.end('SIGKILL');
    node.relay.close();
  }

  /** Starts nodes in place of those that were killed. */
  async startUntil(count: number): Promise<void> {
    while (this.nodes.length < count) await this.#add();
  }

  /** What happened to the nodes must be seen before a client comes back. */
  markChanged(): void {
    this.#isWhole = false;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Where a client goes who comes, or comes back: to another node than before. */
  readonly hostOf = (player: ReturningClient): ClusterNode | undefined => {
    // A guest who comes back before its seat is reserved gets another one. Others hear that the name is taken, and try again.
    if (
      !this.#isWhole &&
      !(PROTOCOLS_WITH_NAMES.has(player.protocol) && this.#options.randomInt(EARLY_RETRY_ODDS) === 0)
    )
      return undefined;
    const before = this.#lastHosts.get(player);
    const others = this.nodes.filter((node) => node !== before);
    const host = pick(this.#options.randomInt, others.length > 0 ? others : this.nodes);
    this.#lastHosts.set(player, host);
    return host;
  };

  /** Fails if a node has ended by itself. */
  check(): void {
    for (const { tengen } of this.nodes) {
      const { exitCode, signalCode } = tengen.child;
      if (exitCode !== null || signalCode !== null) throw new Error(`a node has ended: ${exitCode} ${tengen.stderr}`);
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
    for (const { relay } of this.nodes) relay.close();
    await Promise.all(this.nodes.map(({ tengen }) => tengen.end('SIGKILL')));
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const nodes = [...this.nodes];
      const seen = await Promise.all(nodes.map(({ port }) => readState(port)));
      const isWhole = seen.every((stand) => stand?.isOpen === true && stand.members === nodes.length);
      this.#isWhole = isWhole && nodes.length === this.nodes.length && nodes.every((node) => this.nodes.includes(node));
      await delay(POLL_INTERVAL);
    }
  }
}

/** What a node says of itself; undefined if it says nothing. */
async function readState(port: number): Promise<{ members: number; isOpen: boolean } | undefined> {
  const silent = delay(1_000, undefined, { ref: false });
  const told = await Promise.race([readMetrics(`http://127.0.0.1:${port}`).catch(() => undefined), silent]);
  return (
    told && { members: told.rows.get('tengen_node_members') ?? 0, isOpen: told.rows.get('tengen_node_open') === 1 }
  );
}
