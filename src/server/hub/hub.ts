import type { Clock } from '../../clock.ts';
import type { Journal, ReportDamage } from '../../journal/journal.ts';
import type { Answer } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { Entry, GameId } from '../../lobby/event.ts';
import { Lobby, type LobbyOptions } from '../../lobby/lobby.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Openness } from '../../lobby/openness.ts';
import type { PlayerId, Profile } from '../../lobby/player.ts';
import type { Reservations } from '../../lobby/reservations.ts';
import type { Effects, Session } from '../../protocols/protocol.ts';
import { Alarm } from './alarm.ts';
import type { Caller, Connection, Link } from './link.ts';
import { Story, tellGames, tellOpenness } from './story.ts';
import type { Log, Meter, Recorder } from './witnesses.ts';

export interface HubOptions extends LobbyOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** The journal could not keep what has been decided: nothing is told any more, and the process must go. */
  readonly onFailure: (error: Error) => void;
  readonly log: Log;
  /** What has just been kept, before anybody is told. */
  readonly onKept?: (entries: readonly Entry[]) => void;
  /** A game that is kept elsewhere than in the journal has at most this number: new ones count on from there. */
  readonly lastGame?: GameId;
  readonly recorder?: Recorder;
  readonly meter?: Meter;
}

interface Line extends Connection {
  readonly player: PlayerId;
  readonly protocol: string;
  readonly session: Session;
  readonly link: Link;
  readonly story: Story;
  readonly alarm: Alarm;
  /** Commands of which not everything is told yet. */
  unanswered: number;
  paused: boolean;
  finished: boolean;
  open: boolean;
}

interface Letter {
  readonly decision: Decision;
  readonly asker: Line | undefined;
  /** Called once everything is told. */
  readonly onTold: (() => void) | undefined;
}

/** A client may be ahead of an answer by so many bytes before it is not read any more. */
const LONGEST_BACKLOG = 65_536;

/**
 * Joins sessions, lobby and journal. What comes in between two turns of the event loop is decided at once and kept by
 * one append; when that is done it is told, and what was decided meanwhile is next. The order of telling is the order of
 * deciding.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #lobby: Lobby;
  readonly #alarm: Alarm;
  readonly #lines = new Map<PlayerId, Line>();
  /** Decisions that may not be told yet, and what must be kept before. */
  #outbox: Letter[] = [];
  #entries: Entry[] = [];
  /** Decisions that may be told, in a row of their own so that telling one never nests in telling another. */
  #letters: Letter[] = [];
  #state: 'resting' | 'gathering' | 'writing' | 'failed' = 'resting';
  #telling = false;
  #stopping = false;
  #hasRoom = true;
  #draining = false;
  #openness: Openness = 'open';
  #whenQuiet: (() => void) | undefined;
  #whenNoGameRuns: (() => void)[] = [];

  private constructor(options: HubOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#lobby = new Lobby(options);
    this.#alarm = new Alarm(
      options.clock,
      () => this.#lobby.deadline,
      () => this.#post(this.#lobby.tick(this.#clock.now()), undefined),
    );
  }

  /** Reads the unfinished games back; their seats are held, and the time to come back does not run before `open`. */
  static async restore(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options);
    const report = (game: GameId, why: string): void => options.log.error({ game, why }, 'a game cannot be resumed');
    for await (const entries of options.journal.unfinished(report)) {
      if (hub.#resume(entries, report)) options.meter?.restored(entries);
    }
    hub.#lobby.countOn(Math.max(await options.journal.lastGame(), options.lastGame ?? 0));
    options.journal.watchRoom((hasRoom) => {
      hub.#hasRoom = hasRoom;
      hub.#restrict();
    });
    return hub;
  }

  /** The server accepts connections: the time to come back runs from now. */
  open(): void {
    this.#lobby.open(this.#clock.now());
    this.#alarm.adjust();
  }

  get statistics(): Lobby['statistics'] {
    return this.#lobby.statistics;
  }

  /** Whether the disk has room, no game begins any more, and everybody is being sent home. */
  get condition(): { readonly hasRoom: boolean; readonly isDraining: boolean; readonly isStopping: boolean } {
    return { hasRoom: this.#hasRoom, isDraining: this.#draining, isStopping: this.#stopping };
  }

  /** From now on no game begins; those that run go on. */
  drain(): void {
    this.#draining = true;
    this.#restrict();
  }

  /** Games begin again. */
  undrain(): void {
    this.#draining = false;
    this.#restrict();
  }

  /** Resolves once no game runs. */
  async noGameRuns(): Promise<void> {
    if (this.statistics.games > 0) await new Promise<void>((resolve) => this.#whenNoGameRuns.push(resolve));
  }

  /** A game that does not follow the rules is none that was written: it stays in the journal as it is. */
  #resume(entries: readonly Entry[], report: ReportDamage): boolean {
    try {
      this.#lobby.restore(entries);
      return true;
    } catch (error) {
      report(entries[0]?.game ?? 0, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  #restrict(): void {
    const openness = !this.#hasRoom ? 'endings-only' : this.#draining ? 'no-new-games' : 'open';
    if (openness !== this.#openness) tellOpenness(this.#options.log, openness);
    this.#openness = openness;
    this.#lobby.restrict(openness, this.#clock.now());
    this.#alarm.adjust();
  }

  /** The names that have owners. A change holds for whoever comes from then on. */
  get names(): Reservations {
    return this.#lobby.reservations;
  }

  /** Ends a game without a winner. Resolves, once everybody is told, to whether there was such a game. */
  stopGame(game: GameId): Promise<boolean> {
    return this.#carryOut((now) => this.#lobby.stop(game, now));
  }

  /** Sends a player away, who loses its game. Resolves, once everybody is told, to whether anybody had that name. */
  remove(name: string): Promise<boolean> {
    return this.#carryOut((now) => this.#lobby.sendAway(name, now));
  }

  /** The same for everybody who comes from such an address, or owns such a name, whatever they are called. */
  removeAll(isMeant: (profile: Pick<Profile, 'address' | 'owns'>) => boolean): Promise<boolean> {
    return this.#carryOut((now) => this.#lobby.sendAwayAll(isMeant, now));
  }

  /** Where somebody is who bears a name or an alias, or may come back to it; an IP address. */
  addressOf(name: string): string | undefined {
    return this.#lobby.addressOf(name);
  }

  /** The number of a game that is played nowhere, such as one that is read from a file: no other gets it. */
  claimGame(): GameId {
    return this.#lobby.claimGame();
  }

  connect(caller: Caller, link: Link): Connection {
    const { protocol, open, listener, address, owns } = caller;
    const now = this.#clock.now();
    const carryName = (name: string): string => protocol.carryName(name);
    const { name, proposes = false } = protocol;
    const profile = { protocol: name, listener, address, carryName, proposes, ...(owns === undefined ? {} : { owns }) };
    const player = this.#lobby.connect(profile, now);
    const session = open(now);
    const ring = (): void => this.#do(line, session.tick(this.#clock.now()));
    const line: Line = {
      player,
      protocol: name,
      session,
      link,
      story: new Story(this.#options.log, link, caller),
      alarm: new Alarm(this.#clock, () => session.deadline, ring),
      unanswered: 0,
      paused: false,
      finished: false,
      open: true,
      receive: (bytes) => this.#receive(line, bytes),
      finish: () => this.#finish(line),
      lost: () => this.#drop(line, (now) => this.#lobby.lost(player, now)),
    };
    this.#lines.set(player, line);
    this.#options.meter?.connected(name);
    line.alarm.adjust();
    return line;
  }

  /** Keeps what has been decided, says goodbye to everyone, and leaves the games as they are. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.stop();
    if (this.#state === 'gathering' || this.#state === 'writing') {
      await new Promise<void>((resolve) => {
        this.#whenQuiet = resolve;
      });
    }
    const now = this.#clock.now();
    for (const line of [...this.#lines.values()]) {
      this.#hear(line, { kind: 'farewell' }, now);
      this.#hangUp(line);
    }
  }

  #receive(line: Line, bytes: Uint8Array): void {
    if (!line.open || this.#stopping) return;
    const now = this.#clock.now();
    this.#lobby.heard(line.player, now);
    this.#options.recorder?.said(line.player, 'client', bytes, now, false);
    this.#do(line, line.session.receive(bytes, now));
  }

  #finish(line: Line): void {
    line.finished = true;
    if (line.unanswered === 0) line.lost();
  }

  #hear(line: Line, notice: Notice, now: number): void {
    line.story.heard(notice);
    this.#options.recorder?.noticed(line.player, line.protocol, notice);
    this.#do(
      line,
      line.session.hear(notice, now),
      notice.kind === 'chat' && (notice.to === 'you' || notice.to === 'opponent'),
    );
  }

  /** Carries out what a session wants: says, asks, ends. */
  #do(line: Line, effects: Effects, isPrivate = false): void {
    if (!line.open) return;
    for (const remark of effects.remarks ?? []) line.story.remarked(remark);
    for (const bytes of effects.send) this.#send(line, bytes, isPrivate);
    for (const command of effects.ask) {
      if (this.#stopping) break;
      line.unanswered++;
      this.#options.meter?.asked(line.protocol, command.kind);
      this.#post(this.#lobby.decide(line.player, command, this.#clock.now()), line);
      if (!line.open) return;
    }
    if (effects.close) this.#drop(line, (now) => this.#lobby.dismissed(line.player, now));
    else this.#settle(line);
  }

  #send(line: Line, bytes: Uint8Array, isPrivate: boolean): void {
    this.#options.recorder?.said(line.player, 'server', bytes, this.#clock.now(), isPrivate);
    line.link.send(bytes);
  }

  #settle(line: Line): void {
    line.alarm.adjust();
    // With nothing unanswered it is the beginning of a message that has to come whole, and codecs limit its length.
    const full = line.unanswered > 0 && line.session.backlog > LONGEST_BACKLOG;
    if (full !== line.paused) line.link.pause(full);
    line.paused = full;
  }

  #drop(line: Line, decide: (now: number) => Decision): void {
    if (!line.open) return;
    this.#hangUp(line);
    // When the server stops, everyone leaves and nobody has left: the games wait in the journal.
    if (!this.#stopping) this.#post(decide(this.#clock.now()), undefined);
  }

  #hangUp(line: Line): void {
    if (!line.open) return;
    line.open = false;
    line.alarm.stop();
    this.#lines.delete(line.player);
    this.#options.meter?.disconnected(line.protocol);
    line.story.ended();
    line.link.close();
    this.#options.recorder?.gone(line.player);
  }

  async #carryOut(decide: (now: number) => Decision | undefined): Promise<boolean> {
    const decision = this.#stopping ? undefined : decide(this.#clock.now());
    if (decision === undefined) return false;
    await new Promise<void>((resolve) => this.#post(decision, undefined, resolve));
    return true;
  }

  /** Sees to it that a decision is kept and then told, after all earlier ones. */
  #post(decision: Decision, asker: Line | undefined, onTold?: () => void): void {
    this.#alarm.adjust();
    const letter = { decision, asker, onTold };
    if (this.#state === 'resting' && decision.entries.length === 0) {
      this.#letters.push(letter);
      this.#tell();
      return;
    }
    this.#outbox.push(letter);
    // One by one, here and where letters are told: a hundred thousand games that end at once are more than a call takes.
    for (const entry of decision.entries) this.#entries.push(entry);
    if (this.#state !== 'resting') return;
    this.#state = 'gathering';
    this.#clock.soon(() => void this.#write());
  }

  async #write(): Promise<void> {
    while (this.#outbox.length > 0) {
      const [letters, entries] = [this.#outbox, this.#entries];
      this.#outbox = [];
      this.#entries = [];
      this.#state = 'writing';
      const kept = entries.length > 0 ? this.#options.meter?.keeping(entries) : undefined;
      try {
        if (entries.length > 0) await this.#options.journal.append(entries);
        kept?.();
      } catch (error) {
        this.#state = 'failed';
        this.#options.onFailure(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (entries.length > 0) this.#options.onKept?.(entries);
      tellGames(this.#options.log, entries);
      for (const letter of letters) this.#letters.push(letter);
      this.#tell();
    }
    this.#state = 'resting';
    this.#whenQuiet?.();
  }

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    try {
      // Telling adds to the row that is being told, and an array's iterator sees what is added.
      for (const { decision, asker, onTold } of this.#letters) {
        const now = this.#clock.now();
        if (asker?.open && decision.answer !== undefined) this.#answer(asker, decision.answer, now);
        for (const { to, notice } of decision.notices) {
          const line = this.#lines.get(to);
          if (line !== undefined) this.#hear(line, notice, now);
        }
        if (asker !== undefined) this.#proceed(asker, now);
        onTold?.();
      }
    } finally {
      this.#letters = [];
      this.#telling = false;
    }
    if (this.#whenNoGameRuns.length > 0 && this.statistics.games === 0) {
      for (const resolve of this.#whenNoGameRuns.splice(0)) resolve();
    }
  }

  #answer(line: Line, answer: Answer, now: number): void {
    if (answer.kind === 'refused') this.#options.meter?.refused(line.protocol, answer.why);
    line.story.answered(answer);
    this.#do(line, line.session.answer(answer, now));
  }

  /** Everything has been told that follows from what the client said: it may be heard again, or go. */
  #proceed(line: Line, now: number): void {
    line.unanswered--;
    if (line.open) this.#do(line, line.session.proceed(now));
    if (line.finished && line.unanswered === 0) line.lost();
  }
}
