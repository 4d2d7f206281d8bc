import { type Color, opposite } from '../rules/color.ts';
import { type Answer, DONE, refused } from './command.ts';
import type { Draft } from './decision.ts';
import type { Game } from './game.ts';
import type { Games } from './games.ts';
import { viewGame } from './listing.ts';
import type { Proposal } from './notice.ts';
import type { Player } from './player.ts';
import type { Watchers } from './watchers.ts';

/** A player opposite somebody. */
interface Side {
  readonly game: Game;
  readonly color: Color;
}

/** What two players ask of each other, and what comes of it once both agree. */
export class Proposals {
  readonly #games: Games;
  readonly #watchers: Watchers;

  constructor(games: Games, watchers: Watchers) {
    this.#games = games;
    this.#watchers = watchers;
  }

  propose(draft: Draft, player: Player, what: Proposal): Answer {
    if (player.seat === undefined) return refused('no-game');
    const side = sideOf(player);
    if (side === undefined || side.game.players().length < 2) return refused('cannot-propose');
    const open = side.game.proposal;
    if (open?.what === what) return open.by === side.color ? DONE : this.#carryOut(draft, side, what);
    const nothing = what === 'undo' && side.game.turnsBackTo(side.color) === undefined;
    if (nothing || !side.game.mayPropose(side.color)) return refused('cannot-propose');
    this.#games.report(draft, side.game, { kind: 'proposed', color: side.color, what });
    return DONE;
  }

  agree(draft: Draft, player: Player): Answer {
    const side = askedSide(player);
    const what = side?.game.proposal?.what;
    return side === undefined || what === undefined ? refused('no-proposal') : this.#carryOut(draft, side, what);
  }

  decline(draft: Draft, player: Player): Answer {
    const side = askedSide(player);
    if (side === undefined) return refused('no-proposal');
    this.#games.report(draft, side.game, { kind: 'declined', color: side.color });
    return DONE;
  }

  #carryOut(draft: Draft, { game, color }: Side, what: Proposal): Answer {
    if (what === 'draw') this.#games.end(draft, game, undefined, 'agreed');
    else this.#undo(draft, game, color);
    return DONE;
  }

  #undo(draft: Draft, game: Game, color: Color): void {
    const turns = game.turnsBackTo(opposite(color));
    if (turns === undefined) throw new Error(`game ${game.id} has nothing to take back`);
    this.#games.record(draft, game, { kind: 'undone', color, turns });
    this.#watchers.tell(draft, game, () => ({ kind: 'undone', view: viewGame(game) }));
    this.#games.watchTurn(draft, game);
  }
}

/** Where a player sits, if both players' clients can propose, agree and decline. */
function sideOf({ seat }: Player): Side | undefined {
  if (seat === undefined || seat.color === 'both' || !seat.game.proposes) return undefined;
  return { game: seat.game, color: seat.color };
}

/** The same, of a player who has been asked something; whoever asked may be away by now. */
function askedSide(player: Player): Side | undefined {
  const side = sideOf(player);
  const open = side?.game.proposal;
  return open === undefined || open.by === side?.color ? undefined : side;
}
