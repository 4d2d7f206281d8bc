import assert from 'node:assert/strict';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type {
  Directory,
  DirectoryChange,
  ListedGame,
  ListedPlayer,
  ListedSeek,
} from '../../../src/lobby/directory/directory.ts';
import type { ClockView } from '../../../src/lobby/games/game-clocks.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import type { GameView, SpectatorUpdate } from '../../../src/lobby/games/game-view.ts';
import type { MarkingView } from '../../../src/lobby/games/marking.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../src/lobby/players/player.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';

/** When a player was heard last, what it watches, and what rating it waits with, is true of the moment only. */
const withoutMoment = ({ rating, watching, ...player }: ListedPlayer): ListedPlayer => ({ ...player, lastHeard: 0 });

/** What somebody who observes has been told, put together. */
class Picture {
  readonly #players = new Map<string, ListedPlayer>();
  readonly #seeks = new Map<string, ListedSeek>();
  readonly #games = new Map<GameId, ListedGame>();

  constructor({ players, seeks, games }: Directory) {
    for (const player of players) this.change({ kind: 'arrived', player });
    for (const seek of seeks) this.change({ kind: 'seeks', seek });
    for (const game of games) this.change({ kind: 'begun', game });
  }

  change(change: DirectoryChange): void {
    switch (change.kind) {
      case 'arrived':
        this.#players.set(change.player.name, withoutMoment(change.player));
        break;
      case 'gone':
        assert(this.#players.delete(change.name), `${change.name} was never here`);
        break;
      case 'seeks':
        this.#seeks.set(change.seek.host, change.seek);
        break;
      case 'settled':
        this.#seeks.delete(change.host);
        break;
      case 'begun':
        this.#games.set(change.game.game, change.game);
        break;
      case 'over':
        assert(this.#games.delete(change.game), `game ${change.game} was never played`);
        break;
    }
  }

  get all(): Directory {
    const inOrder = <Value>(values: Map<unknown, Value>): Value[] =>
      [...values].sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1)).map(([, value]) => value);
    return { players: inOrder(this.#players), seeks: inOrder(this.#seeks), games: inOrder(this.#games).map(withStems) };
  }
}

function withoutAway({ awayUntil, away, ...view }: GameView, color: Color): GameView {
  const { [color]: _, ...until } = awayUntil ?? {};
  const others = away.filter((each) => each !== color);
  return { ...view, away: others, ...(others.length === 0 ? {} : { awayUntil: until }) };
}

const clockOf = ({ clock }: { readonly clock?: ClockView }): { clock?: ClockView } =>
  clock === undefined ? {} : { clock };

/** The view after some news; nothing once the game is over. */
function after(view: GameView, news: SpectatorUpdate, at: number): GameView | undefined {
  switch (news.kind) {
    case 'played':
    case 'passed': {
      assert.equal(news.color, view.toMove);
      const { color, used } = news;
      assert(!view.away.includes(color), 'whoever is away takes no turn');
      const action = news.kind === 'passed' ? ({ kind: 'pass', color } as const) : playOf(news);
      const actions = [...view.moves, action];
      return {
        ...view,
        moves: actions,
        toMove: isPlacing({ ...view, moves: actions }) ? 'black' : opposite(color),
        turnSince: at,
        used,
        proposal: undefined,
        ...(news.clock && { timesLeft: [...(view.timesLeft ?? []), news.clock[color].main] }),
        ...clockOf(news),
      };
    }
    case 'renamed':
      return { ...view, [news.color]: { ...view[news.color], name: news.name } };
    case 'away':
      assert(!view.away.includes(news.color), 'nobody goes twice');
      return {
        ...clockFrom(view, news.color, at),
        used: news.used,
        away: [...view.away, news.color].sort(),
        awayUntil: { ...view.awayUntil, [news.color]: news.until },
        ...clockOf(news),
      };
    case 'back':
      assert(view.away.includes(news.color), 'only those come back that were away');
      return { ...withoutAway(clockFrom(view, news.color, at), news.color), ...clockOf(news) };
    case 'clock':
      return { ...view, clock: news.clock };
    case 'proposed':
      return { ...view, proposal: { by: news.color, what: news.what } };
    case 'declined':
      assert(view.proposal !== undefined && view.proposal.by !== news.color, 'the other has proposed something');
      return { ...view, proposal: undefined };
    case 'marking':
      assert.deepEqual(news.marking.dead, view.marking?.dead ?? []);
      return { ...view, marking: news.marking, ...clockOf(news) };
    case 'marked':
    case 'accepted':
      return { ...view, marking: afterMark(view, news) };
    case 'resumed': {
      const { marking: _, ...rest } = view;
      return { ...rest, turnSince: at, used: news.used, proposal: undefined, ...clockOf(news) };
    }
    case 'undone':
      return news.view;
    case 'ended':
      return undefined;
  }
}

/** Whether black still has handicap stones to place. */
const isPlacing = ({ parameters, moves }: GameView): boolean =>
  parameters.game === 'go' && parameters.placement === 'free' && moves.length < Number(parameters.handicap);

const clockFrom = (view: GameView, color: Color, at: number): GameView =>
  color === view.toMove ? { ...view, turnSince: at } : view;

/** Without what a protocol may not be able to carry: the name of an absent computer player is free, and may be shown in another form. */
const withStems = <Game extends ListedGame>(game: Game): Game => {
  const stem = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  return {
    ...game,
    black: { ...game.black, name: stem(game.black.name) },
    white: { ...game.white, name: stem(game.white.name) },
  };
};

const playOf = ({ color, point }: SpectatorUpdate & { kind: 'played' }) => ({ kind: 'play', color, point }) as const;

/** Those who observe and watch: what they are told bit by bit must be what they would be told if they asked anew. */
export class ObserverCheck {
  readonly #observing = new Map<PlayerId, Picture>();
  readonly #watching = new Map<PlayerId, Map<GameId, GameView>>();

  answered(id: PlayerId, command: Command, answer: CommandAnswer): void {
    if (answer.kind === 'directory') this.#observing.set(id, new Picture(answer.directory));
    else if (answer.kind === 'watching') this.#views(id).set(answer.view.game, answer.view);
    else if (command.kind === 'unobserve') this.#observing.delete(id);
    else if (command.kind === 'unwatch') this.#views(id).delete(command.game);
  }

  hear({ notices }: Decision): void {
    for (const { to, notice } of notices) {
      if (notice.kind === 'directory') {
        const picture = this.#observing.get(to);
        assert(notice.changes.length > 0, 'nothing is not told');
        for (const change of notice.changes) {
          if (picture !== undefined) picture.change(change);
          else
            assert.equal(change.kind, 'settled', 'others than those that observe are only told that they are declined');
        }
      } else if (notice.kind === 'news') this.#hearNews(to, notice);
    }
  }

  forget(id: PlayerId): void {
    this.#observing.delete(id);
    this.#watching.delete(id);
  }

  /** `ask` asks the lobby without any consequence for this. */
  compare(ask: (id: PlayerId, command: Command) => CommandAnswer | undefined): void {
    for (const [id, told] of this.#observing) {
      const now = ask(id, { kind: 'observe' });
      assert(now?.kind === 'directory');
      assert.deepEqual(told.all, new Picture(now.directory).all);
    }
    for (const [id, views] of this.#watching) {
      for (const [game, view] of views) {
        const now = ask(id, { kind: 'watch', game });
        assert(now?.kind === 'watching', 'a game that runs can be watched');
        assert.deepEqual(asTold(view), asTold(now.view));
      }
    }
  }

  #hearNews(to: PlayerId, { game, news, at }: Notice & { kind: 'news' }): void {
    const views = this.#views(to);
    const view = views.get(game) ?? assert.fail('only those that watch are told');
    const next = after(view, news, at);
    if (next === undefined) views.delete(game);
    else views.set(game, next);
  }

  #views(id: PlayerId): Map<GameId, GameView> {
    const views = this.#watching.get(id) ?? new Map<GameId, GameView>();
    this.#watching.set(id, views);
    return views;
  }
}

/**
 * Of two things nobody is told: that play begins, after which both sides take a turn, and that somebody comes back by a
 * protocol that does not know proposals.
 */
function asTold(view: GameView): object {
  const { turnSince, proposals: _proposals, ...rest } = withStems(view);
  return rest.moves.length < 2 ? rest : { ...rest, turnSince };
}

/** Every change says until when the next one is awaited, unless a player is away. */
function afterMark({ marking }: GameView, news: SpectatorUpdate & { kind: 'marked' | 'accepted' }): MarkingView {
  assert(marking !== undefined, 'what is marked is told');
  const until = news.until === undefined ? {} : { until: news.until };
  if (news.kind === 'accepted') {
    assert(!marking.accepted.includes(news.color), 'a side accepts once');
    return { dead: marking.dead, accepted: [...marking.accepted, news.color].sort(), ...until };
  }
  const others = marking.dead.filter(({ point }) => !news.stones.includes(point));
  const marked = news.dead ? news.stones.map((point) => ({ point, by: news.color })) : [];
  const dead = [...others, ...marked].sort((one, other) => one.point - other.point);
  return { dead, accepted: [], ...until };
}
