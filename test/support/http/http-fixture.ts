import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import { MemoryJournal } from '../../../src/journal/memory-journal.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { HostAndOriginCheck } from '../../../src/server/http/host-and-origin-check.ts';
import { type HttpTimeLimits, openHttpServer } from '../../../src/server/http/http-server.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import { startServer } from '../../../src/server/server.ts';
import { protocolOverHttp, SERVERS } from '../protocols/loaded-protocols.ts';
import { SynchronousJobRunner } from '../server/synchronous-job-runner.ts';

/** A server in this process, which is stopped after the test. */
export interface StartedServer {
  readonly port: number;
  /** The ports of further listeners in their order. */
  readonly ports: readonly number[];
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  stop(): Promise<void>;
}

/** A low cost, so that a password hash takes about a millisecond. */
const CHEAP = { logN: 4, r: 1, p: 1 };

/** Errors in the log fail the test. */
const strict: Log = {
  debug: () => {},
  info: () => {},
  error: (what, message) => assert.fail(`${message}: ${JSON.stringify(what)}`),
};

/** Starts a server that stores nothing durably. `options` are those of the command line, and `file` is a configuration file. */
export async function startTestServer(
  t: Pick<TestContext, 'after'>,
  options: Record<string, unknown> = {},
  log: Log = strict,
  file?: string,
): Promise<StartedServer> {
  const config = readConfig({ port: 0, durability: 'none', ...options }, file, SERVERS);
  assert(config.ok, config.ok ? '' : config.problem);
  const running = await startServer({ ...config.value, passwordCost: CHEAP }, log, (error) => assert.fail(error));
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= running.stop();
    return stopped;
  };
  t.after(stop);
  const ports = running.addresses.map((address) => Number(address.slice(address.lastIndexOf(':') + 1)));
  const [port = 0, ...others] = ports;
  return { port, ports: others, url: `http://127.0.0.1:${port}`, stop };
}

/** Starts a server that serves only HTTP. */
export async function startHttpServer(
  t: Pick<TestContext, 'after'>,
  services: { readonly page?: string },
  limits?: HttpTimeLimits,
): Promise<Pick<StartedServer, 'port' | 'url'>> {
  const options = { journal: new MemoryJournal(), clock: systemClock, grace: 0, resume: 0, idle: 60_000, log: strict };
  const hub = await Hub.restore({ protocols: [], ...options, onFailure: (error) => assert.fail(error) });
  const face = openHttpServer(
    {
      hub,
      protocols: SERVERS,
      overHttp: protocolOverHttp(),
      clock: systemClock,
      log: strict,
      version: '0.0.0',
      site: new HostAndOriginCheck([], []),
      jobs: new SynchronousJobRunner(),
      ...services,
    },
    limits,
  );
  const server = createServer({ allowHalfOpen: true }, (socket) => face.serve(socket, new Uint8Array(0)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    face.stop();
    server.close();
  });
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  return { port: bound.port, url: `http://127.0.0.1:${bound.port}` };
}
