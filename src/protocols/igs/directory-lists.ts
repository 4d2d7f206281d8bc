import type { Directory, DirectoryCursor } from '../../lobby/directory/directory.ts';
import type { Color } from '../../rules/color.ts';
import type { ClientCommand } from './client-messages.ts';
import {
  GAMES_HEADER,
  gameLine,
  type ShownPlayer,
  statsLines,
  USERLIST_HEADER,
  userlistEnd,
  userlistLine,
  WHO_HEADER,
  whoEnd,
  whoLines,
} from './list-lines.ts';
import { isShowable } from './match-terms.ts';
import type { ObservedGames } from './observed-games.ts';
import { resultLine } from './result-line.ts';
import type { SessionContext } from './session-context.ts';

type ListCommand = ClientCommand & { readonly kind: 'games' | 'who' | 'userlist' | 'stats' | 'results' };

const NONE = { moves: 0, spectators: 0 };

/** The lists of players and games. They are requested from the lobby and sent in parts, because they may be long. */
export class DirectoryLists {
  readonly #link: SessionContext;
  readonly #observed: ObservedGames;

  constructor(link: SessionContext, observed: ObservedGames) {
    this.#link = link;
    this.#observed = observed;
  }

  execute(command: ListCommand): void {
    switch (command.kind) {
      case 'games':
        if (command.game === undefined) this.#allGames();
        else this.#game(command.game);
        return;
      case 'who':
        this.#players(WHO_HEADER, whoLines, whoEnd);
        return;
      case 'userlist':
        this.#players(
          USERLIST_HEADER,
          (players, now) => players.map((player) => userlistLine(player, now)),
          userlistEnd,
        );
        return;
      case 'stats':
        this.#stats(command.name ?? this.#link.name);
        return;
      case 'results':
        this.#results(command.name ?? this.#link.name);
    }
  }

  #allGames(): void {
    this.#link.sendWithoutPrompt(GAMES_HEADER);
    this.#eachPart(
      ({ games }, next) => {
        const go = games.filter(({ parameters }) => isShowable(parameters));
        this.#link.ask({ kind: 'count-moves', games: go.map(({ game }) => game) }, (answer) => {
          const counts = answer.kind === 'move-counts' ? answer.counts : [];
          const known = new Map(counts.map((each) => [each.game, each]));
          this.#link.sendWithoutPrompt(...go.map((game) => gameLine(game, known.get(game.game) ?? NONE)));
          next();
        });
      },
      () => this.#link.send(),
    );
  }

  #game(id: number): void {
    this.#observed.withGame(id, ({ terms, names, ranks, moves }) => {
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
      const seat = (color: Color) => ({
        name: names[color],
        protocol: '',
        ...(ranks[color] && { rating: ranks[color] }),
      });
      const listed = { game: id, parameters, options, since: 0, black: seat('black'), white: seat('white') };
      this.#link.ask({ kind: 'spectators', game: id }, (answer) => {
        const spectators = answer.kind === 'names' ? answer.names.length : 0;
        this.#link.send(GAMES_HEADER, gameLine(listed, { moves: moves.length, spectators }));
      });
    });
  }

  #stats(name: string): void {
    this.#link.ask({ kind: 'look-up', name }, (answer) => {
      const player = answer.kind === 'player' ? answer.player : undefined;
      const written = player?.name ?? name;
      this.#link.lookUp({ kind: 'player', name: written }, (reply) => {
        const record = reply.kind === 'player' ? reply.player : undefined;
        const isKnown = player !== undefined || (record?.recent.length ?? 0) > 0;
        this.#link.send(
          ...(isKnown
            ? statsLines(written, player, record, this.#link.now)
            : [`5 No player "${name}" is logged in or has finished a game.`]),
        );
      });
    });
  }

  #results(name: string): void {
    this.#link.lookUp({ kind: 'player', name }, (reply) => {
      const games = reply.kind === 'player' ? reply.player.recent.flatMap(resultLine) : [];
      if (games.length === 0) this.#link.send(`5 There are no results of ${name}.`);
      else this.#link.send('25 File', ...games, '25 File');
    });
  }

  #players(
    header: string,
    write: (players: readonly ShownPlayer[], now: number) => string[],
    end: (players: number, games: number) => string,
  ): void {
    const count = { players: 0, games: 0 };
    this.#link.sendWithoutPrompt(header);
    this.#eachPart(
      ({ players, seeks, games }, next) => {
        const hosts = new Set(seeks.filter(({ opponent }) => opponent === undefined).map(({ host }) => host));
        const shown = players.map((player) => ({ ...player, looking: hosts.has(player.name) }));
        this.#link.sendWithoutPrompt(...write(shown, this.#link.now));
        count.players += players.length;
        count.games += games.length;
        next();
      },
      () => this.#link.send(end(count.players, count.games)),
    );
  }

  #eachPart(take: (part: Directory, next: () => void) => void, done: () => void, after?: DirectoryCursor): void {
    this.#link.ask({ kind: 'observe', ...(after === undefined ? {} : { after }) }, (answer) => {
      if (answer.kind !== 'directory') done();
      else take(answer.directory, () => (answer.next === undefined ? done() : this.#eachPart(take, done, answer.next)));
    });
  }
}
