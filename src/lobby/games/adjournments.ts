import { type Color, opposite } from '../../rules/color.ts';
import { type CommandAnswer, DONE, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { AdjournedGame } from '../notice.ts';
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

/** A player who asks to go on with a game waits for the opponent for so many milliseconds. */
const ASK_LASTS = 5 * 60_000;

interface LobbyParts {
  readonly names: Names;
  readonly players: Players;
  readonly games: Games;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly mode: ServiceModeControl;
}

/** How games are adjourned, and go on once the players of both accounts ask for it. */
export class Adjournments {
  readonly #parts: LobbyParts;

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  /** Both players have agreed to it. */
  adjourn(decision: DecisionBuilder, game: Game, color: Color): void {
    this.#parts.games.adjourn(decision, game, color);
    this.#tellBoth(decision, game);
  }

  /** Sends the player its adjourned games, if it has any. */
  greet(decision: DecisionBuilder, player: Player): void {
    const { ownedName } = player.profile;
    if (player.canPropose && ownedName !== undefined && this.#parts.games.adjourned.of(ownedName).length > 0)
      this.#tell(decision, player, ownedName);
  }

  /** Asks the opponent to go on, or goes on if the opponent has asked. */
  reopen(decision: DecisionBuilder, player: Player, id: GameId): CommandAnswer {
    const game = this.#parts.games.adjourned.find(id);
    const side = game && sideOfAccount(game, player.profile.ownedName);
    if (game === undefined || side === undefined || !player.canPropose) return refused('no-game');
    if (player.seat !== undefined || player.reservedSeat !== undefined) return refused('in-game');
    if (!this.#parts.mode.allowsGamesOf(player)) return refused('not-now');
    if (!this.#parts.games.isPlayable(decision, game)) return refused('no-game');
    const asker = this.#askerOf(game, decision.now);
    if (asker?.profile.ownedName === side.other) {
      this.#begin(
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
    game.asked = { player: player.id, at: decision.now };
    this.#tellBoth(decision, game);
    return DONE;
  }

  /** The player who has asked to go on with the game, unless it is gone, plays, or has waited for too long. */
  #askerOf({ asked }: Game, now: number): Player | undefined {
    if (asked === undefined || now - asked.at > ASK_LASTS) return undefined;
    const asker = this.#parts.players.player(asked.player);
    if (asker === undefined || !this.#parts.mode.allowsGamesOf(asker)) return undefined;
    return asker.seat === undefined && asker.reservedSeat === undefined ? asker : undefined;
  }

  #begin(decision: DecisionBuilder, game: Game, players: Readonly<Record<Color, Player>>): void {
    for (const player of [players.black, players.white]) {
      this.#parts.seeks.remove(player);
      this.#parts.computers.forgetSeek(player);
    }
    this.#parts.games.reopen(decision, game, players);
    this.#tellBoth(decision, game);
  }

  /** The players of the account whose clients can ask for it, the first who came first. */
  #presentOf(account: string): readonly Player[] {
    const present = [...this.#parts.players.all].filter(({ profile }) => profile.ownedName === account);
    return present
      .filter((player) => isNamed(player) && player.canPropose)
      .sort((one, other) => one.order - other.order);
  }

  #tellBoth(decision: DecisionBuilder, game: Game): void {
    for (const color of ['black', 'white'] as const) {
      const account = game.record(color).ownedName;
      if (account === undefined) continue;
      for (const player of this.#presentOf(account)) this.#tell(decision, player, account);
    }
  }

  #tell(decision: DecisionBuilder, player: Player, account: string): void {
    const games = this.#parts.games.adjourned
      .of(account)
      .flatMap((game) => this.#listed(decision, player, account, game));
    decision.notify(player, { kind: 'adjourned-games', games });
  }

  #listed({ now }: DecisionBuilder, { profile }: Player, account: string, game: Game): AdjournedGame[] {
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
