import type { GameState, MarkingJson, ServerMessage } from '../../protocols/api/server-message-schema.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { afterTime } from '../../rules/time/clock-state.ts';

/** Stores the first moves of long games, which the server sends before the state of the game, until the state arrives. */
export class EarlierTurnsBuffer {
  readonly #turns = new Map<number, GameState['turns']>();

  take({ game, first, turns }: ServerMessage & { readonly kind: 'turns' }): void {
    const before = first === 0 ? [] : (this.#turns.get(game)?.slice(0, first) ?? []);
    this.#turns.set(game, [...before, ...turns]);
  }

  /** The state of a game with all moves. */
  complete({ earlier = 0, ...state }: GameState): GameState {
    const before = this.#turns.get(state.game)?.slice(0, earlier) ?? [];
    this.#turns.delete(state.game);
    return earlier === 0 ? state : { ...state, turns: [...before, ...state.turns] };
  }
}

/** The state of a game, the offer that was declined since the latest move, and the offer that ended with this move without an answer. */
export type WatchedGame = GameState & { readonly declined?: GameState['offer']; readonly expired?: GameState['offer'] };

/** Messages about changes of a watched game. */
export type GameUpdate = ServerMessage & {
  readonly kind:
    | ('played' | 'passed' | 'renamed' | 'away' | 'back' | 'clock' | 'offered' | 'declined' | 'ended')
    | ('marking' | 'marked' | 'accepted' | 'resumed');
};

/** The game after one change. An offer ends with the next move, and when play resumes after the marking of dead stones. */
export function applyUpdate(state: WatchedGame, update: GameUpdate): WatchedGame {
  switch (update.kind) {
    case 'played':
      return addTurn(state, update, { kind: 'play', color: update.color, point: update.point });
    case 'passed':
      return addTurn(state, update, { kind: 'pass', color: update.color });
    case 'renamed':
      return { ...state, [update.color]: { ...state[update.color], name: update.name } };
    case 'away':
      return {
        ...withClock(clockFrom(state, update), update),
        used: update.used,
        away: [...(state.away ?? []), update.color].sort(),
        awayUntil: { ...state.awayUntil, [update.color]: update.until },
      };
    case 'back':
      return withoutAway(withClock(clockFrom(state, update), update), update.color);
    case 'clock':
      return withClock(state, update);
    case 'offered':
      return { ...withoutOffer(state), offer: { by: update.color, what: update.what } };
    case 'declined':
      return { ...withoutOffer(state), declined: state.offer };
    case 'marking':
      return { ...withClock(state, update), marking: update.marking };
    case 'marked':
      return { ...state, marking: { dead: deadAfter(state, update), accepted: [], ...until(update) } };
    case 'accepted':
      return { ...state, marking: { ...acceptedAfter(state, update), ...until(update) } };
    case 'resumed': {
      const { marking: _, ...playing } = withClock(withoutOffer(state), update);
      return { ...playing, used: update.used, turnSince: update.at };
    }
    case 'ended': {
      const { kind: _, game: __, at, ...end } = update;
      return { ...withoutOffer(state), turnSince: at, used: usedUntil(state, at), end, ...stoppedClock(state, at) };
    }
  }
}

const until = ({ until: end }: { readonly until?: number | undefined }): Pick<MarkingJson, 'until'> =>
  end === undefined ? {} : { until: end };

function deadAfter(
  { marking }: GameState,
  { stones, dead }: GameUpdate & { readonly kind: 'marked' },
): MarkingJson['dead'] {
  const others = (marking?.dead ?? []).filter(({ x, y }) => !stones.some((stone) => stone.x === x && stone.y === y));
  return dead ? [...others, ...stones] : others;
}

const acceptedAfter = ({ marking }: GameState, { color }: { readonly color: Color }): MarkingJson => ({
  dead: marking?.dead ?? [],
  accepted: [...new Set([...(marking?.accepted ?? []), color])],
});

function addTurn(
  state: WatchedGame,
  update: GameUpdate & { readonly kind: 'played' | 'passed' },
  turn: GameState['turns'][number],
): WatchedGame {
  const turns = [...state.turns, turn];
  return {
    ...withClock(withoutOffer(state), update),
    ...(state.offer !== undefined && { expired: state.offer }),
    turns,
    toMove: stonesToPlace({ ...state, turns }) > 0 ? 'black' : opposite(turn.color),
    turnSince: update.at,
    used: update.used,
  };
}

/** The number of handicap stones that black still has to place. Placing them is the first moves of a game. */
export function stonesToPlace({ board, turns, end }: Pick<GameState, 'board' | 'turns' | 'end'>): number {
  const isPlacing = board.game === 'go' && board.placement === 'free' && end === undefined;
  return isPlacing && typeof board.handicap === 'number' ? Math.max(0, board.handicap - turns.length) : 0;
}

const withClock = (state: GameState, { clock }: Pick<GameState, 'clock'>): GameState =>
  clock === undefined ? state : { ...state, clock };

/** The clock of the side to move stops when its player is away, and starts again when the player is back. */
const clockFrom = (state: GameState, { color, at }: { readonly color: Color; readonly at: number }): GameState =>
  color === state.toMove ? { ...state, turnSince: at } : state;

/** Whether the clock of a side runs: the side is to move, its player is present, and no dead stones are being marked. */
export const isOnClock = ({ end, toMove, away, marking }: GameState, color: Color): boolean =>
  end === undefined && marking === undefined && toMove === color && !isAway({ away }, color);

/** Whether the seat is reserved for an absent player. */
export const isAway = ({ away }: Pick<GameState, 'away'>, color: Color): boolean => away?.includes(color) ?? false;

/** The clocks, stopped at the time `at`, if the game has clocks. */
function stoppedClock({ board: { time }, clock }: GameState, at: number): Pick<GameState, 'clock'> {
  if (clock === undefined || time === undefined || time.kind === 'none') return {};
  const { running, runsFrom: _, ...stopped } = clock;
  if (running === undefined) return { clock: stopped };
  const left = afterTime(time, stopped[running], Math.max(0, at - clock.at));
  return { clock: { ...stopped, at, [running]: left } };
}

/**
 * The used times at the end of the game. The side to move gets the time since its turn began, unless it was away or dead
 * stones were being marked.
 */
const usedUntil = ({ used, away, marking, toMove, turnSince }: GameState, at: number): GameState['used'] => ({
  ...used,
  [toMove]: used[toMove] + (isAway({ away }, toMove) || marking !== undefined ? 0 : Math.max(0, at - turnSince)),
});

function withoutAway({ away = [], awayUntil, ...state }: GameState, color: Color): GameState {
  const others = away.filter((each) => each !== color);
  const { [color]: _, ...until } = awayUntil ?? {};
  return others.length === 0 ? state : { ...state, away: others, awayUntil: until };
}

function withoutOffer(state: WatchedGame): WatchedGame {
  const { offer: _, declined: __, expired: ___, ...rest } = state;
  return rest;
}
