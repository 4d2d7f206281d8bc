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
}

/** A decision on its way to those whom it concerns. */
export interface Letter {
  readonly decision: Decision;
  readonly asker: Line | undefined;
  /** Called once everything is told. */
  readonly onTold: (() => void) | undefined;
}
