import { opposite } from '../../rules/color.ts';
import { NO_CLOCK, timeField } from '../../rules/time/time-control.ts';
import {
  type Command,
  type CommandAnswer,
  DONE,
  type OfferGamesCommand,
  type RoundAndListenerCounts,
  refused,
  type Seek,
} from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import {
  commonHandicap,
  commonOptions,
  commonPlacement,
  commonTime,
  type GameParameters,
  HANDICAP_KOMI,
  hasHandicap,
  hasOptions,
  isContradictory,
  placementField,
  settledOptions,
} from '../game-parameters.ts';
import type { GameEvent, KeyHash } from '../games/game-event.ts';
import type { Games } from '../games/games.ts';
import type { Names } from '../players/names.ts';
import type { Player, ReservedSeat } from '../players/player.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import type { ComputerPlayers } from './computer-players.ts';
import type { PairingPool, PairingPools } from './pairing-pools.ts';
import { ratingPairs } from './rating-pairs.ts';
import { isSuspendedWhileAway, isWaiting, type WaitingPlayer } from './seek-queue.ts';
import { areSeeksCompatible, askedOptions, canPairNow, hostColor, isUnnamed, type Seeks } from './seeks.ts';

/** The rating of a player who has none. */
const UNRATED = 1500;

type SeatedTerms = Pick<GameEvent & { kind: 'seated' }, 'komi' | 'handicap' | 'placement' | 'time'>;

interface LobbyParts {
  readonly names: Names;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly pools: PairingPools;
  readonly reservedSeats: ReservedSeats;
  readonly games: Games;
  readonly mode: ServiceModeControl;
  readonly directory: DirectoryPublisher;
}

/** An object with a deadline: a pool with its round, or a player whose seek a computer player may take. */
export type PairingDeadlineItem = PairingPool | Player;

/** Finds an opponent for a seek: the game of a reserved seat, a waiting seek, or a computer player. Otherwise the seek waits. */
export class Pairing {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #computers: ComputerPlayers;
  readonly #pools: PairingPools;
  readonly #reservedSeats: ReservedSeats;
  readonly #games: Games;
  readonly #mode: ServiceModeControl;
  readonly #directory: DirectoryPublisher;

  constructor({ names, seeks, computers, pools, reservedSeats, games, mode, directory }: LobbyParts) {
    this.#mode = mode;
    this.#directory = directory;
    this.#names = names;
    this.#seeks = seeks;
    this.#computers = computers;
    this.#pools = pools;
    this.#reservedSeats = reservedSeats;
    this.#games = games;
  }

  seek(decision: DecisionBuilder, player: Player, seek: Seek): CommandAnswer {
    if (player.seat !== undefined) return refused('in-game');
    if (cannotBeRated(player, seek)) return refused('cannot-be-rated');
    const { invitation } = seek;
    if (invitation !== undefined && this.#isUsed(invitation, player)) return refused('invitation-taken');
    const { reservedSeat } = player;
    const isPractice = seek.opponentKind === 'self';
    if (
      reservedSeat !== undefined &&
      (reservedSeat.color === 'both') === isPractice &&
      this.#fits(reservedSeat, seek, seek.opponent)
    ) {
      return this.#takeReservedSeat(decision, player, reservedSeat, seek.handshake ?? false);
    }
    if (!this.#mode.allowsGamesOf(player)) return refused('not-now');
    this.#games.giveUpReservedSeat(decision, player);
    if (isPractice) return this.#startPractice(decision, player, seek);
    const host = this.#hostFor(player, seek);
    if (host !== undefined) return this.#startGame(decision, host, { player, seek });
    const unseen = seek.mustBeSeen ? this.#reasonUnseen(seek) : undefined;
    if (unseen !== undefined) return refused(unseen);
    return this.#wait(decision, player, seek, decision.now);
  }

  #hostFor(player: Player, seek: Seek): WaitingPlayer | undefined {
    return seek.role === 'host' ? undefined : this.#seeks.firstFor(player, seek);
  }

  /** The seek waits, unless a computer player takes it. */
  #wait(decision: DecisionBuilder, player: Player, seek: Seek, since: number): CommandAnswer {
    this.#withdraw(player);
    this.#seeks.add(player, seek, since);
    const pair = this.#mode.allowsGamesOf(player) ? this.#computers.pairFor(player, decision.now) : undefined;
    if (pair !== undefined) return this.#startGame(decision, pair.host, pair.guest);
    this.#computers.schedule(player);
    const roundAt = isWaiting(player) ? this.#pools.addWaiting(player, decision.now) : undefined;
    if (roundAt === undefined) return { kind: 'waiting' };
    return { kind: 'waiting', round: this.#viewRound(player.profile.listener, roundAt - decision.now) };
  }

  #viewRound(listener: string, roundIn: number): RoundAndListenerCounts {
    const { games, players } = this.#games.running.countOf(listener);
    return { in: roundIn, games, players: players + this.#waitingForRound({ listener }).length };
  }

  /** Why the opponent of a seek cannot see it. A computer player takes the seek as soon as it can, if it offers such a game. */
  #reasonUnseen({ opponent = '', parameters }: Seek): 'no-such-player' | 'no-such-seek' | undefined {
    if (this.#directory.isServedBy(opponent))
      return this.#computers.isOffered(opponent, parameters) ? undefined : 'no-such-seek';
    const player = this.#names.findPresent(opponent);
    if (player === undefined) return 'no-such-player';
    return this.#directory.has(player) && !player.isClosed ? undefined : 'no-such-seek';
  }

  offerGames(
    decision: DecisionBuilder,
    player: Player,
    name: string,
    { kind: _, ...terms }: OfferGamesCommand,
  ): CommandAnswer {
    if (player.seat !== undefined) return refused('in-game');
    if (terms.group !== undefined && !this.#names.canBeGroup(terms.group)) return refused('name-taken');
    this.#games.giveUpReservedSeat(decision, player);
    this.#withdraw(player);
    this.#computers.setTerms(player, name, terms);
    this.#resumeGames(decision, player);
    return DONE;
  }

  /** Another connection of a computer player offers to serve its games. */
  serveGames(
    decision: DecisionBuilder,
    player: Player,
    server: Player,
    { kind: _, ...terms }: OfferGamesCommand,
  ): CommandAnswer {
    this.#computers.setTerms(player, player.name ?? '', terms, server);
    this.#resumeGames(decision, player);
    return DONE;
  }

  /** The computer player takes its reserved seats in games that it offers, and gives up its other seats. */
  #resumeGames(decision: DecisionBuilder, player: Player): void {
    for (const reservedSeat of this.#reservedSeats.ofComputer(player)) {
      const { game, color } = reservedSeat;
      if (!this.#games.isPlayable(decision, game)) continue;
      const found = this.#computers.serverFor(player, game.record(color).parameters, true);
      if (found === undefined) this.#games.giveUpSeat(decision, reservedSeat);
      else {
        const seat = this.#computers.newSeat(player, found.server.player, decision.now);
        this.#games.takeReservedSeat(decision, reservedSeat, seat, false);
      }
    }
  }

  declineSeek(decision: DecisionBuilder, player: Player, name: string): CommandAnswer {
    const host = this.#names.findPresent(name);
    const opponent = host?.seek?.opponent;
    if (host === undefined || opponent === undefined || host === player) return refused('no-such-seek');
    const isSubscribed = this.#directory.has(host);
    // A client that does not learn of the refusal would wait forever.
    if (!(isSubscribed || host.canPropose) || !this.#seeks.wants(opponent, player)) return refused('no-such-seek');
    this.#withdraw(host);
    if (!isSubscribed && host.name !== undefined)
      decision.notify(host, { kind: 'directory', changes: [{ kind: 'seek-removed', host: host.name }] });
    return DONE;
  }

  /**
   * The player is away until this time, or is back (undefined). A seek for any opponent is suspended while its player is away, so that no
   * opponent gets a game with an empty seat. When the player is back, the seek is paired or waits again.
   */
  setAway(decision: DecisionBuilder, player: Player, until: number | undefined): void {
    const { seek, waitingSince } = player;
    const isBack = until === undefined && player.awayUntil !== undefined;
    if (until !== undefined && isWaiting(player) && isSuspendedWhileAway(player.seek)) {
      this.#seeks.suspend(player);
      this.#computers.forgetSeek(player);
    }
    this.#games.setAway(decision, player, until);
    if (!isBack || seek === undefined || !isSuspendedWhileAway(seek)) return;
    // It is in no queue: removing it again would tell clients of a seek that they do not list.
    player.seek = undefined;
    const host = this.#mode.allowsGamesOf(player) ? this.#hostFor(player, seek) : undefined;
    if (host === undefined) this.#wait(decision, player, seek, waitingSince);
    else this.#startGame(decision, host, { player, seek });
  }

  cancel(player: Player): CommandAnswer {
    if (player.seek === undefined) return refused('no-such-seek');
    this.#withdraw(player);
    return DONE;
  }

  /** The players whose seeks this player can accept now. */
  openTo(player: Player, parameters: GameParameters): Iterable<WaitingPlayer> {
    return this.#mode.allowsGamesOf(player) ? this.#seeks.openTo(player, { parameters }) : [];
  }

  /** The first time at which a round starts or a computer player takes a waiting seek, or a time before it. */
  get deadline(): number | undefined {
    if (!this.#mode.allowsNewGames) return undefined;
    const [round, wait] = [this.#pools.deadline, this.#computers.deadline];
    return round === undefined || wait === undefined ? (round ?? wait) : Math.min(round, wait);
  }

  /** The first pool or player whose deadline has passed by now, and this deadline. */
  due(now: number): Deadline<PairingDeadlineItem> | undefined {
    if (!this.#mode.allowsNewGames) return undefined;
    const [round, wait] = [this.#pools.due(now), this.#computers.due(now)];
    return round !== undefined && (wait === undefined || round.at <= wait.at) ? round : wait;
  }

  /** Starts a round, or pairs a player with a computer player. */
  carryOut(decision: DecisionBuilder, due: PairingDeadlineItem): void {
    if ('seed' in due) this.#startRound(decision, due);
    else this.#pairWithComputer(decision, due);
  }

  /** Ends a round without pairs, or withdraws a seek. */
  skip(due: PairingDeadlineItem, now: number): void {
    if ('seed' in due) this.#pools.endRound(due, this.#waitingForRound(due), now);
    else this.#withdraw(due);
  }

  #startRound(decision: DecisionBuilder, pool: PairingPool): void {
    const waiting = this.#waitingForRound(pool).filter((player) => this.#mode.allowsGamesOf(player));
    const players = waiting.map((player) => {
      const { rating, pool: terms } = player.seek;
      return { player, rating: rating?.value ?? UNRATED, isAnchor: terms?.anchor ?? false };
    });
    for (const pair of ratingPairs(players, this.#pools.randomFor(pool))) {
      const [host, guest] = pair
        .map(({ player }) => player)
        .sort((one, other) => one.waitingOrder - other.waitingOrder);
      if (host === undefined || guest === undefined || !areSeeksCompatible(host, guest, guest.seek)) continue;
      this.#startGame(decision, host, { player: guest, seek: guest.seek });
    }
    this.#pools.endRound(pool, this.#waitingForRound(pool), decision.now);
  }

  /** The players who wait for a round, in the order of waiting. */
  #waitingForRound({ listener }: Pick<PairingPool, 'listener'>): WaitingPlayer[] {
    const waiting = [...this.#seeks.all()].filter(
      ({ seek, profile }) => seek.pool?.round !== undefined && profile.listener === listener,
    );
    return waiting.sort((one, other) => one.waitingOrder - other.waitingOrder);
  }

  #pairWithComputer(decision: DecisionBuilder, player: Player): void {
    const pair = this.#computers.pairFor(player, decision.now);
    if (pair !== undefined) this.#startGame(decision, pair.host, pair.guest);
  }

  take(
    decision: DecisionBuilder,
    player: Player,
    { host: name, ...wanted }: Command & { kind: 'take' },
  ): CommandAnswer {
    if (player.seat !== undefined) return refused('in-game');
    if (cannotBeRated(player, wanted)) return refused('cannot-be-rated');
    if (player.reservedSeat !== undefined && this.#fits(player.reservedSeat, wanted, name)) {
      return this.#takeReservedSeat(decision, player, player.reservedSeat, false);
    }
    if (!this.#mode.allowsGamesOf(player)) return refused('not-now');
    const host = this.#seeks.openBy(name, player, wanted);
    this.#games.giveUpReservedSeat(decision, player);
    if (host === undefined) return refused('no-such-seek');
    return this.#startGame(decision, host, { player, seek: { ...wanted, kind: 'seek' } });
  }

  acceptInvitation(decision: DecisionBuilder, player: Player, invitation: KeyHash): CommandAnswer {
    if (player.seat !== undefined) return refused('in-game');
    if (!this.#mode.allowsGamesOf(player)) return refused('not-now');
    const host = this.#seeks.invitedBy(invitation);
    if (host === undefined)
      return refused(this.#games.running.withKey(invitation) ? 'invitation-taken' : 'no-such-seek');
    if (host === player) return refused('no-such-seek');
    if (!this.#mode.allowsGamesOf(host)) return refused('not-now');
    const { parameters } = host.seek;
    if (!canPairNow(host, player, { parameters })) return refused('cannot-be-rated');
    this.#games.giveUpReservedSeat(decision, player);
    return this.#startGame(decision, host, { player, seek: { kind: 'seek', parameters } });
  }

  /** Whether another player's seek or a running game has this invitation. */
  #isUsed(invitation: KeyHash, player: Player): boolean {
    const host = this.#seeks.invitedBy(invitation);
    return (host !== undefined && host !== player) || this.#games.running.withKey(invitation) !== undefined;
  }

  /**
   * Gives the player its reserved seat. A seat that does not fit stays reserved. Without parameters, the seat fits if it had the same
   * protocol before.
   */
  return(decision: DecisionBuilder, player: Player, parameters: GameParameters | undefined): CommandAnswer {
    const { reservedSeat } = player;
    if (reservedSeat === undefined) return refused('no-game');
    const { protocol } = reservedSeat.game.record(reservedSeat.color);
    const fits =
      parameters === undefined
        ? protocol === player.profile.protocol
        : this.#fits(reservedSeat, { parameters }, undefined);
    if (!fits) return refused('no-game');
    return this.#takeReservedSeat(decision, player, reservedSeat, false);
  }

  /** Starts a game in which one player has both seats. */
  #startPractice(decision: DecisionBuilder, player: Player, seek: Seek): CommandAnswer {
    const { parameters } = seek;
    this.#withdraw(player);
    const seat = { player, seek };
    const options = settledOptions({ ...seek.options, rated: false }, { canBeRated: false, byComputer: false });
    this.#games.start(decision, { black: seat, white: seat }, { ...commonTerms(parameters, parameters), options });
    return { kind: 'seated' };
  }

  #startGame(decision: DecisionBuilder, host: WaitingPlayer, guest: { player: Player; seek: Seek }): CommandAnswer {
    const color = this.#pools.hostColor(host, guest) ?? hostColor(host.seek, guest.seek.color);
    const hosting = { player: host, seek: host.seek };
    this.#pools.noteColor(hosting, color);
    this.#pools.noteColor(guest, opposite(color));
    const seats = color === 'black' ? { black: hosting, white: guest } : { black: guest, white: hosting };
    const terms = commonTerms(host.seek.parameters, guest.seek.parameters);
    const asked = commonOptions(askedOptions(host, host.seek), askedOptions(guest.player, guest.seek)) ?? {};
    const canBeRated = !isUnnamed(host) && !isUnnamed(guest.player);
    const options = settledOptions(asked, { canBeRated, byComputer: guest.player.seatOf !== undefined });
    const key = host.seek.invitation;
    this.#withdraw(host);
    this.#withdraw(guest.player);
    this.#games.start(decision, seats, { ...terms, options, ...(key === undefined ? {} : { key }) });
    return { kind: 'seated' };
  }

  #withdraw(player: Player): void {
    this.#seeks.remove(player);
    this.#computers.forgetSeek(player);
  }

  #takeReservedSeat(
    decision: DecisionBuilder,
    player: Player,
    reservedSeat: ReservedSeat,
    handshake: boolean,
  ): CommandAnswer {
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

/** Whether the seek asks for a rated game that cannot be rated. */
const cannotBeRated = (player: Player, { options = {}, parameters }: Pick<Seek, 'options' | 'parameters'>): boolean =>
  isContradictory(options) || (options.rated === true && (isUnnamed(player) || hasHandicap(parameters)));

/**
 * The common time control and handicap of two seeks, and the komi: the fixed komi of either seek, otherwise the host's komi, or
 * `HANDICAP_KOMI` with handicap (docs/protocols/README.md).
 */
function commonTerms(host: GameParameters, guest: GameParameters): SeatedTerms {
  const time = timeField(commonTime(host, guest) ?? NO_CLOCK);
  if (host.game !== 'go' || guest.game !== 'go') return { komi: 0, ...time };
  const handicap = commonHandicap(host, guest) ?? 0;
  const { komi, fixedKomi } = guest.fixedKomi && !host.fixedKomi ? guest : host;
  if (handicap === 0) return { komi, ...time };
  const stones = { handicap, ...placementField(handicap, commonPlacement(host, guest) ?? 'fixed') };
  return { komi: fixedKomi ? komi : HANDICAP_KOMI, ...stones, ...time };
}
