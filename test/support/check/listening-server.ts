import assert from 'node:assert/strict';
import { randomName } from '../../../src/check/random-name.ts';
import { dialTcp } from '../../../src/client/tcp-connection.ts';
import { systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startServer } from '../../../src/server/server.ts';
import { SERVERS } from '../protocols/loaded-protocols.ts';
import { serverClausesOf } from './loaded-clauses.ts';

const silent = { debug: () => {}, info: () => {}, error: () => {} };

/** Our own server with one listener, on a free port of the loopback interface. */
export async function startListeningServer(listener: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const config = readConfig({ port: 0, durability: 'none', listen: [listener] }, undefined, SERVERS);
  assert(config.ok);
  const running = await startServer(config.value, silent, (error) => {
    throw error;
  });
  return { port: Number(/:(\d+)$/.exec(running.addresses[1] ?? '')?.[1]), stop: () => running.stop() };
}

/** The clauses of a protocol with the settings of a URL. */
export const clausesOf = (protocol: string, settings = '') => {
  const read = serverClausesOf(protocol, Object.fromEntries(new URLSearchParams(settings)));
  assert(read.ok, read.ok ? '' : read.problem);
  return read.value;
};

/** Options with which a check connects to a server on this machine. */
export const checkOptions = (port: number) => ({
  dial: dialTcp('127.0.0.1', port),
  clock: systemClock,
  timeouts: { answer: 10_000, silence: 300 },
  newName: randomName,
});
