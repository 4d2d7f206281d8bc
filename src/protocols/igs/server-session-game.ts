import { fixedHandicap } from '../../lobby/game-parameters.ts';
import type { ClocksView } from '../../lobby/games/game-clocks.ts';
import type { GameId, Move, SeatRating } from '../../lobby/games/game-event.ts';
import type { GameView } from '../../lobby/games/game-view.ts';
import type { MarkedStone } from '../../lobby/games/marking.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import { drawDiagram } from '../../rules/board-diagram.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import { ownersOf } from '../../rules/go/point-owners.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { coordinates, type Point, square } from '../../rules/point.ts';
import { afterTime, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimeControl } from '../../rules/time/time-control.ts';
import { vertexName } from '../../rules/vertex.ts';
import { rankOf } from './list-lines.ts';
import { type ServerMessage, serverMessages } from './server-messages.ts';

export interface GameTerms {
  readonly id: number;
  readonly size: number;
  readonly komi: number;
  readonly handicap: number;
  readonly time: TimeControl;
}

const line = (message: ServerMessage): string => serverMessages.make(message);

/** A game in a session: its moves, and the lines that describe it. */
export class ServerSessionGame {
  readonly terms: GameTerms;
  readonly names: Record<Color, string>;
  readonly ranks: { readonly [color in Color]?: SeatRating };
  readonly moves: Move[] = [];
  clock: ClocksView | undefined;
  /** The stones that are marked as dead, with the side that has marked each. Undefined: dead stones are not being marked. */
  dead: Map<Point, Color> | undefined;
  #position: GoPosition;
  /** Captured stones, by the side that captured them. */
  #captures: Record<Color, number> = { black: 0, white: 0 };

  constructor(terms: GameTerms, names: Readonly<Record<Color, string>>, ranks: ServerSessionGame['ranks'] = {}) {
    this.terms = terms;
    this.ranks = ranks;
    this.names = { ...names };
    this.#position = this.#empty();
  }

  /** Creates the client's own game. `self` is the client's name in its own spelling. */
  static ofSeat(started: StartedNotice, self: string): ServerSessionGame {
    const { game: id, color, opponent, parameters, komi, handicap = 0, time = { kind: 'none' }, marking } = started;
    const side = color === 'both' ? 'black' : color;
    const names = { black: opponent, white: opponent, [side]: self };
    const game = new ServerSessionGame({ id, size: parameters.size, komi, handicap, time }, names, started.ratings);
    for (const move of started.moves) game.apply(move);
    game.clock = started.clock;
    if (marking !== undefined) game.beginMarking(marking.dead);
    return game;
  }

  static ofView({ game: id, parameters, black, white }: GameView): ServerSessionGame {
    const { size, time = { kind: 'none' } as const } = parameters;
    const { komi } = parameters.game === 'go' ? parameters : { komi: 0 };
    return new ServerSessionGame(
      { id, size, komi, handicap: fixedHandicap(parameters), time },
      { black: black.name, white: white.name },
      {
        ...(black.rating && { black: black.rating }),
        ...(white.rating && { white: white.rating }),
      },
    );
  }

  apply(move: Move): void {
    this.moves.push(move);
    if (move.kind === 'pass') this.#position.pass(move.color);
    else this.#captures[move.color] += this.#position.play(move.color, move.point).length;
  }

  /** Takes back the last moves. Returns them, the last one first. */
  takeBack(count: number): readonly Move[] {
    const taken = this.moves.splice(-count).reverse();
    const remaining = this.moves.splice(0);
    this.#position = this.#empty();
    this.#captures = { black: 0, white: 0 };
    for (const move of remaining) this.apply(move);
    return taken;
  }

  /** Begins the marking of dead stones. `dead`: the stones that are already marked. */
  beginMarking(dead: readonly MarkedStone[] = []): void {
    this.dead = new Map(dead.map(({ point, by }) => [point, by]));
  }

  mark({ color, stones, dead }: Pick<Notice & { readonly kind: 'marked' }, 'color' | 'stones' | 'dead'>): void {
    for (const stone of stones)
      if (dead) this.dead?.set(stone, color);
      else this.dead?.delete(stone);
  }

  at(point: Point): Color | undefined {
    return this.#position.at(point);
  }

  chainAt(point: Point): readonly Point[] {
    return this.#position.chainAt(point);
  }

  get toMove(): Color {
    return this.#position.toMove;
  }

  /**
   * Whether two passes have just ended play. Play that has resumed after a marking began after an even number of passes, so their
   * number is odd after one more pass.
   */
  get isPassedOut(): boolean {
    const passes = this.moves.length - 1 - this.moves.findLastIndex(({ kind }) => kind === 'play');
    return passes > 0 && passes % 2 === 0;
  }

  vertex(point: Point): string {
    return vertexName(square(this.terms.size), point);
  }

  score(): Score {
    return this.#position.score(this.terms.komi, this.dead?.keys() ?? []);
  }

  // Lines

  /** The header line before moves, with captures and the clocks at the time `now`. */
  header(now: number): string {
    const { id } = this.terms;
    const [black, white] = [this.#clockOf('black', now), this.#clockOf('white', now)];
    return line({
      kind: 'header',
      game: id,
      type: 'I',
      white: this.names.white,
      whiteCaptures: this.#captures.white,
      whiteSeconds: white.seconds,
      whiteStones: white.stones,
      black: this.names.black,
      blackCaptures: this.#captures.black,
      blackSeconds: black.seconds,
      blackStones: black.stones,
    });
  }

  /** The lines of all moves, after the handicap. */
  moveLines(): string[] {
    return [...this.handicapLines(), ...this.moves.map((_, index) => this.#moveLine(index))];
  }

  /** The line of the handicap stones, which count as black's first move. */
  handicapLines(): string[] {
    const { handicap } = this.terms;
    return handicap === 0 ? [] : [line({ kind: 'move', number: 0, color: 'black', move: `Handicap ${handicap}` })];
  }

  /** The header, and the last move if there is one. */
  lastMoveLines(now: number): string[] {
    const last = this.moves.length === 0 ? this.handicapLines() : [this.#moveLine(this.moves.length - 1)];
    return [this.header(now), ...last];
  }

  #moveLine(index: number): string {
    const move = this.moves[index];
    if (move === undefined) throw new Error(`there is no move ${index}`);
    const number = index + (this.terms.handicap === 0 ? 0 : 1);
    return line({ kind: 'move', number, color: move.color, move: this.#moveText(move) });
  }

  #moveText(move: Move): string {
    return move.kind === 'pass' ? 'Pass' : this.vertex(move.point);
  }

  /** The lines for moves that `by` has taken back, the last one first. */
  undoLines(by: Color, taken: readonly Move[], isPlayer: boolean): string[] {
    const { id } = this.terms;
    return taken.map((move) =>
      isPlayer
        ? `28 ${this.names[by]} undid the last move (${this.#moveText(move)}).`
        : `28 Undo in game ${id}: ${this.names.white} vs ${this.names.black}:  ${this.#moveText(move)}`,
    );
  }

  /** The lines of the position with its areas: white, black, and then each column from the left, from top to bottom. */
  positionLines(now: number): string[] {
    const { size, komi, handicap } = this.terms;
    const player = (color: Color): string => {
      const { seconds, stones } = this.#clockOf(color, now);
      const captures = this.#captures[color];
      return `22 ${this.names[color]} ${rankOf(this.ranks[color]).trimEnd()} ${captures} ${seconds} ${stones} T ${komi.toFixed(1)} ${handicap}`;
    };
    const areas = ownersOf(square(size), (point) => this.#livingAt(point));
    const columns = Array.from({ length: size }, () => '');
    for (const [index, area] of areas.entries()) {
      const point = index as Point;
      const stone = this.#livingAt(point);
      columns[coordinates(square(size), point).x] += stone === undefined ? AREAS[area] : STONES[stone];
    }
    return [player('white'), player('black'), ...columns.map((column, x) => `22 ${String(x).padStart(2)}: ${column}`)];
  }

  /** The board as text for a terminal, without the stones that are marked as dead. */
  drawing(): string[] {
    const rows = drawDiagram(square(this.terms.size), (point) => this.#livingAt(point), { coordinates: 'go' });
    return rows.split('\n').map((row) => `9 ${row}`);
  }

  /** The stone at the point, unless it is marked as dead. */
  #livingAt(point: Point): Color | undefined {
    return this.dead?.has(point) ? undefined : this.at(point);
  }

  /** The lines of the observers, three per line. Their ranks are unknown here. */
  observerLines(observers: readonly string[]): string[] {
    const { white, black } = this.names;
    const lines: string[] = [];
    for (let index = 0; index < observers.length; index += 3)
      lines.push(
        `9 ${observers
          .slice(index, index + 3)
          .map((name) => `${name.padStart(10)}  NR`)
          .join(' ')}`,
      );
    const head = `9 Observing game ${String(this.terms.id).padStart(2)} (${white} vs. ${black}) :`;
    return [head, ...lines, `9 Found ${observers.length} observers.`];
  }

  scoreLine({ black, white }: Score): string {
    const { names } = this;
    return line({ kind: 'score', white: names.white, whitePoints: white, black: names.black, blackPoints: black });
  }

  endLine(end: Pick<EndedNotice, 'winner' | 'reason' | 'score'>): string {
    return endLine(this.terms.id, this.names, end);
  }

  /** The clock in the form of the header: seconds, rounded up, and stones. In main time, stones is -1. */
  #clockOf(color: Color, now: number): { seconds: number; stones: number } {
    const { time } = this.terms;
    if (time.kind === 'none' || this.clock === undefined) return { seconds: 0, stones: -1 };
    const { running, at } = this.clock;
    const state = afterTime(time, this.clock[color], running === color ? Math.max(0, now - at) : 0);
    const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
    // The protocol has no time limit per move. The time left for this move is sent, because it decides the game.
    if (time.kind === 'per-move') return { seconds: seconds(timeLeft(time, state)), stones: -1 };
    if (state.main > 0 || state.count === 0) return { seconds: seconds(state.main), stones: -1 };
    return { seconds: seconds(state.period), stones: time.kind === 'byo-yomi' ? 1 : state.count };
  }

  #empty(): GoPosition {
    const { size, handicap } = this.terms;
    const position = new GoPosition(square(size));
    if (handicap > 0) position.setUp(handicapStones(size, handicap), 'white');
    return position;
  }
}

const STONES = { black: '0', white: '1' } as const;
const AREAS = { neutral: '3', white: '4', black: '5' } as const;

export function endLine(
  id: GameId,
  { black, white }: Readonly<Record<Color, string>>,
  { winner, reason, score }: Pick<EndedNotice, 'winner' | 'reason' | 'score'>,
): string {
  const head = `21 {Game ${id}: ${white} vs ${black}`;
  if (reason === 'score' && score !== undefined)
    return `${head} : W ${score.white.toFixed(1)} B ${score.black.toFixed(1)}}`;
  // Only this form without a winner closes the board in all clients.
  if (winner === undefined) return `${head} has adjourned.}`;
  const loser = opposite(winner) === 'black' ? 'Black' : 'White';
  return `${head} : ${loser} ${reason === 'resigned' ? 'resigns.' : 'forfeits on time.'}}`;
}
