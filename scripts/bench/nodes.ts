import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MedianWithQuartiles } from './compare-processor-time.ts';
import { ExternalServices } from './nodes/external-services.ts';
import { failoverTime } from './nodes/failover-time.ts';
import { rawStream, startNodes } from './nodes/measured-nodes.ts';
import { moveCostPerNode } from './nodes/move-cost-per-node.ts';
import { MOVES, MOVES_PER_MESSAGE, remoteMoveCost } from './nodes/remote-move-cost.ts';
import type { MeasureSection, SectionDefinition } from './section.ts';
import { CONNECTION_COUNTS, compareServers, cost, medianOf, p99, rate, ratio } from './server/compare-servers.ts';
import { MAIN_PROTOCOL } from './server/measured-protocol-list.ts';
import { startTengen } from './server/measured-server.ts';

const NODE_COUNTS = [1, 2, 3] as const;
const KIB = 1024;

const singleValue = (value: number): MedianWithQuartiles => ({ median: value, low: value, high: value, rounds: 1 });
const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

type ReportFigure = Parameters<MeasureSection>[0];

/** Compares nodes with one process and with the stream alone. */
async function compareWithOneProcess(
  services: ExternalServices,
  folder: string,
  connections: number,
  report: ReportFigure,
): Promise<void> {
  const servers = {
    os: await startTengen(MAIN_PROTOCOL, 'os', folder),
    disk: await startTengen(MAIN_PROTOCOL, 'disk', folder),
    '1': await startNodes(services, `one-${connections}`, 1),
    '2': await startNodes(services, `two-on-a-port-${connections}`, 2),
    '3': await startNodes(services, `three-${connections}`, 3),
    stream: rawStream(services),
  };
  const rounds = await compareServers(MAIN_PROTOCOL, connections, servers);
  for (const server of Object.values(servers)) await server.end();
  const { os, disk, stream } = rounds;
  const times = `${medianOf(os!, p99).toFixed(1)} ms`;
  for (const count of NODE_COUNTS) {
    const what = `${count === 1 ? 'one node' : `${count} nodes`}, ${formatInteger(connections)} connections`;
    const nodes = rounds[`${count}`]!;
    const moves = `${formatInteger(medianOf(nodes, rate))} moves a second`;
    const against = 'one process, `os`';
    report({
      what,
      against: `${against}, in moves`,
      value: ratio(nodes, os!, rate),
      note: `${moves}, there ${formatInteger(medianOf(os!, rate))}`,
    });
    report({
      what,
      against: `${against}, in p99`,
      value: ratio(nodes, os!, p99),
      note: `${medianOf(nodes, p99).toFixed(1)} ms, there ${times}`,
    });
    const spent = `${medianOf(nodes, cost).toFixed(0)} µs a move with NATS, there ${medianOf(os!, cost).toFixed(0)}`;
    report({ what, against: `${against}, in processor time`, value: ratio(nodes, os!, cost), note: spent });
    report({
      what,
      against: 'one process, `disk`, in moves',
      value: ratio(nodes, disk!, rate),
      note: `there ${formatInteger(medianOf(disk!, rate))}`,
    });
    report({
      what,
      against: 'the stream alone, in moves',
      value: ratio(nodes, stream!, rate),
      note: `there ${formatInteger(medianOf(stream!, rate))}`,
    });
  }
  const what = `the stream alone, ${formatInteger(connections)} connections`;
  const value = ratio(stream!, os!, p99);
  const note = `${medianOf(stream!, p99).toFixed(2)} ms; NATS takes ${medianOf(stream!, cost).toFixed(1)} µs a move`;
  report({ what, against: 'one process, `os`, in p99', value, note });
}

async function reportMoveCosts(services: ExternalServices, connections: number, report: ReportFigure): Promise<void> {
  const { ownMove, remoteMove, remoteMoveAtArchivingNode, remoteToOwn, idle, bytesPerMove, movesPerMessage } =
    await moveCostPerNode(services, connections);
  const at = `three nodes, ${formatInteger(connections)} connections at one`;
  const batches = `${movesPerMessage.toFixed(1)} moves in a message`;
  report({ what: `${at}: the stream`, against: 'bytes a move', value: singleValue(bytesPerMove), note: batches });
  report({ what: `${at}: a move of its own`, against: 'µs of processor time', value: ownMove });
  const note = `an idle node takes ${idle.median.toFixed(1)} ms in a second`;
  report({
    what: `${at}: a move of another node`,
    against: 'µs of processor time',
    value: remoteMove,
    goal: { atMost: 4 },
    note,
  });
  report({ what: `${at}: a move of another node`, against: 'a move of its own', value: remoteToOwn });
  const what = `${at}: the same, at the node that archives games and makes snapshots`;
  report({ what, against: 'µs of processor time', value: remoteMoveAtArchivingNode });
}

const measure: MeasureSection = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-nodes-'));
  const services = await ExternalServices.start();
  try {
    const { cost: perMove, timesLobby: ofLobby, size } = await remoteMoveCost();
    const what = 'a move of another node, without NATS';
    report({
      what,
      against: 'µs of processor time',
      value: perMove,
      goal: { atMost: 4 },
      note: `${MOVES_PER_MESSAGE} moves in a message`,
    });
    report({ what, against: 'the same move in a lobby alone', value: ofLobby });
    const game = `a running game of ${MOVES} moves with its two players`;
    report({ what: `memory of ${game}, at each node`, against: 'KiB', value: singleValue(size.memory / KIB) });
    report({ what: `snapshot of ${game}`, against: 'KiB', value: singleValue(size.snapshot / KIB) });
    report({
      what: `writing the snapshot of ${game}`,
      against: 'µs of processor time',
      value: singleValue(size.writing),
    });
    report({ what: `restoring ${game}`, against: 'µs of processor time', value: singleValue(size.reading) });
    for (const connections of CONNECTION_COUNTS) await reportMoveCosts(services, connections, report);
    for (const connections of CONNECTION_COUNTS) await compareWithOneProcess(services, folder, connections, report);
    const { untilLastResumed: last, longest } = await failoverTime(services);
    const note = `the longest ${(longest / 1000).toFixed(1)} s; a node is declared dead after 5 s`;
    const value = { ...last, median: last.median / 1000, low: last.low / 1000, high: last.high / 1000 };
    report({
      what: 'three nodes, one is killed: until the last of its games continues',
      against: 'seconds',
      value,
      note,
    });
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true });
  }
};

export const nodes: SectionDefinition = {
  title: 'Several nodes',
  method: [
    'This section measures how much processor time and delay each further node (process of the server) adds. Several nodes run on one machine (`--nodes`). NATS, PostgreSQL and the clients share the two cores with the nodes, so several nodes cannot be faster than one node on this machine. The games and the clients are the same as in the section “The server”.',
    'Nodes and a single process give different guarantees for a stored move:',
    '- **Nodes**: NATS 2.9 does not sync to the disk. A stored move survives the end of every process, but not a power failure.\n- **One process with `--durability os`**: the same guarantee as with nodes.\n- **One process with `--durability disk`**: a stronger guarantee, because every commit is synced to the disk.',
    '*The stream alone* is a program for comparison with the nodes: it publishes moves to the same NATS server and reads them back, but has no lobby and no clients. Like a node, it puts all moves of one iteration of the event loop into one message.',
    '*A move of another node*: a client of one node makes a move, and a second node applies it. The figure is the processor time of the move at the second node, which has no clients. It is the time of all threads, less the processor time that an idle node needs.',
  ],
  measure,
};
