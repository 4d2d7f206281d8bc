import type { Lobby } from '../../lobby/lobby.ts';
import type { ArchiveReply, ServerSessionOutput } from '../../protocols/server-session-types.ts';
import type { ClientConnection } from './client-connection.ts';
import type { HubOptions } from './hub-options.ts';
import { renameInArchiveQuestion, renameInArchiveReply } from './rename-in-archive-questions.ts';

const NOTHING: ArchiveReply = { kind: 'nothing' };

/** Whether a session has a question to the accounts or the archive. */
export const needsLookup = ({ signIn, lookUp }: ServerSessionOutput): boolean =>
  signIn !== undefined || lookUp !== undefined;

/** Asks the accounts or the archive for a session. Resolves with a function that gives the reply to the session. */
export async function lookUpFor(
  { signIn, lookUp }: Pick<HubOptions, 'signIn' | 'lookUp'>,
  { names }: Pick<Lobby, 'names'>,
  connection: ClientConnection,
  effects: ServerSessionOutput,
): Promise<(now: number) => ServerSessionOutput> {
  if (effects.lookUp !== undefined) {
    const found =
      (await lookUp?.(renameInArchiveQuestion(effects.lookUp, (name) => names.nameBehind(name)))) ?? NOTHING;
    const reply = renameInArchiveReply(found, (name) => names.shownTo(connection.protocol, name));
    return (now) => connection.session.found(reply, now);
  }
  if (effects.signIn === undefined) throw new Error('the session has no question');
  const { profile } = connection;
  const result = (await signIn?.(effects.signIn, profile.address)) ?? { kind: 'unknown' };
  if (result.kind === 'signed-in') connection.profile = { ...profile, ownedName: result.name };
  return (now) => connection.session.signedIn(result, now);
}
