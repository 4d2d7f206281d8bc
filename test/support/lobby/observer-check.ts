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
import type { ClocksView } from '../../../src/lobby/games/game-clocks.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import type { GameView, SpectatorUpdate } from '../../../src/lobby/games/game-view.ts';
import type { MarkingView } from '../../../src/lobby/games/marking.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../src/lobby/players/player.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import { withoutTransientFields } from './without-transient-fields.ts';

/** The directory as an observer has received it, from its parts and changes. */
class ObservedDirectory {
  readonly #players = new Map<string, ListedPlayer>();
  readonly #seeks = new Map<string, ListedSeek>();
  readonly #games = new Map<GameId, ListedGame>();

  constructor({ players, seeks, games }: Directory) {
    for (const player of players) this.change({ kind: 'player-arrived', player });
    for (const seek of seeks) this.change({ kind: 'seek-added', seek });
    for (const game of games) this.change({ kind: 'game-started', game });
  }

  change(change: DirectoryChange): void {
    switch (change.kind) {
      case 'player-arrived':
        this.#players.set(change.player.name, withoutTransientFields(change.player));
        break;
      case 'player-left':
        assert(this.#players.delete(change.name), `${change.name} was not in the directory`);
        break;
      case 'seek-added':
        this.#seeks.set(change.seek.host, change.seek);
        break;
      case 'seek-removed':
        this.#seeks.delete(change.host);
        break;
      case 'game-started':
        this.#games.set(change.game.game, change.game);
        break;
      case 'game-ended':
        assert(this.#games.delete(change.game), `game ${change.game} was not in the directory`);
        break;
    }
  }

  get all(): Directory {
    const inOrder = <Value>(values: Map<unknown, Value>): Value[] =>
      [...values].sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1)).map(([, value]) => value);
    return {
      players: inOrder(this.#players),
      seeks: inOrder(this.#seeks),
      games: inOrder(this.#games).map(withNameStems),
    };
  }
}

function withoutAway({ awayUntil, away, ...view }: GameView, color: Color): GameView {
  const { [color]: _, ...until } = awayUntil ?? {};
  const others = away.filter((each) => each !== color);
  return { ...view, away: others, ...(others.length === 0 ? {} : { awayUntil: until }) };
}

const clockOf = ({ clock }: { readonly clock?: ClocksView }): { clock?: ClocksView } =>
  clock === undefined ? {} : { clock };

/** The view of a game after an update; undefined if the game has ended. */
function after(view: GameView, update: SpectatorUpdate, at: number): GameView | undefined {
  switch (update.kind) {
    case 'played':
    case 'passed': {
      assert.equal(update.color, view.toMove);
      const { color, used } = update;
      assert(!view.away.includes(color), 'a player who is away must not move');
      const move = update.kind === 'passed' ? ({ kind: 'pass', color } as const) : playOf(update);
      const moves = [...view.moves, move];
      return {
        ...view,
        moves,
        toMove: isPlacing({ ...view, moves }) ? 'black' : opposite(color),
        turnSince: at,
        used,
        proposal: undefined,
        ...(update.clock && { timesLeft: [...(view.timesLeft ?? []), update.clock[color].main] }),
        ...clockOf(update),
      };
    }
    case 'renamed':
      return { ...view, [update.color]: { ...view[update.color], name: update.name } };
    case 'away':
      assert(!view.away.includes(update.color), 'the player was already away');
      return {
        ...clockFrom(view, update.color, at),
        used: update.used,
        away: [...view.away, update.color].sort(),
        awayUntil: { ...view.awayUntil, [update.color]: update.until },
        ...clockOf(update),
      };
    case 'back':
      assert(view.away.includes(update.color), 'the player was not away');
      return { ...withoutAway(clockFrom(view, update.color, at), update.color), ...clockOf(update) };
    case 'clock':
      return { ...view, clock: update.clock };
    case 'proposed':
      return { ...view, proposal: { by: update.color, what: update.what } };
    case 'declined':
      assert(
        view.proposal !== undefined && view.proposal.by !== update.color,
        'only a proposal of the opponent can be declined',
      );
      return { ...view, proposal: undefined };
    case 'marking':
      assert.deepEqual(update.marking.dead, view.marking?.dead ?? []);
      return { ...view, marking: update.marking, ...clockOf(update) };
    case 'marked':
    case 'accepted':
      return { ...view, marking: afterMark(view, update) };
    case 'resumed': {
      const { marking: _, ...rest } = view;
      return { ...rest, turnSince: at, used: update.used, proposal: undefined, ...clockOf(update) };
    }
    case 'undone':
      return update.view;
    case 'ended':
      return undefined;
  }
}

/** Whether black still has handicap stones to place. */
const isPlacing = ({ parameters, moves }: GameView): boolean =>
  parameters.game === 'go' && parameters.placement === 'free' && moves.length < Number(parameters.handicap);

const clockFrom = (view: GameView, color: Color, at: number): GameView =>
  color === view.toMove ? { ...view, turnSince: at } : view;

/** Leaves out a name that a protocol may be unable to write: another player may take the name of a computer player that is away. */
const withNameStems = <Game extends ListedGame>(game: Game): Game => {
  const stem = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  return {
    ...game,
    black: { ...game.black, name: stem(game.black.name) },
    white: { ...game.white, name: stem(game.white.name) },
  };
};

const playOf = ({ color, point }: SpectatorUpdate & { kind: 'played' }) => ({ kind: 'play', color, point }) as const;

/** Checks observers and spectators: the state that follows from their notices must be equal to a newly requested one. */
export class ObserverCheck {
  readonly #observing = new Map<PlayerId, ObservedDirectory>();
  readonly #watching = new Map<PlayerId, Map<GameId, GameView>>();

  onAnswer(id: PlayerId, command: Command, answer: CommandAnswer): void {
    if (answer.kind === 'directory') this.#observing.set(id, new ObservedDirectory(answer.directory));
    else if (answer.kind === 'watching') this.#views(id).set(answer.view.game, answer.view);
    else if (command.kind === 'unobserve') this.#observing.delete(id);
    else if (command.kind === 'unwatch') this.#views(id).delete(command.game);
  }

  onDecision({ notices }: Decision): void {
    for (const { to, notice } of notices) {
      if (notice.kind === 'directory') {
        const directory = this.#observing.get(to);
        assert(notice.changes.length > 0, 'the lobby must send no empty notice');
        for (const change of notice.changes) {
          if (directory !== undefined) directory.change(change);
          else assert.equal(change.kind, 'seek-removed', 'a client that does not observe receives only `seek-removed`');
        }
      } else if (notice.kind === 'spectator-update') this.#onUpdate(to, notice);
    }
  }

  forget(id: PlayerId): void {
    this.#observing.delete(id);
    this.#watching.delete(id);
  }

  /** `send` sends a command whose notices this check does not read. */
  compare(send: (id: PlayerId, command: Command) => CommandAnswer | undefined): void {
    for (const [id, observed] of this.#observing) {
      const answer = send(id, { kind: 'observe' });
      assert(answer?.kind === 'directory');
      assert.deepEqual(observed.all, new ObservedDirectory(answer.directory).all);
    }
    for (const [id, views] of this.#watching) {
      for (const [game, view] of views) {
        const answer = send(id, { kind: 'watch', game });
        assert(answer?.kind === 'watching', 'a running game must be watchable');
        assert.deepEqual(comparable(view), comparable(answer.view));
      }
    }
  }

  #onUpdate(to: PlayerId, { game, update, at }: Notice & { kind: 'spectator-update' }): void {
    const views = this.#views(to);
    const view = views.get(game) ?? assert.fail('only spectators may receive updates');
    const next = after(view, update, at);
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
 * Spectators are not notified of two events: that play begins, which matters until both players have moved, and that a player reconnects over a
 * protocol that does not know proposals.
 */
function comparable(view: GameView): object {
  const { turnSince, proposals: _proposals, ...rest } = withNameStems(view);
  return rest.moves.length < 2 ? rest : { ...rest, turnSince };
}

/** The marking after a mark or an acceptance, whose notice has a new deadline unless a player is away. */
function afterMark({ marking }: GameView, update: SpectatorUpdate & { kind: 'marked' | 'accepted' }): MarkingView {
  assert(marking !== undefined, 'a spectator must have been notified of the marking');
  const until = update.until === undefined ? {} : { until: update.until };
  if (update.kind === 'accepted') {
    assert(!marking.accepted.includes(update.color), 'a player may accept only once');
    return { dead: marking.dead, accepted: [...marking.accepted, update.color].sort(), ...until };
  }
  const others = marking.dead.filter(({ point }) => !update.stones.includes(point));
  const marked = update.dead ? update.stones.map((point) => ({ point, by: update.color })) : [];
  const dead = [...others, ...marked].sort((one, other) => one.point - other.point);
  return { dead, accepted: [], ...until };
}
