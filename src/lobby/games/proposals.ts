import { type Color, opposite } from '../../rules/color.ts';
import { type Command, type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import { viewGame } from '../directory/make-directory-entries.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { AdjournObstacle } from '../refusal.ts';
import type { Adjournments } from './adjournments.ts';
import type { Game } from './game.ts';
import type { Proposal } from './game-event.ts';
import { startedNotice } from './game-notices.ts';
import type { Games } from './games.ts';
import type { Spectators } from './spectators.ts';

/** Taking moves back replays the remaining ones; for this many moves it takes a millisecond or two. */
const MOST_UNDOABLE = 2_000;

type ProposalCommand = Command & { kind: 'propose' | 'agree' | 'decline' };

/** A player and its opponent. */
interface Side {
  readonly game: Game;
  readonly color: Color;
}

/** Proposals between two players, and their effects after agreement. */
export class Proposals {
  readonly #names: Names;
  readonly #games: Games;
  readonly #spectators: Spectators;
  readonly #adjournments: Adjournments;

  constructor(names: Names, games: Games, spectators: Spectators, adjournments: Adjournments) {
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
    const open = side.game.proposal;
    if (open?.what === what) return open.by === side.color ? DONE : this.#carryOut(decision, side, what);
    const nothing = what === 'undo' && turnsToTakeBack(side.game, side.color) === undefined;
    if (nothing || !side.game.mayPropose(side.color))
      return cannotPropose(what === 'adjourn' ? 'asked-too-often' : undefined);
    this.#games.report(decision, side.game, { kind: 'proposed', color: side.color, what });
    const { player: opponent } = side.game.opposite(side.color);
    return opponent?.seatOf === undefined ? DONE : this.#answerForComputer(decision, opponent, what);
  }

  #agree(decision: DecisionBuilder, player: Player): CommandAnswer {
    const side = askedSide(player);
    const what = side?.game.proposal?.what;
    if (side === undefined || what === undefined) return refused('no-proposal');
    // An adjourned game frees both names, so both players have to be there.
    if (what === 'adjourn' && this.#games.adjourned.obstacleTo(side.game) !== undefined) return refused('no-proposal');
    return this.#carryOut(decision, side, what);
  }

  #decline(decision: DecisionBuilder, player: Player): CommandAnswer {
    const side = askedSide(player);
    if (side === undefined) return refused('no-proposal');
    this.#games.report(decision, side.game, { kind: 'declined', color: side.color });
    return DONE;
  }

  /** A computer player agrees to every take-back and plays on instead of a draw. */
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
    const turns = turnsToTakeBack(game, opposite(color));
    if (turns === undefined) throw new Error(`game ${game.id} has nothing to take back`);
    this.#games.record(decision, game, { kind: 'undone', color, turns, ...this.#games.turnTime(decision, game) });
    this.#spectators.notify(decision, game, () => ({ kind: 'undone', view: viewGame(game) }));
    // A computer player does not watch its games.
    for (const player of game.players())
      if (player.seatOf !== undefined) decision.notify(player, startedNotice(this.#names, player));
    this.#games.turnBegun(decision, game);
  }
}

const cannotPropose = (obstacle: AdjournObstacle | undefined): CommandAnswer => ({
  kind: 'refused',
  why: 'cannot-propose',
  ...(obstacle && { obstacle }),
});

/** The seat of a player, if both clients can propose, agree and decline. */
function sideOf({ seat }: Player): Side | undefined {
  if (seat === undefined || seat.color === 'both' || !seat.game.allowsProposals) return undefined;
  return { game: seat.game, color: seat.color };
}

/** The seat of a player who got a proposal; the proposer may be absent by now. */
function askedSide(player: Player): Side | undefined {
  const side = sideOf(player);
  const open = side?.game.proposal;
  return open === undefined || open.by === side?.color ? undefined : side;
}

/** The number of moves to take back so that `asker`'s last move is undone; none if there is no such move, or if the game is too long. */
function turnsToTakeBack({ moves }: Game, asker: Color): number | undefined {
  const last = moves.findLastIndex(({ color }) => color === asker);
  return last >= 0 && moves.length <= MOST_UNDOABLE ? moves.length - last : undefined;
}
