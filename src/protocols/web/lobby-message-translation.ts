import type { Command, Seek } from '../../lobby/command.ts';
import type * as lobby from '../../lobby/directory/directory.ts';
import { type AskedOptions, type GameParameters, HANDICAP_KOMI } from '../../lobby/game-parameters.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { SpectatorUpdate } from '../../lobby/games/game-view.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ClientMessage } from '../api/client-message-schema.ts';
import { boardOf, endOf } from '../api/game-to-json.ts';
import { invitationKeyHash } from '../api/invitation-key-hash.ts';
import { gameOf, markingOf, playerOf, seekOf, stateOf } from '../api/lobby-to-json.ts';
import type { DirectoryChangeJson, REFUSALS, ServerMessage } from '../api/server-message-schema.ts';
import { type AskedOptions as AskedOfPage, type AskedParametersJson, USUAL_KOMI } from '../api/value-schemas.ts';

/** The parameters of a seek. Without a komi, any komi fits; without a handicap, only a game without one. */
export function parametersOf(board: AskedParametersJson): GameParameters {
  const time = board.time === undefined ? {} : { time: board.time };
  if (board.game === 'gomoku') return { game: 'gomoku', size: board.size, rule: board.rule, ...time };
  const { game, size, ko, suicide, handicap = 0, placement } = board;
  const komi = board.komi ?? (typeof handicap === 'number' && handicap > 0 ? HANDICAP_KOMI : USUAL_KOMI);
  const stones = handicap === 0 ? {} : { handicap, ...(placement !== undefined && { placement }) };
  return { game, size, ruleset: { ko, suicide }, komi, fixedKomi: board.komi !== undefined, ...stones, ...time };
}

/** The options in a message, without absent ones. */
function optionsOf(options: AskedOfPage | undefined): { options?: AskedOptions } {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { options: Object.fromEntries(given) };
}

type AskedSeek = ClientMessage & { readonly kind: 'seek' };

/** The command for a seek. A seek without an opponent is for persons, unless it requests a computer player (ruling). */
export function seekCommand({ board, options, opponent, computer, color, invitation }: AskedSeek): Seek {
  const meets: Pick<Seek, 'opponent' | 'opponentKind'> =
    opponent === undefined ? { opponentKind: computer === true ? 'computer' : 'person' } : { opponent };
  return {
    kind: 'seek',
    parameters: parametersOf(board),
    ...optionsOf(options),
    ...meets,
    ...(color !== undefined && { color }),
    ...(invitation !== undefined && { invitation: invitationKeyHash(invitation) }),
  };
}

/** The waiting seek in the message `you`. */
export const waitingSeek = (
  { opponent, computer, color, invitation }: AskedSeek,
  { parameters, options }: Seek,
): NonNullable<(ServerMessage & { readonly kind: 'you' })['seek']> => ({
  board: boardOf(parameters),
  ...(options !== undefined && { options }),
  ...(opponent !== undefined && { opponent }),
  ...(computer === true && { computer }),
  ...(color !== undefined && { color }),
  ...(invitation !== undefined && { invitation }),
});

/** The kinds of messages whose only answer is `done`. */
type SimpleKind =
  | ('take' | 'decline-seek' | 'play' | 'pass' | 'resign' | 'offer' | 'accept' | 'decline' | 'reopen')
  | ('mark' | 'accept-marks' | 'resume-play');

/**
 * The command for such a message. `size` is the board size of the player's game. Without a game every point is off the board,
 * and the lobby refuses the command.
 */
export function commandOf(message: ClientMessage & { readonly kind: SimpleKind }, size: number | undefined): Command {
  const pointOf = ({ x, y }: { x: number; y: number }): Point | 'off-board' =>
    (size === undefined ? undefined : pointAt(square(size), x, y)) ?? 'off-board';
  switch (message.kind) {
    case 'take': {
      const { kind, host, board, options } = message;
      return { kind, host, parameters: parametersOf(board), ...optionsOf(options) };
    }
    case 'decline-seek':
      return { kind: 'decline-seek', host: message.host };
    case 'play':
      return { kind: 'play', point: pointOf(message.point) };
    case 'pass':
      return { kind: 'pass' };
    case 'resign':
      return { kind: 'forfeit', how: 'resigned' };
    case 'offer':
      return { kind: 'propose', what: message.what };
    case 'accept':
      return { kind: 'agree' };
    case 'decline':
      return { kind: 'decline' };
    case 'reopen':
      return { kind: 'reopen', game: message.game };
    case 'mark':
      return { kind: 'mark', point: pointOf(message.point), dead: message.dead };
    case 'accept-marks':
    case 'resume-play':
      return { kind: message.kind };
  }
}

type WebRefusal = (typeof REFUSALS)[number];

/** Refusals with another name in this protocol. */
const RENAMED_REFUSALS: ReadonlyMap<Refusal, WebRefusal> = new Map([
  ['cannot-propose', 'cannot-offer'],
  ['no-proposal', 'no-offer'],
]);

/** The refusal in this protocol. `reserved`: the name is taken because it has an owner. */
export function refusalOf(why: Refusal, reserved = false): WebRefusal {
  if (why === 'name-taken' && reserved) return 'name-reserved';
  const same = RENAMED_REFUSALS.get(why) ?? why;
  if (same === 'not-stuck' || same === 'cannot-propose' || same === 'no-proposal') {
    throw new Error(`no command of a web session is refused because of ${why}`);
  }
  return same;
}

/** The entries of a directory as changes, for all parts except the first. */
export const arrivalsOf = ({ players, seeks, games }: lobby.Directory): DirectoryChangeJson[] => [
  ...players.map((player): DirectoryChangeJson => ({ kind: 'player-arrived', player: playerOf(player) })),
  ...seeks.map((seek): DirectoryChangeJson => ({ kind: 'seek-added', seek: seekOf(seek) })),
  ...games.map((game): DirectoryChangeJson => ({ kind: 'game-started', game: gameOf(game) })),
];

export function changeOf(change: lobby.DirectoryChange): DirectoryChangeJson {
  switch (change.kind) {
    case 'player-arrived':
      return { kind: 'player-arrived', player: playerOf(change.player) };
    case 'seek-added':
      return { kind: 'seek-added', seek: seekOf(change.seek) };
    case 'game-started':
      return { kind: 'game-started', game: gameOf(change.game) };
    case 'player-left':
      return change;
    case 'seek-removed':
      return { kind: 'seek-removed', host: change.host };
    case 'game-ended':
      return { kind: 'game-ended', game: change.game };
  }
}

/** The message for an event of a game. `at` is the time of the event, and `now` the time of sending. */
export function messageOfUpdate(
  game: GameId,
  size: BoardSize,
  update: SpectatorUpdate,
  at: number,
  now: number,
): ServerMessage {
  switch (update.kind) {
    case 'played': {
      const [point, captured] = [
        coordinates(size, update.point),
        update.captured.map((each) => coordinates(size, each)),
      ];
      return { kind: 'played', game, at, color: update.color, point, captured, used: update.used, clock: update.clock };
    }
    case 'passed':
      return { kind: 'passed', game, at, color: update.color, used: update.used, clock: update.clock };
    case 'renamed':
      return { kind: 'renamed', game, at, color: update.color, name: update.name };
    case 'away':
      return {
        kind: 'away',
        game,
        at,
        color: update.color,
        until: update.until,
        used: update.used,
        clock: update.clock,
      };
    case 'back':
      return { kind: 'back', game, at, color: update.color, clock: update.clock };
    case 'clock':
      return { kind: 'clock', game, at, clock: update.clock };
    case 'declined':
      return { kind: 'declined', game, at, color: update.color };
    case 'proposed':
      return { kind: 'offered', game, at, color: update.color, what: update.what };
    case 'marking':
      return { kind: 'marking', game, at, marking: markingOf(size, update.marking), clock: update.clock };
    case 'marked': {
      const stones = update.stones.map((each) => coordinates(size, each));
      return { kind: 'marked', game, at, color: update.color, stones, dead: update.dead, until: update.until };
    }
    case 'accepted':
      return { kind: 'accepted', game, at, color: update.color, until: update.until };
    case 'resumed':
      return { kind: 'resumed', game, at, color: update.color, used: update.used, clock: update.clock };
    case 'undone':
      return { kind: 'game', state: stateOf(update.view), now };
    case 'ended':
      return { kind: 'ended', game, at, ...endOf(update) };
  }
}
