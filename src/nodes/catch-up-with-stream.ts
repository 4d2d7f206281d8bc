import type { NameRegisterChange } from '../accounts/changes/name-register-change.ts';
import { applyStreamUpTo } from './apply-stream-up-to.ts';
import type { ReplicatedLobby, ReplicatedSnapshot } from './replicated-lobby.ts';
import type { NameRegisterFromDatabasePart } from './replicated-name-register.ts';
import type { SharedStorage } from './shared-storage.ts';
import { type SharedStream, UnexpectedLastMessage } from './shared-stream.ts';
import { encodeMessage, type SharedConfiguration } from './stream-message.ts';

/** The configuration of the installation differs from that of this node. The message is one clear line for the operator. */
export class ConfigurationDiffers extends Error {
  override readonly name = 'ConfigurationDiffers';
}

/**
 * Applies all messages that the stream has now. Begins the stream if it has no messages. If the nodes of the installation have
 * an earlier version, takes the stream over from them, and resolves with the state from which a new replica must continue.
 * Rejects with `ConfigurationDiffers` if the installation has other options or a later version.
 */
export async function catchUpWithStream(
  installation: Pick<SharedStorage, 'stream' | 'snapshotAt' | 'saveSnapshot'>,
  replica: ReplicatedLobby,
  own: SharedConfiguration,
  readRegister: () => Promise<NameRegisterFromDatabase> = async () => EMPTY_REGISTER,
): Promise<ReplicatedSnapshot | undefined> {
  const { stream } = installation;
  if (replica.position.sequence === 0 && (await stream.last()) === 0) await beginStream(stream, own);
  const last = await stream.last();
  await applyStreamUpTo(stream, replica, last);
  assertSameConfiguration(replica.configuration, own);
  // Other nodes of this version have taken over already.
  if (replica.position.sequence < last) return await stateAfter(replica.position.sequence, installation, replica);
  if ((replica.configuration?.lobbyVersion ?? 0) < own.lobbyVersion) {
    const { sequence } = await stream.publish(encodeMessage({ kind: 'upgrade', configuration: own }), {
      id: `upgrade ${own.lobbyVersion}`,
    });
    return await stateAfter(sequence, installation, replica);
  }
  if (!replica.nameRegister.isPrepared) await publishRegister(stream, replica, await readRegister());
  return undefined;
}

/**
 * The state after message `sequence`, as the nodes of the earlier version have stored it, because this version may compute
 * another one. If they have died before they could store it, computes and stores the state itself.
 */
async function stateAfter(
  sequence: number,
  installation: Pick<SharedStorage, 'stream' | 'snapshotAt' | 'saveSnapshot'>,
  replica: ReplicatedLobby,
): Promise<ReplicatedSnapshot> {
  try {
    return await installation.snapshotAt(sequence);
  } catch {
    await applyStreamUpTo(installation.stream, replica, sequence);
    const own = replica.snapshot();
    await installation.saveSnapshot(own);
    return own;
  }
}

export const belongsToOtherDatabase = (installation: string): ConfigurationDiffers =>
  new ConfigurationDiffers(`the stream of the installation ${installation} belongs to another database`);

/** Throws `ConfigurationDiffers` if the installation has another configuration than this node, or a later lobby version. */
export function assertSameConfiguration(
  configuration: SharedConfiguration | undefined,
  own: SharedConfiguration,
): void {
  if (configuration === undefined) throw new ConfigurationDiffers('the stream does not begin with a configuration');
  if (configuration.database !== own.database) throw belongsToOtherDatabase(own.installation);
  const difference = configurationDifference(configuration, own);
  if (difference !== undefined) throw new ConfigurationDiffers(difference);
  if (configuration.lobbyVersion > own.lobbyVersion)
    throw new ConfigurationDiffers(
      `this node has lobby version ${own.lobbyVersion}, and the installation has ${configuration.lobbyVersion}`,
    );
}

/** The reserved names and bans in the database when the stream begins. */
export interface NameRegisterFromDatabase {
  /** The changes that lead to the register. */
  readonly changes: readonly NameRegisterChange[];
  /** When the register was read; milliseconds since 1970. */
  readonly at: number;
  /** The number of the last change in the register. */
  readonly number: number;
  /** A random text that connects the messages of one node. */
  readonly key: string;
}

const EMPTY_REGISTER: NameRegisterFromDatabase = { changes: [], at: 0, number: 0, key: '' };

/** The largest number of changes in one message. */
const CHANGES_PER_MESSAGE = 500;

/** Publishes the initial reserved names and bans. Another node may do so at the same time. */
async function publishRegister(
  stream: SharedStream,
  replica: ReplicatedLobby,
  { changes, at, number, key }: NameRegisterFromDatabase,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(changes.length / CHANGES_PER_MESSAGE));
  for (let part = 0; part < parts; part++) {
    const partChanges = changes.slice(part * CHANGES_PER_MESSAGE, (part + 1) * CHANGES_PER_MESSAGE);
    const message: NameRegisterFromDatabasePart = { kind: 'prepare', key, changes: partChanges };
    const last = { ...message, end: { parts, at, number } };
    await stream.publish(encodeMessage(part === parts - 1 ? last : message), { id: `prepare ${key} ${part}` });
  }
  await applyStreamUpTo(stream, replica, await stream.last());
}

/** Publishes the first message of the stream. Another node may do so at the same time. */
async function beginStream(stream: SharedStream, configuration: SharedConfiguration): Promise<void> {
  const message = encodeMessage({ kind: 'configure', configuration });
  try {
    await stream.publish(message, { id: 'configure', expectLast: 0 });
  } catch (error) {
    if (!(error instanceof UnexpectedLastMessage)) throw error;
  }
}

/**
 * Describes the first difference between the configurations of the installation and of this node; undefined if there is none.
 */
export function configurationDifference(
  installation: SharedConfiguration,
  own: SharedConfiguration,
): string | undefined {
  const [shared, local] = [comparedValues(installation), comparedValues(own)];
  for (const name of [...new Set([...shared.keys(), ...local.keys()])].sort()) {
    if (shared.get(name) === local.get(name)) continue;
    return `this node has ${name} ${local.get(name)}, and the installation ${installation.installation} has ${shared.get(name)}`;
  }
  return undefined;
}

/** The values of a configuration that are compared, by name. `lastGame` is not compared, because it grows. */
const comparedValues = ({
  installation,
  unicode,
  options,
  administrators,
}: SharedConfiguration): Map<string, string> => {
  const named = administrators.length === 0 ? 'none' : administrators.join(', ');
  const all = { installation, 'Unicode version': unicode, ...options, administrators: named };
  return new Map(Object.entries(all).map(([name, value]) => [name, `${value}`]));
};
