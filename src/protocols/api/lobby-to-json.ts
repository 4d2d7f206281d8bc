import type * as lobby from '../../lobby/directory/directory.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { GameView } from '../../lobby/games/game-view.ts';
import type { MarkingView } from '../../lobby/games/marking.ts';
import type { AdjournedGameView as Adjourned } from '../../lobby/notice.ts';
import type { OfferedBoards } from '../../lobby/pairing/offered-boards.ts';
import { type BoardSize, coordinates, square } from '../../rules/point.ts';
import { askedOptionsOf, boardOf } from './game-to-json.ts';
import type {
  AdjournedGameJson,
  GameState,
  ListedGameJson,
  ListedPlayerJson,
  ListedSeekJson,
  MarkingJson,
} from './server-message-schema.ts';
import type { Turn } from './value-schemas.ts';

/** The body of a `directory` message, or of the directory over HTTP. */
export const directoryOf = ({ players, seeks, games }: lobby.Directory) => ({
  players: players.map(playerOf),
  seeks: seeks.map(seekOf),
  games: games.map(gameOf),
});

export const playerOf = ({ name, protocol, game, playing, offers, level }: lobby.ListedPlayer): ListedPlayerJson => ({
  name,
  protocol,
  game,
  playing,
  offers: offers?.map(offerOf),
  level,
});

const offerOf = (offer: OfferedBoards): NonNullable<ListedPlayerJson['offers']>[number] => ({
  game: offer.game,
  sizes: [...offer.sizes],
  rules: offer.game === 'gomoku' ? [...offer.rules] : undefined,
});

export const seekOf = ({
  host,
  protocol,
  parameters,
  options,
  opponent,
  color,
  since,
}: lobby.ListedSeek): ListedSeekJson => ({
  host,
  protocol,
  board: boardOf(parameters),
  options: askedOptionsOf(options),
  opponent,
  color,
  since,
});

export const gameOf = ({ game, parameters, options, black, white, since }: lobby.ListedGame): ListedGameJson => ({
  game,
  board: boardOf(parameters),
  options,
  black: { name: black.name, protocol: black.protocol },
  white: { name: white.name, protocol: white.protocol },
  since,
});

export const adjournedOf = ({ parameters, moves, ...rest }: Adjourned): AdjournedGameJson => ({
  ...rest,
  board: boardOf(parameters),
  turns: moves,
});

/** The whole state of a running game. */
export function stateOf(view: GameView): GameState {
  const {
    moves,
    toMove,
    turnSince,
    used,
    clock,
    away,
    awayUntil,
    proposal,
    proposals,
    canAdjourn,
    marking,
    adjourned,
  } = view;
  const size = square(view.parameters.size);
  return {
    ...gameOf(view),
    turns: turnsOf(size, moves),
    earlier: view.earlier === 0 ? undefined : view.earlier,
    toMove,
    turnSince,
    used,
    clock,
    away: away.length === 0 ? undefined : [...away],
    awayUntil,
    offer: proposal,
    offers: proposals,
    canAdjourn,
    marking: marking && markingOf(size, marking),
    end: adjourned && { reason: 'adjourned' },
  };
}

export const markingOf = (size: BoardSize, { dead, accepted, until }: MarkingView): MarkingJson => ({
  dead: dead.map(({ point }) => coordinates(size, point)),
  accepted: [...accepted],
  until,
});

export const turnsOf = (size: BoardSize, moves: readonly Move[]): Turn[] => moves.map((move) => turnOf(size, move));

const turnOf = (size: BoardSize, action: Move): Turn =>
  action.kind === 'pass' ? action : { ...action, point: coordinates(size, action.point) };
