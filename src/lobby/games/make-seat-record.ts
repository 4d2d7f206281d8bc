import { type Color, opposite } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { Game } from './game.ts';
import type { GameEvent, SeatRecord } from './game-event.ts';

/** The data of a player's seat that the journal stores. */
export function seatRecordOf(
  names: Names,
  { name, guest, profile, canPropose, isTimed, canMark, seatOf }: Player,
  { parameters, clock, rating }: Seek,
  opponent: Player,
): SeatRecord {
  if (name === undefined) throw new Error('a seat without a name');
  const shownAs = names.shownTo(opponent.profile.protocol, name);
  const { protocol, listener, address, ownedName } = profile;
  const optional = {
    ...(ownedName === undefined ? {} : { ownedName }),
    ...(canPropose ? { canPropose: true } : {}),
    ...(isTimed ? { isTimed: true } : {}),
    ...(clock === undefined ? {} : { clock }),
    ...(rating === undefined ? {} : { rating }),
    ...(canMark ? { canMark: true } : {}),
    ...(seatOf === undefined ? {} : { isComputer: true }),
    ...(shownAs === name ? {} : { shownAs }),
  };
  return { name, guest, protocol, listener, address, parameters, ...optional };
}

/** The event of an adjourned game that continues with these players. The agreed parameters, clock rules and ratings stay. */
export function reopenedEvent(
  names: Names,
  game: Game,
  players: Readonly<Record<Color, Player>>,
): GameEvent & { kind: 'reopened' } {
  const record = (color: Color): SeatRecord => {
    const { parameters, clock, rating } = game.record(color);
    const seek: Seek = { kind: 'seek', parameters, ...(clock && { clock }), ...(rating && { rating }) };
    return seatRecordOf(names, players[color], seek, players[opposite(color)]);
  };
  return { kind: 'reopened', black: record('black'), white: record('white') };
}
