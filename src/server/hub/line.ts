import type { Decision } from '../../lobby/decision.ts';
import type { PlayerId } from '../../lobby/player.ts';
import type { Session } from '../../protocols/protocol.ts';
import type { Alarm } from './alarm.ts';
import type { Inbox } from './inbox.ts';
import type { Connection, Link } from './link.ts';
import type { Share } from './shares.ts';
import type { Story } from './story.ts';

/** A connection as the hub knows it. */
export interface Line extends Connection {
  readonly player: PlayerId;
  readonly protocol: string;
  readonly session: Session;
  readonly link: Link;
  readonly story: Story;
  readonly alarm: Alarm;
  readonly inbox: Inbox;
  readonly share: Share;
  /** Waits for its turn to be read. */
  queued: boolean;
  /** Commands of which not everything is told yet. */
  unanswered: number;
  finished: boolean;
  open: boolean;
  /** It has been granted something: a name, a list, a game to watch. */
  served: boolean;
  /** When it last said anything; milliseconds since the epoch. */
  lastHeard: number;
}

/** Milliseconds of silence after which somebody goes who has never been granted anything. */
const LONGEST_IDLENESS = 600_000;

/** When the line must be looked at again, whatever is said; milliseconds since the epoch. */
export function deadlineOf({ session: { deadline }, open, served, lastHeard }: Line): number | undefined {
  if (!open) return undefined;
  if (served) return deadline;
  return Math.min(deadline ?? Number.POSITIVE_INFINITY, lastHeard + LONGEST_IDLENESS);
}

/** Whether it has come for nothing, and is of no use to anybody: it neither plays, waits, watches nor talks. */
export const isIdle = ({ served, lastHeard }: Line, now: number): boolean =>
  !served && now >= lastHeard + LONGEST_IDLENESS;

/** A decision on its way to those whom it concerns. */
export interface Letter {
  readonly decision: Decision;
  readonly asker: Line | undefined;
  /** Called once everything is told. */
  readonly onTold: (() => void) | undefined;
}
