import type {
  DirectoryChangeJson,
  ListedGameJson,
  ListedPlayerJson,
  ListedSeekJson,
  ServerMessage,
} from '../../protocols/api/server-message-schema.ts';

/** The players, seeks and running games on the server. */
export interface LobbyDirectory {
  /** By name. */
  readonly players: ReadonlyMap<string, ListedPlayerJson>;
  /** By the host's name; a host has one seek. */
  readonly seeks: ReadonlyMap<string, ListedSeekJson>;
  /** By number. */
  readonly games: ReadonlyMap<number, ListedGameJson>;
}

export const directoryOf = (message: ServerMessage & { readonly kind: 'directory' }): LobbyDirectory => ({
  players: new Map(message.players.map((player) => [player.name, player])),
  seeks: new Map(message.seeks.map((seek) => [seek.host, seek])),
  games: new Map(message.games.map((game) => [game.game, game])),
});

/** The directory after some changes. Unchanged entries stay the same objects. */
export function applyChanges(directory: LobbyDirectory, changes: readonly DirectoryChangeJson[]): LobbyDirectory {
  const players = new Map(directory.players);
  const seeks = new Map(directory.seeks);
  const games = new Map(directory.games);
  for (const change of changes) {
    switch (change.kind) {
      case 'player-arrived':
        players.set(change.player.name, change.player);
        break;
      case 'player-left':
        players.delete(change.name);
        seeks.delete(change.name);
        break;
      case 'seek-added':
        seeks.set(change.seek.host, change.seek);
        break;
      case 'seek-removed':
        seeks.delete(change.host);
        break;
      case 'game-started':
        games.set(change.game.game, change.game);
        break;
      case 'game-ended':
        games.delete(change.game);
        break;
    }
  }
  return { players, seeks, games };
}
