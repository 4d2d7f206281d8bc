import { ok, problem, type Result } from '../../result.ts';

/** The NATS servers and the name of an installation, with the settings of its storage. */
export interface NatsSettings {
  /** `host:port` of each server. */
  readonly servers: readonly string[];
  /** The name of the installation. One NATS may have several installations. */
  readonly installation: string;
  /** The number of servers that store each message. */
  readonly replicas: 1 | 3;
  /** The number of messages between two snapshots. */
  readonly snapshotInterval: number;
}

/** NATS cannot be used. The message is one clear line for the operator. */
export class NatsUnusable extends Error {
  override readonly name = 'NatsUnusable';
}

const SETTINGS = ['name', 'replicas', 'snapshot'];

/** The default of `snapshotInterval`. A node applies this many messages in less than a second. */
const DEFAULT_SNAPSHOT_INTERVAL = 50_000;

const INSTALLATION_NAME = /^[a-z0-9-]{1,32}$/;

/** Reads `nats://HOST:4222,HOST:4222?name=INSTALLATION&replicas=3`. */
export function parseNatsSettings(text: string): Result<NatsSettings> {
  const match = /^nats:\/\/([^/?]+)\/?(?:\?(.*))?$/.exec(text);
  const [, hosts = '', query = ''] = match ?? [];
  const servers = hosts.split(',').map((host) => (host.includes(':') ? host : `${host}:4222`));
  if (match === null || servers.some((server) => !/^[^\s:]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i.test(server)))
    return problem('must be a URL such as nats://127.0.0.1:4222?name=INSTALLATION');
  const settings = new URLSearchParams(query);
  const unknown = [...settings.keys()].find((key) => !SETTINGS.includes(key));
  if (unknown !== undefined) return problem(`has no setting ${unknown}; it has ${SETTINGS.join(', ')}`);
  const installation = settings.get('name') ?? 'tengen';
  if (!INSTALLATION_NAME.test(installation))
    return problem('name must be 1 to 32 lower-case letters, digits and hyphens');
  const replicas = settings.get('replicas') ?? '1';
  if (replicas !== '1' && replicas !== '3') return problem('replicas must be 1 or 3');
  const interval = settings.get('snapshot') ?? `${DEFAULT_SNAPSHOT_INTERVAL}`;
  if (!/^[1-9]\d{1,8}$/.test(interval)) return problem('snapshot must be a number of messages from 10 on');
  const value = {
    servers,
    installation,
    replicas: replicas === '3' ? 3 : 1,
    snapshotInterval: Number(interval),
  } as const;
  return ok(value);
}
