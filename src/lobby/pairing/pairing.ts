import { NO_CLOCK, timeField } from '../../rules/time/time-control.ts';
import { type Answer, type Command, DONE, type OfferGames, refused, type Seek } from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import type { DecisionBuilder } from '../decision.ts';
import { commonOptions, hasOptions, isContradictory, settledOptions } from '../game-options.ts';
import { commonHandicap, commonTime, type GameParameters, HANDICAP_KOMI, hasHandicap } from '../game-parameters.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import type { GameEvent } from '../games/game-event.ts';
import type { KeyHash } from '../games/game-key.ts';
import type { Games } from '../games/games.ts';
import type { Names } from '../players/names.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import type { ServiceModeState } from '../service-mode.ts';
import type { ComputerPlayers } from './computer-players.ts';
import { type Offer, parametersFor } from './offer.ts';
import type { WaitingPlayer } from './seek-queue.ts';
import { agree, askedOptions, hostColor, isUnnamed, type Seeks } from './seeks.ts';

type SeatedTerms = Pick<GameEvent & { kind: 'seated' }, 'komi' | 'handicap' | 'time'>;

/** The parts of the lobby that pairing uses. */
interface LobbyParts {
  readonly names: Names;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly reservedSeats: ReservedSeats;
  readonly games: Games;
  readonly mode: ServiceModeState;
  readonly directory: DirectorySubscribers;
}

/** Finds an opponent for a seek: a reserved seat, a waiting seek, or waiting. */
export class Pairing {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #computers: ComputerPlayers;
  readonly #reservedSeats: ReservedSeats;
  readonly #games: Games;
  readonly #mode: ServiceModeState;
  readonly #directory: DirectorySubscribers;

  constructor({ names, seeks, computers, reservedSeats, games, mode, directory }: LobbyParts) {
    this.#mode = mode;
    this.#directory = directory;
    this.#names = names;
    this.#seeks = seeks;
    this.#computers = computers;
    this.#reservedSeats = reservedSeats;
    this.#games = games;
  }

  seek(decision: DecisionBuilder, player: Player, seek: Seek): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (asksInVain(player, seek)) return refused('cannot-be-rated');
    const { invitation } = seek;
    if (invitation !== undefined && this.#isUsed(invitation, player)) return refused('invitation-taken');
    const { reservedSeat } = player;
    const isAlone = seek.opponentKind === 'self';
    if (
      reservedSeat !== undefined &&
      (reservedSeat.color === 'both') === isAlone &&
      this.#fits(reservedSeat, seek, seek.opponent)
    ) {
      return this.#sit(decision, player, reservedSeat, seek.handshake ?? false);
    }
    if (!this.#mode.allowsNewGames) return refused('not-now');
    this.#games.giveUpReservedSeat(decision, player);
    if (isAlone) return this.#beginAlone(decision, player, seek);
    const host = seek.role === 'host' ? undefined : this.#seeks.firstFor(player, seek);
    if (host !== undefined) return this.#begin(decision, host, { player, seek });
    const unseen = seek.mustBeSeen ? this.#whyUnseen(seek.opponent) : undefined;
    if (unseen !== undefined) return refused(unseen);
    this.#withdraw(player);
    this.#seeks.add(player, seek, decision.now);
    const pair = this.#computers.pairFor(player, decision.now);
    if (pair !== undefined) return this.#begin(decision, pair.host, pair.guest);
    this.#computers.schedule(player);
    return { kind: 'waiting' };
  }

  /** Why the opponent of a seek would not learn of it. A computer player takes it as soon as it can. */
  #whyUnseen(opponent = ''): 'no-such-player' | 'no-such-seek' | undefined {
    if (this.#directory.isServedBy(opponent)) return undefined;
    const player = this.#names.findPresent(opponent);
    if (player === undefined) return 'no-such-player';
    return this.#directory.has(player) ? undefined : 'no-such-seek';
  }

  offerGames(decision: DecisionBuilder, player: Player, name: string, { kind: _, ...terms }: OfferGames): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (terms.group !== undefined && !this.#names.canBeGroup(terms.group)) return refused('name-taken');
    this.#games.giveUpReservedSeat(decision, player);
    this.#withdraw(player);
    this.#computers.setTerms(player, name, terms);
    this.#resumeGames(decision, player, terms.offers);
    return DONE;
  }

  /** The computer player takes its seats in games that it offers, and gives up the others. */
  #resumeGames(decision: DecisionBuilder, player: Player, offers: readonly Offer[]): void {
    for (const reservedSeat of this.#reservedSeats.ofComputer(player)) {
      const { game, color } = reservedSeat;
      if (!this.#games.isPlayable(decision, game)) continue;
      if (parametersFor(offers, game.record(color).parameters) === undefined)
        this.#games.giveUpSeat(decision, reservedSeat);
      else {
        const seat = this.#computers.newSeat(player, decision.now);
        this.#games.takeReservedSeat(decision, reservedSeat, seat, false);
      }
    }
  }

  declineSeek(player: Player, name: string): Answer {
    const host = this.#names.findPresent(name);
    const opponent = host?.seek?.opponent;
    if (host === undefined || opponent === undefined || host === player) return refused('no-such-seek');
    if (!this.#directory.has(host) || !this.#seeks.wants(opponent, player)) return refused('no-such-seek');
    this.#withdraw(host);
    return DONE;
  }

  cancel(player: Player): Answer {
    if (player.seek === undefined) return refused('no-such-seek');
    this.#withdraw(player);
    return DONE;
  }

  /** The players whose seeks the player could accept now. */
  openTo(player: Player, parameters: GameParameters): Iterable<WaitingPlayer> {
    return this.#mode.allowsNewGames ? this.#seeks.openTo(player, { parameters }) : [];
  }

  /** The time at which a computer player takes a waiting seek, or earlier. */
  get deadline(): number | undefined {
    return this.#mode.allowsNewGames ? this.#computers.deadline : undefined;
  }

  /** The first player whose seek a computer player takes by now, and since when. */
  due(now: number): Deadline<Player> | undefined {
    return this.#mode.allowsNewGames ? this.#computers.due(now) : undefined;
  }

  /** Pairs a player who is due with a computer player. */
  carryOut(decision: DecisionBuilder, player: Player): void {
    const pair = this.#computers.pairFor(player, decision.now);
    if (pair !== undefined) this.#begin(decision, pair.host, pair.guest);
  }

  take(decision: DecisionBuilder, player: Player, { host: name, ...wanted }: Command & { kind: 'take' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (asksInVain(player, wanted)) return refused('cannot-be-rated');
    if (player.reservedSeat !== undefined && this.#fits(player.reservedSeat, wanted, name)) {
      return this.#sit(decision, player, player.reservedSeat, false);
    }
    if (!this.#mode.allowsNewGames) return refused('not-now');
    const host = this.#seeks.openBy(name, player, wanted);
    this.#games.giveUpReservedSeat(decision, player);
    if (host === undefined) return refused('no-such-seek');
    return this.#begin(decision, host, { player, seek: { ...wanted, kind: 'seek' } });
  }

  acceptInvitation(decision: DecisionBuilder, player: Player, invitation: KeyHash): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (!this.#mode.allowsNewGames) return refused('not-now');
    const host = this.#seeks.invitedBy(invitation);
    if (host === undefined)
      return refused(this.#games.running.withKey(invitation) ? 'invitation-taken' : 'no-such-seek');
    if (host === player) return refused('no-such-seek');
    const { parameters } = host.seek;
    if (!agree(host, player, { parameters })) return refused('cannot-be-rated');
    this.#games.giveUpReservedSeat(decision, player);
    return this.#begin(decision, host, { player, seek: { kind: 'seek', parameters } });
  }

  /** Whether another seek, or a running game, has this invitation. */
  #isUsed(invitation: KeyHash, player: Player): boolean {
    const host = this.#seeks.invitedBy(invitation);
    return (host !== undefined && host !== player) || this.#games.running.withKey(invitation) !== undefined;
  }

  /**
   * A seat that does not fit stays reserved. Without parameters, the game must have been played over the same protocol
   * before.
   */
  return(decision: DecisionBuilder, player: Player, parameters: GameParameters | undefined): Answer {
    const { reservedSeat } = player;
    if (reservedSeat === undefined) return refused('no-game');
    const { protocol } = reservedSeat.game.record(reservedSeat.color);
    const fits =
      parameters === undefined
        ? protocol === player.profile.protocol
        : this.#fits(reservedSeat, { parameters }, undefined);
    if (!fits) return refused('no-game');
    return this.#sit(decision, player, reservedSeat, false);
  }

  /** One player takes both seats. */
  #beginAlone(decision: DecisionBuilder, player: Player, seek: Seek): Answer {
    const { parameters } = seek;
    this.#withdraw(player);
    const seat = { player, seek };
    const options = settledOptions({ ...seek.options, rated: false }, { canBeRated: false, byComputer: false });
    this.#games.begin(decision, { black: seat, white: seat }, { ...commonTerms(parameters, parameters), options });
    return { kind: 'seated' };
  }

  #begin(decision: DecisionBuilder, host: WaitingPlayer, guest: { player: Player; seek: Seek }): Answer {
    const color = hostColor(host.seek, guest.seek.color);
    const hosting = { player: host, seek: host.seek };
    const seats = color === 'black' ? { black: hosting, white: guest } : { black: guest, white: hosting };
    const terms = commonTerms(host.seek.parameters, guest.seek.parameters);
    const asked = commonOptions(askedOptions(host, host.seek), askedOptions(guest.player, guest.seek)) ?? {};
    const canBeRated = !isUnnamed(host) && !isUnnamed(guest.player);
    const options = settledOptions(asked, { canBeRated, byComputer: guest.player.seatOf !== undefined });
    const key = host.seek.invitation;
    this.#withdraw(host);
    this.#withdraw(guest.player);
    this.#games.begin(decision, seats, { ...terms, options, ...(key === undefined ? {} : { key }) });
    return { kind: 'seated' };
  }

  #withdraw(player: Player): void {
    this.#seeks.remove(player);
    this.#computers.forgetSeek(player);
  }

  #sit(decision: DecisionBuilder, player: Player, reservedSeat: ReservedSeat, handshake: boolean): Answer {
    this.#games.takeReservedSeat(decision, reservedSeat, player, handshake);
    return { kind: 'seated' };
  }

  /** Whether the seek is for the game of the reserved seat. */
  #fits(
    { game, color }: ReservedSeat,
    { parameters, options = {} }: Pick<Seek, 'parameters' | 'options'>,
    opponent: string | undefined,
  ): boolean {
    if (!game.accepts(parameters) || !hasOptions(game.options, options)) return false;
    return opponent === undefined || this.#names.means(opponent, game.opposite(color).record.name);
  }
}

/** Whether a rated game is asked for that may not be rated. */
const asksInVain = (player: Player, { options = {}, parameters }: Pick<Seek, 'options' | 'parameters'>): boolean =>
  isContradictory(options) || (options.rated === true && (isUnnamed(player) || hasHandicap(parameters)));

/** The common time control and handicap, and the fixed komi of either seek, else the host's or that of handicap games (docs/protocols/README.md). */
function commonTerms(host: GameParameters, guest: GameParameters): SeatedTerms {
  const time = timeField(commonTime(host, guest) ?? NO_CLOCK);
  if (host.game !== 'go' || guest.game !== 'go') return { komi: 0, ...time };
  const handicap = commonHandicap(host, guest) ?? 0;
  const { komi, fixedKomi } = guest.fixedKomi && !host.fixedKomi ? guest : host;
  return handicap === 0 ? { komi, ...time } : { komi: fixedKomi ? komi : HANDICAP_KOMI, handicap, ...time };
}
