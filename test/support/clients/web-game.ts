import assert from 'node:assert/strict';
import type { ClientMessage } from '../../../src/protocols/api/client-message.ts';
import type { GameState, ServerMessage } from '../../../src/protocols/api/message-schemas.ts';
import type { Board, Color, End, Turn } from '../../../src/protocols/api/value-schemas.ts';
import type { Place } from './client.ts';
import { GoRecord } from './go-record.ts';
import { GomokuRecord } from './gomoku-record.ts';

type Said<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };
/** What is told of a game that goes on. */
export type News = Said<
  | ('played' | 'passed' | 'renamed' | 'away' | 'back' | 'clock' | 'offered' | 'declined')
  | ('marking' | 'marked' | 'accepted' | 'resumed')
>;
type Fail = (what: string) => never;

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

  get turns(): readonly Turn[] {
    return this.#state.turns;
  }

  /** Whether the client may take a turn. */
  get isMyTurn(): boolean {
    const record = this.#record;
    return record instanceof GoRecord ? record.isMyTurn : record.toMove === this.color && !record.isDecided;
  }

  /** Whether the client may be told so that it takes no such turn. */
  mayRefuse(turn: ClientMessage & { readonly kind: 'play' | 'pass' }, why: Said<'refused'>['why']): boolean {
    if (!this.isMyTurn || why === 'not-your-turn') return !this.isMyTurn && why === 'not-your-turn';
    const record = this.#record;
    if (turn.kind === 'pass') return why === 'no-pass' && record instanceof GomokuRecord;
    if (record instanceof GomokuRecord) return !record.isLegal(turn.point);
    return record.judge(record.point(turn.point)) !== undefined;
  }

  /** The state is told again: as it is known, or with the turns taken back that somebody has asked for. */
  again(state: GameState): void {
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

  hear(message: News): void {
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
        if (message.what === 'undo' && !this.turns.some(({ color }) => color === message.color)) {
          this.#fail('there is nothing to take back');
        }
        this.#state = { ...this.#state, offer: { by: message.color, what: message.what } };
        return;
      case 'declined': {
        const { offer, ...rest } = this.#state;
        if (offer === undefined || offer.by === message.color) this.#fail('nothing to decline');
        this.#state = rest;
      }
    }
  }

  end({ winner, reason, score }: End): void {
    const record = this.#record;
    if (record instanceof GoRecord) {
      const { board } = this.#state;
      assert.deepEqual(score, record.score(board.game === 'go' ? board.komi : 0), 'another score');
      if ((reason === 'score') !== record.hasTwoPasses) this.#fail(`${reason} does not follow from the passes`);
      if (reason === 'score' && winner !== leader(score)) this.#fail('the points are against it');
    } else {
      assert.equal(score, undefined);
      if (record.winner !== (reason === 'row' ? winner : undefined)) this.#fail('no such row');
      if ((reason === 'full') !== (record.isFull && record.winner === undefined)) this.#fail('the board is not full');
    }
    if (reason === 'agreed' && this.#state.offer?.what !== 'draw') this.#fail('nobody has asked for a draw');
    if (['agreed', 'abandoned', 'stopped', 'full'].includes(reason) && winner !== undefined) this.#fail('nobody wins');
    const how = reason === 'score' || reason === 'left' ? reason : reason === 'resigned' ? reason : undefined;
    record.ending = {
      words: [reason, winner ?? 'nobody', ...(score === undefined ? [] : [score.black, score.white])].join(' '),
      winner: winner ?? 'nobody',
      ...(how !== undefined && { how }),
      ...(score !== undefined && { score }),
    };
  }

  #goOrCome(message: Said<'away' | 'back'>): void {
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

  #captured: readonly Place[] = [];

  #turn(turn: Turn, { at, used, clock }: Said<'played' | 'passed'>): void {
    const { offer: _lapsed, ...state } = this.#state;
    if (state.away?.includes(turn.color)) this.#fail('whoever is away takes no turn');
    this.#take(this.#record, turn);
    const other = turn.color === 'black' ? 'white' : 'black';
    if (used[turn.color] < state.used[turn.color]) this.#fail('time runs backwards');
    if (used[other] < state.used[other]) this.#fail('time runs backwards');
    this.#state = { ...state, turns: [...state.turns, turn], toMove: other, turnSince: at, used };
    this.#setClock(clock);
  }

  #setClock(clock: GameState['clock']): void {
    if (clock !== undefined) this.#state = { ...this.#state, clock };
  }

  #replay(state: GameState): GoRecord | GomokuRecord {
    const record = emptyRecord(state, this.color);
    for (const turn of state.turns) this.#take(record, turn);
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
    this.#captured = record.play(point).map((each) => record.place(each));
  }
}

function emptyRecord({ board, black, white }: GameState, color: Color | 'both'): GoRecord | GomokuRecord {
  if (board.game === 'gomoku') return gomokuRecord(board, color);
  const opponent = color === 'both' ? undefined : color === 'black' ? white.name : black.name;
  return new GoRecord(color, board.size, opponent, { ko: board.ko, suicide: board.suicide });
}

function gomokuRecord(board: Board & { game: 'gomoku' }, color: Color | 'both'): GomokuRecord {
  const record = new GomokuRecord(board.size, board.rule);
  record.color = color === 'both' ? undefined : color;
  return record;
}

const written = ({ x, y }: Place): string => `${x},${y}`;

const leader = (score: End['score']): Color | undefined =>
  score === undefined || score.black === score.white ? undefined : score.black > score.white ? 'black' : 'white';
