import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import type { Color } from '../../rules/color.ts';
import { afterTime, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import { useServerTime } from '../connection/use-server-time.ts';
import { isOnClock } from '../connection/watched-game.ts';
import { clockText } from '../formatting/clock-text.ts';
import { duration } from '../formatting/duration.ts';
import { texts } from '../texts/page-language.ts';
import { unconfirmedMove } from './game-requests.ts';

/** The update interval of a clock in milliseconds. */
const TICK = 250;
/** A clock with less time than this is highlighted, in milliseconds. */
const URGENT = 10_000;

interface ClockProps {
  readonly game: GameState;
  readonly color: Color;
  /** Whether this client has the seat. */
  readonly own: boolean;
}

/** The time that a side has left or, in a game without a time control, has used. */
export function ClockDisplay(props: ClockProps) {
  const { board, clock } = props.game;
  const { time } = board;
  if (time === undefined || time.kind === 'none' || clock === undefined) return <UsedTime {...props} />;
  return <TimeLeft {...props} control={time} clocks={clock} />;
}

/** The time left. It decreases while the clock runs. The client's own clock stops when the user clicks. */
function TimeLeft(
  props: ClockProps & { readonly control: TimedControl; readonly clocks: NonNullable<GameState['clock']> },
) {
  const { game, color, own, control, clocks } = props;
  const mayFall = game.end === undefined && game.toMove === color;
  const from = !mayFall ? undefined : clocks.running === color ? clocks.at : clocks.runsFrom;
  const now = useServerTime(TICK, from !== undefined);
  const until = (own ? unconfirmedMove(game)?.since : undefined) ?? now ?? clocks.at;
  const left = afterTime(control, clocks[color], from === undefined ? 0 : Math.max(0, until - from));
  const isUrgent = game.end === undefined && timeLeft(control, left) < URGENT;
  return (
    <span class={`clock ${isUrgent ? 'urgent' : ''}`} role="timer" aria-label={texts().game.timeLeft}>
      {clockText(control, left)}
    </span>
  );
}

/**
 * The used time of a side. It increases while the side is to move and present. The client's own clock stops when the user
 * clicks.
 */
function UsedTime({ game, color, own }: ClockProps) {
  const ticks = isOnClock(game, color);
  const now = useServerTime(TICK, ticks);
  const stopped = own ? unconfirmedMove(game)?.since : undefined;
  const until = stopped ?? now ?? game.turnSince;
  const thinking = ticks ? Math.max(0, until - game.turnSince) : 0;
  return (
    <span class="clock" role="timer" aria-label={texts().game.time}>
      {duration(game.used[color] + thinking)}
    </span>
  );
}

/** The time left according to an imported record and, in overtime, the number of stones or periods: `0:30 (5)`. */
export function RecordedClockDisplay({ left, overtime }: NonNullable<RecordedTurn['clock']>) {
  const words = texts().game.timeLeft;
  const text = overtime === undefined ? duration(left * 1_000) : `${duration(left * 1_000)} (${overtime})`;
  return (
    <span class="clock" role="img" aria-label={`${words}: ${text}`} title={words}>
      {text}
    </span>
  );
}
