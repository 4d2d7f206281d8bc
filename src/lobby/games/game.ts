import { messageOf } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { NO_CLOCK, type TimeControl } from '../../rules/time/time-control.ts';
import type { GameOptions, GameParameters, HandicapPlacement } from '../game-parameters.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import { type AdjournmentPeriod, adjournedAt, type ReopenRequest } from './adjournment.ts';
import { acceptsSeat, combinedParameters } from './combined-parameters.ts';
import { isLegalEvent } from './event-legality.ts';
import type { GameBoard } from './game-board.ts';
import { type ClockStatus, type ClocksView, type GameClocks, type TurnTime, withoutInterval } from './game-clocks.ts';
import type { ColorOrBoth, GameEvent, GameId, KeyHash, Move, SeatRecord } from './game-event.ts';
import { GameProgress } from './game-progress.ts';
import { type GameSnapshot, seatedOf, snapshotHead } from './game-snapshot.ts';
import { PASSES, playAt } from './interned-moves.ts';
import type { LazyJournalEntries } from './lazy-journal-entries.ts';
import type { Marking } from './marking.ts';
import { newSeat, type Seat } from './seat.ts';

/** The number of proposals of one side per turn, because each proposal is an event that is stored. */
const MAX_PROPOSALS_PER_TURN = 3;
/** The number of events of one game that are not moves, such as proposals and new names. */
const MAX_NON_MOVES = 1_000;

/**
 * One game: the result of its events, and the players in its seats. Only `apply` changes the state that the journal stores. Therefore a
 * game that is restored from the journal equals the original. The moves of a restored game are read when they are first needed: for most
 * games, when the game continues.
 */
export class Game {
  readonly id: GameId;
  readonly seats: Readonly<Record<Color, Seat>>;
  readonly komi: number;
  readonly handicap: number;
  readonly placement: HandicapPlacement;
  readonly time: TimeControl;
  readonly options: GameOptions;
  /** The hash of the key of the invitation from which the game came. */
  readonly key: KeyHash | undefined;
  /** The time of the first event; milliseconds since the epoch. */
  readonly startedAt: number;
  ended = false;
  /** Whether both seats have been ready. */
  hasStarted = false;
  /** Since when moves cannot be stored; milliseconds since the epoch. The clocks are shown as they stood at this time. */
  clocksPausedSince: number | undefined;
  /** Only while the game is adjourned. */
  reopenRequest: ReopenRequest | undefined;
  /** The number of events that have been read. `#nonMoves`: the number of events after the first that are not moves. */
  #length = 1;
  #nonMoves = 0;
  #progressIfRead: GameProgress | undefined;
  #unread: LazyJournalEntries | undefined;
  #problem: string | undefined;
  #isReading = false;
  /** When a game from the journal continued. Kept until its moves are read. */
  #clocksResumedAt: number | undefined;

  constructor(id: GameId, seated: GameEvent & { kind: 'seated' }, at: number) {
    this.id = id;
    this.startedAt = at;
    this.komi = seated.komi;
    this.handicap = seated.handicap ?? 0;
    this.placement = seated.placement ?? 'fixed';
    this.time = seated.time ?? NO_CLOCK;
    this.options = seated.options;
    this.key = seated.key;
    this.seats = { black: newSeat(seated.black), white: newSeat(seated.white) };
  }

  /** Creates a game from the journal. Throws if the first event is invalid. */
  static fromJournal(entries: LazyJournalEntries): Game {
    const { first, hasOnlyMoves } = entries;
    if (first.event.kind !== 'seated') throw new Error('it does not begin by being seated');
    const game = new Game(first.game, first.event, first.at);
    game.#unread = entries;
    if (!hasOnlyMoves) game.read();
    return game;
  }

  /** Why the game cannot continue: its moves break the rules, or it cannot be read. */
  get problem(): string | undefined {
    if (this.#unread !== undefined) {
      try {
        this.read();
      } catch (error) {
        this.#problem = messageOf(error);
      }
    }
    return this.#problem;
  }

  reserved(color: ColorOrBoth): ReservedSeat | undefined {
    return this.seats[color === 'both' ? 'black' : color].reserved;
  }

  /** The state of the game without its players. */
  snapshot(): GameSnapshot {
    if (this.problem !== undefined) return { ...snapshotHead(this), problem: this.problem };
    return {
      ...snapshotHead(this),
      length: this.#length,
      nonMoves: this.#nonMoves,
      progress: this.#progress().snapshot(),
    };
  }

  static restore(snapshot: GameSnapshot): Game {
    const game = new Game(snapshot.id, seatedOf(snapshot), snapshot.startedAt);
    Object.assign(game.seats.black, snapshot.black);
    Object.assign(game.seats.white, snapshot.white);
    [game.hasStarted, game.reopenRequest] = [snapshot.hasStarted, snapshot.reopenRequest];
    if ('problem' in snapshot) game.#problem = snapshot.problem;
    else {
      game.#length = snapshot.length;
      game.#nonMoves = snapshot.nonMoves;
      game.#progress().restore(snapshot.progress);
    }
    return game;
  }

  /** Reads the moves, if they have not been read yet. Throws if they break the rules. */
  read(): void {
    const unread = this.#unread;
    if (unread === undefined) return;
    this.#unread = undefined;
    this.#isReading = true;
    for (const { event, at, index } of unread.laterEntries()) {
      if (this.ended) throw new Error('it continues after its end');
      if (!isLegalEvent(this, event)) throw new Error(`event ${index} is against the rules`);
      this.apply(event, at);
    }
    this.#isReading = false;
    if (this.#clocksResumedAt !== undefined) this.#progress().resumeClocks(this.#clocksResumedAt);
  }

  /** Whether the moves of a restored game have been read, or are so few that reading them takes no noticeable time. */
  get isQuicklyRead(): boolean {
    return this.#unread?.isShort ?? true;
  }

  /** The number of events in the journal. */
  get length(): number {
    this.read();
    return this.#length;
  }

  /** A method instead of a private getter, which V8 calls more slowly. */
  #progress(): GameProgress {
    if (this.#unread !== undefined) this.read();
    this.#progressIfRead ??= new GameProgress(this.record('black'), this.record('white'), this, this.startedAt);
    return this.#progressIfRead;
  }

  get board(): GameBoard {
    return this.#progress().board;
  }
  get moves(): readonly Move[] {
    return this.#progress().moves;
  }

  /** How often moves have been taken back. */
  get undone(): number {
    return this.#progress().undone;
  }

  /** Milliseconds that each side has been to move up to `turnSince`, by the times of the journal. */
  get timeUsed(): Readonly<Record<Color, number>> {
    return this.#progress().timeUsed;
  }

  get proposal(): GameProgress['proposal'] {
    return this.#progress().proposal;
  }

  /** Present after two passes, until both sides accept or play resumes. A restored game that has a marking has already been read. */
  get marking(): Marking | undefined {
    return this.#progressIfRead?.marking;
  }
  /** Present while the game is adjourned. A restored game that is adjourned has already been read. */
  get adjournment(): AdjournmentPeriod | undefined {
    return this.#progressIfRead?.adjournment;
  }
  /** Whether the marking of dead stones starts now, after two passes. A game has at most one marking. */
  get needsMarking(): boolean {
    return this.#progress().mayBeMarked && this.allowsMarking;
  }

  /** Whether both clients can mark dead stones. For an absent client, its seat record decides. */
  get allowsMarking(): boolean {
    return this.#bothCan('canMark');
  }

  /** When the turn started, or when the side to move left or returned, if that was later; milliseconds since the epoch. */
  get turnSince(): number {
    return this.#progress().turnSince;
  }
  set turnSince(at: number) {
    this.#progress().turnSince = at;
  }

  get pointCount(): number {
    return this.seats.black.record.parameters.size ** 2;
  }

  get toMove(): Color {
    return this.#progress().toMove;
  }

  /** Whether one player has both seats. */
  get isPractice(): boolean {
    const { black, white } = this.seats;
    return black.record.name === white.record.name && !black.record.isComputer && !white.record.isComputer;
  }

  /** Applies an event that happened at `at`, in milliseconds since the epoch. Returns the captured stones. */
  apply(event: GameEvent, at: number): readonly Point[] {
    this.#length++;
    if (event.kind !== 'played' && event.kind !== 'passed') this.#nonMoves++;
    switch (event.kind) {
      case 'seated':
        throw new Error(`game ${this.id} was seated twice`);
      case 'played':
        this.#endTurn(event.color, event, at);
        return this.#progress().add(playAt(event.color, event.point));
      case 'passed':
        this.#endTurn(event.color, event, at);
        return this.#progress().add(PASSES[event.color]);
      case 'proposed':
      case 'declined':
        this.#progress().propose(event);
        return [];
      case 'adjourned':
        this.#endTurn(this.toMove, event, at, 'taken-back');
        this.#progress().adjournment = adjournedAt(at);
        return [];
      case 'reopened':
        [this.seats.black.record, this.seats.white.record] = [event.black, event.white];
        [this.reopenRequest, this.hasStarted] = [undefined, true];
        this.#progress().reopen(at);
        return [];
      case 'undone':
        this.#endTurn(this.toMove, event, at, 'taken-back');
        this.#progress().takeBack(event.turns);
        return [];
      case 'marking':
      case 'marked':
      case 'accepted':
      case 'resumed':
        this.#progress().mark(event, at, this.#isMoverPresent());
        return [];
      case 'renamed': {
        const seat = this.seats[event.color];
        const { shownAs: _old, ...record } = seat.record;
        seat.record = { ...record, name: event.name };
        return [];
      }
      case 'ended':
        this.ended = true;
        return [];
      default:
        return [];
    }
  }

  #endTurn(mover: Color, time: TurnTime, at: number, how: 'moved' | 'taken-back' = 'moved'): void {
    this.#progress().clocks?.endTurn(mover, time, how);
    this.#progress().startTurn(at, this.#isMoverPresent());
  }

  /** Adds the time until now to the time used by the side to move, unless its player is away. */
  pause(now: number): void {
    this.#progress().pause(now, this.#isMoverPresent());
  }

  /** Absent without a time control. In that case the moves of a restored game stay unread. */
  get #clocks(): GameClocks | undefined {
    return this.time.kind === 'none' ? undefined : this.#progress().clocks;
  }

  /** Called only by `GameDeadlines.settle`. */
  settleClock(now: number, measured?: number): void {
    this.#clocks?.settle(this.toMove, this.#clockStatus, now, measured);
  }

  /** The time of the turn so far. Call `settleClock` first. `lag`: the lag of seats whose record has none. */
  turnTime(lag: number): TurnTime {
    const clocks = this.#clocks;
    return clocks !== undefined && this.isTimed(this.toMove) ? clocks.turnTime(this.toMove, this.#lag(lag)) : {};
  }

  /** The last millisecond in which a move is in time. */
  clockEnd(lag: number): number {
    return this.#clocks?.end(this.toMove, this.#clockStatus, this.#lag(lag)) ?? Number.POSITIVE_INFINITY;
  }

  #lag(lag: number): number {
    return this.record(this.toMove).clock?.lag ?? lag;
  }

  /** For each move, the main time that its player had left after the move. Empty without a time control. */
  get timesLeft(): readonly number[] {
    return this.#clocks?.left ?? [];
  }

  /** Absent without a time control. */
  get clockView(): ClocksView | undefined {
    return this.#clocks?.view(this.toMove, this.#clockStatus, this.turnSince, this.clocksPausedSince);
  }

  /** A game from the journal continues. Its clocks start even if it has no moves, because the clock of an absent player may run. */
  resumeClocks(now: number): void {
    this.#clocksResumedAt = now;
    if (this.#unread === undefined) this.#progress().resumeClocks(now);
  }

  /** Moves could not be stored between these times, so this interval does not count. */
  skipTime(from: number, to: number): void {
    this.#clocksResumedAt = withoutInterval(this.#clocksResumedAt, from, to);
    this.#progressIfRead?.skipTime(from, to);
  }

  /** Whether the client of this seat can receive the time. For an absent client, its seat record decides. */
  isTimed(color: Color): boolean {
    const { player, record } = this.seats[color];
    return (player ?? record).isTimed ?? false;
  }

  get #clockStatus(): ClockStatus {
    const { player, ready, record } = this.seats[this.toMove];
    const isPaused = this.marking !== undefined || this.adjournment !== undefined;
    if (!this.hasStarted || !this.isTimed(this.toMove) || isPaused) return 'stopped';
    if (record.clock?.runsAway) return 'runs';
    return player !== undefined && player.awayUntil === undefined && ready ? 'runs' : 'away';
  }

  /** Whether the side to move is present. While stored events are read, it counts as present. */
  #isMoverPresent(): boolean {
    const { reserved, player } = this.seats[this.toMove];
    return this.#isReading || (reserved === undefined && player?.awayUntil === undefined);
  }

  /** Whether both clients can propose, agree and decline. For an absent client, its seat record decides. */
  get allowsProposals(): boolean {
    return !this.isPractice && this.#bothCan('canPropose');
  }

  #bothCan(ability: 'canPropose' | 'canMark'): boolean {
    const { black, white } = this.seats;
    return [black, white].every(({ player, record }) => (player ?? record)[ability] ?? false);
  }

  /** Whether a side may propose again in this turn. */
  mayPropose(color: Color): boolean {
    return this.mayRecordNonMove && this.#progress().proposalCounts[color] < MAX_PROPOSALS_PER_TURN;
  }

  /** Whether the game may have another event that is neither a move nor its end. */
  get mayRecordNonMove(): boolean {
    this.read();
    return this.#nonMoves < MAX_NON_MOVES;
  }

  /** The parameters that hold for both seats. */
  get parameters(): GameParameters {
    return combinedParameters(this.#seatParameters, this);
  }

  get #seatParameters(): Record<Color, GameParameters> {
    return { black: this.record('black').parameters, white: this.record('white').parameters };
  }

  colors(color: ColorOrBoth): readonly Color[] {
    return color === 'both' ? ['black', 'white'] : [color];
  }

  record(color: ColorOrBoth): SeatRecord {
    return this.seats[color === 'both' ? 'black' : color].record;
  }

  /** The opponent's seat. If one player has both seats, one of them. */
  opposite(color: ColorOrBoth): Seat {
    return this.seats[color === 'both' ? 'black' : opposite(color)];
  }

  /** Whether a client with these parameters can take a seat of the running game. */
  accepts(parameters: GameParameters): boolean {
    return acceptsSeat(this.#seatParameters, this, parameters);
  }

  /** All players who are present, each once. */
  players(): Player[] {
    const black = this.seats.black.player;
    const white = this.seats.white.player;
    if (black === undefined) return white === undefined ? [] : [white];
    return white === undefined || white === black ? [black] : [black, white];
  }
}
