import type { SpectatorUpdate } from '../games/game-view.ts';
import type { Names } from '../players/names.ts';
import type { Directory, DirectoryChange, ListedGame, ListedPlayer, ListedSeek } from './directory.ts';

/** Converts directory entries for the clients of one protocol: player names get the form that the protocol can write. */
export class AliasedEntries {
  readonly #protocol: string;
  readonly #show: (name: string) => string;

  constructor(names: Names, protocol: string) {
    this.#protocol = protocol;
    this.#show = (name) => names.shownTo(protocol, name);
  }

  player(player: ListedPlayer): ListedPlayer {
    return { ...player, name: this.#show(player.name) };
  }

  game<Game extends ListedGame>(game: Game): Game {
    const { black, white } = game;
    return {
      ...game,
      black: { ...black, name: this.#show(black.name) },
      white: { ...white, name: this.#show(white.name) },
    };
  }

  directory({ players, seeks, games }: Directory): Directory {
    return {
      players: players.map((player) => this.player(player)),
      seeks: seeks.map((seek) => this.#seek(seek)),
      games: games.map((game) => this.game(game)),
    };
  }

  /** `forms`: in `player-left` and `seek-removed`, the forms of the name by protocol, because the name may have been released already. */
  change(change: DirectoryChange, forms?: ReadonlyMap<string, string>): DirectoryChange {
    const shown = forms?.get(this.#protocol);
    switch (change.kind) {
      case 'player-arrived':
        return { ...change, player: this.player(change.player) };
      case 'player-left':
        return shown === undefined ? change : { ...change, name: shown };
      case 'seek-added':
        return { ...change, seek: this.#seek(change.seek) };
      case 'seek-removed':
        return shown === undefined ? change : { ...change, host: shown };
      case 'game-started':
        return { ...change, game: this.game(change.game) };
      case 'game-ended': {
        const { end } = change;
        if (end === undefined) return change;
        return { ...change, end: { ...end, black: this.#show(end.black), white: this.#show(end.white) } };
      }
    }
  }

  update(update: SpectatorUpdate): SpectatorUpdate {
    if (update.kind === 'renamed') return { ...update, name: this.#show(update.name) };
    return update.kind === 'undone' ? { ...update, view: this.game(update.view) } : update;
  }

  #seek(seek: ListedSeek): ListedSeek {
    return { ...seek, host: this.#show(seek.host) };
  }
}
