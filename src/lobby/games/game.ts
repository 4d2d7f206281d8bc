import { type Color, opposite } from '../../rules/color.ts';
import type { GoRuleset, KoRule } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import { areCompatible, type GameParameters, type GoParameters } from '../game-parameters.ts';
import type { Move } from '../notice.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import type { GameBoard } from './game-board.ts';
import type { GameEvent, GameId, SeatRecord } from './game-event.ts';
import { GameProgress, type ProgressSnapshot } from './game-progress.ts';
import { PASSES, playAt } from './shared-moves.ts';
import type { UnfinishedGame } from './unfinished-game.ts';

/** Where somebody sits; `both` is one player alone with the board. */
export type SeatColor = Color | 'both';

/** So often one side may propose something in one turn: each proposal is one more event that is kept. */
const MOST_PROPOSALS = 3;
/** Events of one game besides its turns: names that are taken, proposals and what becomes of them. */
const MOST_ASIDES = 1_000;
/** To take turns back is to play what is left once more: of so many turns that takes a millisecond or two. */
const MOST_UNDOABLE = 2_000;

export interface Seat {
  record: SeatRecord;
  /** Who sits there now; absent while the seat is held for somebody who is away. */
  player: Player | undefined;
  reserved: ReservedSeat | undefined;
  /** The protocol has a set-up that its client must finish before it can play. */
  handshake: boolean;
  ready: boolean;
}

type SeatSnapshot = Pick<Seat, 'record' | 'handshake' | 'ready'>;

interface GameSnapshotHead {
  readonly id: GameId;
  readonly startedAt: number;
  readonly komi: number;
  readonly black: SeatSnapshot;
  readonly white: SeatSnapshot;
  readonly begun: boolean;
}

/** A game that cannot be read has a problem instead of progress. */
export type GameSnapshot = GameSnapshotHead &
  (
    | { readonly problem: string }
    | { readonly length: number; readonly asides: number; readonly progress: ProgressSnapshot }
  );

/**
 * One game: what its events have made of it, and who sits there now. `apply` is the only way in which what the log
 * keeps can change, so that a game read back is the game that was written. What has been played in one that was read
 * back is looked at when it is first asked for: most are not asked for at all before they go on.
 */
export class Game {
  readonly id: GameId;
  readonly seats: Readonly<Record<Color, Seat>>;
  readonly komi: number;
  /** When it was seated; milliseconds since the epoch. */
  readonly startedAt: number;
  ended = false;
  /** Both seats have been ready. */
  begun = false;
  /** Of its events, those that have been read, and how many of these are no turns. */
  #length = 1;
  #asides = 0;
  #progressIfRead: GameProgress | undefined;
  #unread: UnfinishedGame | undefined;
  #problem: string | undefined;
  #isReading = false;

  constructor(id: GameId, seated: GameEvent & { kind: 'seated' }, at: number) {
    this.id = id;
    this.startedAt = at;
    this.komi = seated.komi;
    const seat = (record: SeatRecord): Seat => ({
      record,
      player: undefined,
      reserved: undefined,
      handshake: false,
      ready: false,
    });
    this.seats = { black: seat(seated.black), white: seat(seated.white) };
  }

  /** A game of the log. Throws for one that does not begin by being seated, or is seen at once to be against the rules. */
  static readBack(unfinished: UnfinishedGame): Game {
    const { first, hasOnlyTurns } = unfinished;
    if (first.event.kind !== 'seated') throw new Error('it does not begin by being seated');
    const game = new Game(first.game, first.event, first.at);
    game.#unread = unfinished;
    if (!hasOnlyTurns) game.read();
    return game;
  }

  /** Why the game cannot go on: a game of the journal that was not played by the rules, or cannot be read. */
  get problem(): string | undefined {
    if (this.#unread !== undefined) {
      try {
        this.read();
      } catch (error) {
        this.#problem = error instanceof Error ? error.message : String(error);
      }
    }
    return this.#problem;
  }

  /** The reserved seat of this colour. */
  reserved(color: SeatColor): ReservedSeat | undefined {
    return this.seats[color === 'both' ? 'black' : color].reserved;
  }

  /** The game as its events have made it, without its players. */
  snapshot(): GameSnapshot {
    const seat = ({ record, handshake, ready }: Seat): SeatSnapshot => ({ record, handshake, ready });
    const { id, startedAt, komi, begun, problem } = this;
    return {
      id,
      startedAt,
      komi,
      black: seat(this.seats.black),
      white: seat(this.seats.white),
      begun,
      ...(problem === undefined
        ? { length: this.#length, asides: this.#asides, progress: this.#progress().snapshot() }
        : { problem }),
    };
  }

  static restore({ id, startedAt, komi, black, white, begun, ...rest }: GameSnapshot): Game {
    const game = new Game(id, { kind: 'seated', black: black.record, white: white.record, komi }, startedAt);
    Object.assign(game.seats.black, black);
    Object.assign(game.seats.white, white);
    game.begun = begun;
    if ('problem' in rest) game.#problem = rest.problem;
    else {
      game.#length = rest.length;
      game.#asides = rest.asides;
      game.#progress().restore(rest.progress);
    }
    return game;
  }

  /** Looks at what has been played, unless that has been done. Throws for a game that was not played by the rules. */
  read(): void {
    const unread = this.#unread;
    if (unread === undefined) return;
    this.#unread = undefined;
    this.#isReading = true;
    for (const { event, at, index } of unread.rest()) {
      if (this.ended) throw new Error('it goes on after its end');
      if (!this.#allows(event)) throw new Error(`event ${index} is against the rules`);
      this.apply(event, at);
    }
    this.#isReading = false;
  }

  /** How many events the log has of it. */
  get length(): number {
    this.read();
    return this.#length;
  }

  #allows(event: GameEvent): boolean {
    const isTurn = event.kind === 'played' || event.kind === 'passed';
    if (isTurn && event.color !== this.toMove) return false;
    return event.kind !== 'played' || this.board.judge(event.point) === undefined;
  }

  /** Not by a getter: a private one is a call of V8's own each time. */
  #progress(): GameProgress {
    if (this.#unread !== undefined) this.read();
    this.#progressIfRead ??= new GameProgress(this.record('black'), this.record('white'), this.komi, this.startedAt);
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

  /** Milliseconds of each side's clock, where its protocol has one. */
  get clockUsed(): Readonly<Record<Color, number>> {
    return this.#progress().clockUsed;
  }

  /** Milliseconds that each side has been to move, by the times of the log, up to `turnSince`. */
  get timeUsed(): Readonly<Record<Color, number>> {
    return this.#progress().timeUsed;
  }

  /** What waits for the other side's answer. */
  get proposal(): GameProgress['proposal'] {
    return this.#progress().proposal;
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
    return this.board.toMove;
  }

  /** One player sits on both sides: no two players have one name. */
  get isPractice(): boolean {
    return this.seats.black.record.name === this.seats.white.record.name;
  }

  /** Takes one event in, decided `at` milliseconds since the epoch; the stones that a move took off. */
  apply(event: GameEvent, at: number): readonly Point[] {
    this.#length++;
    if (event.kind !== 'played' && event.kind !== 'passed') this.#asides++;
    switch (event.kind) {
      case 'seated':
        throw new Error(`game ${this.id} was seated twice`);
      case 'played':
        this.#progress().clockUsed[event.color] += event.spent ?? 0;
        this.#progress().beginTurn(at, this.#isMoverThere());
        return this.#progress().add(playAt(event.color, event.point));
      case 'passed':
        this.#progress().clockUsed[event.color] += event.spent ?? 0;
        this.#progress().beginTurn(at, this.#isMoverThere());
        return this.#progress().add(PASSES[event.color]);
      case 'proposed':
        this.#progress().proposal = { by: event.color, what: event.what };
        this.#progress().proposalCounts[event.color]++;
        return [];
      case 'declined':
        this.#progress().proposal = undefined;
        return [];
      case 'undone':
        this.#progress().beginTurn(at, this.#isMoverThere());
        this.#progress().takeBack(event.turns);
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
    this.#progress().pause(now, this.#isMoverThere());
  }

  /** When it was played, whoever is away now was there. */
  #isMoverThere(): boolean {
    return this.#isReading || this.seats[this.toMove].reserved === undefined;
  }

  /** Both seats' clients can propose, agree and decline, as far as is known of those that are away. */
  get allowsProposals(): boolean {
    if (this.isPractice) return false;
    const { black, white } = this.seats;
    return [black, white].every(({ player, record }) => (player ?? record).canPropose ?? false);
  }

  /** Whether a side may propose something once more in this turn: what nobody agrees to is not asked for ever. */
  mayPropose(color: Color): boolean {
    return this.mayHaveAside && this.#progress().proposalCounts[color] < MOST_PROPOSALS;
  }

  /** Whether the log has room for something that is neither a turn nor the end. */
  get mayHaveAside(): boolean {
    this.read();
    return this.#asides < MOST_ASIDES;
  }

  /** How many turns are taken back where `asker` has its last one undone; none where it has not had any, or the game is too long. */
  turnsToTakeBack(asker: Color): number | undefined {
    const turns = this.toMove === asker ? 2 : 1;
    return turns <= this.moves.length && this.moves.length <= MOST_UNDOABLE ? turns : undefined;
  }

  /** The board as both seats can rely on it: the stricter of their rules, and the komi that counts. */
  get parameters(): GameParameters {
    const { black, white } = { black: this.record('black').parameters, white: this.record('white').parameters };
    if (black.game !== 'go' || white.game !== 'go') return black;
    const ruleset = {
      ko: strictest(black, white, koStrictness).ruleset.ko,
      suicide: strictest(black, white, suicideStrictness).ruleset.suicide,
    };
    return { game: 'go', size: black.size, ruleset, komi: this.komi, fixedKomi: false };
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
  accepts(parameters: GameParameters): boolean {
    const wishes = [this.seats.black.record.parameters, this.seats.white.record.parameters];
    if (!wishes.every((each) => areCompatible(each, parameters))) return false;
    if (parameters.game === 'gomoku') return true;
    const own = this.parameters;
    if (own.game !== 'go') return false;
    const asStrict = [koStrictness, suicideStrictness].every((each) => each(parameters.ruleset) <= each(own.ruleset));
    return asStrict && (!parameters.fixedKomi || parameters.komi === this.komi);
  }

  /** Everyone present, each once. */
  players(): Player[] {
    const black = this.seats.black.player;
    const white = this.seats.white.player;
    if (black === undefined) return white === undefined ? [] : [white];
    return white === undefined || white === black ? [black] : [black, white];
  }
}

const strictest = (one: GoParameters, other: GoParameters, strictness: (ruleset: GoRuleset) => number): GoParameters =>
  strictness(other.ruleset) > strictness(one.ruleset) ? other : one;
const koStrictness = ({ ko }: GoRuleset): number => KO_STRICTNESS[ko];
const suicideStrictness = ({ suicide }: GoRuleset): number => (suicide === 'forbidden' ? 1 : 0);

/** What simple ko forbids, situational superko does too; positional superko forbids all of that and more. */
const KO_STRICTNESS = { simple: 0, situational: 1, positional: 2 } satisfies Record<KoRule, number>;
