import assert from 'node:assert/strict';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import type { GameState, ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import type { Color, GameEnd, GameParametersJson, Turn } from '../../../src/protocols/api/value-schemas.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { TimeControl } from '../../../src/rules/time/time-control.ts';
import { GoRecord } from './go-record.ts';
import { GomokuRecord } from './gomoku-record.ts';

type MessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };
/** What is told of a game that goes on. */
export type RunningGameUpdate = MessageOf<
  | ('played' | 'passed' | 'renamed' | 'away' | 'back' | 'clock' | 'offered' | 'declined')
  | ('marking' | 'marked' | 'accepted' | 'resumed')
>;
type Fail = (what: string) => never;

/** What a client may ask for besides the usual board. */
export interface RequestedParameters {
  readonly komi?: number;
  readonly time?: TimeControl;
  readonly handicap?: number;
  readonly placement?: 'free';
}

/** One game as a client of the page was told of it, by a board of its own; whatever cannot be fails. */
export class WebGame {
  #state: GameState;
  #record: GoRecord | GomokuRecord;
  /** Whose seat the client has; `both` for a spectator. */
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

  /** Whether the client may take a turn. */
  get isMyTurn(): boolean {
    const record = this.#record;
    if (this.#state.marking !== undefined) return false;
    return record instanceof GoRecord ? record.isMyTurn : record.toMove === this.color && !record.isDecided;
  }

  /** Whether the client may be told so that it takes no such turn. */
  mayRefuse(turn: ClientMessage & { readonly kind: 'play' | 'pass' }, why: MessageOf<'refused'>['why']): boolean {
    if (!this.isMyTurn || why === 'not-your-turn') return !this.isMyTurn && why === 'not-your-turn';
    const record = this.#record;
    if (turn.kind === 'pass') return why === 'no-pass' && (record instanceof GomokuRecord || record.isPlacing);
    if (record instanceof GomokuRecord) return !record.isLegal(turn.point);
    return record.judge(record.point(turn.point)) !== undefined;
  }

  /** The state is told again: as it is known, or with the turns taken back that somebody has asked for. */
  receiveStateAgain(state: GameState): void {
    const { offer, turns } = this.#state;
    const undone = turns[state.turns.length];
    if (undone === undefined || offer?.what !== 'undo') {
      this.#same(state);
      return;
    }
    assert.deepEqual(state.turns, turns.slice(0, state.turns.length), 'other turns than were taken');
    if (undone.color !== offer.by || state.toMove !== offer.by) this.#fail('not the turn of whoever has asked');
    this.#state = state;
    this.#record = this.#replay(state);
  }

  /**
   * Of two things nobody is told: that play begins, after which both sides take a turn, and that somebody comes back by
   * a protocol without offers.
   */
  #same(state: GameState): void {
    const known = this.#state;
    const silent = { offers: true, ...(state.turns.length < 2 ? { turnSince: 0 } : {}) };
    assert.deepEqual({ ...state, ...silent }, { ...known, ...silent }, 'a game is told otherwise');
    if (state.turnSince < known.turnSince) this.#fail('time runs backwards');
    this.#state = state;
  }

  receive(message: RunningGameUpdate): void {
    switch (message.kind) {
      case 'played':
        this.#turn({ kind: 'play', color: message.color, point: message.point }, message);
        assert.deepEqual(
          new Set(message.captured.map(written)),
          new Set(this.#captured.map(written)),
          'other stones come off',
        );
        return;
      case 'passed':
        this.#turn({ kind: 'pass', color: message.color }, message);
        return;
      case 'renamed':
        this.#state = { ...this.#state, [message.color]: { ...this.#state[message.color], name: message.name } };
        return;
      case 'clock':
        this.#setClock(message.clock);
        return;
      case 'away':
      case 'back':
        this.#goOrCome(message);
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
        this.#playOn(message);
    }
  }

  /** A stone for which it may be said that it is dead, or alive. */
  hasStone(point: BoardCoordinates): boolean {
    const record = this.#record;
    const at = record instanceof GoRecord ? record.point(point) : 'off-board';
    return record instanceof GoRecord && at !== 'off-board' && record.board.at(at) !== undefined;
  }

  /** It begins after two passes, or has another end. */
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
    if (marking === undefined || !(record instanceof GoRecord) || first === undefined) this.#fail('nothing is marked');
    const at = record.point(first);
    const chain =
      at === 'off-board' ? [] : record.board.chainAt(at).map((point) => written(record.coordinatesOf(point)));
    assert.deepEqual(stones.map(written).sort(), [...chain].sort(), 'no whole chain');
    const others = marking.dead.filter((point) => !chain.includes(written(point)));
    if (dead !== (others.length === marking.dead.length)) this.#fail('it was so already');
    const all = [...others, ...(dead ? stones : [])].sort((one, other) => one.y - other.y || one.x - other.x);
    this.#state = { ...this.#state, marking: { dead: all, accepted: [], ...given(until) } };
  }

  #accept({ color, until }: MessageOf<'accepted'>): void {
    const { marking } = this.#state;
    if (marking === undefined || marking.accepted.includes(color)) this.#fail('nothing to accept');
    const accepted = (['black', 'white'] as const).filter((each) => each === color || marking.accepted.includes(each));
    this.#state = { ...this.#state, marking: { dead: marking.dead, accepted, ...given(until) } };
  }

  #playOn({ at, used, clock }: MessageOf<'resumed'>): void {
    const { marking, offer: _lapsed, ...state } = this.#state;
    if (marking === undefined || !(this.#record instanceof GoRecord)) this.#fail('nothing was marked');
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
      if (reason === 'score' && winner !== leader(score)) this.#fail('the points are against it');
    } else {
      assert.equal(score, undefined);
      if (record.winner !== (reason === 'row' ? winner : undefined)) this.#fail('no such row');
      if ((reason === 'full') !== (record.isFull && record.winner === undefined)) this.#fail('the board is not full');
    }
    if (reason === 'agreed' && this.#state.offer?.what !== 'draw') this.#fail('nobody has asked for a draw');
    if (['agreed', 'abandoned', 'stopped', 'full'].includes(reason) && winner !== undefined) this.#fail('nobody wins');
    const endReason = reason === 'score' || reason === 'left' ? reason : reason === 'resigned' ? reason : undefined;
    record.ending = {
      text: [reason, winner ?? 'nobody', ...(score === undefined ? [] : [score.black, score.white])].join(' '),
      winner: winner ?? 'nobody',
      ...(endReason !== undefined && { reason: endReason }),
      ...(score !== undefined && { score }),
    };
  }

  #goOrCome(message: MessageOf<'away' | 'back'>): void {
    const { color, at, kind } = message;
    const { away = [], awayUntil = {}, ...state } = this.#state;
    if (color === this.color) this.#fail('I am here');
    if (away.includes(color) === (kind === 'away')) this.#fail(`${color} was ${kind} before`);
    if (state.toMove === color) state.turnSince = at;
    if (kind === 'away') {
      const grown = (['black', 'white'] as const).filter((side) => message.used[side] !== state.used[side]);
      // Whoever plays alone leaves both seats at once.
      const leaves = (side: Color): boolean => side === color || state.black.name === state.white.name;
      if (grown.some((side) => side !== state.toMove || !leaves(side))) this.#fail('time that nobody has used');
      const until = { ...awayUntil, [color]: message.until };
      this.#state = { ...state, used: message.used, away: [...away, color].sort(), awayUntil: until };
    } else {
      const others = away.filter((each) => each !== color);
      const { [color]: _back, ...until } = awayUntil;
      this.#state = others.length === 0 ? state : { ...state, away: others, awayUntil: until };
    }
  }

  #captured: readonly BoardCoordinates[] = [];

  #turn(turn: Turn, { at, used, clock }: MessageOf<'played' | 'passed'>): void {
    const { offer: _lapsed, ...state } = this.#state;
    if (state.away?.includes(turn.color)) this.#fail('whoever is away takes no turn');
    this.#take(this.#record, turn);
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
      // Play has gone on there after dead stones were marked.
      if (record instanceof GoRecord && record.hasTwoPasses) record.resumePlay();
      this.#take(record, turn);
    }
    if (record instanceof GoRecord && record.hasTwoPasses && state.marking === undefined) record.resumePlay();
    if (record.toMove !== state.toMove) this.#fail(`not ${state.toMove} to move`);
    return record;
  }

  #take(record: GoRecord | GomokuRecord, turn: Turn): void {
    if (turn.color !== record.toMove) this.#fail(`${turn.color} was not to move\n${record}`);
    if (record instanceof GomokuRecord) {
      if (turn.kind === 'pass' || !record.isLegal(turn.point)) this.#fail(`an illegal turn\n${record}`);
      record.stones.push(turn.point);
      this.#captured = [];
      return;
    }
    if (record.hasTwoPasses) this.#fail('a turn after two passes');
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

const written = ({ x, y }: BoardCoordinates): string => `${x},${y}`;

const leader = (score: GameEnd['score']): Color | undefined =>
  score === undefined || score.black === score.white ? undefined : score.black > score.white ? 'black' : 'white';
