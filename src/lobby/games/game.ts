import { messageOf } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { NO_CLOCK, type TimeControl } from '../../rules/time/time-control.ts';
import type { GameOptions } from '../game-options.ts';
import type { GameParameters, HandicapPlacement } from '../game-parameters.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import { type Adjournment, adjournedAt, type ReopenRequest } from './adjournment.ts';
import { acceptsSeat, combinedParameters } from './combined-parameters.ts';
import { isLegalEvent } from './event-legality.ts';
import type { GameBoard } from './game-board.ts';
import { type ClockStatus, type ClockView, type GameClocks, skipped, type TurnTime } from './game-clocks.ts';
import type { GameEvent, GameId, Move, SeatColor, SeatRecord } from './game-event.ts';
import { GameProgress } from './game-progress.ts';
import { type GameSnapshot, seatedOf, snapshotHead } from './game-snapshot.ts';
import { PASSES, playAt } from './interned-moves.ts';
import type { KeyHash } from './invitation-key.ts';
import type { Marking } from './marking.ts';
import { newSeat, type Seat } from './seat.ts';
import type { UnfinishedGame } from './unfinished-game.ts';

/** The number of proposals of one side per turn, because each proposal is an event that is stored. */
const MOST_PROPOSALS = 3;
/** The number of events besides moves: names taken, proposals and their answers. */
const MOST_ASIDES = 1_000;

/**
 * One game: the result of its events, and the players who have its seats. Only `apply` changes what the journal stores,
 * so that a restored game equals the stored one. The moves of a restored game are read when they are first needed,
 * which for most games is when it continues.
 */
export class Game {
  readonly id: GameId;
  readonly seats: Readonly<Record<Color, Seat>>;
  readonly komi: number;
  readonly handicap: number;
  readonly placement: HandicapPlacement;
  readonly time: TimeControl;
  readonly options: GameOptions;
  /** Of the invitation from which it came. */
  readonly key: KeyHash | undefined;
  /** The time of its first event; milliseconds since the epoch. */
  readonly startedAt: number;
  ended = false;
  /** Both seats have been ready. */
  begun = false;
  /** The clocks are shown as they stood then, because moves cannot be stored since; milliseconds since the epoch. */
  clocksRestFrom: number | undefined;
  /** While the game is adjourned. */
  asked: ReopenRequest | undefined;
  /** The number of events that have been read, and how many of them are not moves. */
  #length = 1;
  #asides = 0;
  #progressIfRead: GameProgress | undefined;
  #unread: UnfinishedGame | undefined;
  #problem: string | undefined;
  #isReading = false;
  /** When a game of the journal went on, before its moves are read. */
  #goneOnFrom: number | undefined;

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

  /** A game of the journal. Throws if its first event is invalid. */
  static readBack(unfinished: UnfinishedGame): Game {
    const { first, hasOnlyTurns } = unfinished;
    if (first.event.kind !== 'seated') throw new Error('it does not begin by being seated');
    const game = new Game(first.game, first.event, first.at);
    game.#unread = unfinished;
    if (!hasOnlyTurns) game.read();
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

  /** The reserved seat of this colour. */
  reserved(color: SeatColor): ReservedSeat | undefined {
    return this.seats[color === 'both' ? 'black' : color].reserved;
  }

  /** The state of the game without its players. */
  snapshot(): GameSnapshot {
    if (this.problem !== undefined) return { ...snapshotHead(this), problem: this.problem };
    return { ...snapshotHead(this), length: this.#length, asides: this.#asides, progress: this.#progress().snapshot() };
  }

  static restore(snapshot: GameSnapshot): Game {
    const game = new Game(snapshot.id, seatedOf(snapshot), snapshot.startedAt);
    Object.assign(game.seats.black, snapshot.black);
    Object.assign(game.seats.white, snapshot.white);
    [game.begun, game.asked] = [snapshot.begun, snapshot.asked];
    if ('problem' in snapshot) game.#problem = snapshot.problem;
    else {
      game.#length = snapshot.length;
      game.#asides = snapshot.asides;
      game.#progress().restore(snapshot.progress);
    }
    return game;
  }

  /** Reads the moves, unless that was done before. Throws if they break the rules. */
  read(): void {
    const unread = this.#unread;
    if (unread === undefined) return;
    this.#unread = undefined;
    this.#isReading = true;
    for (const { event, at, index } of unread.rest()) {
      if (this.ended) throw new Error('it goes on after its end');
      if (!isLegalEvent(this, event)) throw new Error(`event ${index} is against the rules`);
      this.apply(event, at);
    }
    this.#isReading = false;
    if (this.#goneOnFrom !== undefined) this.#progress().goOnFrom(this.#goneOnFrom);
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

  /** The proposal that waits for an answer. */
  get proposal(): GameProgress['proposal'] {
    return this.#progress().proposal;
  }

  /** After two passes, until both sides accept or play goes on. A game of the journal with a marking has been read. */
  get marking(): Marking | undefined {
    return this.#progressIfRead?.marking;
  }
  /** Absent unless the game is adjourned. An adjourned game of the journal has been read. */
  get adjournment(): Adjournment | undefined {
    return this.#progressIfRead?.adjournment;
  }
  /** Whether dead stones are marked, because of two passes. That happens once. */
  get needsMarking(): boolean {
    return this.#progress().mayBeMarked && this.allowsMarking;
  }

  /** Whether both clients can mark them, as far as known for absent ones. */
  get allowsMarking(): boolean {
    return this.#bothCan('canMark');
  }

  /** When the side to move came to move, went away or came back; milliseconds since the epoch. */
  get turnSince(): number {
    return this.#progress().turnSince;
  }
  set turnSince(at: number) {
    this.#progress().turnSince = at;
  }

  /** The number of points. */
  get area(): number {
    return this.seats.black.record.parameters.size ** 2;
  }

  get toMove(): Color {
    return this.#progress().toMove;
  }

  /** One player has both seats. */
  get isPractice(): boolean {
    const { black, white } = this.seats;
    return black.record.name === white.record.name && !black.record.isComputer && !white.record.isComputer;
  }

  /** Applies an event of the time `at`, in milliseconds since the epoch; returns the captured stones. */
  apply(event: GameEvent, at: number): readonly Point[] {
    this.#length++;
    if (event.kind !== 'played' && event.kind !== 'passed') this.#asides++;
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
        [this.asked, this.begun] = [undefined, true];
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
        this.#progress().mark(event, at, this.#isMoverThere());
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
    this.#progress().beginTurn(at, this.#isMoverThere());
  }

  /** Counts the time until now for the side to move, unless it is away. */
  pause(now: number): void {
    this.#progress().pause(now, this.#isMoverThere());
  }

  /** Absent without a time control; then the moves of a restored game are not read for it. */
  get #clocks(): GameClocks | undefined {
    return this.time.kind === 'none' ? undefined : this.#progress().clocks;
  }

  /** By `GameDeadlines.settle` alone. */
  settleClock(now: number, measured?: number): void {
    this.#clocks?.settle(this.toMove, this.#clockStatus, now, measured);
  }

  /** What the turn has taken, after `settleClock`. `lag`: for seats without their own. */
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

  /** After each move, the main time that its player had left. Empty without a time control. */
  get timesLeft(): readonly number[] {
    return this.#clocks?.left ?? [];
  }

  /** Absent without a time control. */
  get clockView(): ClockView | undefined {
    return this.#clocks?.view(this.toMove, this.#clockStatus, this.turnSince, this.clocksRestFrom);
  }

  /** A game of the journal goes on, also one without a move: the clock of an absent player may run. */
  goOnFrom(now: number): void {
    this.#goneOnFrom = now;
    if (this.#unread === undefined) this.#progress().goOnFrom(now);
  }

  /** Moves could not be stored between these times. */
  skipTime(from: number, to: number): void {
    this.#goneOnFrom = skipped(this.#goneOnFrom, from, to);
    this.#progressIfRead?.skip(from, to);
  }

  /** Whether the client of this seat can be told the time, as far as known for an absent one. */
  isTimed(color: Color): boolean {
    const { player, record } = this.seats[color];
    return (player ?? record).isTimed ?? false;
  }

  get #clockStatus(): ClockStatus {
    const { player, ready, record } = this.seats[this.toMove];
    const rests = this.marking !== undefined || this.adjournment !== undefined;
    if (!this.begun || !this.isTimed(this.toMove) || rests) return 'stopped';
    if (record.clock?.runsAway) return 'runs';
    return player !== undefined && player.awayUntil === undefined && ready ? 'runs' : 'away';
  }

  /** Whether the side to move is present. In a restored game it was present when the event was stored. */
  #isMoverThere(): boolean {
    const { reserved, player } = this.seats[this.toMove];
    return this.#isReading || (reserved === undefined && player?.awayUntil === undefined);
  }

  /** Whether both clients can propose, agree and decline, as far as known for absent ones. */
  get allowsProposals(): boolean {
    return !this.isPractice && this.#bothCan('canPropose');
  }

  #bothCan(ability: 'canPropose' | 'canMark'): boolean {
    const { black, white } = this.seats;
    return [black, white].every(({ player, record }) => (player ?? record)[ability] ?? false);
  }

  /** Whether a side may propose again in this turn. */
  mayPropose(color: Color): boolean {
    return this.mayHaveAside && this.#progress().proposalCounts[color] < MOST_PROPOSALS;
  }

  /** Whether the journal may store another event that is neither a move nor the end. */
  get mayHaveAside(): boolean {
    this.read();
    return this.#asides < MOST_ASIDES;
  }

  /** The parameters that hold for both seats. */
  get parameters(): GameParameters {
    return combinedParameters(this.#seatParameters, this);
  }

  get #seatParameters(): Record<Color, GameParameters> {
    return { black: this.record('black').parameters, white: this.record('white').parameters };
  }

  /** The colours of a seat. */
  colors(color: SeatColor): readonly Color[] {
    return color === 'both' ? ['black', 'white'] : [color];
  }

  /** The seat as the journal stores it. */
  record(color: SeatColor): SeatRecord {
    return this.seats[color === 'both' ? 'black' : color].record;
  }

  /** The other seat; for a player with both seats, the same player. */
  opposite(color: SeatColor): Seat {
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
