import type { Clock } from '../../clock.ts';
import type { Journal, ReportDamage } from '../../journal/journal.ts';
import type { Answer, Command } from '../../lobby/command.ts';
import type { Decision, UnplayableGame } from '../../lobby/decision.ts';
import type { Entry, GameId } from '../../lobby/event.ts';
import { Lobby, type LobbyOptions } from '../../lobby/lobby.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Openness } from '../../lobby/openness.ts';
import type { PlayerId, Profile } from '../../lobby/player.ts';
import type { Reservations } from '../../lobby/reservations.ts';
import type { UnfinishedGame } from '../../lobby/unfinished-game.ts';
import type { Effects } from '../../protocols/protocol.ts';
import { Alarm, Alarms } from './alarm.ts';
import { costOf, DEPARTURE, isHeardByMany, SAYING } from './cost.ts';
import { type Letter, Line, type Operator } from './line.ts';
import type { Caller, Connection, Link } from './link.ts';
import { Outbox } from './outbox.ts';
import { Round, takesTime } from './round.ts';
import { Shares } from './shares.ts';
import { Story, tellOpenness } from './story.ts';
import { Turns } from './turns.ts';
import { Untold } from './untold.ts';
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

/** What somebody is told: of what others do, or what comes of what it has asked. */
type Words = Notice | { readonly kind: 'answered'; readonly answer: Answer };

/**
 * Joins sessions, lobby and journal. What clients say is read in turns, so that nobody waits for somebody who says much;
 * what it comes to is decided, kept and then told. Everybody is told in the order of deciding.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #lobby: Lobby;
  readonly #alarm: Alarm;
  readonly #lines = new Map<PlayerId, Line>();
  readonly #operator: Operator;
  readonly #alarms: Alarms<Line>;
  readonly #turns: Turns;
  readonly #shares = new Shares();
  readonly #round: Round<Line, Words>;
  readonly #outbox: Outbox<Letter>;
  #stopping = false;
  #hasRoom = true;
  #draining = false;
  #openness: Openness = 'open';
  #whenNoGameRuns: (() => void)[] = [];

  private constructor(options: HubOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#lobby = new Lobby(options);
    this.#operator = {
      meter: options.meter,
      received: (line, bytes) => this.#receive(line, bytes),
      finished: (line) => this.#finish(line),
      lost: (line) => this.#drop(line, (now) => this.#lobby.lost(line.player, now)),
    };
    this.#alarms = new Alarms(options.clock, (line) => this.#ring(line));
    this.#turns = new Turns(options.clock);
    this.#round = new Round(this.#turns, (line, words) => this.#hearAll(line, words));
    this.#outbox = new Outbox(options, (letter) => this.#tell(letter));
    this.#alarm = new Alarm(
      options.clock,
      () => this.#lobby.deadline,
      () => this.#post(this.#lobby.tick(this.#clock.now()), undefined),
    );
  }

  /** Reads the unfinished games back; their seats are held, and the time to come back does not run before `open`. */
  static async restore(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options);
    const report = (game: GameId, why: string): void => hub.#leftOut({ game, why });
    for await (const games of options.journal.unfinished(report)) {
      for (const game of games) if (hub.#resume(game, report)) options.meter?.restored(game.first);
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
  #resume(unfinished: UnfinishedGame, report: ReportDamage): boolean {
    try {
      this.#lobby.restore(unfinished);
      return true;
    } catch (error) {
      report(unfinished.first.game, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  #leftOut(game: UnplayableGame): void {
    this.#options.log.error(game, 'a game cannot be resumed');
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
    const { name, carryName, proposes = false } = protocol;
    const profile = { protocol: name, listener, address, carryName, proposes, ...(owns === undefined ? {} : { owns }) };
    const player = this.#lobby.connect(profile, now);
    const story = new Story(this.#options.log, link, caller);
    const share = this.#shares.open(address, this.#turns.time);
    const ear = this.#options.recorder?.listen(name);
    const line = new Line(this.#operator, { player, protocol: name }, open(now), { link, story, share, ear }, now);
    this.#lines.set(player, line);
    this.#options.meter?.connected(name);
    this.#alarms.adjust(line);
    return line;
  }

  /** Keeps what has been decided, says goodbye to everyone, and leaves the games as they are. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.stop();
    await this.#outbox.quiet();
    const now = this.#clock.now();
    for (const line of [...this.#lines.values()]) {
      this.#round.catchUp(line);
      this.#hear(line, { kind: 'farewell' }, now);
      this.#hangUp(line);
    }
  }

  #receive(line: Line, bytes: Uint8Array): void {
    if (!line.open || this.#stopping) return;
    const now = this.#clock.now();
    this.#lobby.heard(line.player, now);
    line.lastHeard = now;
    line.ear?.said('client', bytes, now, false);
    line.inbox.put(bytes);
    this.#call(line);
    line.inbox.settle();
  }

  /** What the client has said is read when it is its turn, a message at a time, and none before the last is answered. */
  #call(line: Line): void {
    if (!line.open || line.queued || line.unanswered > 0) return;
    if (!line.inbox.isEmpty) {
      line.queued = true;
      this.#turns.take(line.share.due, () => this.#read(line));
    } else if (line.hasFinished) line.lost();
  }

  #read(line: Line): void {
    line.queued = false;
    if (!line.open || this.#stopping) return;
    const now = this.#clock.now();
    const effects = line.session.receive(line.inbox.take(), now);
    // What is asked costs what it comes to.
    if (effects.ask.length === 0) this.#charge(line, 1 + SAYING * effects.send.length);
    this.#do(line, effects, now);
    this.#call(line);
  }

  #charge(line: Line, units: number): void {
    line.share.charge(units, this.#turns.time);
    this.#turns.spend(units);
  }

  #finish(line: Line): void {
    line.hasFinished = true;
    this.#call(line);
  }

  #hear(line: Line, notice: Notice, now: number): void {
    line.story.heard(notice);
    line.ear?.noticed(notice);
    const isPrivate = notice.kind === 'chat' && (notice.to === 'you' || notice.to === 'opponent');
    this.#do(line, line.session.hear(notice, now), now, isPrivate);
  }

  #hearAll(line: Line, all: readonly Words[]): void {
    if (all.length === 1) this.#hearWords(line, all[0]!);
    else if (line.link.together === undefined) this.#hearEach(line, all);
    else line.link.together(() => this.#hearEach(line, all));
  }

  #hearEach(line: Line, all: readonly Words[]): void {
    for (const words of all) this.#hearWords(line, words);
  }

  #hearWords(line: Line, words: Words): void {
    if (!line.open) return;
    const now = this.#clock.now();
    if (words.kind === 'answered') this.#answer(line, words.answer, now);
    else this.#hear(line, words, now);
  }

  #ring(line: Line): void {
    const now = this.#clock.now();
    if (line.isIdle(now)) this.#drop(line, (now) => this.#lobby.dismissed(line.player, now));
    else this.#do(line, line.session.tick(now), now);
  }

  /** Carries out what a session wants: says, asks, ends. */
  #do(line: Line, effects: Effects, now: number, isPrivate = false): void {
    if (!line.open) return;
    for (const remark of effects.remarks ?? []) line.story.remarked(remark);
    for (const bytes of effects.send) {
      line.ear?.said('server', bytes, now, isPrivate);
      line.link.send(bytes);
    }
    for (const command of effects.ask) {
      if (this.#stopping) break;
      line.unanswered++;
      this.#options.meter?.asked(line.protocol, command.kind);
      this.#ask(line, command);
      if (!line.open) return;
    }
    if (effects.close) this.#drop(line, (now) => this.#lobby.dismissed(line.player, now));
    else this.#alarms.adjust(line);
  }

  /** In the order of asking: as long as one waits for room, so do the others. */
  #ask(line: Line, command: Command): void {
    const decide = (): void => {
      const now = this.#clock.now();
      const decision = this.#lobby.decide(line.player, command, now);
      this.#charge(line, costOf(command, decision));
      this.#post(decision, line);
    };
    if (line.unanswered > 1 || isHeardByMany(command)) this.#round.whenRoom(decide);
    else decide();
  }

  #drop(line: Line, decide: (now: number) => Decision): void {
    if (!line.open) return;
    this.#hangUp(line);
    // When the server stops, everyone leaves and nobody has left: the games wait in the journal.
    if (this.#stopping) return;
    line.share.charge(DEPARTURE, this.#turns.time);
    line.share.close();
    this.#turns.take(line.share.due, () =>
      this.#round.whenRoom(() => {
        if (!this.#stopping) this.#post(decide(this.#clock.now()), undefined);
      }),
    );
  }

  #hangUp(line: Line): void {
    if (!line.open) return;
    line.open = false;
    this.#alarms.forget(line);
    this.#lines.delete(line.player);
    this.#options.meter?.disconnected(line.protocol);
    line.story.ended();
    line.inbox.clear();
    line.link.close();
    this.#round.forget(line);
    line.ear?.gone();
  }

  async #carryOut(decide: (now: number) => Decision | undefined): Promise<boolean> {
    const decision = this.#stopping ? undefined : decide(this.#clock.now());
    if (decision === undefined) return false;
    await new Promise<void>((resolve) => this.#post(decision, undefined, resolve));
    return true;
  }

  /** Sees to it that a decision is kept and then told, after all earlier ones. */
  #post(decision: Decision, asker: Line | undefined, onTold?: () => void): void {
    for (const game of decision.unplayable) this.#leftOut(game);
    this.#alarm.adjust();
    this.#outbox.post({ decision, asker, onTold });
  }

  #tell(letter: Letter): void {
    const { decision, asker, onTold } = letter;
    const { answer, notices } = decision;
    const untold = new Untold({ asker, onTold }, this.#told);
    if (asker?.open && answer !== undefined) this.#round.putFirst(asker, { kind: 'answered', answer }, untold.more());
    for (const { to, notice } of notices) {
      const line = this.#lines.get(to);
      if (line === undefined) continue;
      if (takesTime(notice, notices.length)) this.#round.put(line, { words: notice, untold: untold.more() });
      else this.#round.putFirst(line, notice, untold.more());
    }
    untold.less();
    if (this.#whenNoGameRuns.length > 0 && this.statistics.games === 0) {
      for (const resolve of this.#whenNoGameRuns.splice(0)) resolve();
    }
  }

  readonly #told = ({ asker, onTold }: Pick<Letter, 'asker' | 'onTold'>): void => {
    if (asker !== undefined) this.#proceed(asker, this.#clock.now());
    onTold?.();
  };

  #answer(line: Line, answer: Answer, now: number): void {
    if (answer.kind === 'refused') this.#options.meter?.refused(line.protocol, answer.why);
    else this.#serve(line);
    line.story.answered(answer);
    this.#do(line, line.session.answer(answer, now), now);
  }

  /** From now on it may be silent for as long as it likes. */
  #serve(line: Line): void {
    if (line.served) return;
    line.served = true;
    this.#alarms.forget(line);
  }

  /** Everything has been told that follows from what the client said: it may be heard again, or go. */
  #proceed(line: Line, now: number): void {
    line.unanswered--;
    if (line.open) this.#do(line, line.session.proceed(now), now);
    this.#call(line);
  }
}
