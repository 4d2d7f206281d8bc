import { type Answer, type Command, DONE, refused, type Seek, type StandBy } from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { Games } from '../games/games.ts';
import type { Names } from '../players/names.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import type { ServiceModeState } from '../service-mode.ts';
import type { WaitingPlayer } from './seek-queue.ts';
import { hostColor, type Seeks } from './seeks.ts';
import { parametersFor } from './standby-offer.ts';
import type { StandbyPlayers } from './standby-players.ts';

/** What a wish to play comes to: a seat that was held for it, somebody else's waiting seek, or waiting. */
export class Pairing {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #standby: StandbyPlayers;
  readonly #games: Games;
  readonly #mode: ServiceModeState;

  constructor(names: Names, seeks: Seeks, standby: StandbyPlayers, games: Games, mode: ServiceModeState) {
    this.#mode = mode;
    this.#names = names;
    this.#seeks = seeks;
    this.#standby = standby;
    this.#games = games;
  }

  seek(decision: DecisionBuilder, player: Player, seek: Seek): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { reservedSeat } = player;
    const isAlone = seek.opponentKind === 'self';
    if (
      reservedSeat !== undefined &&
      (reservedSeat.color === 'both') === isAlone &&
      this.#fits(reservedSeat, seek.parameters, seek.opponent)
    ) {
      return this.#sit(decision, player, reservedSeat, seek.handshake ?? false);
    }
    if (!this.#mode.allowsNewGames) return refused('not-now');
    this.#games.giveUpReservedSeat(decision, player);
    if (isAlone) return this.#beginAlone(decision, player, seek);
    const host = seek.role === 'host' ? undefined : this.#seeks.firstFor(player, seek);
    if (host !== undefined) return this.#begin(decision, host, { player, seek });
    this.#withdraw(player);
    this.#seeks.add(player, seek, decision.now);
    const pair = this.#standby.pairOf(player, decision.now);
    if (pair !== undefined) return this.#begin(decision, pair.host, pair.guest);
    this.#standby.schedule(player);
    return { kind: 'waiting' };
  }

  standBy(decision: DecisionBuilder, player: Player, attend: StandBy): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { reservedSeat } = player;
    if (
      reservedSeat !== undefined &&
      reservedSeat.color !== 'both' &&
      parametersFor(attend.offers, reservedSeat.game.record(reservedSeat.color).parameters)
    ) {
      return this.#sit(decision, player, reservedSeat, false);
    }
    this.#games.giveUpReservedSeat(decision, player);
    this.#withdraw(player);
    // To attend begins nothing by itself: who attends while no game can begin is there as soon as one can.
    const pair = this.#mode.allowsNewGames ? this.#standby.pairFor(player, attend, decision.now) : undefined;
    if (pair !== undefined) return this.#begin(decision, pair.host, pair.guest);
    this.#standby.add(player, attend);
    return { kind: 'waiting' };
  }

  cancel(player: Player): Answer {
    if (player.seek === undefined) return refused('no-such-seek');
    this.#withdraw(player);
    return DONE;
  }

  /** Those whose seeks the player could take now. */
  openTo(player: Player, parameters: GameParameters): Iterable<WaitingPlayer> {
    return this.#mode.allowsNewGames ? this.#seeks.openTo(player, parameters) : [];
  }

  /** When a standby player meets a waiting one, or earlier. */
  get deadline(): number | undefined {
    return this.#mode.allowsNewGames ? this.#standby.deadline : undefined;
  }

  /** The first player who meets a standby player by now, and since when. */
  due(now: number): Deadline<Player> | undefined {
    return this.#mode.allowsNewGames ? this.#standby.due(now) : undefined;
  }

  /** A player who is due meets a standby player. */
  carryOut(decision: DecisionBuilder, player: Player): void {
    const pair = this.#standby.pairOf(player, decision.now);
    if (pair !== undefined) this.#begin(decision, pair.host, pair.guest);
  }

  take(decision: DecisionBuilder, player: Player, { host: name, parameters }: Command & { kind: 'take' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (player.reservedSeat !== undefined && this.#fits(player.reservedSeat, parameters, name)) {
      return this.#sit(decision, player, player.reservedSeat, false);
    }
    if (!this.#mode.allowsNewGames) return refused('not-now');
    const host = this.#seeks.openBy(name, player, parameters);
    this.#games.giveUpReservedSeat(decision, player);
    if (host === undefined) return refused('no-such-seek');
    return this.#begin(decision, host, { player, seek: { kind: 'seek', parameters: parameters } });
  }

  /** What does not fit is not given up. Without a wish it is enough that the same protocol has carried the game before. */
  return(decision: DecisionBuilder, player: Player, parameters: GameParameters | undefined): Answer {
    const { reservedSeat } = player;
    if (reservedSeat === undefined) return refused('no-game');
    const { protocol } = reservedSeat.game.record(reservedSeat.color);
    const fits =
      parameters === undefined ? protocol === player.profile.protocol : this.#fits(reservedSeat, parameters, undefined);
    if (!fits) return refused('no-game');
    return this.#sit(decision, player, reservedSeat, false);
  }

  /** The player has both seats. */
  #beginAlone(decision: DecisionBuilder, player: Player, seek: Seek): Answer {
    const { parameters } = seek;
    this.#withdraw(player);
    const seat = { player, seek };
    this.#games.begin(decision, { black: seat, white: seat }, parameters.game === 'go' ? parameters.komi : 0);
    return { kind: 'seated' };
  }

  #begin(decision: DecisionBuilder, host: WaitingPlayer, guest: { player: Player; seek: Seek }): Answer {
    const color = hostColor(host.seek, guest.seek.color);
    const hosting = { player: host, seek: host.seek };
    const seats = color === 'black' ? { black: hosting, white: guest } : { black: guest, white: hosting };
    const komi = commonKomi(host.seek.parameters, guest.seek.parameters);
    this.#withdraw(host);
    this.#withdraw(guest.player);
    this.#games.begin(decision, seats, komi);
    return { kind: 'seated' };
  }

  /** Neither waits nor attends any more. */
  #withdraw(player: Player): void {
    this.#seeks.remove(player);
    this.#standby.remove(player);
  }

  #sit(decision: DecisionBuilder, player: Player, reservedSeat: ReservedSeat, handshake: boolean): Answer {
    this.#games.takeReservedSeat(decision, reservedSeat, player, handshake);
    return { kind: 'seated' };
  }

  /** Whether the wish is for the very game whose seat is held. */
  #fits({ game, color }: ReservedSeat, parameters: GameParameters, opponent: string | undefined): boolean {
    if (!game.accepts(parameters)) return false;
    return opponent === undefined || this.#names.means(opponent, game.opposite(color).record.name);
  }
}

/** The fixed komi of either seek, else the host's (docs/protocols/README.md). */
function commonKomi(host: GameParameters, guest: GameParameters): number {
  if (host.game !== 'go' || guest.game !== 'go') return 0;
  return guest.fixedKomi && !host.fixedKomi ? guest.komi : host.komi;
}
