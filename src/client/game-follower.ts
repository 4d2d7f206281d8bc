import type { Situation } from '../engines/engine.ts';
import type { Move, Stone } from '../lobby/notice.ts';
import type { Begun, Over } from '../protocols/player.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import { boardOf, type IllegalMove, type LocalBoard } from './local-board.ts';
import type { ClientNews } from './reconnecting-client.ts';

/**
 * One game as its player sees it: follows the news by the rules and keeps what a person or a program wants to know. It
 * trusts the server, and says so where what it is told cannot be.
 */
export class GameFollower {
  readonly game: Begun;
  readonly #board: LocalBoard;
  readonly #turns: Move[] = [];
  #wanted: Color | undefined;
  #over: Over | undefined;

  constructor(game: Begun) {
    this.game = game;
    this.#board = boardOf(game);
  }

  /** Every turn since the game began for us, the oldest first. */
  get turns(): readonly Move[] {
    return this.#turns;
  }

  /** The colour that a move is wanted of now, if it is ours. */
  get wanted(): Color | undefined {
    return this.#wanted;
  }

  get over(): Over | undefined {
    return this.#over;
  }

  at(point: Point): Color | undefined {
    return this.#board.at(point);
  }

  stones(): readonly Stone[] {
    return this.#board.stones();
  }

  /** So many stones each colour has taken off the board, as far as is known. */
  get captures(): Readonly<Record<Color, number>> {
    return this.#board.captures;
  }

  /** The area as it stands, komi included. In Go only. */
  get area(): Score | undefined {
    return this.game.game === 'go' ? this.#board.area(this.game.komi) : undefined;
  }

  /** The stones that win, in Gomoku. */
  get row(): readonly Point[] {
    return this.#board.row;
  }

  /** Why a stone may not be played, by the rules that the protocol has; `undefined` if it may, or nobody knows. */
  judge(color: Color, point: Point): IllegalMove | undefined {
    return this.#board.judge(color, point);
  }

  /** Takes in what the server says of this game; everything else is not for the table. A problem is one line. */
  follow(news: ClientNews): Result<void> {
    switch (news.kind) {
      case 'played':
        return this.#turn({ kind: 'play', color: news.color, point: news.point });
      case 'passed':
        return this.#turn({ kind: 'pass', color: news.color });
      case 'your-turn':
        // A server tells the stone that decides the game like any other, and the end after it.
        if (!this.#board.isDecided) this.#wanted = news.color;
        break;
      case 'ended':
        this.#over = news;
        this.#wanted = undefined;
        break;
      default:
    }
    return ok(undefined);
  }

  /** What an engine has to know to move for `color`. */
  situation(color: Color): Situation {
    const { game } = this;
    const common = {
      size: game.size,
      color,
      setup: game.setup,
      turns: [...this.#turns],
    };
    if (game.game === 'gomoku') return { game: 'gomoku', rule: game.rule, ...common };
    return { game: 'go', rulesets: [game.ruleset], komi: game.komi, ...common };
  }

  #turn(action: Move): Result<void> {
    this.#wanted = undefined;
    if (action.kind === 'play') {
      if (this.#board.at(action.point) !== undefined) return problem('a stone was played where one stands already');
      this.#board.play(action.color, action.point);
    } else this.#board.pass(action.color);
    this.#turns.push(action);
    return ok(undefined);
  }
}
