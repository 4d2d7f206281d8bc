import type { ArchivedGame } from '../../protocols/api/resource-schemas.ts';
import type { ArchiveQuestion, ArchiveReply } from '../../protocols/server-session-types.ts';

type Rename = (name: string) => string;

/** Replaces the player's name in a question. */
export const renameInArchiveQuestion = (question: ArchiveQuestion, rename: Rename): ArchiveQuestion =>
  question.kind === 'player' ? { ...question, name: rename(question.name) } : question;

/** Replaces the players' names in a reply. */
export function renameInArchiveReply(reply: ArchiveReply, rename: Rename): ArchiveReply {
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
