import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/server/free-port.ts';
import { temporaryFolder } from '../serve/server-process.ts';

/** The numbers of the servers of a cluster. */
export const SERVER_NUMBERS = [1, 2, 3] as const;

/** Reads a file of the folder `deploy`. */
export const readDeployFile = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url)), 'utf8');

/** Starts a program that is killed after the test. */
export function startProgram(
  t: TestContext,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

export const isOk = async (url: string): Promise<boolean> => (await fetch(url).catch(() => undefined))?.ok ?? false;

export interface StartedNats {
  readonly port: number;
  /** The port for health checks. */
  readonly http: number;
  readonly child: ChildProcess;
}

/** Starts three NATS servers as one cluster, with the configuration `deploy/nodes/nats.conf`. */
export async function startNatsCluster(t: TestContext): Promise<StartedNats[]> {
  const inFolder = temporaryFolder(t);
  const ports = await Promise.all(
    SERVER_NUMBERS.map(async () => ({ client: await freePort(), cluster: await freePort(), http: await freePort() })),
  );
  const [, minor = 0] = (/v\d+\.(\d+)/.exec(`${spawnSync('nats-server', ['--version']).stdout}`) ?? []).map(Number);
  const children = SERVER_NUMBERS.map((number) => {
    const { client, cluster, http } = ports[number - 1] ?? assert.fail();
    let text = readDeployFile('nodes/nats.conf')
      .replace('0.0.0.0:4222', `127.0.0.1:${client}`)
      .replace('0.0.0.0:6222', `127.0.0.1:${cluster}`)
      .replace('8222', `${http}`)
      .replace('/data', inFolder(`nats-${number}`))
      .replace(/nats-(\d):6222/g, (_, other) => `127.0.0.1:${ports[other - 1]?.cluster}`);
    if (minor < 10) text = text.replace(/^ *sync_interval.*$/m, '');
    const file = inFolder(`nats-${number}.conf`);
    writeFileSync(file, text);
    return startProgram(t, 'nats-server', ['--config', file], { NATS_NAME: `nats-${number}` });
  });
  for (const { http } of ports)
    await eventually('NATS', () => isOk(`http://127.0.0.1:${http}/healthz?js-server-only=true`));
  return ports.map(({ client, http }, index) => ({ port: client, http, child: children[index] ?? assert.fail() }));
}

/** The leader of the cluster. Without a leader, no stream and no consumer can be created or found. */
export async function leaderOf(nats: readonly StartedNats[]): Promise<StartedNats> {
  return await eventually('a leader', async () => {
    const answer = await fetch(`http://127.0.0.1:${nats[0]?.http}/jsz`);
    const { meta_cluster: cluster } = (await answer.json()) as { meta_cluster?: { leader?: string } };
    return nats[Number(cluster?.leader?.replace('nats-', '')) - 1];
  });
}
