import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { type Command, type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { Player } from '../players/player.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import type { Game } from './game.ts';
import type { GameDeadlines } from './game-deadlines.ts';
import type { EndReason, GameEvent } from './game-event.ts';
import { clockOf, timesOf, untilOf, viewMarking } from './game-notices.ts';
import type { Marking } from './marking.ts';
import type { Spectators } from './spectators.ts';

/** The methods of `Games` that the marking needs. */
interface MarkingGames {
  record(decision: DecisionBuilder, game: Game, event: GameEvent): void;
  end(decision: DecisionBuilder, game: Game, winner: Color | undefined, reason: EndReason): void;
}

interface LobbyParts {
  readonly spectators: Spectators;
  readonly mode: ServiceModeControl;
}

type MarkingCommand = Command & { kind: 'mark' | 'accept-marks' | 'resume-play' };

/** The player of a game whose dead stones are being marked. */
interface Side {
  readonly game: Game;
  readonly colors: readonly Color[];
  readonly marking: Marking;
}

/** The marking of dead stones after two passes, if the clients of both seats can mark. */
export class MarkingHandler {
  readonly #games: MarkingGames;
  readonly #spectators: Spectators;
  readonly #mode: ServiceModeControl;
  readonly #deadlines: GameDeadlines;

  constructor(games: MarkingGames, { spectators, mode }: LobbyParts, deadlines: GameDeadlines) {
    this.#games = games;
    this.#spectators = spectators;
    this.#mode = mode;
    this.#deadlines = deadlines;
  }

  begin(decision: DecisionBuilder, game: Game): void {
    this.#games.record(decision, game, { kind: 'marking' });
    decision.notifyAll(game.players(), { kind: 'marking', ...clockOf(game) });
    this.deadlineChanged(decision, game);
  }

  /** The marking starts, a player leaves or returns, or events can be stored again. */
  deadlineChanged(decision: DecisionBuilder, game: Game): void {
    const { marking } = game;
    if (marking === undefined) return;
    this.#deadlines.schedule(game);
    this.#spectators.notify(decision, game, () => {
      return { kind: 'marking', marking: viewMarking(game, marking), ...clockOf(game) };
    });
  }

  /**
   * A player is back, perhaps with another client that cannot mark, or events can be stored again. If a client cannot mark, play resumes.
   * This is an event, so the marking continues while events cannot be stored.
   */
  recheck(decision: DecisionBuilder, game: Game): void {
    if (game.marking === undefined) return;
    game.marking.restartTimeout(decision.now);
    if (game.allowsMarking || !this.#mode.allowsMoves) this.deadlineChanged(decision, game);
    else this.#resumePlay(decision, game);
  }

  answer(decision: DecisionBuilder, player: Player, command: MarkingCommand): CommandAnswer {
    const side = sideOf(player);
    if (side === undefined) return refused('cannot-mark');
    switch (command.kind) {
      case 'mark':
        return this.#mark(decision, side, command);
      case 'accept-marks':
        return this.#accept(decision, side);
      case 'resume-play':
        this.#resumePlay(decision, side.game, colorOf(side));
        return DONE;
    }
  }

  /** The timeout of the marking has passed without a change. */
  timeOut(decision: DecisionBuilder, game: Game): void {
    this.#resumePlay(decision, game);
  }

  /** Marks a whole chain as dead or alive, unless it is marked so already. */
  #mark(decision: DecisionBuilder, side: Side, { point, dead }: MarkingCommand & { kind: 'mark' }): CommandAnswer {
    const { game, marking } = side;
    if (point === 'off-board' || point >= game.pointCount) return refused('cannot-mark');
    const stones = game.board.chainAt(point);
    if (stones.length === 0 || !game.mayRecordNonMove) return refused('cannot-mark');
    if (marking.isDead(point) === dead) return DONE;
    const color = colorOf(side);
    this.#games.record(decision, game, { kind: 'marked', color, point, dead });
    const marked = { kind: 'marked', color, stones, dead } as const;
    decision.notifyAll(game.players(), marked);
    this.#spectators.notify(decision, game, () => ({ ...marked, ...untilOf(game) }));
    return DONE;
  }

  /** The player accepts the marked stones as dead. Once both sides have, these stones are removed, and the area decides. */
  #accept(decision: DecisionBuilder, { game, marking, colors }: Side): CommandAnswer {
    for (const color of colors) {
      if (marking.hasAccepted(color)) continue;
      this.#games.record(decision, game, { kind: 'accepted', color });
      decision.notifyAll(game.players(), { kind: 'accepted', color });
      this.#spectators.notify(decision, game, () => ({ kind: 'accepted', color, ...untilOf(game) }));
    }
    if (marking.isAgreed) this.#games.end(decision, game, game.board.counted(marking.dead).winner, 'score');
    return DONE;
  }

  /** Play resumes with the side to move. Without a colour: after the timeout of the marking, or because a client cannot mark. */
  #resumePlay(decision: DecisionBuilder, game: Game, color?: Color): void {
    this.#deadlines.settle(game, decision.now);
    const by = color === undefined ? {} : { color };
    this.#games.record(decision, game, { kind: 'resumed', ...by });
    this.#deadlines.scheduleTurn(game, decision.now);
    decision.notifyAll(game.players(), { kind: 'resumed', ...by, toMove: game.toMove, ...clockOf(game) });
    this.#spectators.notify(decision, game, () => ({ kind: 'resumed', ...by, ...timesOf(game) }));
  }
}

function sideOf({ seat }: Player): Side | undefined {
  const marking = seat?.game.marking;
  return seat === undefined || marking === undefined
    ? undefined
    : { game: seat.game, colors: seat.game.colors(seat.color), marking };
}

/** The colour for an event of this player. If the player has both seats: the side to move. */
const colorOf = ({ game, colors }: Side): Color => (colors.length === 1 ? (colors[0] ?? game.toMove) : game.toMove);

/** In Go: the present area score, without the dead stones on which both sides agree. */
export const scoreOf = ({ marking, board }: Game): Score | undefined =>
  marking?.isAgreed ? board.counted(marking.dead).score : board.score();
