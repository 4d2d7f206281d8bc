import type { Situation } from '../engines/engine.ts';
import type { Move, Stone } from '../lobby/games/game-event.ts';
import type { GameBegunEvent, GameEndedEvent } from '../protocols/client-session-types.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import { boardOf, type IllegalMoveReason, type LocalBoard } from './local-board.ts';
import type { ClientNews } from './reconnecting-client.ts';

/**
 * One game on the client's side: applies the events by the rules and keeps what a player or an engine needs. Trusts the
 * server, and returns a problem for events that are impossible.
 */
export class GameFollower {
  readonly game: GameBegunEvent;
  readonly #board: LocalBoard;
  readonly #turns: Move[] = [];
  #wanted: Color | undefined;
  #over: GameEndedEvent | undefined;
  #marks: ReadonlySet<Point> | undefined;

  constructor(game: GameBegunEvent) {
    this.game = game;
    this.#board = boardOf(game);
  }

  /** All moves since the client joined the game, oldest first. */
  get turns(): readonly Move[] {
    return this.#turns;
  }

  /** Our colour, if we are to move. */
  get wanted(): Color | undefined {
    return this.#wanted;
  }

  get over(): GameEndedEvent | undefined {
    return this.#over;
  }

  at(point: Point): Color | undefined {
    return this.#board.at(point);
  }

  stones(): readonly Stone[] {
    return this.#board.stones();
  }

  /** The stones that are marked as dead; undefined outside of the marking. */
  get marks(): ReadonlySet<Point> | undefined {
    return this.#marks;
  }

  /** The captures of each colour, as far as known. */
  get captures(): Readonly<Record<Color, number>> {
    return this.#board.captures;
  }

  /** The area as the board stands, with komi. Only in Go. */
  get area(): Score | undefined {
    return this.game.game === 'go' ? this.#board.area(this.game.komi) : undefined;
  }

  /** The winning row of Gomoku. */
  get row(): readonly Point[] {
    return this.#board.row;
  }

  /** Why a stone is illegal by the protocol's rules; `undefined` if it is legal or unknown. */
  judge(color: Color, point: Point): IllegalMoveReason | undefined {
    return this.#board.judge(color, point);
  }

  /** Applies an event of this game; other events are ignored. A problem is one line. */
  follow(news: ClientNews): Result<void> {
    switch (news.kind) {
      case 'played':
        return this.#turn({ kind: 'play', color: news.color, point: news.point });
      case 'passed':
        return this.#turn({ kind: 'pass', color: news.color });
      case 'your-turn':
        // A server sends the winning stone like any other, and the end after it.
        if (!this.#board.isDecided) this.#wanted = news.color;
        break;
      case 'marking':
        this.#marks = new Set();
        break;
      case 'marks':
        this.#marks = new Set(news.dead.flatMap((point) => this.#board.chainAt(point)));
        break;
      case 'resumed':
        this.#marks = undefined;
        break;
      case 'ended':
        this.#marks = undefined;
        this.#over = news;
        this.#wanted = undefined;
        break;
      default:
    }
    return ok(undefined);
  }

  /** The situation for an engine that is to move for `color`. */
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
