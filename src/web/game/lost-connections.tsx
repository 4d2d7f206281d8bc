import type { GameState } from '../../protocols/api/message-schemas.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { useServerTime } from '../connection/use-server-time.ts';
import { isAway } from '../connection/watched-game.ts';
import { duration } from '../formatting/duration.ts';
import { shownName } from '../formatting/player-names.ts';
import { texts } from '../texts/page-language.ts';

/** Names the other players whose connections are lost, and says how long their seats are kept. */
export function LostConnections({ game, side }: { game: GameState; side: Color | 'both' | undefined }) {
  const { game: words } = texts();
  const away = game.end === undefined ? COLORS.filter((color) => isAway(game, color) && side !== color) : [];
  return away.map((color) => (
    <p key={color} class="notice">
      <bdi role="status">{words.lostConnection(shownName(game[color].name))}</bdi>{' '}
      <TimeUntil end={game.awayUntil?.[color]} />
    </p>
  ));
}

/** The time until the seat is given up. A screen reader reads it on request only, because it changes each second. */
function TimeUntil({ end }: { end: number | undefined }) {
  const now = useServerTime(1000);
  if (end === undefined || now === undefined) return null;
  return (
    <strong class="seat-kept" role="timer" aria-label={texts().game.seatKept}>
      {duration(end - now)}
    </strong>
  );
}
