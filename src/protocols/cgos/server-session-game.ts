import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import type { RatedName } from './fields.ts';
import { mainTime } from './main-time.ts';
import { makeRatedName } from './make-rated-name.ts';
import type { ServerMessage } from './messages.ts';

type MoveNotice = Notice & { readonly kind: 'played' | 'passed' };

/** A client's answer to `genmove`. Undefined: it is not a move. */
export type GenmoveAnswer = Point | 'pass' | 'resign' | undefined;

/** The game of a session, as far as the client knows it. */
export class ServerSessionGame {
  readonly color: Color;
  readonly size: BoardSize;
  /** The first message of the game. */
  readonly setup: ServerMessage;
  /** The milliseconds that each side has left. */
  readonly #left: Record<Color, number>;
  #toMove: Color;
  #passes = 0;
  #begun = false;

  /** `self`: the client's name in its own spelling. */
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
      makeRatedName(side === color ? self : started.opponent, started.ratings?.[side]);
    this.setup = {
      kind: 'setup',
      game: started.game,
      size: parameters.size,
      komi: started.komi,
      time: mainTime(time),
      white: rated('white'),
      black: rated('black'),
      moves: moves.flatMap((move, index) => [
        move.kind === 'pass' ? 'pass' : this.#vertex(move.point),
        String(timesLeft[index] ?? mainTime(time)),
      ]),
    };
  }

  /** The game begins or continues. Returns `genmove`, if it is this client's turn. */
  begin(): ServerMessage | undefined {
    this.#begun = true;
    return this.#genmove();
  }

  /** Handles a move of either side. Returns the messages for the client. */
  moved(turn: MoveNotice): readonly ServerMessage[] {
    const { color, clock } = turn;
    if (clock !== undefined) Object.assign(this.#left, { black: clock.black.main, white: clock.white.main });
    this.#toMove = opposite(color);
    this.#passes = turn.kind === 'passed' ? this.#passes + 1 : 0;
    if (color === this.color) return [];
    const move = turn.kind === 'passed' ? 'pass' : this.#vertex(turn.point);
    const question = this.#genmove();
    const play = { kind: 'play', color, move, time: this.#left[color] } as const;
    return question === undefined ? [play] : [play, question];
  }

  /** `genmove`, if it is this client's turn. After two passes, only the end follows. */
  #genmove(): ServerMessage | undefined {
    if (!this.#begun || this.#toMove !== this.color || this.#passes > 1) return undefined;
    return { kind: 'genmove', color: this.color, time: this.#left[this.color] };
  }

  /** Reads a client's answer to `genmove`. */
  parseMove(word: string): GenmoveAnswer {
    if (/^pa/i.test(word)) return 'pass';
    return /^resign$/i.test(word) ? 'resign' : parseVertex(this.size, word);
  }

  #vertex(point: Point): string {
    return vertexName(this.size, point);
  }
}
