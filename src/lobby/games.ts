import { type Color, opposite } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';
import { type Answer, DONE, refused, type Seek } from './command.ts';
import type { Draft } from './decision.ts';
import type { GameEvent, GameId, SeatRecord } from './event.ts';
import { Game, type SeatColor } from './game.ts';
import type { GameNews } from './game-view.ts';
import type { Holds } from './holds.ts';
import type { Names } from './names.ts';
import type { EndReason } from './notice.ts';
import type { Observers } from './observers.ts';
import type { Gate } from './openness.ts';
import type { Hold, Player } from './player.ts';
import type { UnfinishedGame } from './unfinished-game.ts';
import type { Watchers } from './watchers.ts';
import { Watches } from './watches.ts';

/** So many games at a time are looked at for somebody who has been away too long: after a restart it may be all of them at once. */
const EXAMINED_AT_A_TIME = 100;

/** The games that run: what is played in them, who sits there, who is away, and how they end. */
export class Games {
  readonly #names: Names;
  /** Milliseconds that a seat to move may be silent. */
  readonly #idle: number;
  readonly #running = new Map<GameId, Game>();
  readonly #watchers: Watchers;
  readonly #observers: Observers;
  readonly #holds: Holds;
  readonly #watches = new Watches<Game>();
  readonly #gate: Gate;
  #last: GameId = 0;

  constructor(names: Names, holds: Holds, watchers: Watchers, observers: Observers, gate: Gate, idle: number) {
    this.#gate = gate;
    this.#names = names;
    this.#observers = observers;
    this.#watchers = watchers;
    this.#holds = holds;
    this.#idle = idle;
  }

  get running(): number {
    return this.#running.size;
  }

  get all(): Iterable<Game> {
    return this.#running.values();
  }

  find(id: GameId): Game | undefined {
    return this.#running.get(id);
  }

  // Beginning

  begin(draft: Draft, seats: Readonly<Record<Color, { player: Player; seek: Seek }>>, komi: number): void {
    const { black, white } = seats;
    const records = {
      black: this.#seatRecord(black.player, black.seek, white.player),
      white: this.#seatRecord(white.player, white.seek, black.player),
    };
    const seated = { kind: 'seated', ...records, komi } as const;
    const game = new Game(++this.#last, seated, draft.now);
    draft.keep({ game: game.id, index: 0, at: draft.now, event: seated });
    this.#running.set(game.id, game);
    const solo = black.player === white.player;
    this.#take(game, solo ? 'both' : 'black', black.player, black.seek.handshake ?? false);
    if (!solo) this.#take(game, 'white', white.player, white.seek.handshake ?? false);
    this.#observers.begun(game);
    game.begun = game.seats.black.ready && game.seats.white.ready;
    for (const player of game.players()) this.#tellStarted(draft, player);
    this.watchTurn(draft, game);
  }

  /** Counts the seat of `player` as ready to play; play begins when both are. */
  ready(draft: Draft, player: Player): Answer {
    const { game, color } = player.seat ?? {};
    if (game === undefined || color === undefined) return refused('no-game');
    for (const each of game.colors(color)) game.seats[each].ready = true;
    if (game.begun) draft.tell(player, { kind: 'begun' });
    else this.#beginIfReady(draft, game);
    return DONE;
  }

  // Playing

  play(draft: Draft, player: Player, point: Point | 'off-board', spent: number | undefined): Answer {
    const turn = this.#turn(player);
    if (typeof turn === 'string') return refused(turn);
    if (point === 'off-board') return refused('off-board');
    const { game, color } = turn;
    const refusal = game.board.judge(point);
    if (refusal !== undefined) return { kind: 'refused', ...refusal };
    if (!this.#gate.plays) return refused('not-now');
    const captured = this.record(draft, game, timed({ kind: 'played', color, point }, spent));
    draft.tellAll(game.players(), { kind: 'played', color, point, captured });
    this.#watchers.tell(draft, game, () => ({ kind: 'played', color, point, captured, used: { ...game.used } }));
    this.#afterTurn(draft, game);
    return DONE;
  }

  pass(draft: Draft, player: Player, spent: number | undefined): Answer {
    const turn = this.#turn(player);
    if (typeof turn === 'string') return refused(turn);
    const { game, color } = turn;
    if (!game.board.hasPass) return refused('no-pass');
    if (!this.#gate.plays) return refused('not-now');
    this.record(draft, game, timed({ kind: 'passed', color }, spent));
    draft.tellAll(game.players(), { kind: 'passed', color });
    this.#watchers.tell(draft, game, () => ({ kind: 'passed', color, used: { ...game.used } }));
    this.#afterTurn(draft, game);
    return DONE;
  }

  passIfStuck(draft: Draft, player: Player): Answer {
    const turn = this.#turn(player);
    if (typeof turn === 'string') return refused(turn);
    return turn.game.board.hasLegalStone() ? refused('not-stuck') : this.pass(draft, player, undefined);
  }

  // Ending

  forfeit(draft: Draft, player: Player, how: 'resigned' | 'timed-out' | 'fouled'): Answer {
    if (player.seat === undefined) return refused('no-game');
    this.#lose(draft, player.seat.game, player.seat.color, how);
    return DONE;
  }

  /** The player goes, from its game or from the seat that is held for it, and hears no more of it. */
  leave(draft: Draft, player: Player): void {
    const place = player.seat ?? player.hold;
    if (player.hold !== undefined) this.#holds.drop(player.hold);
    if (place === undefined) return;
    for (const color of place.game.colors(place.color)) place.game.seats[color].player = undefined;
    player.seat = undefined;
    this.#lose(draft, place.game, place.color, 'left');
  }

  /** Nobody comes back to this seat any more. */
  forgo(draft: Draft, hold: Hold): void {
    if (!this.canGoOn(draft, hold.game)) return;
    this.#holds.drop(hold);
    this.#lose(draft, hold.game, hold.color, 'left');
  }

  /** Somebody in charge ends the game, and nobody wins; whether there was one. */
  stop(draft: Draft, id: GameId): boolean {
    const game = this.find(id);
    if (game === undefined) return false;
    if (this.canGoOn(draft, game)) this.end(draft, game, undefined, 'stopped');
    return true;
  }

  giveUpHold(draft: Draft, player: Player): void {
    if (player.hold !== undefined) this.leave(draft, player);
  }

  rename(draft: Draft, player: Player, name: string): void {
    const { game, color } = player.seat ?? {};
    if (game === undefined || color === undefined) return;
    for (const each of game.colors(color)) {
      this.report(draft, game, { kind: 'renamed', color: each, name });
    }
    this.#observers.begun(game);
  }

  // Being away and coming back

  /** Holds the player's seat until then; the player itself is gone. */
  vacate(draft: Draft, player: Player, until: number): void {
    if (player.seat === undefined) return;
    const { game, color } = player.seat;
    if (color === 'both' || game.toMove === color) game.pause(draft.now);
    this.#holds.hold(game, color, until);
    this.#watches.watch(game, until);
    player.seat = undefined;
    for (const each of game.colors(color)) {
      this.#watchers.tell(draft, game, () => ({ kind: 'away', color: each, used: { ...game.used } }));
    }
  }

  /** The player takes the seat that was held for it. */
  sit(draft: Draft, hold: Hold, player: Player, handshake: boolean): void {
    const { game, color } = hold;
    this.#holds.drop(hold);
    this.#take(game, color, player, handshake);
    if (color === 'both' || game.toMove === color) game.turnSince = draft.now;
    for (const each of game.colors(color)) this.#watchers.tell(draft, game, () => ({ kind: 'back', color: each }));
    this.#tellStarted(draft, player);
    if (!game.begun) this.#beginIfReady(draft, game);
    this.#examine(draft, game);
  }

  // Time

  get deadline(): number | undefined {
    return this.#watches.deadline;
  }

  tick(draft: Draft): void {
    let examined = 0;
    for (const game of this.#watches.due(draft.now)) {
      if (this.#running.has(game.id)) this.#examine(draft, game);
      // The others are due at once, and so is whatever else there is to do.
      if (++examined === EXAMINED_AT_A_TIME) return;
    }
  }

  /** Takes in a game that the log has, both of its seats held without an end until `comeback`. */
  restore(unfinished: UnfinishedGame): void {
    const game = Game.readBack(unfinished);
    if (game.ended) throw new Error(`game ${game.id} has ended`);
    game.begun = true;
    this.#running.set(game.id, game);
    for (const color of game.isSolo ? (['both'] as const) : (['black', 'white'] as const)) {
      this.#holds.hold(game, color, Number.POSITIVE_INFINITY);
      const { name, shownAs } = game.record(color);
      if (shownAs !== undefined) this.#names.restoreAlias(game.opposite(color).record.protocol, name, shownAs);
    }
  }

  /** The number of a game that is played nowhere: no other gets it. */
  claim(): GameId {
    return ++this.#last;
  }

  countOn(last: GameId): void {
    this.#last = Math.max(this.#last, last);
  }

  /** The players of restored games may come back until then. */
  comeback(until: number): void {
    for (const hold of this.#holds) {
      hold.until = until;
      this.#watches.watch(hold.game, until);
    }
  }

  // Inside

  #turn(player: Player): { game: Game; color: Color } | 'no-game' | 'not-your-turn' {
    if (player.seat === undefined) return 'no-game';
    const { game, color } = player.seat;
    const mover = game.toMove;
    if (color !== 'both' && color !== mover) return 'not-your-turn';
    // A client in the middle of its set-up has not been told that it may play.
    if (!game.begun && game.seats[mover].handshake) return 'not-your-turn';
    return { game, color: mover };
  }

  /** Takes the event in, for the log and for the game. */
  record(draft: Draft, game: Game, event: GameEvent): readonly Point[] {
    draft.keep({ game: game.id, index: game.length, at: draft.now, event });
    return game.apply(event, draft.now);
  }

  /** Records what only those that watch are told, in the words of the log. */
  report(draft: Draft, game: Game, event: GameEvent & GameNews): void {
    this.record(draft, game, event);
    this.#watchers.tell(draft, game, () => event);
  }

  #afterTurn(draft: Draft, game: Game): void {
    const outcome = game.board.outcome;
    if (outcome === undefined) this.watchTurn(draft, game);
    else this.end(draft, game, outcome.winner, outcome.reason);
  }

  #beginIfReady(draft: Draft, game: Game): void {
    if (!game.seats.black.ready || !game.seats.white.ready) return;
    game.begun = true;
    game.turnSince = draft.now;
    for (const player of game.players()) if (this.#hasHandshake(player)) draft.tell(player, { kind: 'begun' });
  }

  #hasHandshake({ seat }: Player): boolean {
    return seat?.game.seats[seat.color === 'both' ? 'black' : seat.color].handshake ?? false;
  }

  #lose(draft: Draft, game: Game, color: SeatColor, how: 'resigned' | 'timed-out' | 'fouled' | 'left'): void {
    const loser = color === 'both' ? game.toMove : color;
    this.record(draft, game, { kind: how, color: loser });
    this.end(draft, game, color === 'both' ? undefined : opposite(loser), how);
  }

  end(draft: Draft, game: Game, winner: Color | undefined, reason: EndReason): void {
    const score = game.board.score();
    const optional = { ...(winner === undefined ? {} : { winner }), ...(score === undefined ? {} : { score }) };
    this.record(draft, game, { kind: 'ended', reason, ...optional });
    for (const player of game.players()) {
      draft.tell(player, { kind: 'ended', winner, reason, score });
      player.seat = undefined;
      this.#observers.touch(player);
    }
    this.#watchers.tell(draft, game, () => ({ kind: 'ended', winner, reason, score }));
    this.#remove(game);
  }

  #remove(game: Game): void {
    for (const { hold } of [game.seats.black, game.seats.white]) {
      if (hold !== undefined) this.#holds.drop(hold);
    }
    this.#running.delete(game.id);
    this.#watchers.close(game);
    this.#observers.over(game);
    this.#watches.forget(game);
  }

  #seatRecord({ name, guest, profile }: Player, { wish }: Seek, opponent: Player): SeatRecord {
    if (name === undefined) throw new Error('a seat without a name');
    const shownAs = this.#names.shownTo(opponent.profile, name);
    const { protocol, listener, address, owns } = profile;
    const optional = {
      ...(owns === undefined ? {} : { owns }),
      ...(profile.proposes ? { proposes: true } : {}),
      ...(shownAs === name ? {} : { shownAs }),
    };
    return { name, guest, protocol, listener, address, wish, ...optional };
  }

  #take(game: Game, color: SeatColor, player: Player, handshake: boolean): void {
    for (const each of game.colors(color)) {
      Object.assign(game.seats[each], { player, handshake, ready: !handshake });
    }
    player.seat = { game, color };
    this.#observers.touch(player);
  }

  #tellStarted(draft: Draft, player: Player): void {
    if (player.seat === undefined) throw new Error(`player ${player.id} has no seat`);
    const { game, color } = player.seat;
    draft.tell(player, {
      kind: 'started',
      game: game.id,
      color,
      opponent: this.#names.shownTo(player.profile, game.opposite(color).record.name),
      wish: game.record(color).wish,
      komi: game.komi,
      toMove: game.toMove,
      actions: [...game.actions],
      stones: game.actions.length === 0 ? [] : game.board.stones(),
      spent: { ...game.spent },
    });
  }

  /** A turn begins: whoever is to move may not be silent for too long. */
  watchTurn(draft: Draft, game: Game): void {
    this.#watches.watch(game, draft.now + this.#idle);
  }

  /**
   * Whether a game can go on. One that was read back and turns out not to be by the rules cannot: nobody sits there any
   * more, and it stays in the log as it is.
   */
  canGoOn(draft: Draft, game: Game): boolean {
    try {
      game.read();
      return true;
    } catch (error) {
      draft.leaveOut({ game: game.id, why: error instanceof Error ? error.message : String(error) });
      this.#remove(game);
      return false;
    }
  }

  /** Ends the game if somebody has been away or silent for too long, else says when to look again. */
  #examine(draft: Draft, game: Game): void {
    if (!this.canGoOn(draft, game)) return;
    const away = [game.seats.black, game.seats.white].flatMap(({ hold }) => (hold === undefined ? [] : [hold]));
    const [late, ...others] = away.filter(({ until }) => until <= draft.now);
    // While both are away, whoever comes back first wins; if neither does, nobody.
    if (late !== undefined && others.length === 1) this.end(draft, game, undefined, 'abandoned');
    else if (late !== undefined && away.length === 1) this.#lose(draft, game, late.color, 'left');
    else {
      for (const { until } of away) if (until > draft.now) this.#watches.watch(game, until);
      this.#examineMover(draft, game);
    }
  }

  #examineMover(draft: Draft, game: Game): void {
    const mover = game.seats[game.toMove].player;
    if (mover === undefined) return;
    const since = this.#gate.plays ? Math.max(game.turnSince, mover.lastHeard, this.#gate.playsSince) : draft.now;
    const silentUntil = since + this.#idle;
    if (silentUntil > draft.now) this.#watches.watch(game, silentUntil);
    else this.#lose(draft, game, game.isSolo ? 'both' : game.toMove, 'left');
  }
}

/** A turn, with the milliseconds of its side's clock where its protocol has one. */
const timed = (turn: GameEvent & { kind: 'played' | 'passed' }, spent: number | undefined): GameEvent =>
  spent === undefined ? turn : { ...turn, spent };
