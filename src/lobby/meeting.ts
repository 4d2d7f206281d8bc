import type { Attendants } from './attendants.ts';
import { type Answer, type Attend, type Command, DONE, refused, type Seek } from './command.ts';
import type { Draft } from './decision.ts';
import type { Games } from './games.ts';
import type { Names } from './names.ts';
import { wishFor } from './offer.ts';
import type { Gate } from './openness.ts';
import type { Hold, Player } from './player.ts';
import type { Waiting } from './queue.ts';
import { hostColor, type Seeks } from './seeks.ts';
import type { Wish } from './wish.ts';

/** What a wish to play comes to: a seat that was held for it, somebody else's waiting seek, or waiting. */
export class Meeting {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #attendants: Attendants;
  readonly #games: Games;
  readonly #gate: Gate;

  constructor(names: Names, seeks: Seeks, attendants: Attendants, games: Games, gate: Gate) {
    this.#gate = gate;
    this.#names = names;
    this.#seeks = seeks;
    this.#attendants = attendants;
    this.#games = games;
  }

  seek(draft: Draft, player: Player, seek: Seek): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { hold } = player;
    if (hold !== undefined && hold.color !== 'both' && this.#fits(player, hold, seek.wish, seek.opponent)) {
      return this.#sit(draft, player, hold, seek.handshake ?? false);
    }
    if (!this.#gate.begins) return refused('not-now');
    this.#games.giveUpHold(draft, player);
    const host = seek.waitOnly ? undefined : this.#seeks.firstFor(player, seek);
    if (host !== undefined) return this.#begin(draft, host, { player, seek });
    this.#withdraw(player);
    this.#seeks.add(player, seek, draft.now);
    const pair = this.#attendants.pairOf(player, draft.now);
    if (pair !== undefined) return this.#begin(draft, pair.host, pair.guest);
    this.#attendants.watch(player);
    return { kind: 'waiting' };
  }

  attend(draft: Draft, player: Player, attend: Attend): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { hold } = player;
    if (hold !== undefined && hold.color !== 'both' && wishFor(attend.offers, hold.game.record(hold.color).wish)) {
      return this.#sit(draft, player, hold, false);
    }
    this.#games.giveUpHold(draft, player);
    this.#withdraw(player);
    // To attend begins nothing by itself: who attends while no game can begin is there as soon as one can.
    const pair = this.#gate.begins ? this.#attendants.pairFor(player, attend, draft.now) : undefined;
    if (pair !== undefined) return this.#begin(draft, pair.host, pair.guest);
    this.#attendants.add(player, attend);
    return { kind: 'waiting' };
  }

  cancel(player: Player): Answer {
    if (player.seek === undefined) return refused('no-such-seek');
    this.#withdraw(player);
    return DONE;
  }

  /** Those whose seeks the player could take now. */
  openTo(player: Player, wish: Wish): Iterable<Waiting> {
    return this.#gate.begins ? this.#seeks.openTo(player, wish) : [];
  }

  /** When `tick` has somebody to attend to. */
  get deadline(): number | undefined {
    return this.#gate.begins ? this.#attendants.deadline : undefined;
  }

  tick(draft: Draft): void {
    if (!this.#gate.begins) return;
    for (const { host, guest } of this.#attendants.due(draft.now)) this.#begin(draft, host, guest);
  }

  take(draft: Draft, player: Player, { host: name, wish }: Command & { kind: 'take' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    if (player.hold !== undefined && this.#fits(player, player.hold, wish, name)) {
      return this.#sit(draft, player, player.hold, false);
    }
    if (!this.#gate.begins) return refused('not-now');
    const host = this.#seeks.openBy(name, player, wish);
    this.#games.giveUpHold(draft, player);
    if (host === undefined) return refused('no-such-seek');
    return this.#begin(draft, host, { player, seek: { kind: 'seek', wish } });
  }

  /** What does not fit is not given up. Without a wish it is enough that the same protocol has carried the game before. */
  return(draft: Draft, player: Player, wish: Wish | undefined): Answer {
    const { hold } = player;
    if (hold === undefined) return refused('no-game');
    const { protocol } = hold.game.record(hold.color);
    const fits = wish === undefined ? protocol === player.profile.protocol : this.#fits(player, hold, wish, undefined);
    if (!fits) return refused('no-game');
    return this.#sit(draft, player, hold, false);
  }

  practise(draft: Draft, player: Player, { wish, handshake }: Command & { kind: 'practise' }): Answer {
    if (player.seat !== undefined) return refused('in-game');
    const { hold } = player;
    if (hold?.color === 'both' && this.#fits(player, hold, wish, undefined)) {
      return this.#sit(draft, player, hold, handshake);
    }
    if (!this.#gate.begins) return refused('not-now');
    this.#games.giveUpHold(draft, player);
    this.#withdraw(player);
    const seat = { player, seek: { kind: 'seek', wish, handshake } } as const;
    this.#games.begin(draft, { black: seat, white: seat }, wish.game === 'go' ? wish.komi : 0);
    return { kind: 'seated' };
  }

  #begin(draft: Draft, host: Waiting, guest: { player: Player; seek: Seek }): Answer {
    const color = hostColor(host.seek, guest.seek.color);
    const hosting = { player: host, seek: host.seek };
    const seats = color === 'black' ? { black: hosting, white: guest } : { black: guest, white: hosting };
    const komi = commonKomi(host.seek.wish, guest.seek.wish);
    this.#withdraw(host);
    this.#withdraw(guest.player);
    this.#games.begin(draft, seats, komi);
    return { kind: 'seated' };
  }

  /** Neither waits nor attends any more. */
  #withdraw(player: Player): void {
    this.#seeks.remove(player);
    this.#attendants.remove(player);
  }

  #sit(draft: Draft, player: Player, hold: Hold, handshake: boolean): Answer {
    this.#games.sit(draft, hold, player, handshake);
    return { kind: 'seated' };
  }

  /** Whether the wish is for the very game whose seat is held. */
  #fits(player: Player, { game, color }: Hold, wish: Wish, opponent: string | undefined): boolean {
    if (!game.suits(wish)) return false;
    return opponent === undefined || this.#names.means(player.profile, opponent, game.opposite(color).record.name);
  }
}

/** The komi of a seat whose client counts for itself, else the host's (docs/protocols/README.md). */
function commonKomi(host: Wish, guest: Wish): number {
  if (host.game !== 'go' || guest.game !== 'go') return 0;
  return guest.komiBinds && !host.komiBinds ? guest.komi : host.komi;
}
