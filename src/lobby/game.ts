import { type Color, opposite } from '../rules/color.ts';
import type { GoRuleset, KoRule } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import { type Board, boardFor } from './board.ts';
import type { GameEvent, GameId, SeatRecord } from './event.ts';
import type { Action } from './notice.ts';
import type { Hold, Player } from './player.ts';
import { meets, type Wish } from './wish.ts';

/** Where somebody sits; `both` is one player alone with the board. */
export type SeatColor = Color | 'both';

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
  readonly board: Board;
  readonly actions: Action[] = [];
  readonly spent: Record<Color, number> = { black: 0, white: 0 };
  /** How many events the log has of it. */
  length = 1;
  ended = false;
  /** Both seats have been ready. */
  begun = false;
  /** When the side to move came to move, or came back; milliseconds since the epoch. */
  turnSince = 0;

  constructor(id: GameId, seated: GameEvent & { kind: 'seated' }) {
    this.id = id;
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

  /** Takes one event in; the stones that a move took off. */
  apply(event: GameEvent): readonly Point[] {
    this.length++;
    switch (event.kind) {
      case 'seated':
        throw new Error(`game ${this.id} was seated twice`);
      case 'played':
        this.actions.push({ kind: 'play', color: event.color, point: event.point });
        this.spent[event.color] += event.spent ?? 0;
        return this.board.play(event.point);
      case 'passed':
        this.actions.push({ kind: 'pass', color: event.color });
        this.spent[event.color] += event.spent ?? 0;
        this.board.pass();
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
    const strictest = (strictness: (ruleset: GoRuleset) => number): number =>
      Math.max(...wishes.map((each) => (each.game === 'go' ? strictness(each.ruleset) : 0)));
    const asStrict = [koStrictness, suicideStrictness].every((each) => each(wish.ruleset) <= strictest(each));
    return asStrict && (!wish.komiBinds || wish.komi === this.komi);
  }

  /** Everyone present, each once. */
  players(): Set<Player> {
    const players = new Set<Player>();
    for (const { player } of [this.seats.black, this.seats.white]) if (player !== undefined) players.add(player);
    return players;
  }
}

const koStrictness = ({ ko }: GoRuleset): number => KO_STRICTNESS[ko];
const suicideStrictness = ({ suicide }: GoRuleset): number => (suicide === 'forbidden' ? 1 : 0);

/** What simple ko forbids, situational superko does too; positional superko forbids all of that and more. */
const KO_STRICTNESS = { simple: 0, situational: 1, positional: 2 } satisfies Record<KoRule, number>;
