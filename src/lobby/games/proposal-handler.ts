import { type Color, opposite } from '../../rules/color.ts';
import { type Command, type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import { viewGame } from '../directory/make-directory-entries.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { AdjournObstacle } from '../refusal.ts';
import type { AdjournmentHandler } from './adjournment-handler.ts';
import type { Game } from './game.ts';
import type { Proposal } from './game-event.ts';
import { startedNotice } from './game-notices.ts';
import type { Games } from './games.ts';
import type { Spectators } from './spectators.ts';

/** Taking moves back replays the remaining moves. For this many moves, this takes 1 to 2 ms. */
const MAX_MOVES_FOR_UNDO = 2_000;

type ProposalCommand = Command & { kind: 'propose' | 'agree' | 'decline' };

/** The game and colour of a player who has an opponent. */
interface Side {
  readonly game: Game;
  readonly color: Color;
}

/** Proposals between two players, and their effects after agreement. */
export class ProposalHandler {
  readonly #names: Names;
  readonly #games: Games;
  readonly #spectators: Spectators;
  readonly #adjournments: AdjournmentHandler;

  constructor(names: Names, games: Games, spectators: Spectators, adjournments: AdjournmentHandler) {
    this.#names = names;
    this.#adjournments = adjournments;
    this.#games = games;
    this.#spectators = spectators;
  }

  answer(decision: DecisionBuilder, player: Player, command: ProposalCommand): CommandAnswer {
    switch (command.kind) {
      case 'propose':
        return this.#propose(decision, player, command.what);
      case 'agree':
        return this.#agree(decision, player);
      case 'decline':
        return this.#decline(decision, player);
    }
  }

  #propose(decision: DecisionBuilder, player: Player, what: Proposal): CommandAnswer {
    if (player.seat === undefined) return refused('no-game');
    const obstacle = what === 'adjourn' ? this.#games.adjourned.obstacleTo(player.seat.game) : undefined;
    const side = sideOf(player);
    if (obstacle !== undefined || side === undefined || side.game.players().length < 2) return cannotPropose(obstacle);
    if (what === 'undo' && !side.game.options.takeBack) return refused('cannot-propose');
    const pending = side.game.proposal;
    if (pending?.what === what) return pending.by === side.color ? DONE : this.#carryOut(decision, side, what);
    const hasNothingToUndo = what === 'undo' && movesToTakeBack(side.game, side.color) === undefined;
    if (hasNothingToUndo || !side.game.mayPropose(side.color))
      return cannotPropose(what === 'adjourn' ? 'asked-too-often' : undefined);
    this.#games.report(decision, side.game, { kind: 'proposed', color: side.color, what });
    const { player: opponent } = side.game.opposite(side.color);
    return opponent?.seatOf === undefined ? DONE : this.#answerForComputer(decision, opponent, what);
  }

  #agree(decision: DecisionBuilder, player: Player): CommandAnswer {
    const side = receiverSide(player);
    const what = side?.game.proposal?.what;
    if (side === undefined || what === undefined) return refused('no-proposal');
    // Adjourning a game frees both names. Therefore both players must be present.
    if (what === 'adjourn' && this.#games.adjourned.obstacleTo(side.game) !== undefined) return refused('no-proposal');
    return this.#carryOut(decision, side, what);
  }

  #decline(decision: DecisionBuilder, player: Player): CommandAnswer {
    const side = receiverSide(player);
    if (side === undefined) return refused('no-proposal');
    this.#games.report(decision, side.game, { kind: 'declined', color: side.color });
    return DONE;
  }

  /** A computer player agrees to every take-back, and declines all other proposals. */
  #answerForComputer(decision: DecisionBuilder, computer: Player, what: Proposal): CommandAnswer {
    return what === 'undo' ? this.#agree(decision, computer) : this.#decline(decision, computer);
  }

  #carryOut(decision: DecisionBuilder, { game, color }: Side, what: Proposal): CommandAnswer {
    if (what === 'draw') this.#games.end(decision, game, undefined, 'agreed');
    else if (what === 'adjourn') this.#adjournments.adjourn(decision, game, color);
    else this.#undo(decision, game, color);
    return DONE;
  }

  #undo(decision: DecisionBuilder, game: Game, color: Color): void {
    const turns = movesToTakeBack(game, opposite(color));
    if (turns === undefined) throw new Error(`game ${game.id} has nothing to take back`);
    this.#games.record(decision, game, { kind: 'undone', color, turns, ...this.#games.turnTime(decision, game) });
    this.#spectators.notify(decision, game, () => ({ kind: 'undone', view: viewGame(game) }));
    // A computer player does not watch its games.
    for (const player of game.players())
      if (player.seatOf !== undefined) decision.notify(player, startedNotice(this.#names, player));
    this.#games.startTurn(decision, game);
  }
}

const cannotPropose = (obstacle: AdjournObstacle | undefined): CommandAnswer => ({
  kind: 'refused',
  why: 'cannot-propose',
  ...(obstacle && { obstacle }),
});

/** The game and colour of a player, if both clients can propose, agree and decline. */
function sideOf({ seat }: Player): Side | undefined {
  if (seat === undefined || seat.color === 'both' || !seat.game.allowsProposals) return undefined;
  return { game: seat.game, color: seat.color };
}

/** The game and colour of a player who has received a proposal. The proposer may have left since then. */
function receiverSide(player: Player): Side | undefined {
  const side = sideOf(player);
  const open = side?.game.proposal;
  return open === undefined || open.by === side?.color ? undefined : side;
}

/** The number of moves to take back so that `asker`'s last move is undone. Undefined if there is no such move, or if the game is too long. */
function movesToTakeBack({ moves }: Game, asker: Color): number | undefined {
  const last = moves.findLastIndex(({ color }) => color === asker);
  return last >= 0 && moves.length <= MAX_MOVES_FOR_UNDO ? moves.length - last : undefined;
}
