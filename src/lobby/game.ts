import { type Color, opposite } from '../rules/color.ts';
import type { GoRuleset, KoRule } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import { PASSES, playAt } from './action.ts';
import { type Board, boardFor } from './board.ts';
import type { GameEvent, GameId, SeatRecord } from './event.ts';
import type { Action, Proposal } from './notice.ts';
import type { Hold, Player } from './player.ts';
import { type GoWish, meets, type Wish } from './wish.ts';

/** Where somebody sits; `both` is one player alone with the board. */
export type SeatColor = Color | 'both';

/** So often one side may propose something in one turn: each proposal is one more event that is kept. */
const MOST_PROPOSALS = 3;

export interface Seat {
  record: SeatRecord;
  /** Who sits there now; absent while the seat is held for somebody who is away. */
  player: Player | undefined;
  hold: Hold | undefined;
  /** The protocol has a set-up that its client must finish before it can play. */
  handshake: boolean;
  ready: boolean;
}

/**
 * One game: what its events have made of it, and who sits there now. `apply` is the only way in which what the log
 * keeps can change, so that a game read back is the game that was written.
 */
export class Game {
  readonly id: GameId;
  readonly seats: Readonly<Record<Color, Seat>>;
  readonly komi: number;
  board: Board;
  readonly actions: Action[] = [];
  readonly spent: Record<Color, number> = { black: 0, white: 0 };
  /** Milliseconds that each side has been to move, by the times of the log, up to `turnSince`. */
  readonly used: Record<Color, number> = { black: 0, white: 0 };
  /** What waits for the other side's answer. */
  proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** How often each side has proposed something since the last turn. */
  readonly #proposed: Record<Color, number> = { black: 0, white: 0 };
  /** When it was seated; milliseconds since the epoch. */
  readonly since: number;
  /** How many events the log has of it. */
  length = 1;
  ended = false;
  /** Both seats have been ready. */
  begun = false;
  /** When the side to move came to move, went away or came back; milliseconds since the epoch. */
  turnSince: number;

  constructor(id: GameId, seated: GameEvent & { kind: 'seated' }, at: number) {
    this.id = id;
    this.since = at;
    this.turnSince = at;
    this.komi = seated.komi;
    this.board = boardFor(seated.black, seated.white, seated.komi);
    const seat = (record: SeatRecord): Seat => ({
      record,
      player: undefined,
      hold: undefined,
      handshake: false,
      ready: false,
    });
    this.seats = { black: seat(seated.black), white: seat(seated.white) };
  }

  get toMove(): Color {
    return this.board.toMove;
  }

  /** One player sits on both sides: no two players have one name. */
  get isSolo(): boolean {
    return this.seats.black.record.name === this.seats.white.record.name;
  }

  /** Takes one event in, decided `at` milliseconds since the epoch; the stones that a move took off. */
  apply(event: GameEvent, at: number): readonly Point[] {
    this.length++;
    switch (event.kind) {
      case 'seated':
        throw new Error(`game ${this.id} was seated twice`);
      case 'played':
        this.spent[event.color] += event.spent ?? 0;
        this.#nextTurn(at);
        return this.#take(playAt(event.color, event.point));
      case 'passed':
        this.spent[event.color] += event.spent ?? 0;
        this.#nextTurn(at);
        return this.#take(PASSES[event.color]);
      case 'proposed':
        this.proposal = { by: event.color, what: event.what };
        this.#proposed[event.color]++;
        return [];
      case 'declined':
        this.proposal = undefined;
        return [];
      case 'undone':
        this.#nextTurn(at);
        this.#takeBack(event.turns);
        return [];
      case 'renamed': {
        const seat = this.seats[event.color];
        const { shownAs: _old, ...record } = seat.record;
        seat.record = { ...record, name: event.name };
        return [];
      }
      case 'resigned':
      case 'timed-out':
      case 'fouled':
      case 'left':
        return [];
      case 'ended':
        this.ended = true;
        return [];
    }
  }

  /** The time up to now was the mover's, unless it is away; what comes is not. */
  pause(now: number): void {
    if (this.seats[this.toMove].hold === undefined) this.used[this.toMove] += Math.max(0, now - this.turnSince);
    this.turnSince = now;
  }

  /** A turn begins, and what was proposed in the last one has lapsed. */
  #nextTurn(at: number): void {
    this.pause(at);
    this.proposal = undefined;
    this.#proposed.black = 0;
    this.#proposed.white = 0;
  }

  #take(action: Action): readonly Point[] {
    this.actions.push(action);
    if (action.kind === 'play') return this.board.play(action.point);
    this.board.pass();
    return [];
  }

  /** No position forgets what stood before it, so what is left is played once more on an empty board. */
  #takeBack(turns: number): void {
    const left = this.actions.splice(0).slice(0, -turns);
    this.board = boardFor(this.record('black'), this.record('white'), this.komi);
    for (const action of left) this.#take(action);
  }

  /** Both seats' clients can propose, agree and decline, as far as is known of those that are away. */
  get proposes(): boolean {
    if (this.isSolo) return false;
    const { black, white } = this.seats;
    return [black, white].every(({ player, record }) => (player?.profile ?? record).proposes ?? false);
  }

  /** Whether a side may propose something once more in this turn: what nobody agrees to is not asked for ever. */
  mayPropose(color: Color): boolean {
    return this.#proposed[color] < MOST_PROPOSALS;
  }

  /** How many turns are taken back where `asker` has its last one undone; none where it has not had any. */
  turnsBackTo(asker: Color): number | undefined {
    const turns = this.toMove === asker ? 2 : 1;
    return turns <= this.actions.length ? turns : undefined;
  }

  /** The board as both seats can rely on it: the stricter of their rules, and the komi that counts. */
  get wish(): Wish {
    const { black, white } = { black: this.record('black').wish, white: this.record('white').wish };
    if (black.game !== 'go' || white.game !== 'go') return black;
    const ruleset = {
      ko: strictest(black, white, koStrictness).ruleset.ko,
      suicide: strictest(black, white, suicideStrictness).ruleset.suicide,
    };
    return { game: 'go', size: black.size, ruleset, komi: this.komi, komiBinds: false };
  }

  /** The colours of a seat. */
  colors(color: SeatColor): readonly Color[] {
    return color === 'both' ? ['black', 'white'] : [color];
  }

  /** Who sits there, as the log has it. */
  record(color: SeatColor): SeatRecord {
    return this.seats[color === 'both' ? 'black' : color].record;
  }

  /** The seat across the board; whoever plays alone sits there too. */
  opposite(color: SeatColor): Seat {
    return this.seats[color === 'both' ? 'black' : opposite(color)];
  }

  /**
   * Whether a client with these assumptions can sit down in the middle: by its own rules it would reject nothing that
   * has been or may yet be played here, and it counts as the game does.
   */
  suits(wish: Wish): boolean {
    const wishes = [this.seats.black.record.wish, this.seats.white.record.wish];
    if (!wishes.every((each) => meets(each, wish))) return false;
    if (wish.game === 'gomoku') return true;
    const own = this.wish;
    if (own.game !== 'go') return false;
    const asStrict = [koStrictness, suicideStrictness].every((each) => each(wish.ruleset) <= each(own.ruleset));
    return asStrict && (!wish.komiBinds || wish.komi === this.komi);
  }

  /** Everyone present, each once. */
  players(): Set<Player> {
    const players = new Set<Player>();
    for (const { player } of [this.seats.black, this.seats.white]) if (player !== undefined) players.add(player);
    return players;
  }
}

const strictest = (one: GoWish, other: GoWish, strictness: (ruleset: GoRuleset) => number): GoWish =>
  strictness(other.ruleset) > strictness(one.ruleset) ? other : one;
const koStrictness = ({ ko }: GoRuleset): number => KO_STRICTNESS[ko];
const suicideStrictness = ({ suicide }: GoRuleset): number => (suicide === 'forbidden' ? 1 : 0);

/** What simple ko forbids, situational superko does too; positional superko forbids all of that and more. */
const KO_STRICTNESS = { simple: 0, situational: 1, positional: 2 } satisfies Record<KoRule, number>;
