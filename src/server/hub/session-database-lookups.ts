import type { Lobby } from '../../lobby/lobby.ts';
import type { ArchivedGame } from '../../protocols/api/resource-schemas.ts';
import type { ArchiveQuestion, ArchiveReply, ServerSessionOutput } from '../../protocols/server-session-types.ts';
import type { ClientConnection } from './client-connection.ts';
import type { HubOptions } from './hub-options.ts';

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

type Rename = (name: string) => string;

/** Replaces the player's name in a question. */
const renameInArchiveQuestion = (question: ArchiveQuestion, rename: Rename): ArchiveQuestion =>
  question.kind === 'player' ? { ...question, name: rename(question.name) } : question;

/** Replaces the players' names in a reply. */
function renameInArchiveReply(reply: ArchiveReply, rename: Rename): ArchiveReply {
  switch (reply.kind) {
    case 'games':
      return { ...reply, found: { ...reply.found, games: reply.found.games.map((game) => renamed(game, rename)) } };
    case 'game':
      return { ...reply, game: renamed(reply.game, rename) };
    case 'player': {
      const { player } = reply;
      const recent = player.recent.map((game) => renamed(game, rename));
      return { ...reply, player: { ...player, name: rename(player.name), recent } };
    }
    case 'nothing':
      return reply;
  }
}

const renamed = <Game extends Pick<ArchivedGame, 'black' | 'white'>>(game: Game, rename: Rename): Game => ({
  ...game,
  black: { ...game.black, name: rename(game.black.name) },
  white: { ...game.white, name: rename(game.white.name) },
});
