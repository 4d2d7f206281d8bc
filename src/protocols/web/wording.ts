import type { Refusal } from '../../lobby/command.ts';
import type * as lobby from '../../lobby/directory.ts';
import type { GameId } from '../../lobby/event.ts';
import type { GameNews, GameView } from '../../lobby/game-view.ts';
import type { Action, Ended } from '../../lobby/notice.ts';
import type { Offer } from '../../lobby/offer.ts';
import type { Wish } from '../../lobby/wish.ts';
import { type BoardSize, coordinates, square } from '../../rules/point.ts';
import type { Change, GameState, ListedGame, ListedPlayer, ListedSeek, REFUSALS, ServerMessage } from './message.ts';
import type { Board, End, Turn } from './values.ts';

/** Chosen on the page, komi included; the page counts by what the server says, so that no komi of its own binds. */
export function wishOf(board: Board): Wish {
  if (board.game === 'gomoku') return { game: 'gomoku', size: board.size, rule: board.rule };
  const { game, size, komi, ko, suicide } = board;
  return { game, size, ruleset: { ko, suicide }, komi, komiBinds: false };
}

export function boardOf(wish: Wish): Board {
  if (wish.game === 'gomoku') return { game: 'gomoku', size: wish.size, rule: wish.rule };
  const { game, size, komi, ruleset } = wish;
  return { game, size, komi, ko: ruleset.ko, suicide: ruleset.suicide };
}

type WebRefusal = (typeof REFUSALS)[number];

/** What the lobby calls otherwise than the page does. */
const OTHERWISE: ReadonlyMap<Refusal, WebRefusal> = new Map([
  ['cannot-propose', 'cannot-offer'],
  ['no-proposal', 'no-offer'],
]);

/** `reserved`: a name is taken because it has an owner. */
export function refusalOf(why: Refusal, reserved = false): WebRefusal {
  if (why === 'name-taken' && reserved) return 'name-reserved';
  const same = OTHERWISE.get(why) ?? why;
  if (same === 'not-stuck' || same === 'cannot-propose' || same === 'no-proposal') {
    throw new Error(`${why} is no answer to anything that is asked here`);
  }
  return same;
}

/** The body of a `directory` message, or of the same over HTTP. */
export const directoryOf = ({ players, seeks, games }: lobby.Directory) => ({
  players: players.map(playerOf),
  seeks: seeks.map(seekOf),
  games: games.map(gameOf),
});

export function changeOf(change: lobby.Change): Change {
  switch (change.kind) {
    case 'arrived':
      return { kind: 'arrived', player: playerOf(change.player) };
    case 'seeks':
      return { kind: 'seeks', seek: seekOf(change.seek) };
    case 'begun':
      return { kind: 'begun', game: gameOf(change.game) };
    case 'gone':
    case 'settled':
    case 'over':
      return change;
  }
}

const playerOf = ({ name, protocol, game, offers }: lobby.ListedPlayer): ListedPlayer => ({
  name,
  protocol,
  game,
  offers: offers?.map(offerOf),
});

const offerOf = (offer: Offer): NonNullable<ListedPlayer['offers']>[number] => ({
  game: offer.game,
  sizes: [...offer.sizes],
  rules: offer.game === 'gomoku' ? [...offer.rules] : undefined,
});

const seekOf = ({ host, protocol, wish, opponent, color, since }: lobby.ListedSeek): ListedSeek => ({
  host,
  protocol,
  board: boardOf(wish),
  opponent,
  color,
  since,
});

const gameOf = ({ game, wish, black, white, since }: lobby.ListedGame): ListedGame => ({
  game,
  board: boardOf(wish),
  black,
  white,
  since,
});

/** The whole state of a running game. */
export function stateOf(view: GameView): GameState {
  const { actions, toMove, turnSince, used, away, proposal, proposals } = view;
  const size = square(view.wish.size);
  return {
    ...gameOf(view),
    turns: actions.map((action) => turnOf(size, action)),
    toMove,
    turnSince,
    used,
    away: away.length === 0 ? undefined : [...away],
    offer: proposal,
    offers: proposals,
  };
}

const turnOf = (size: BoardSize, action: Action): Turn =>
  action.kind === 'pass' ? action : { ...action, point: coordinates(size, action.point) };

/** What happened at `at` in a game on a board of `size`; `now` is when it is told. */
export function newsOf(game: GameId, size: BoardSize, news: GameNews, at: number, now: number): ServerMessage {
  switch (news.kind) {
    case 'played': {
      const [point, captured] = [coordinates(size, news.point), news.captured.map((each) => coordinates(size, each))];
      return { kind: 'played', game, at, color: news.color, point, captured, used: news.used };
    }
    case 'passed':
      return { kind: 'passed', game, at, color: news.color, used: news.used };
    case 'renamed':
      return { kind: 'renamed', game, at, color: news.color, name: news.name };
    case 'away':
      return { kind: 'away', game, at, color: news.color, used: news.used };
    case 'back':
      return { kind: 'back', game, at, color: news.color };
    case 'declined':
      return { kind: 'declined', game, at, color: news.color };
    case 'proposed':
      return { kind: 'offered', game, at, color: news.color, what: news.what };
    case 'undone':
      return { kind: 'game', state: stateOf(news.view), now };
    case 'ended':
      return { kind: 'ended', game, at, ...endOf(news) };
  }
}

export const endOf = ({ winner, reason, score }: Omit<Ended, 'kind'>): End => ({ winner, reason, score });
