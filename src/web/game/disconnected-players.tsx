import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { isAway } from '../connection/watched-game.ts';
import { displayName } from '../formatting/display-name.ts';
import { texts } from '../texts/page-language.ts';
import { TimeUntil } from './time-until.tsx';

/** Notices about other players who have lost the connection, with the time for which their seats are kept. */
export function DisconnectedPlayers({ game, side }: { game: GameState; side: Color | 'both' | undefined }) {
  const { game: words } = texts();
  const away = game.end === undefined ? COLORS.filter((color) => isAway(game, color) && side !== color) : [];
  return away.map((color) => (
    <p key={color} class="notice">
      <bdi role="status">{words.lostConnection(displayName(game[color].name))}</bdi>{' '}
      <TimeUntil end={game.awayUntil?.[color]} label={words.seatKept} />
    </p>
  ));
}
