import { COLORS, type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { type Command, type CommandAnswer, DONE, refused, type Seek } from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import type { EndedNotice, Notice } from '../notice.ts';
import type { ComputerPlayers } from '../pairing/computer-players.ts';
import type { Names } from '../players/names.ts';
import { type Player, type ReservedSeat, seatsOf } from '../players/player.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import type { Refusal } from '../refusal.ts';
import type { SequenceNumbers } from '../sequence-numbers.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { AdjournedGames } from './adjourned-games.ts';
import { awayFrom, runsOutAway } from './away-seats.ts';
import { Game } from './game.ts';
import type { TurnTime } from './game-clocks.ts';
import { GameDeadlines, type IdleAndLagLimits } from './game-deadlines.ts';
import type { ColorOrBoth, EndReason, GameEvent, GameId } from './game-event.ts';
import { GameIndex } from './game-index.ts';
import { type MoveTimeAndAnalysis, moveNotice, type PlainMove, startedNotice, timesOf } from './game-notices.ts';
import type { SpectatorUpdate } from './game-view.ts';
import type { LazyJournalEntries } from './lazy-journal-entries.ts';
import { reopenedEvent, seatRecordOf } from './make-seat-record.ts';
import { MarkingHandler, scoreOf } from './marking-handler.ts';
import { restoredGame } from './restored-game.ts';
import { reportAbsence, reportClock } from './spectator-notices.ts';
import type { Spectators } from './spectators.ts';
import { hasHandshake, turnOf } from './turn-of.ts';

interface LobbyParts {
  readonly names: Names;
  readonly computers: ComputerPlayers;
  readonly reservedSeats: ReservedSeats;
  readonly spectators: Spectators;
  readonly directory: DirectoryPublisher;
  readonly mode: ServiceModeControl;
  readonly numbers: SequenceNumbers;
}

/** Why a player has lost, for the players' sessions. */
type EndDetails = Pick<EndedNotice, 'kickedFor' | 'foul'>;

/** The running and the adjourned games. Starts and ends games, carries out moves, and seats players. */
export class Games {
  readonly #parts: LobbyParts;
  readonly running = new GameIndex();
  readonly adjourned = new AdjournedGames();
  readonly markingHandler: MarkingHandler;
  readonly #deadlines: GameDeadlines;

  constructor(parts: LobbyParts, limits: IdleAndLagLimits) {
    this.#parts = parts;
    this.#deadlines = new GameDeadlines(parts.mode, limits);
    this.markingHandler = new MarkingHandler(this, parts, this.#deadlines);
  }

  /** Adds a game of a snapshot or of the journal. */
  restore(game: Game): void {
    game.clocksPausedSince = this.#parts.mode.movesRefusedSince;
    if (game.adjournment === undefined) this.running.add(game);
    else this.adjourned.add(game);
  }

  find(id: GameId): Game | undefined {
    return this.running.find(id);
  }

  start(
    decision: DecisionBuilder,
    seats: Readonly<Record<Color, { player: Player; seek: Seek }>>,
    agreed: Omit<GameEvent & { kind: 'seated' }, 'kind' | Color>,
  ): void {
    const { black, white } = seats;
    const records = {
      black: seatRecordOf(this.#parts.names, black.player, black.seek, white.player),
      white: seatRecordOf(this.#parts.names, white.player, white.seek, black.player),
    };
    const seated = { kind: 'seated', ...records, ...agreed } as const;
    const game = new Game(++this.#parts.numbers.games, seated, decision.now);
    decision.record({ game: game.id, index: 0, at: decision.now, event: seated });
    this.running.add(game);
    const solo = black.player === white.player;
    this.#occupySeat(game, solo ? 'both' : 'black', black.player, black.seek.handshake ?? false);
    if (!solo) this.#occupySeat(game, 'white', white.player, white.seek.handshake ?? false);
    this.#parts.directory.gameStarted(game);
    this.#deadlines.settle(game, decision.now);
    game.hasStarted = game.seats.black.ready && game.seats.white.ready;
    for (const player of game.players()) decision.notify(player, startedNotice(this.#parts.names, player));
    this.startTurn(decision, game);
  }

  /** The client of a seat has finished its set-up. The game starts when both seats are ready. */
  ready(decision: DecisionBuilder, player: Player): CommandAnswer {
    const { game, color } = player.seat ?? {};
    if (game === undefined || color === undefined) return refused('no-game');
    this.#deadlines.settle(game, decision.now);
    for (const each of game.colors(color)) game.seats[each].ready = true;
    if (!game.hasStarted) this.#startIfReady(decision, game);
    else {
      decision.notify(player, { kind: 'play-started' });
      this.#clockChanged(decision, game);
    }
    return DONE;
  }

  play(decision: DecisionBuilder, player: Player, command: Command & { kind: 'play' }): CommandAnswer {
    const { point } = command;
    const turn = turnOf(player);
    if (typeof turn === 'string') return refused(turn);
    const { game, color } = turn;
    if (point === 'off-board' || point >= game.pointCount) return refused('off-board');
    const refusal = game.board.judge(point);
    if (refusal !== undefined) return { kind: 'refused', ...refusal };
    return this.#move(decision, game, { kind: 'played', color, point }, command);
  }

  pass(decision: DecisionBuilder, player: Player, command: Command & { kind: 'pass' }): CommandAnswer {
    const turn = turnOf(player);
    if (typeof turn === 'string') return refused(turn);
    const { game, color } = turn;
    if (command.ifStuck && game.board.hasLegalStone()) return refused('not-stuck');
    if (!game.board.hasPass) return refused('no-pass');
    return this.#move(decision, game, { kind: 'passed', color }, command);
  }

  #move(decision: DecisionBuilder, game: Game, move: PlainMove, details: MoveTimeAndAnalysis): CommandAnswer {
    if (!this.#parts.mode.allowsMoves) return refused('not-now');
    const time = this.turnTime(decision, game, details.spent, details.analysis);
    const isLate = this.#deadlines.isLate(game, decision.now);
    if (isLate) this.#lose(decision, game, move.color, 'timed-out');
    else this.#endTurn(decision, game, moveNotice(move, this.record(decision, game, { ...move, ...time }), game));
    return isLate ? refused('no-game') : DONE;
  }

  forfeit(decision: DecisionBuilder, player: Player, { how, foul }: Command & { kind: 'forfeit' }): CommandAnswer {
    if (player.seat === undefined) return refused('no-game');
    this.#lose(decision, player.seat.game, player.seat.color, how, foul === undefined ? {} : { foul });
    return DONE;
  }

  /** The player leaves its game or its reserved seat, and receives no more notices of it. A computer player leaves all its games. */
  leave(decision: DecisionBuilder, player: Player, kickedFor?: Refusal): void {
    for (const seat of seatsOf(player)) this.leave(decision, seat);
    const place = player.seat ?? player.reservedSeat;
    if (player.reservedSeat !== undefined) this.#parts.reservedSeats.drop(player.reservedSeat);
    if (place === undefined) return;
    for (const color of place.game.colors(place.color)) place.game.seats[color].player = undefined;
    this.#vacateSeat(player);
    this.#lose(decision, place.game, place.color, 'left', kickedFor === undefined ? {} : { kickedFor });
  }

  /** Ends the game of a reserved seat as a loss of that seat. */
  giveUpSeat(decision: DecisionBuilder, reservedSeat: ReservedSeat): void {
    if (!this.isPlayable(decision, reservedSeat.game)) return;
    this.#parts.reservedSeats.drop(reservedSeat);
    this.#lose(decision, reservedSeat.game, reservedSeat.color, 'left');
  }

  /** An administrator ends the game without a winner. Returns whether there is such a game. */
  stop(decision: DecisionBuilder, id: GameId): boolean {
    const game = this.find(id) ?? this.adjourned.find(id);
    if (game !== undefined && this.isPlayable(decision, game)) this.end(decision, game, undefined, 'stopped');
    return game !== undefined;
  }

  giveUpReservedSeat(decision: DecisionBuilder, player: Player): void {
    if (player.reservedSeat !== undefined) this.leave(decision, player);
  }

  rename(decision: DecisionBuilder, player: Player, name: string): void {
    const { game, color } = player.seat ?? {};
    if (game === undefined || color === undefined) return;
    for (const each of game.colors(color)) this.report(decision, game, { kind: 'renamed', color: each, name });
    this.#parts.directory.gameStarted(game);
  }

  /** Reserves the seat of a player who has disconnected until `end`. For a computer player, reserves all its seats. */
  reserveSeat(decision: DecisionBuilder, player: Player, end: number): void {
    for (const seat of seatsOf(player)) this.reserveSeat(decision, seat, end);
    if (player.seat === undefined) return;
    const { game, color } = player.seat;
    if (color === 'both' || game.toMove === color) game.pause(decision.now);
    this.#deadlines.settle(game, decision.now);
    const until = runsOutAway(game, color, decision.now) ?? end;
    this.#parts.reservedSeats.reserve(game, color, until, player.profile.visit);
    this.#vacateSeat(player);
    // If the clock of an absent player runs, the game does not wait for that player's set-up.
    if (game.record(color).clock?.runsAway) for (const each of game.colors(color)) game.seats[each].ready = true;
    if (!game.hasStarted) this.#startIfReady(decision, game);
    this.#deadlines.schedule(game);
    reportAbsence(this.#parts.spectators, decision, game, color, until);
    this.markingHandler.deadlineChanged(decision, game);
  }

  /** The player's last page has disconnected, so the clock stands still as for a reserved seat. `until` is absent once a page is back. */
  setAway(decision: DecisionBuilder, player: Player, until: number | undefined): void {
    for (const seat of seatsOf(player)) this.setAway(decision, seat, until);
    const { game, color } = player.seat ?? {};
    if (game !== undefined && (color === 'both' || game.toMove === color)) game.pause(decision.now);
    if (game !== undefined) this.#deadlines.settle(game, decision.now);
    player.awayUntil = until;
    if (game === undefined || color === undefined) return;
    this.#deadlines.schedule(game);
    reportAbsence(this.#parts.spectators, decision, game, color, until);
  }

  takeReservedSeat(decision: DecisionBuilder, reservedSeat: ReservedSeat, player: Player, handshake: boolean): void {
    const { game, color } = reservedSeat;
    this.#deadlines.settle(game, decision.now);
    this.#parts.reservedSeats.drop(reservedSeat);
    this.#occupySeat(game, color, player, handshake);
    if (color === 'both' || game.toMove === color) game.turnSince = decision.now;
    reportAbsence(this.#parts.spectators, decision, game, color);
    this.markingHandler.recheck(decision, game);
    decision.notify(player, startedNotice(this.#parts.names, player));
    if (!game.hasStarted) this.#startIfReady(decision, game);
    // The time of the other player may have run out while both were away.
    if (this.#deadlines.deadlineOf(game) <= decision.now) this.endDueGame(decision, game);
    else this.#deadlines.schedule(game);
  }

  get deadline(): number | undefined {
    return this.#deadlines.first;
  }

  /** The first game that is due by now, and its deadline. */
  due(now: number): Deadline<Game> | undefined {
    return this.#deadlines.due(now);
  }

  /** Ends a game whose deadline has passed, or its marking. */
  endDueGame(decision: DecisionBuilder, game: Game): void {
    if (!this.isPlayable(decision, game)) return;
    const away = awayFrom(game);
    // If both players are away, the first who comes back wins. If neither comes back, the game has no winner.
    if (away.length === 2 || game.adjournment !== undefined) this.end(decision, game, undefined, 'abandoned');
    else if (away[0] !== undefined && away[0].until <= decision.now) this.#lose(decision, game, away[0].color, 'left');
    else if (game.marking !== undefined) this.markingHandler.timeOut(decision, game);
    else {
      const how = this.#deadlines.isOutOfTime(game, decision.now) ? 'timed-out' : 'left';
      this.#lose(decision, game, game.isPractice ? 'both' : game.toMove, how);
    }
  }

  scheduleAll(): void {
    for (const game of [...this.running.all, ...this.adjourned.all]) this.#deadlines.schedule(game);
  }

  /** Clocks stand still while moves cannot be stored. `from`: moves are accepted again, and could not be stored since then. */
  modeChanged(decision: DecisionBuilder, from: number | undefined): void {
    if (this.#parts.mode.allowsMoves && from === undefined) return;
    for (const game of this.running.all) {
      this.#deadlines.modeChanged(game, decision.now, from);
      this.#clockChanged(decision, game);
      if (from !== undefined) this.markingHandler.recheck(decision, game);
    }
  }

  /** Adds a game from the journal. Its seats are reserved without an end, until `startResumeTime` sets the end. */
  resume(entries: LazyJournalEntries): void {
    this.restore(restoredGame(entries, this.#parts));
  }

  /** The server accepts connections. Restored games continue, and their players may come back until `until`. */
  startResumeTime(now: number, until: number): void {
    this.#parts.reservedSeats.startResumeTime(now, until);
    this.scheduleAll();
  }

  /** Adds an event to the decision and applies it. */
  record(decision: DecisionBuilder, game: Game, event: GameEvent): readonly Point[] {
    decision.record({ game: game.id, index: game.length, at: decision.now, event });
    return game.apply(event, decision.now);
  }

  /** Records an event, and sends it to the spectators. */
  report(decision: DecisionBuilder, game: Game, event: GameEvent & SpectatorUpdate): void {
    this.record(decision, game, event);
    this.#parts.spectators.notify(decision, game, () => event);
  }

  #endTurn(decision: DecisionBuilder, game: Game, move: Notice & { kind: 'played' | 'passed' }): void {
    decision.notifyAll(game.players(), move);
    this.#parts.spectators.notify(decision, game, () => ({ ...move, ...timesOf(game) }));
    const outcome = game.board.outcome;
    if (outcome === undefined) this.startTurn(decision, game);
    else if (game.needsMarking) this.markingHandler.begin(decision, game);
    else this.end(decision, game, outcome.winner, outcome.reason);
  }

  #startIfReady(decision: DecisionBuilder, game: Game): void {
    if (!game.seats.black.ready || !game.seats.white.ready) return;
    this.#deadlines.settle(game, decision.now);
    game.hasStarted = true;
    game.turnSince = decision.now;
    this.#clockChanged(decision, game);
    for (const player of game.players()) if (hasHandshake(player)) decision.notify(player, { kind: 'play-started' });
  }

  #clockChanged(decision: DecisionBuilder, game: Game): void {
    this.#deadlines.schedule(game);
    reportClock(this.#parts.spectators, decision, game);
  }

  #lose(
    decision: DecisionBuilder,
    game: Game,
    color: ColorOrBoth,
    how: 'resigned' | 'timed-out' | 'fouled' | 'left',
    details: EndDetails = {},
  ): void {
    const loser = color === 'both' ? game.toMove : color;
    const { kickedFor } = details;
    this.record(decision, game, { kind: how, color: loser, ...(kickedFor === undefined ? {} : { kickedFor }) });
    this.end(decision, game, color === 'both' ? undefined : opposite(loser), how, details);
  }

  end(decision: DecisionBuilder, game: Game, winner: Color | undefined, reason: EndReason, details?: EndDetails): void {
    const score = scoreOf(game);
    const optional = { ...(winner === undefined ? {} : { winner }), ...(score === undefined ? {} : { score }) };
    this.record(decision, game, { kind: 'ended', reason, ...optional });
    this.#stop(decision, game, { kind: 'ended', winner, reason, score }, details);
  }

  /** Adjourns a game, as both players have agreed. If it does not continue within 30 days, it ends. */
  adjourn(decision: DecisionBuilder, game: Game, color: Color): void {
    this.record(decision, game, { kind: 'adjourned', color, ...this.turnTime(decision, game) });
    this.#stop(decision, game, { kind: 'ended', winner: undefined, reason: 'adjourned', score: undefined });
    this.adjourned.add(game);
    this.#deadlines.schedule(game);
  }

  reopen(decision: DecisionBuilder, game: Game, players: Readonly<Record<Color, Player>>): void {
    this.#deadlines.settle(game, decision.now);
    this.record(decision, game, reopenedEvent(this.#parts.names, game, players));
    this.adjourned.remove(game);
    this.restore(game);
    for (const color of COLORS) this.#occupySeat(game, color, players[color], false);
    this.#parts.directory.gameStarted(game);
    for (const player of game.players()) decision.notify(player, startedNotice(this.#parts.names, player));
    this.startTurn(decision, game);
  }

  #stop(decision: DecisionBuilder, game: Game, ended: EndedNotice, details?: EndDetails): void {
    for (const player of game.players()) {
      decision.notify(player, { ...ended, ...details });
      this.#vacateSeat(player);
      this.#parts.directory.playerChanged(player);
    }
    for (const color of COLORS) game.seats[color].player = undefined;
    this.#parts.spectators.notify(decision, game, () => ended);
    this.#remove(game, ended);
  }

  #remove(game: Game, ended?: EndedNotice): void {
    for (const { reserved } of [game.seats.black, game.seats.white])
      if (reserved !== undefined) this.#parts.reservedSeats.drop(reserved);
    if (this.find(game.id) !== undefined) this.#parts.directory.gameEnded(game, ended);
    this.running.remove(game);
    this.adjourned.remove(game);
    this.#parts.spectators.close(game);
    this.#deadlines.forget(game);
  }

  #occupySeat(game: Game, color: ColorOrBoth, player: Player, handshake: boolean): void {
    for (const each of game.colors(color)) Object.assign(game.seats[each], { player, handshake, ready: !handshake });
    player.seat = { game, color };
    this.#parts.computers.occupied(player, game.id);
    this.#parts.directory.playerChanged(player);
  }

  #vacateSeat(player: Player): void {
    if (player.seat !== undefined) this.#parts.computers.vacated(player, player.seat.game.id);
    player.seat = undefined;
  }

  /** The time of the turn that ends now, with the analysis of its move. `measured`: the time that the mover's session has measured. */
  turnTime(decision: DecisionBuilder, game: Game, measured?: number, analysis?: string): TurnTime {
    this.#deadlines.settle(game, decision.now, measured);
    return { ...game.turnTime(this.#deadlines.lag), ...(analysis && { analysis }) };
  }

  /** Sets the deadline for the player to move: silence, or the clock. */
  startTurn(decision: DecisionBuilder, game: Game): void {
    this.#deadlines.scheduleTurn(game, decision.now);
  }

  /** Whether a game can continue. If the moves of a restored game break the rules, removes it from the lobby, but not from the journal. */
  isPlayable(decision: DecisionBuilder, game: Game): boolean {
    if (game.problem === undefined) return true;
    decision.reportUnplayable({ game: game.id, reason: game.problem });
    this.#remove(game);
    return false;
  }
}
