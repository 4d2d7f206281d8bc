import { existsSync } from 'node:fs';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { MeasuredProtocol } from './measured-protocol.ts';

const fileOf = (name: string): URL => new URL(`./game-messages/${name}.ts`, import.meta.url);

/** The protocols that are measured. */
export const MEASURED: readonly string[] = PROTOCOLS.map(({ name }) => name).filter((name) => existsSync(fileOf(name)));

export const measured = async (name: string): Promise<MeasuredProtocol> => (await import(fileOf(name).href)).protocol;

async function firstThatChooses(): Promise<string> {
  for (const name of MEASURED) if ((await measured(name)).choosesBoard) return name;
  throw new Error('players of no protocol can ask for a board');
}

/** The protocol by which boards and crowds are measured. */
export const MAIN = await firstThatChooses();
