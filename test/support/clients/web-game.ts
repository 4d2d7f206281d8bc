import assert from 'node:assert/strict';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import type { GameState, ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import type { Color, GameEnd, GameParametersJson, Turn } from '../../../src/protocols/api/value-schemas.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { TimeControl } from '../../../src/rules/time/time-control.ts';
import { formatCoordinates } from '../format-coordinates.ts';
import { GoRecord } from './go-record.ts';
import { GomokuRecord } from './gomoku-record.ts';

type MessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };
/** A message about a running game. */
export type RunningGameUpdate = MessageOf<
  | ('played' | 'passed' | 'renamed' | 'away' | 'back' | 'clock' | 'offered' | 'declined')
  | ('marking' | 'marked' | 'accepted' | 'resumed')
>;
type Fail = (what: string) => never;

/** Parameters of a seek that differ from the default. */
export interface RequestedParameters {
  readonly komi?: number;
  readonly time?: TimeControl;
  readonly handicap?: number;
  readonly placement?: 'free';
}

/** A page client's own copy of one game, with a board. Calls `fail` if a message does not fit the game. */
export class WebGame {
  #state: GameState;
  #record: GoRecord | GomokuRecord;
  /** The colour of the client's seat; `both` for a spectator. */
  readonly color: Color | 'both';
  readonly #fail: Fail;

  constructor(state: GameState, color: Color | 'both', fail: Fail) {
    this.#state = state;
    this.color = color;
    this.#fail = fail;
    this.#record = this.#replay(state);
  }

  get record(): GoRecord | GomokuRecord {
    return this.#record;
  }

  get state(): GameState {
    return this.#state;
  }

  get moves(): readonly Turn[] {
    return this.#state.turns;
  }

  /** Whether the client may move now. */
  get isMyTurn(): boolean {
    const record = this.#record;
    if (this.#state.marking !== undefined) return false;
    return record instanceof GoRecord ? record.isMyTurn : record.toMove === this.color && !record.isDecided;
  }

  /** Whether the server may refuse the move for this reason. */
  mayRefuse(turn: ClientMessage & { readonly kind: 'play' | 'pass' }, why: MessageOf<'refused'>['why']): boolean {
    if (!this.isMyTurn || why === 'not-your-turn') return !this.isMyTurn && why === 'not-your-turn';
    const record = this.#record;
    if (turn.kind === 'pass') return why === 'no-pass' && (record instanceof GomokuRecord || record.isPlacing);
    if (record instanceof GomokuRecord) return !record.isLegal(turn.point);
    return record.judge(record.point(turn.point)) !== undefined;
  }

  /** Takes the state that the server has sent again. It must equal the known state, or be the state after a take-back that was offered. */
  receiveStateAgain(state: GameState): void {
    const { offer, turns } = this.#state;
    const undone = turns[state.turns.length];
    if (undone === undefined || offer?.what !== 'undo') {
      this.#checkSameState(state);
      return;
    }
    assert.deepEqual(state.turns, turns.slice(0, state.turns.length), 'other moves than before');
    if (undone.color !== offer.by || state.toMove !== offer.by)
      this.#fail('it is not the turn of the player who asked for the take-back');
    this.#state = state;
    this.#record = this.#replay(state);
  }

  /**
   * Compares with the known state. Two changes cause no message: the start of the first turn, and a player's reconnect by a protocol without
   * offers.
   */
  #checkSameState(state: GameState): void {
    const known = this.#state;
    const silent = { offers: true, ...(state.turns.length < 2 ? { turnSince: 0 } : {}) };
    assert.deepEqual({ ...state, ...silent }, { ...known, ...silent }, 'the state of the game differs');
    if (state.turnSince < known.turnSince) this.#fail('time runs backwards');
    this.#state = state;
  }

  receive(message: RunningGameUpdate): void {
    switch (message.kind) {
      case 'played':
        this.#playMove({ kind: 'play', color: message.color, point: message.point }, message);
        assert.deepEqual(
          new Set(message.captured.map(formatCoordinates)),
          new Set(this.#captured.map(formatCoordinates)),
          'other captured stones',
        );
        return;
      case 'passed':
        this.#playMove({ kind: 'pass', color: message.color }, message);
        return;
      case 'renamed':
        this.#state = { ...this.#state, [message.color]: { ...this.#state[message.color], name: message.name } };
        return;
      case 'clock':
        this.#setClock(message.clock);
        return;
      case 'away':
      case 'back':
        this.#presenceChanged(message);
        this.#setClock(message.clock);
        return;
      case 'offered':
        if (message.what === 'undo' && !this.moves.some(({ color }) => color === message.color)) {
          this.#fail('there is nothing to take back');
        }
        this.#state = { ...this.#state, offer: { by: message.color, what: message.what } };
        return;
      case 'declined': {
        const { offer, ...rest } = this.#state;
        if (offer === undefined || offer.by === message.color) this.#fail('nothing to decline');
        this.#state = rest;
        return;
      }
      case 'marking':
        this.#beginMarking(message);
        return;
      case 'marked':
        this.#mark(message);
        return;
      case 'accepted':
        this.#accept(message);
        return;
      case 'resumed':
        this.#resumePlay(message);
    }
  }

  /** Whether the point has a stone, which may be marked. */
  hasStone(point: BoardCoordinates): boolean {
    const record = this.#record;
    const at = record instanceof GoRecord ? record.point(point) : 'off-board';
    return record instanceof GoRecord && at !== 'off-board' && record.board.at(at) !== undefined;
  }

  /** Marking begins after two passes, or its deadline changes. */
  #beginMarking({ marking, clock }: MessageOf<'marking'>): void {
    const record = this.#record;
    const { marking: known, ...state } = this.#state;
    if (!(record instanceof GoRecord) || !record.hasTwoPasses) this.#fail('stones are marked before two passes');
    const { until: _, ...marks } = marking;
    assert.deepEqual(marks, { dead: known?.dead ?? [], accepted: known?.accepted ?? [] }, 'other marks');
    this.#state = { ...state, marking };
    this.#setClock(clock);
  }

  #mark({ stones, dead, until }: MessageOf<'marked'>): void {
    const record = this.#record;
    const { marking } = this.#state;
    const [first] = stones;
    if (marking === undefined || !(record instanceof GoRecord) || first === undefined)
      this.#fail('no marking has begun, or no stone is marked');
    const at = record.point(first);
    const chain =
      at === 'off-board' ? [] : record.board.chainAt(at).map((point) => formatCoordinates(record.coordinatesOf(point)));
    assert.deepEqual(stones.map(formatCoordinates).sort(), [...chain].sort(), 'not a whole chain');
    const others = marking.dead.filter((point) => !chain.includes(formatCoordinates(point)));
    if (dead !== (others.length === marking.dead.length)) this.#fail('the mark is not new');
    const all = [...others, ...(dead ? stones : [])].sort((one, other) => one.y - other.y || one.x - other.x);
    this.#state = { ...this.#state, marking: { dead: all, accepted: [], ...given(until) } };
  }

  #accept({ color, until }: MessageOf<'accepted'>): void {
    const { marking } = this.#state;
    if (marking === undefined || marking.accepted.includes(color)) this.#fail('nothing to accept');
    const accepted = (['black', 'white'] as const).filter((each) => each === color || marking.accepted.includes(each));
    this.#state = { ...this.#state, marking: { dead: marking.dead, accepted, ...given(until) } };
  }

  #resumePlay({ at, used, clock }: MessageOf<'resumed'>): void {
    const { marking, offer: _lapsed, ...state } = this.#state;
    if (marking === undefined || !(this.#record instanceof GoRecord)) this.#fail('no marking has begun');
    this.#record.resumePlay();
    this.#state = { ...state, turnSince: at, used };
    this.#setClock(clock);
  }

  receiveEnd({ winner, reason, score }: GameEnd): void {
    const record = this.#record;
    if (record instanceof GoRecord) {
      const { board, marking } = this.#state;
      const isAgreed = marking?.accepted.length === 2;
      const dead = (isAgreed ? marking.dead : [])
        .map((point) => record.point(point))
        .filter((at) => at !== 'off-board');
      assert.deepEqual(score, record.score(board.game === 'go' ? board.komi : 0, dead), 'another score');
      if (marking !== undefined) {
        if ((reason === 'score') !== isAgreed) this.#fail(`${reason} does not follow from the marks`);
      } else if ((reason === 'score') !== record.hasTwoPasses) this.#fail(`${reason} does not follow from the passes`);
      if (reason === 'score' && winner !== leader(score)) this.#fail('the winner does not have more points');
    } else {
      assert.equal(score, undefined);
      if (record.winner !== (reason === 'row' ? winner : undefined)) this.#fail('no winning row');
      if ((reason === 'full') !== (record.isFull && record.winner === undefined)) this.#fail('the board is not full');
    }
    if (reason === 'agreed' && this.#state.offer?.what !== 'draw') this.#fail('no player has offered a draw');
    if (['agreed', 'abandoned', 'stopped', 'full'].includes(reason) && winner !== undefined)
      this.#fail('this end has no winner');
    const endReason = reason === 'score' || reason === 'left' ? reason : reason === 'resigned' ? reason : undefined;
    record.ending = {
      text: [reason, winner ?? 'draw', ...(score === undefined ? [] : [score.black, score.white])].join(' '),
      winner: winner ?? 'draw',
      ...(endReason !== undefined && { reason: endReason }),
      ...(score !== undefined && { score }),
    };
  }

  #presenceChanged(message: MessageOf<'away' | 'back'>): void {
    const { color, at, kind } = message;
    const { away = [], awayUntil = {}, ...state } = this.#state;
    if (color === this.color) this.#fail('the client itself is not away');
    if (away.includes(color) === (kind === 'away')) this.#fail(`${color} was ${kind} before`);
    if (state.toMove === color) state.turnSince = at;
    if (kind === 'away') {
      const grown = (['black', 'white'] as const).filter((side) => message.used[side] !== state.used[side]);
      // A player who has both seats leaves both at once.
      const leaves = (side: Color): boolean => side === color || state.black.name === state.white.name;
      if (grown.some((side) => side !== state.toMove || !leaves(side))) this.#fail('a player has not used this time');
      const until = { ...awayUntil, [color]: message.until };
      this.#state = { ...state, used: message.used, away: [...away, color].sort(), awayUntil: until };
    } else {
      const others = away.filter((each) => each !== color);
      const { [color]: _back, ...until } = awayUntil;
      this.#state = others.length === 0 ? state : { ...state, away: others, awayUntil: until };
    }
  }

  #captured: readonly BoardCoordinates[] = [];

  #playMove(turn: Turn, { at, used, clock }: MessageOf<'played' | 'passed'>): void {
    const { offer: _lapsed, ...state } = this.#state;
    if (state.away?.includes(turn.color)) this.#fail('an absent player has moved');
    this.#applyMove(this.#record, turn);
    const other = turn.color === 'black' ? 'white' : 'black';
    if (used[turn.color] < state.used[turn.color]) this.#fail('time runs backwards');
    if (used[other] < state.used[other]) this.#fail('time runs backwards');
    const toMove = this.#record instanceof GoRecord ? this.#record.toMove : other;
    this.#state = { ...state, turns: [...state.turns, turn], toMove, turnSince: at, used };
    this.#setClock(clock);
  }

  #setClock(clock: GameState['clock']): void {
    if (clock !== undefined) this.#state = { ...this.#state, clock };
  }

  #replay(state: GameState): GoRecord | GomokuRecord {
    const record = emptyRecord(state, this.color);
    for (const turn of state.turns) {
      // Play resumed here after dead stones had been marked.
      if (record instanceof GoRecord && record.hasTwoPasses) record.resumePlay();
      this.#applyMove(record, turn);
    }
    if (record instanceof GoRecord && record.hasTwoPasses && state.marking === undefined) record.resumePlay();
    if (record.toMove !== state.toMove) this.#fail(`${state.toMove} is not to move`);
    return record;
  }

  #applyMove(record: GoRecord | GomokuRecord, turn: Turn): void {
    if (turn.color !== record.toMove) this.#fail(`${turn.color} was not to move\n${record}`);
    if (record instanceof GomokuRecord) {
      if (turn.kind === 'pass' || !record.isLegal(turn.point)) this.#fail(`an illegal move\n${record}`);
      record.stones.push(turn.point);
      this.#captured = [];
      return;
    }
    if (record.hasTwoPasses) this.#fail('a move after two passes');
    if (turn.kind === 'pass') {
      record.pass();
      return;
    }
    const point = record.point(turn.point);
    const refusal = record.judge(point);
    if (refusal !== undefined || point === 'off-board') this.#fail(`an illegal stone: ${refusal}\n${record}`);
    this.#captured = record.play(point).map((each) => record.coordinatesOf(each));
  }
}

function emptyRecord({ board, black, white }: GameState, color: Color | 'both'): GoRecord | GomokuRecord {
  if (board.game === 'gomoku') return gomokuRecord(board, color);
  const opponent = color === 'both' ? undefined : color === 'black' ? white.name : black.name;
  const free = board.placement === 'free' && typeof board.handicap === 'number' ? board.handicap : 0;
  return new GoRecord(color, board.size, opponent, { ko: board.ko, suicide: board.suicide }, free);
}

function gomokuRecord(board: GameParametersJson & { game: 'gomoku' }, color: Color | 'both'): GomokuRecord {
  const record = new GomokuRecord(board.size, board.rule);
  record.color = color === 'both' ? undefined : color;
  return record;
}

const given = (until: number | undefined): { until?: number } => (until === undefined ? {} : { until });

const leader = (score: GameEnd['score']): Color | undefined =>
  score === undefined || score.black === score.white ? undefined : score.black > score.white ? 'black' : 'white';
