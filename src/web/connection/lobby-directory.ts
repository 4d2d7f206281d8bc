import type {
  Change,
  ListedGame,
  ListedPlayer,
  ListedSeek,
  ServerMessage,
} from '../../protocols/api/message-schemas.ts';

/** The players, seeks and running games on the server. */
export interface Directory {
  /** By name. */
  readonly players: ReadonlyMap<string, ListedPlayer>;
  /** By the host's name; a host has one seek. */
  readonly seeks: ReadonlyMap<string, ListedSeek>;
  /** By number. */
  readonly games: ReadonlyMap<number, ListedGame>;
}

export const directoryOf = (told: ServerMessage & { readonly kind: 'directory' }): Directory => ({
  players: new Map(told.players.map((player) => [player.name, player])),
  seeks: new Map(told.seeks.map((seek) => [seek.host, seek])),
  games: new Map(told.games.map((game) => [game.game, game])),
});

/** The directory after some changes. Unchanged entries stay the same objects. */
export function changed(directory: Directory, changes: readonly Change[]): Directory {
  const players = new Map(directory.players);
  const seeks = new Map(directory.seeks);
  const games = new Map(directory.games);
  for (const change of changes) {
    switch (change.kind) {
      case 'arrived':
        players.set(change.player.name, change.player);
        break;
      case 'gone':
        players.delete(change.name);
        seeks.delete(change.name);
        break;
      case 'seeks':
        seeks.set(change.seek.host, change.seek);
        break;
      case 'settled':
        seeks.delete(change.host);
        break;
      case 'begun':
        games.set(change.game.game, change.game);
        break;
      case 'over':
        games.delete(change.game);
        break;
    }
  }
  return { players, seeks, games };
}
