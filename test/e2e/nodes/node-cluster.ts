import { setTimeout as delay } from 'node:timers/promises';
import { pick, type RandomInt } from '../../support/clients/random.ts';
import type { ReturningClient } from '../../support/clients/returning-client.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { NatsRelay } from '../../support/nodes/nats-relay.ts';
import type { NatsServer } from '../../support/nodes/nats-server.ts';
import { type LoadTarget, listenOptions, openPorts } from '../serve/client-load.ts';
import { Tengen } from '../serve/server-process.ts';
import { PROTOCOLS_WITH_NAMES } from './archived-games.ts';

/** Milliseconds between two polls of the nodes. */
const POLL_INTERVAL = 250;
/** While nodes join or fail, one in this many attempts of a client with a name chooses a node at once. */
const EARLY_RETRY_ODDS = 20;

export interface ClusterNode extends LoadTarget {
  readonly tengen: Tengen;
  /** The relay of all connections of this node to NATS. */
  readonly relay: NatsRelay;
  /** The plain port. */
  readonly port: number;
}

export interface ClusterOptions {
  readonly nats: NatsServer;
  /** An empty PostgreSQL database. */
  readonly database: string;
  /** The players that need listeners on the nodes. */
  readonly players: readonly ReturningClient[];
  readonly randomInt: RandomInt;
}

/** Several nodes of one installation. Each has its own relay to NATS. */
export class NodeCluster {
  readonly nodes: ClusterNode[] = [];
  readonly #options: ClusterOptions;
  /** Whether exactly the running nodes are members. Then the seats of the clients of every failed node are reserved. */
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

  async #add(): Promise<void> {
    const { nats, database, players } = this.#options;
    const relay = await NatsRelay.start(nats.port);
    const url = `nats://127.0.0.1:${relay.port}?name=faults&snapshot=2000`;
    const options = ['--port', '0', '--log-level', 'error', '--resume', '90', '--nats', url, '--database', database];
    const tengen = new Tengen('serve', ...options, ...listenOptions(players));
    const ports = await openPorts(tengen, players).catch(async (error: unknown) => {
      relay.close();
      await tengen.end('SIGKILL');
      throw new Error(`a node did not start: ${tengen.stderr}`, { cause: error });
    });
    this.nodes.push({ tengen, relay, ports, port: ports.get('plain') ?? 0, mayFail: true });
  }

  async kill(node: ClusterNode): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1);
    this.#isWhole = false;
    await node.tengen.end('SIGKILL');
    node.relay.close();
  }

  /** Starts nodes until there are `count`. */
  async startUntil(count: number): Promise<void> {
    while (this.nodes.length < count) await this.#add();
  }

  /** Reports that a node may fail. Until the next poll has found all nodes, `isWhole` is false. */
  markChanged(): void {
    this.#isWhole = false;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Chooses a node for a client that connects or reconnects: another one than before, if possible. */
  readonly hostOf = (player: ReturningClient): ClusterNode | undefined => {
    // A guest that reconnects before its seat is reserved gets a new seat. A client with a name is refused as "name
    // taken" and tries again.
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

  /** Fails if a node has exited. */
  check(): void {
    for (const { tengen } of this.nodes) {
      const { exitCode, signalCode } = tengen.child;
      if (exitCode !== null || signalCode !== null) throw new Error(`a node has exited: ${exitCode} ${tengen.stderr}`);
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
      const states = await Promise.all(nodes.map(({ port }) => readState(port)));
      const isWhole = states.every((state) => state?.isOpen === true && state.members === nodes.length);
      this.#isWhole = isWhole && nodes.length === this.nodes.length && nodes.every((node) => this.nodes.includes(node));
      await delay(POLL_INTERVAL);
    }
  }
}

/** Reads the state of a node from its metrics; undefined if it does not answer within a second. */
async function readState(port: number): Promise<{ members: number; isOpen: boolean } | undefined> {
  const timeout = delay(1_000, undefined, { ref: false });
  const metrics = await Promise.race([readMetrics(`http://127.0.0.1:${port}`).catch(() => undefined), timeout]);
  return (
    metrics && {
      members: metrics.rows.get('tengen_node_members') ?? 0,
      isOpen: metrics.rows.get('tengen_node_open') === 1,
    }
  );
}
