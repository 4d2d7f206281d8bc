import { type Command, type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { Game } from '../games/game.ts';
import type { Games } from '../games/games.ts';
import type { Spectators } from '../games/spectators.ts';
import type { Names } from '../players/names.ts';
import { isNamed, type Player } from '../players/player.ts';
import type { Players } from '../players/players.ts';
import { AliasedEntries } from './aliased-entries.ts';
import type { DirectoryCursor } from './directory.ts';
import type { DirectoryPublisher } from './directory-publisher.ts';
import { listPlayer, movesOf, viewGame } from './make-directory-entries.ts';

/** The most moves of a game in one answer. Listing and sending them takes 1 ms. */
const MOST_MOVES = 1_000;

interface LobbyParts {
  readonly names: Names;
  readonly directory: DirectoryPublisher;
  readonly games: Games;
  readonly players: Players;
  readonly spectators: Spectators;
}

/** Answers the commands that list players, seeks and games, or show one game. */
export class DirectoryQueries {
  readonly #parts: LobbyParts;
  /** The last list of names for each protocol. `changes`: the value of `Players.changes` at that time. */
  readonly #nameLists = new Map<string, { readonly changes: number; readonly answer: CommandAnswer }>();

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  /** Subscribes a player and sends a part of the directory. Collected changes are sent first, because the part already contains them. */
  subscribe(decision: DecisionBuilder, player: Player, after: DirectoryCursor | undefined): CommandAnswer {
    const { directory, players, games, names, spectators } = this.#parts;
    if (after === undefined) directory.remove(player);
    directory.publish(decision);
    directory.add(player);
    const part = directory.directory(player, players.all, games.running.all, after, (each) =>
      spectators.watchedBy(each),
    );
    const entries = new AliasedEntries(names, player.profile.protocol);
    return { kind: 'directory', ...part, directory: entries.directory(part.directory) };
  }

  watch(player: Player, { game: id, after, key }: Command & { kind: 'watch' }): CommandAnswer {
    const { games, spectators, names } = this.#parts;
    const game = games.find(id);
    if (game === undefined || game.problem !== undefined) return refused('no-game');
    if (!spectators.mayWatch(game, player, key)) return refused('no-game');
    const first = after?.undone === game.undone ? after.moves : 0;
    const end = first + MOST_MOVES;
    if (end < game.moves.length) return { kind: 'moves', earlier: movesOf(game, first, end) };
    spectators.add(game, player);
    const view = new AliasedEntries(names, player.profile.protocol).game(viewGame(game, first));
    return { kind: 'watching', view };
  }

  unwatch(player: Player, id: number): CommandAnswer {
    const { games, spectators } = this.#parts;
    spectators.removeFrom(games.find(id), player);
    return DONE;
  }

  lookUp(viewer: Player, name: string): CommandAnswer {
    const { names, spectators } = this.#parts;
    const player = names.findPresent(name);
    if (player === undefined || !isNamed(player)) return refused('no-such-player');
    const entry = listPlayer(player, spectators.watchedBy(player));
    return { kind: 'player', player: new AliasedEntries(names, viewer.profile.protocol).player(entry) };
  }

  /** Counts the moves and spectators of games. A restored game whose many moves have not been read is left out. */
  countMoves(player: Player, ids: readonly number[]): CommandAnswer {
    const { games, spectators } = this.#parts;
    const count = (game: Game): number => (game.problem === undefined ? game.moves.length : 0);
    const known = ids.flatMap((id) => {
      const game = games.find(id);
      const isKnown = game?.isQuicklyRead && spectators.mayWatch(game, player, undefined);
      return isKnown
        ? [{ game: id, moves: count(game), spectators: spectatorsBesidesPlayers(spectators, game).length }]
        : [];
    });
    return { kind: 'move-counts', counts: known };
  }

  spectatorsOf(player: Player, id: number): CommandAnswer {
    const { games, spectators } = this.#parts;
    const game = games.find(id);
    if (game === undefined || !spectators.mayWatch(game, player, undefined)) return refused('no-game');
    return this.namesOf(player, spectatorsBesidesPlayers(spectators, game));
  }

  /** Lists all present players. The list is the same for all clients of one protocol until a player enters, leaves or changes its name. */
  namesOfPresent(viewer: Player): CommandAnswer {
    const { players } = this.#parts;
    const { protocol } = viewer.profile;
    const last = this.#nameLists.get(protocol);
    if (last?.changes === players.changes) return last.answer;
    const answer = this.namesOf(viewer, players.all);
    this.#nameLists.set(protocol, { changes: players.changes, answer });
    return answer;
  }

  namesOf(viewer: Player, players: Iterable<Player>): CommandAnswer {
    const names: string[] = [];
    for (const { name } of players)
      if (name !== undefined) names.push(this.#parts.names.shownTo(viewer.profile.protocol, name));
    return { kind: 'names', names };
  }
}

/** The spectators of a game. Its players may watch it too, but are left out. */
const spectatorsBesidesPlayers = (spectators: Spectators, game: Game): readonly Player[] =>
  [...spectators.watching(game)].filter(({ seat, name }) => seat?.game !== game && name !== undefined);
