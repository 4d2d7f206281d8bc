import type { Command } from '../../lobby/command.ts';
import type { GameId, Move } from '../../lobby/games/game-event.ts';
import type { GameView } from '../../lobby/games/game-view.ts';
import type { Notice } from '../../lobby/notice.ts';
import { isShowable } from './match-terms.ts';
import { carryName } from './name.ts';
import { ServerSessionGame } from './server-session-game.ts';
import type { SessionContext } from './session-context.ts';

/** The maximum number of games that a client watches at once. */
const MAX_OBSERVED = 20;

type UpdateNotice = Notice & { readonly kind: 'spectator-update' };

/** The games that a client watches. It also loads other games to show them once. */
export class ObservedGames {
  readonly #link: SessionContext;
  readonly #games = new Map<GameId, ServerSessionGame>();

  constructor(link: SessionContext) {
    this.#link = link;
  }

  get isEmpty(): boolean {
    return this.#games.size === 0;
  }

  get first(): GameId | undefined {
    return this.#games.keys().next().value;
  }

  find(id: GameId): ServerSessionGame | undefined {
    return this.#games.get(id);
  }

  /** Begins to watch a game, or stops if it is watched. */
  toggle(id: GameId): void {
    if (this.#link.own?.terms.id === id) this.#link.send('5 You play in this game.');
    else if (this.#games.has(id)) this.stop(id);
    else if (this.#games.size >= MAX_OBSERVED) this.#link.send(`5 You can observe ${MAX_OBSERVED} games at a time.`);
    else
      this.#watch(id, (watched) => {
        if (watched === undefined) this.#link.send(NO_GAME);
        else {
          this.#games.set(id, watched);
          this.#link.sendWithBoard(watched, [
            '9 Adding game to observation list.',
            ...watched.lastMoveLines(this.#link.now),
          ]);
        }
      });
  }

  /** Stops watching a game. Without a number, stops watching all games. */
  stop(id: GameId | undefined): void {
    const ids = id === undefined ? [...this.#games.keys()] : this.#games.has(id) ? [id] : [];
    if (ids.length === 0) {
      this.#link.send('5 You observe no such game.');
      return;
    }
    for (const each of ids) {
      this.#games.delete(each);
      this.#link.ask({ kind: 'unwatch', game: each }, () => {
        if (each === ids.at(-1)) this.#link.send(...ids.map((one) => `9 Removing game ${one} from observation list.`));
      });
    }
  }

  /** Calls `show` with the current state of a game: the client's own, one that it watches, or another. */
  withGame(id: GameId, show: (game: ServerSessionGame, view: GameView | undefined) => void): void {
    const { own } = this.#link;
    const known = own?.terms.id === id ? own : this.#games.get(id);
    if (known !== undefined) show(known, undefined);
    else
      this.#watch(id, (watched, view) => {
        if (watched === undefined) this.#link.send(NO_GAME);
        else this.#link.ask({ kind: 'unwatch', game: id }, () => show(watched, view));
      });
  }

  /** Calls `show` with the game of this number. Without a number, with the client's own game. */
  about(id: GameId | undefined, show: (game: ServerSessionGame) => void): void {
    const game = id ?? this.#link.own?.terms.id;
    if (game === undefined) this.#link.send('5 You are not playing a game.');
    else this.withGame(game, show);
  }

  listObservers(id: GameId | undefined): void {
    this.about(id, (game) =>
      this.#link.ask({ kind: 'spectators', game: game.terms.id }, (answer) =>
        this.#link.send(...game.observerLines(answer.kind === 'names' ? answer.names : [])),
      ),
    );
  }

  /** Watches the client's own game, because only spectators are notified of proposals. */
  watchOwn(game: GameId, key: string | undefined): void {
    this.#watch(game, () => {}, key === undefined ? {} : { key: key as NonNullable<WatchCommand['key']> });
  }

  #watch(
    game: GameId,
    onView: (watched: ServerSessionGame | undefined, view: GameView | undefined) => void,
    more: Pick<WatchCommand, 'key' | 'after'> = {},
    earlier: readonly Move[] = [],
  ): void {
    this.#link.ask({ kind: 'watch', game, ...more }, (answer) => {
      if (answer.kind === 'moves') {
        const { first, moves, next } = answer.earlier;
        this.#watch(game, onView, { ...more, after: next }, first === 0 ? moves : [...earlier, ...moves]);
      } else if (answer.kind === 'watching' && isShowable(answer.view.parameters)) {
        const { view } = answer;
        const watched = ServerSessionGame.ofView(view);
        for (const move of [...(view.earlier === 0 ? [] : earlier), ...view.moves]) watched.apply(move);
        watched.clock = view.clock;
        if (view.marking !== undefined) watched.beginMarking(view.marking.dead);
        onView(watched, view);
      } else if (answer.kind === 'watching') {
        this.#link.ask({ kind: 'unwatch', game }, () => onView(undefined, undefined));
      } else onView(undefined, undefined);
    });
  }

  /** Handles an event of a watched game. */
  notify({ game: id, update }: UpdateNotice): void {
    const watched = this.#games.get(id);
    if (watched === undefined) return;
    if ('clock' in update && update.clock !== undefined) watched.clock = update.clock;
    switch (update.kind) {
      case 'played':
        watched.apply({ kind: 'play', color: update.color, point: update.point });
        this.#link.sendWithBoard(watched, watched.lastMoveLines(this.#link.now));
        return;
      case 'passed':
        watched.apply({ kind: 'pass', color: update.color });
        this.#link.sendWithBoard(watched, watched.lastMoveLines(this.#link.now));
        return;
      case 'undone': {
        const taken = watched.takeBack(watched.moves.length - update.view.moves.length);
        watched.clock = update.view.clock;
        const lines = watched.undoLines(watched.toMove, taken, false);
        this.#link.sendWithBoard(watched, [...lines, ...watched.lastMoveLines(this.#link.now)]);
        return;
      }
      case 'renamed':
        watched.names[update.color] = carryName(update.name);
        return;
      case 'marking':
        watched.beginMarking(update.marking.dead);
        return;
      case 'marked':
        watched.mark(update);
        return;
      case 'resumed':
        watched.dead = undefined;
        return;
      case 'ended':
        this.#games.delete(id);
        this.#link.send(watched.endLine(update));
        return;
      // Observers get no lines for the other updates.
    }
  }
}

type WatchCommand = Command & { readonly kind: 'watch' };

export const NO_GAME = '5 There is no such game.';
