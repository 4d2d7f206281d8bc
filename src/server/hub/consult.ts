import type { Effects } from '../../protocols/protocol.ts';
import type { ClientConnection } from './client-connection.ts';
import type { HubOptions } from './hub-options.ts';

/** Whether a session asks the accounts or the archive. */
export const consults = ({ signIn, lookUp }: Effects): boolean => signIn !== undefined || lookUp !== undefined;

/** Asks the accounts or the archive for a session. Returns what hands the reply to the session. */
export async function consult(
  { signIn, lookUp }: Pick<HubOptions, 'signIn' | 'lookUp'>,
  connection: ClientConnection,
  effects: Effects,
): Promise<(now: number) => Effects> {
  if (effects.lookUp !== undefined) {
    const reply = (await lookUp?.(effects.lookUp)) ?? { kind: 'nothing' };
    return (now) => connection.session.found(reply, now);
  }
  if (effects.signIn === undefined) throw new Error('the session asks nothing');
  const { profile } = connection;
  const result = (await signIn?.(effects.signIn, profile.address)) ?? { kind: 'unknown' };
  if (result.kind === 'signed-in') connection.profile = { ...profile, ownedName: result.name };
  return (now) => connection.session.signedIn(result, now);
}
