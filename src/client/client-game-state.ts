import type { Situation } from '../engines/engine.ts';
import type { Move, Stone } from '../lobby/games/game-event.ts';
import type { GameEndedEvent, GameStartedEvent } from '../protocols/client-session-types.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import { ownersOf } from '../rules/go/point-owners.ts';
import { isPassPremature } from '../rules/go/premature-pass.ts';
import type { Score } from '../rules/go/ruleset.ts';
import { type Point, square } from '../rules/point.ts';
import { boardOf, type ClientGameBoard, type IllegalMoveReason } from './client-game-board.ts';
import type { ReconnectingClientEvent } from './reconnecting-client.ts';

/**
 * One game on the client's side. It applies the server's events by the rules of the game, and has all information that a
 * player or an engine needs. It accepts illegal moves of the server, and returns a problem for an event that is impossible.
 */
export class ClientGameState {
  readonly info: GameStartedEvent;
  readonly #board: ClientGameBoard;
  readonly #moves: Move[] = [];
  #ownColorToMove: Color | undefined;
  #ending: GameEndedEvent | undefined;
  #marks: ReadonlySet<Point> | undefined;

  constructor(game: GameStartedEvent) {
    this.info = game;
    this.#board = boardOf(game);
  }

  /** All moves since the client joined the game, oldest first. */
  get moves(): readonly Move[] {
    return this.#moves;
  }

  /** Our colour, if we are to move. */
  get ownColorToMove(): Color | undefined {
    return this.#ownColorToMove;
  }

  get ending(): GameEndedEvent | undefined {
    return this.#ending;
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
    return this.info.game === 'go' ? this.#board.area(this.info.komi) : undefined;
  }

  /** Whether a pass now is probably a mistake. Only in Go. */
  get isPassPremature(): boolean {
    return this.info.game === 'go' && isPassPremature(ownersOf(square(this.info.size), (point) => this.at(point)));
  }

  /** The winning row of Gomoku. */
  get winningRow(): readonly Point[] {
    return this.#board.winningRow;
  }

  /** Why a stone is illegal by the protocol's rules; `undefined` if the stone is legal, or this is unknown. */
  judge(color: Color, point: Point): IllegalMoveReason | undefined {
    return this.#board.judge(color, point);
  }

  /** Applies an event of this game; other events are ignored. A problem is one line. */
  follow(event: ReconnectingClientEvent): Result<void> {
    switch (event.kind) {
      case 'played':
        return this.#addMove({ kind: 'play', color: event.color, point: event.point });
      case 'passed':
        return this.#addMove({ kind: 'pass', color: event.color });
      case 'your-turn':
        // After a winning stone, a server may send the next player's turn before the end of the game.
        if (!this.#board.isDecided) this.#ownColorToMove = event.color;
        break;
      case 'marking':
        this.#marks = new Set();
        break;
      case 'marks':
        this.#marks = new Set(event.dead.flatMap((point) => this.#board.chainAt(point)));
        break;
      case 'resumed':
        this.#marks = undefined;
        break;
      case 'game-ended':
        this.#marks = undefined;
        this.#ending = event;
        this.#ownColorToMove = undefined;
        break;
      default:
    }
    return ok(undefined);
  }

  /** The situation for an engine that is to move for `color`. */
  situation(color: Color): Situation {
    const { info } = this;
    const common = {
      size: info.size,
      color,
      setup: info.setup,
      moves: [...this.#moves],
    };
    if (info.game === 'gomoku') return { game: 'gomoku', rule: info.rule, ...common };
    return { game: 'go', rulesets: [info.ruleset], komi: info.komi, ...common };
  }

  #addMove(action: Move): Result<void> {
    this.#ownColorToMove = undefined;
    if (action.kind === 'play') {
      if (this.#board.at(action.point) !== undefined)
        return problem('the server has placed a stone on an occupied point');
      this.#board.play(action.color, action.point);
    } else this.#board.pass(action.color);
    this.#moves.push(action);
    return ok(undefined);
  }
}
