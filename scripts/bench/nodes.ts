import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spread } from './compare-processor-time.ts';
import { rawStream, startNodes } from './nodes/contestants.ts';
import { ExternalServices } from './nodes/external-services.ts';
import { failoverTime } from './nodes/failover-time.ts';
import { moveCostPerNode } from './nodes/move-cost-per-node.ts';
import { PER_BATCH, remoteMoveCost, TURNS } from './nodes/remote-move-cost.ts';
import type { MeasureSection, SectionDefinition } from './section.ts';
import { CROWDS, compete, cost, middle, p99, rate, ratio } from './server/compete.ts';
import { startTengen } from './server/contestant.ts';
import { MAIN } from './server/measured-protocol-list.ts';

const COUNTS = [1, 2, 3] as const;
const KIB = 1024;

const once = (value: number): Spread => ({ median: value, low: value, high: value, rounds: 1 });
const whole = (value: number): string => Math.round(value).toLocaleString('en');

type Say = Parameters<MeasureSection>[0];

/** Nodes, one process with SQLite, and the stream alone, in turns. */
async function race(services: ExternalServices, folder: string, connections: number, say: Say): Promise<void> {
  const contestants = {
    os: await startTengen(MAIN, 'os', folder),
    disk: await startTengen(MAIN, 'disk', folder),
    '1': await startNodes(services, `one-${connections}`, 1),
    '2': await startNodes(services, `two-on-a-port-${connections}`, 2),
    '3': await startNodes(services, `three-${connections}`, 3),
    stream: rawStream(services),
  };
  const turns = await compete(MAIN, connections, contestants);
  for (const contestant of Object.values(contestants)) await contestant.end();
  const { os, disk, stream } = turns;
  const times = `${middle(os!, p99).toFixed(1)} ms`;
  for (const count of COUNTS) {
    const what = `${count === 1 ? 'one node' : `${count} nodes`}, ${whole(connections)} connections`;
    const nodes = turns[`${count}`]!;
    const moves = `${whole(middle(nodes, rate))} moves a second`;
    const against = 'one process, `os`';
    say({
      what,
      against: `${against}, in moves`,
      value: ratio(nodes, os!, rate),
      note: `${moves}, there ${whole(middle(os!, rate))}`,
    });
    say({
      what,
      against: `${against}, in p99`,
      value: ratio(nodes, os!, p99),
      note: `${middle(nodes, p99).toFixed(1)} ms, there ${times}`,
    });
    const spent = `${middle(nodes, cost).toFixed(0)} µs a move with NATS, there ${middle(os!, cost).toFixed(0)}`;
    say({ what, against: `${against}, in time of the processor`, value: ratio(nodes, os!, cost), note: spent });
    say({
      what,
      against: 'one process, `disk`, in moves',
      value: ratio(nodes, disk!, rate),
      note: `there ${whole(middle(disk!, rate))}`,
    });
    say({
      what,
      against: 'the stream alone, in moves',
      value: ratio(nodes, stream!, rate),
      note: `there ${whole(middle(stream!, rate))}`,
    });
  }
  const what = `the stream alone, ${whole(connections)} connections`;
  const value = ratio(stream!, os!, p99);
  const note = `${middle(stream!, p99).toFixed(2)} ms; NATS takes ${middle(stream!, cost).toFixed(1)} µs a move`;
  say({ what, against: 'one process, `os`, in p99', value, note });
}

async function sayCosts(services: ExternalServices, connections: number, say: Say): Promise<void> {
  const {
    own,
    others,
    lowest,
    ratio: share,
    idle,
    bytesPerMove,
    movesPerMessage,
  } = await moveCostPerNode(services, connections);
  const at = `three nodes, ${whole(connections)} connections at one`;
  const batches = `${movesPerMessage.toFixed(1)} moves in a message`;
  say({ what: `${at}: the stream`, against: 'bytes a move', value: once(bytesPerMove), note: batches });
  say({ what: `${at}: a move of its own`, against: 'µs of the processor', value: own });
  const note = `an idle node takes ${idle.median.toFixed(1)} ms in a second`;
  say({ what: `${at}: a move of another`, against: 'µs of the processor', value: others, goal: { atMost: 4 }, note });
  say({ what: `${at}: a move of another`, against: 'a move of its own', value: share });
  const what = `${at}: the same at the node that archives and makes snapshots`;
  say({ what, against: 'µs of the processor', value: lowest });
}

const measure: MeasureSection = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-nodes-'));
  const services = await ExternalServices.start();
  try {
    const { cost: perMove, ofLobby, size } = await remoteMoveCost();
    const handed = 'a move of another node, without NATS';
    say({
      what: handed,
      against: 'µs of the processor',
      value: perMove,
      goal: { atMost: 4 },
      note: `${PER_BATCH} moves in a message`,
    });
    say({ what: handed, against: 'the same move in a lobby alone', value: ofLobby });
    const game = `a running game of ${TURNS} turns with its two players`;
    say({ what: `memory of ${game}, at each node`, against: 'KiB', value: once(size.memory / KIB) });
    say({ what: `snapshot of ${game}`, against: 'KiB', value: once(size.snapshot / KIB) });
    say({ what: `writing the snapshot of ${game}`, against: 'µs of the processor', value: once(size.writing) });
    say({ what: `restoring ${game}`, against: 'µs of the processor', value: once(size.reading) });
    for (const connections of CROWDS) await sayCosts(services, connections, say);
    for (const connections of CROWDS) await race(services, folder, connections, say);
    const { last, longest } = await failoverTime(services);
    const note = `the longest ${(longest / 1000).toFixed(1)} s; a node is declared dead after 5 s`;
    const value = { ...last, median: last.median / 1000, low: last.low / 1000, high: last.high / 1000 };
    say({ what: 'three nodes, one is killed: until the last of its games goes on', against: 'seconds', value, note });
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true });
  }
};

export const nodes: SectionDefinition = {
  title: 'Several nodes',
  method: [
    'Several nodes run on one machine (`--nodes`). The games and the clients are the same as in the section “The server”. NATS, PostgreSQL and the clients share the two cores with the nodes. On this machine, therefore, several nodes cannot be faster than one node. The rows show how much processor time and delay a node adds.',
    'Nodes and a single process give different guarantees for a stored move:',
    '- **Nodes**: NATS 2.9 does not sync to the disk. A stored move survives the end of every process, but not a power failure.\n- **One process with `--durability os`**: the same guarantee as with nodes.\n- **One process with `--durability disk`**: a stronger guarantee, because every commit is synced to the disk.',
    '*The stream alone* is a program without a lobby. It publishes moves to the same NATS and reads them back. Like a node, it puts all moves of one turn of the event loop into one message.',
    '*A move of another node* is a move that a client of one node made and that a second node applies. The cost is measured at a node that has no clients. The processor time that an idle node needs is subtracted. Processor time is the time of all threads.',
  ],
  measure,
};
