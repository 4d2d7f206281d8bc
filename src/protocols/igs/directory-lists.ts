import type { DirectoryPlace, ListedGame, ListedPlayer } from '../../lobby/directory/directory.ts';
import {
  GAMES_HEADER,
  gameLine,
  statsLines,
  USERLIST_HEADER,
  userlistEnd,
  userlistLine,
  WHO_HEADER,
  whoEnd,
  whoLines,
} from './lists.ts';
import { isShowable } from './match-terms.ts';
import type { ObservedGames } from './observed-games.ts';
import type { SessionLink } from './session-link.ts';

/** The lists of players and games. They are asked for and sent in parts, because there may be many. */
export class DirectoryLists {
  readonly #link: SessionLink;
  readonly #observed: ObservedGames;

  constructor(link: SessionLink, observed: ObservedGames) {
    this.#link = link;
    this.#observed = observed;
  }

  games(): void {
    this.#link.print(GAMES_HEADER);
    this.#eachPart(
      ({ games }, next) => {
        const go = games.filter(({ parameters }) => isShowable(parameters));
        this.#link.ask({ kind: 'count-moves', games: go.map(({ game }) => game) }, (answer) => {
          const counts = answer.kind === 'move-counts' ? answer.counts : [];
          const moves = new Map(counts.map((each) => [each.game, each.moves]));
          this.#link.print(...go.map((game) => gameLine(game, moves.get(game.game) ?? 0)));
          next();
        });
      },
      () => this.#link.tell(),
    );
  }

  /** One line of the list. */
  game(id: number): void {
    this.#observed.look(id, ({ terms, names, moves }) => {
      const { size, komi, handicap, time } = terms;
      const parameters = {
        game: 'go',
        size,
        komi,
        handicap,
        fixedKomi: true,
        time,
        ruleset: { ko: 'positional', suicide: 'forbidden' },
      } as const;
      const options = { rated: true, private: false, takeBack: true, estimate: false };
      const seat = (name: string) => ({ name, protocol: '' });
      const listed = { game: id, parameters, options, since: 0, black: seat(names.black), white: seat(names.white) };
      this.#link.tell(GAMES_HEADER, gameLine(listed, moves.length));
    });
  }

  who(): void {
    this.#players(WHO_HEADER, whoLines, whoEnd);
  }

  userlist(): void {
    this.#players(USERLIST_HEADER, (players) => players.map(userlistLine), userlistEnd);
  }

  stats(name: string): void {
    this.#link.ask({ kind: 'look-up', name }, (answer) => {
      const player = answer.kind === 'player' ? answer.player : undefined;
      this.#link.tell(...statsLines(player?.name ?? name, player));
    });
  }

  #players(
    header: string,
    write: (players: readonly ListedPlayer[]) => string[],
    end: (players: number, games: number) => string,
  ): void {
    const count = { players: 0, games: 0 };
    this.#link.print(header);
    this.#eachPart(
      ({ players, games }, next) => {
        this.#link.print(...write(players));
        count.players += players.length;
        count.games += games.length;
        next();
      },
      () => this.#link.tell(end(count.players, count.games)),
    );
  }

  #eachPart(
    take: (part: { players: readonly ListedPlayer[]; games: readonly ListedGame[] }, next: () => void) => void,
    done: () => void,
    after?: DirectoryPlace,
  ): void {
    this.#link.ask({ kind: 'observe', ...(after === undefined ? {} : { after }) }, (answer) => {
      if (answer.kind !== 'directory') done();
      else take(answer.directory, () => (answer.next === undefined ? done() : this.#eachPart(take, done, answer.next)));
    });
  }
}
