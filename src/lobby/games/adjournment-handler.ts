import { type Color, opposite } from '../../rules/color.ts';
import { type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { AdjournedGameView } from '../notice.ts';
import type { ComputerPlayers } from '../pairing/computer-players.ts';
import type { Seeks } from '../pairing/seeks.ts';
import type { Names } from '../players/names.ts';
import { isNamed, type Player } from '../players/player.ts';
import type { Players } from '../players/players.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { sideOfAccount } from './adjourned-games.ts';
import type { Game } from './game.ts';
import type { GameId } from './game-event.ts';
import type { Games } from './games.ts';

/** A request to continue a game is valid for 5 minutes; milliseconds. */
const REOPEN_REQUEST_TIMEOUT = 5 * 60_000;

interface LobbyParts {
  readonly names: Names;
  readonly players: Players;
  readonly games: Games;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly mode: ServiceModeControl;
}

/** Adjourns games, and continues them once the players of both accounts have asked for it. */
export class AdjournmentHandler {
  readonly #parts: LobbyParts;

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  /** Adjourns a game, as both players have agreed. */
  adjourn(decision: DecisionBuilder, game: Game, color: Color): void {
    this.#parts.games.adjourn(decision, game, color);
    this.#notifyAccounts(decision, game);
  }

  /** Sends the player its adjourned games, if it has any. */
  notifyArrival(decision: DecisionBuilder, player: Player): void {
    const { ownedName } = player.profile;
    if (player.canPropose && ownedName !== undefined && this.#parts.games.adjourned.ofAccount(ownedName).length > 0)
      this.#notify(decision, player, ownedName);
  }

  /** Asks the opponent to continue the game. If the opponent has asked already, continues it. */
  reopen(decision: DecisionBuilder, player: Player, id: GameId): CommandAnswer {
    const game = this.#parts.games.adjourned.find(id);
    const side = game && sideOfAccount(game, player.profile.ownedName);
    if (game === undefined || side === undefined || !player.canPropose) return refused('no-game');
    if (player.seat !== undefined || player.reservedSeat !== undefined) return refused('in-game');
    if (!this.#parts.mode.allowsGamesOf(player)) return refused('not-now');
    if (!this.#parts.games.isPlayable(decision, game)) return refused('no-game');
    const asker = this.#askerOf(game, decision.now);
    if (asker?.profile.ownedName === side.other) {
      this.#reopen(
        decision,
        game,
        side.color === 'black' ? { black: player, white: asker } : { black: asker, white: player },
      );
      return { kind: 'seated' };
    }
    const present = this.#presentOf(side.other);
    if (present.length === 0) return refused('no-such-player');
    if (present.every(({ seat }) => seat !== undefined)) return refused('in-game');
    if (asker === player) return DONE;
    game.reopenRequest = { player: player.id, at: decision.now };
    this.#notifyAccounts(decision, game);
    return DONE;
  }

  /** The player who has asked to continue the game. Undefined if the request has expired, or if the player has left or plays another game. */
  #askerOf({ reopenRequest: asked }: Game, now: number): Player | undefined {
    if (asked === undefined || now - asked.at > REOPEN_REQUEST_TIMEOUT) return undefined;
    const asker = this.#parts.players.player(asked.player);
    if (asker === undefined || !this.#parts.mode.allowsGamesOf(asker)) return undefined;
    return asker.seat === undefined && asker.reservedSeat === undefined ? asker : undefined;
  }

  #reopen(decision: DecisionBuilder, game: Game, players: Readonly<Record<Color, Player>>): void {
    for (const player of [players.black, players.white]) {
      this.#parts.seeks.remove(player);
      this.#parts.computers.forgetSeek(player);
    }
    this.#parts.games.reopen(decision, game, players);
    this.#notifyAccounts(decision, game);
  }

  /** The present players of the account whose clients can continue games, in the order in which they came. */
  #presentOf(account: string): readonly Player[] {
    const present = [...this.#parts.players.all].filter(({ profile }) => profile.ownedName === account);
    return present
      .filter((player) => isNamed(player) && player.canPropose)
      .sort((one, other) => one.order - other.order);
  }

  #notifyAccounts(decision: DecisionBuilder, game: Game): void {
    for (const color of ['black', 'white'] as const) {
      const account = game.record(color).ownedName;
      if (account === undefined) continue;
      for (const player of this.#presentOf(account)) this.#notify(decision, player, account);
    }
  }

  #notify(decision: DecisionBuilder, player: Player, account: string): void {
    const games = this.#parts.games.adjourned
      .ofAccount(account)
      .flatMap((game) => this.#entriesOf(decision, player, account, game));
    decision.notify(player, { kind: 'adjourned-games', games });
  }

  #entriesOf({ now }: DecisionBuilder, { profile }: Player, account: string, game: Game): AdjournedGameView[] {
    const side = sideOfAccount(game, account);
    if (side === undefined || game.adjournment === undefined || game.problem !== undefined) return [];
    const asker = this.#askerOf(game, now)?.profile.ownedName;
    const asked = asker === undefined ? {} : { askedBy: asker === account ? side.color : opposite(side.color) };
    const opponent = this.#parts.names.shownTo(profile.protocol, game.record(opposite(side.color)).name);
    const { color } = side;
    const { since, until } = game.adjournment;
    return [
      { game: game.id, color, opponent, parameters: game.parameters, moves: game.moves.length, since, until, ...asked },
    ];
  }
}
