import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Tengen } from '../../../test/e2e/serve/server-process.ts';
import { type MedianWithQuartiles, spreadOf } from '../compare-processor-time.ts';
import { LoadGenerator } from '../server/load-generator.ts';
import { MAIN_PROTOCOL } from '../server/measured-protocol-list.ts';
import type { ExternalServices } from './external-services.ts';
import { processorTimeOf } from './processor-time.ts';

const ROUNDS = 5;
const SECONDS = 2;
/** After this time, the code of a node has been compiled. */
const WARM_UP_SECONDS = 10;

export interface MoveCostPerNode {
  /** Microseconds of processor time for a move at the node of its clients. The processor time of an idle node is subtracted. */
  readonly ownMove: MedianWithQuartiles;
  /** The same at a node without clients. */
  readonly remoteMove: MedianWithQuartiles;
  /** The same at the node without clients that archives games and makes snapshots. */
  readonly remoteMoveAtArchivingNode: MedianWithQuartiles;
  readonly remoteToOwn: MedianWithQuartiles;
  /** Bytes that the stream stores for a move. */
  readonly bytesPerMove: number;
  readonly movesPerMessage: number;
  /** Processor time of an idle node, in milliseconds per second. */
  readonly idle: MedianWithQuartiles;
}

/** Measures the cost of a move at each of three nodes. All clients are connected to one of them. */
export async function moveCostPerNode(services: ExternalServices, connections: number): Promise<MoveCostPerNode> {
  const name = `costs-${connections}`;
  const options = await services.installation(name);
  const nodes: Tengen[] = [];
  // The first node has the lowest number. It archives games, and makes snapshots in a thread that applies the moves again.
  for (let number = 1; number <= 3; number++) {
    const node = new Tengen(...serve(options));
    await node.ports();
    nodes.push(node);
  }
  const times = (): number[] => nodes.map(({ child }) => processorTimeOf(child.pid ?? 0) ?? Number.NaN);
  const [, port = 0] = await Promise.all(nodes.map(async (node) => (await node.ports())[0]));
  const load = await LoadGenerator.open({ protocol: MAIN_PROTOCOL, connections, port });
  const [lowest, own, others, idle]: [number[], number[], number[], number[]] = [[], [], [], []];
  let [moves, bytes, messages] = [0, 0, 0];
  await load.play(WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    await load.replaceNearlyFinishedGames();
    const before = times();
    await delay(1_000);
    const [began, stored] = [times(), await stateOf(services, name)];
    const since = performance.now();
    const played = await load.play(SECONDS);
    const seconds = (performance.now() - since) / 1000;
    const [ended, left] = [times(), await stateOf(services, name)];
    const [costOfLowest, costOfOwn, costOfOthers] = ended.map((time, node) => {
      const idleTime = (began[node]! - before[node]!) * seconds;
      return (time - began[node]! - idleTime) / played.moves;
    });
    lowest.push(costOfLowest!);
    own.push(costOfOwn!);
    others.push(costOfOthers!);
    idle.push((began[2]! - before[2]!) / 1000);
    moves += played.moves;
    bytes += left.bytes - stored.bytes;
    messages += left.last_seq - stored.last_seq;
  }
  await load.close();
  await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  return {
    ownMove: spreadOf(own),
    remoteMove: spreadOf(others),
    remoteMoveAtArchivingNode: spreadOf(lowest),
    remoteToOwn: spreadOf(others.map((cost, round) => cost / own[round]!)),
    bytesPerMove: bytes / moves,
    movesPerMessage: moves / messages,
    idle: spreadOf(idle),
  };
}

const serve = (options: readonly string[]): readonly string[] => {
  // No snapshot may be made, because it would delete messages that are counted.
  const withoutSnapshots = options.map((option) =>
    option.startsWith('nats:') ? `${option}&snapshot=100000000` : option,
  );
  return ['serve', '--port', '0', '--log-level', 'error', ...withoutSnapshots];
};

async function stateOf(
  { nats }: ExternalServices,
  name: string,
): Promise<{ readonly bytes: number; readonly last_seq: number }> {
  const connection = await connect({ servers: `127.0.0.1:${nats.port}` });
  const { state } = await (await jetstreamManager(connection)).streams.info(`tengen-${name}-1`);
  await connection.close();
  return state;
}
