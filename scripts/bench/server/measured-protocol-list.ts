import { existsSync } from 'node:fs';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { MeasuredProtocol } from './measured-protocol.ts';

const fileOf = (name: string): URL => new URL(`./game-messages/${name}.ts`, import.meta.url);

/** The protocols that are measured. */
export const MEASURED_PROTOCOLS: readonly string[] = PROTOCOLS.map(({ name }) => name).filter((name) =>
  existsSync(fileOf(name)),
);

export const loadMeasuredProtocol = async (name: string): Promise<MeasuredProtocol> =>
  (await import(fileOf(name).href)).protocol;

async function firstWithBoardChoice(): Promise<string> {
  for (const name of MEASURED_PROTOCOLS) if ((await loadMeasuredProtocol(name)).choosesBoard) return name;
  throw new Error('no protocol lets its clients choose the size of the board');
}

/** The protocol with which sizes of boards and numbers of connections are measured. */
export const MAIN_PROTOCOL = await firstWithBoardChoice();
