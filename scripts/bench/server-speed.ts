import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasuredValue, MeasureSection, SectionDefinition } from './section.ts';
import {
  CONNECTION_COUNTS,
  compareServers,
  cost,
  medianOf,
  p99,
  type RoundResult,
  rate,
  ratio,
} from './server/compare-servers.ts';
import { MAIN_PROTOCOL, MEASURED_PROTOCOLS } from './server/measured-protocol-list.ts';
import { startCRelay, startRelay, startTengen } from './server/measured-server.ts';

const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

function figuresOf(
  what: string,
  own: readonly RoundResult[],
  relay: readonly RoundResult[],
  goals: readonly [number, number],
): MeasuredValue[] {
  const [atLeast, atMost] = goals;
  const moves = `${formatInteger(medianOf(own, rate))} moves a second, there ${formatInteger(medianOf(relay, rate))}`;
  const times = `${medianOf(own, p99).toFixed(1)} ms, there ${medianOf(relay, p99).toFixed(1)}`;
  const figures: MeasuredValue[] = [
    { what, against: 'the relay, in moves', value: ratio(own, relay, rate), goal: { atLeast }, note: moves },
    { what, against: 'the relay, in p99', value: ratio(own, relay, p99), goal: { atMost }, note: times },
  ];
  if (own[0]?.cost === undefined) return figures;
  const spent = `${medianOf(own, cost).toFixed(0)} µs a move, there ${medianOf(relay, cost).toFixed(0)}`;
  return [...figures, { what, against: 'the relay, in processor time', value: ratio(own, relay, cost), note: spent }];
}

async function measureProtocol(
  protocol: string,
  folder: string,
  report: (figure: MeasuredValue) => void,
): Promise<void> {
  for (const connections of CONNECTION_COUNTS) {
    const inC = protocol === MAIN_PROTOCOL ? await startCRelay(folder) : undefined;
    const servers = {
      relay: await startRelay(protocol),
      memory: await startTengen(protocol, 'none', folder),
      disk: await startTengen(protocol, 'disk', folder),
      ...(inC === undefined ? {} : { 'relay in C': inC }),
    };
    const { relay, memory, disk, 'relay in C': c } = await compareServers(protocol, connections, servers);
    for (const server of Object.values(servers)) await server.end();
    const at = `${protocol}, ${formatInteger(connections)} connections`;
    for (const figure of figuresOf(`${at}, memory`, memory!, relay!, [0.75, 2])) report(figure);
    for (const figure of figuresOf(`${at}, on disk`, disk!, relay!, [0.6, 3])) report(figure);
    if (c === undefined) continue;
    const note = `${medianOf(c, cost).toFixed(1)} µs a move`;
    report({
      what: `${at}, a relay in C`,
      against: 'the relay, in processor time',
      value: ratio(c, relay!, cost),
      note,
    });
  }
}

const measure: MeasureSection = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-bench-'));
  try {
    for (const protocol of MEASURED_PROTOCOLS) await measureProtocol(protocol, folder, report);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const server: SectionDefinition = {
  title: 'The server',
  method: [
    'This section measures how fast the server passes moves on. The clients run in one process, and the server runs in another. All clients play at the same time, in pairs. Each pair plays recorded legal games of 250 stones on 19x19, as fast as the server answers. After each game, the two clients of a pair connect again for the next game.',
    'A client sends the next stone only when both players have received every byte that their protocol sends for the previous stone. These bytes include the acknowledgements of the protocol, and the answers to clients that ask the server for new moves.',
    'Tengen is compared with *the relay*, a minimal Node server without rules of the game. The relay splits its input into lines or frames and knows which two clients play together. For each move, it sends as many messages as the protocol requires.',
    '- **memory**: Tengen keeps the moves in memory and does not write them to disk.\n- **on disk**: SQLite syncs every commit to the disk before the server sends the move to the players.\n- **p99**: the 99th percentile of the time from sending a stone until all players have received the stone.\n- **processor time**: the processor time of all threads of the server.\n- **there** (last column): the figure of the relay.',
    'The clients run on the same machine as the server, so the number of moves per second also depends on the speed of the clients. The processor time for a move does not, because it is the time of the server alone.',
  ],
  measure,
};
