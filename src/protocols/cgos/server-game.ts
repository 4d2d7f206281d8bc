import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import type { RatedName } from './fields.ts';
import { mainTime } from './main-time.ts';
import type { ServerMessage } from './messages.ts';
import { shownRating } from './shown-rating.ts';

type Turn = Notice & { readonly kind: 'played' | 'passed' };

/** A move as a client says it. */
export type GenmoveAnswer = Point | 'pass' | 'resign' | undefined;

/** The game of a session: what the client has been told of it. */
export class ServerGame {
  readonly color: Color;
  readonly size: BoardSize;
  /** The first message. */
  readonly setup: ServerMessage;
  /** Milliseconds that each side has left. */
  readonly #left: Record<Color, number>;
  #toMove: Color;
  #passes = 0;
  #begun = false;

  /** `self`: the client's own name as it has written it. */
  constructor(started: StartedNotice, self: string) {
    const { color, time, clock, parameters, moves, timesLeft = [] } = started;
    if (color === 'both') throw new Error('a CGOS player never has both seats');
    if (time === undefined || clock === undefined) throw new Error('a CGOS game has a clock');
    this.color = color;
    this.size = square(parameters.size);
    this.#left = { black: clock.black.main, white: clock.white.main };
    this.#toMove = started.toMove;
    if (moves.at(-1)?.kind === 'pass') this.#passes = 1;
    const rated = (side: Color): RatedName =>
      shownRating(side === color ? self : started.opponent, started.ratings?.[side]);
    this.setup = {
      kind: 'setup',
      game: started.game,
      size: parameters.size,
      komi: started.komi,
      time: mainTime(time),
      white: rated('white'),
      black: rated('black'),
      moves: moves.flatMap((move, index) => [
        move.kind === 'pass' ? 'pass' : this.#word(move.point),
        String(timesLeft[index] ?? mainTime(time)),
      ]),
    };
  }

  /** Play begins or goes on. Returns the question, if it is this client's turn. */
  begin(): ServerMessage | undefined {
    this.#begun = true;
    return this.#question();
  }

  /** Returns what the client is told of a move, its own included. */
  moved(turn: Turn): readonly ServerMessage[] {
    const { color, clock } = turn;
    if (clock !== undefined) Object.assign(this.#left, { black: clock.black.main, white: clock.white.main });
    this.#toMove = opposite(color);
    this.#passes = turn.kind === 'passed' ? this.#passes + 1 : 0;
    if (color === this.color) return [];
    const move = turn.kind === 'passed' ? 'pass' : this.#word(turn.point);
    const question = this.#question();
    const play = { kind: 'play', color, move, time: this.#left[color] } as const;
    return question === undefined ? [play] : [play, question];
  }

  /** After two passes only the end follows. */
  #question(): ServerMessage | undefined {
    if (!this.#begun || this.#toMove !== this.color || this.#passes > 1) return undefined;
    return { kind: 'genmove', color: this.color, time: this.#left[this.color] };
  }

  /** Undefined: no move at all. */
  read(word: string): GenmoveAnswer {
    if (/^pa/i.test(word)) return 'pass';
    return /^resign$/i.test(word) ? 'resign' : parseVertex(this.size, word);
  }

  #word(point: Point): string {
    return vertexName(this.size, point);
  }
}
