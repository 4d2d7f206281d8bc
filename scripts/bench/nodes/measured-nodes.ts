import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MeasuredProcess, type MeasuredServer, waitUntilIdle } from '../server/measured-server.ts';
import type { ExternalServices } from './external-services.ts';
import { processorTimeOf } from './processor-time.ts';

const TENGEN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

const sumOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + (processorTimeOf(pid) ?? 0), 0);

/** Starts the nodes of a new installation on one port. Their processor time includes that of NATS. */
export async function startNodes(services: ExternalServices, name: string, count: number): Promise<MeasuredServer> {
  const options = [
    '--nodes',
    `${count}`,
    '--port',
    '0',
    '--log-level',
    'error',
    ...(await services.installation(name)),
  ];
  const parent = await MeasuredProcess.start(process.execPath, [TENGEN, 'serve', ...options]);
  const nodes = childrenOf(parent.pid);
  const { nats } = services;
  return {
    port: parent.port,
    get processorTime() {
      return sumOf([...nodes, ...(nats.pid === undefined ? [] : [nats.pid])]);
    },
    waitUntilIdle: () => waitUntilIdle(() => sumOf(nodes)),
    end: () => parent.end(),
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** The stream without a lobby and without clients. Its processor time is that of NATS. */
export function rawStream({ nats }: ExternalServices): MeasuredServer {
  const time = (): number => sumOf(nats.pid === undefined ? [] : [nats.pid]);
  return {
    port: nats.port,
    generator: new URL('./raw-stream.ts', import.meta.url),
    get processorTime() {
      return time();
    },
    waitUntilIdle: () => waitUntilIdle(time),
    end: async () => {},
  };
}
