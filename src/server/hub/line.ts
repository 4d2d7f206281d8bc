import type { Decision } from '../../lobby/decision.ts';
import type { PlayerId } from '../../lobby/player.ts';
import type { Session } from '../../protocols/protocol.ts';
import { Guarded } from './guard.ts';
import { Inbox } from './inbox.ts';
import type { Connection, Link } from './link.ts';
import type { Share } from './shares.ts';
import type { Story } from './story.ts';
import type { Ear, Meter } from './witnesses.ts';

/** Milliseconds of silence after which somebody goes who has never been granted anything. */
const LONGEST_IDLENESS = 600_000;

/** Who looks after lines, and is told what comes of them. */
export interface Operator {
  readonly meter: Meter | undefined;
  received(line: Line, bytes: Uint8Array): void;
  finished(line: Line): void;
  lost(line: Line): void;
}

/** A connection as the hub knows it. There are thousands that say nothing: what one of them holds, it holds that often. */
export class Line implements Connection {
  readonly #operator: Operator;
  readonly player: PlayerId;
  readonly protocol: string;
  readonly session: Session;
  readonly link: Link;
  readonly story: Story;
  readonly inbox: Inbox;
  readonly share: Share;
  readonly ear: Ear | undefined;
  /** Waits for its turn to be read. */
  queued = false;
  /** Commands of which not everything is told yet. */
  unanswered = 0;
  hasFinished = false;
  open = true;
  /** It has been granted something: a name, a list, a game to watch. */
  served = false;
  /** When it last said anything; milliseconds since the epoch. */
  lastHeard: number;

  constructor(
    operator: Operator,
    { player, protocol }: Pick<Line, 'player' | 'protocol'>,
    session: Session,
    { link, story, share, ear }: Pick<Line, 'link' | 'story' | 'share' | 'ear'>,
    now: number,
  ) {
    this.#operator = operator;
    this.player = player;
    this.protocol = protocol;
    this.session = new Guarded(session, this, operator.meter);
    this.link = link;
    this.story = story;
    this.inbox = new Inbox(link);
    this.share = share;
    this.ear = ear;
    this.lastHeard = now;
  }

  receive(bytes: Uint8Array): void {
    this.#operator.received(this, bytes);
  }

  finish(): void {
    this.#operator.finished(this);
  }

  lost(): void {
    this.#operator.lost(this);
  }

  /** When the line must be looked at again, whatever is said; milliseconds since the epoch. */
  get deadline(): number | undefined {
    if (!this.open) return undefined;
    const { deadline } = this.session;
    if (this.served) return deadline;
    return Math.min(deadline ?? Number.POSITIVE_INFINITY, this.lastHeard + LONGEST_IDLENESS);
  }

  /** Whether it has come for nothing, and is of no use to anybody: it neither plays, waits, watches nor talks. */
  isIdle(now: number): boolean {
    return !this.served && now >= this.lastHeard + LONGEST_IDLENESS;
  }
}

/** A decision on its way to those whom it concerns. */
export interface Letter {
  readonly decision: Decision;
  readonly asker: Line | undefined;
  /** Called once everything is told. */
  readonly onTold: (() => void) | undefined;
}
