import { opposite } from '../rules/color.ts';
import { type Answer, type ChatAudience, DONE, refused } from './command.ts';
import type { Draft } from './decision.ts';
import type { Names } from './names.ts';
import type { Player } from './player.ts';
import type { Presence } from './presence.ts';

/** Who hears what somebody says. */
export class Chat {
  readonly #names: Names;
  readonly #presence: Presence;

  constructor(names: Names, presence: Presence) {
    this.#names = names;
    this.#presence = presence;
  }

  say(draft: Draft, sender: Player, name: string, text: string, to: ChatAudience): Answer {
    const tell = (other: Player, audience: 'everyone' | 'opponent' | 'you'): void => {
      const from = this.#names.shownTo(other.profile, name);
      const fromOpponent = opponentOf(other) === sender;
      draft.tell(other, { kind: 'chat', from, fromOpponent, text, to: audience });
    };
    if (to === 'everyone') {
      for (const other of this.#presence.chatters) if (other !== sender) tell(other, 'everyone');
      return DONE;
    }
    if (to === 'opponent' && sender.seat === undefined) return refused('no-game');
    const other = to === 'opponent' ? opponentOf(sender) : this.#called(sender, to.name);
    if (other === undefined && to !== 'opponent') return refused('no-such-player');
    if (other === undefined || !other.chats) return refused('cannot-chat');
    tell(other, to === 'opponent' ? 'opponent' : 'you');
    return DONE;
  }

  /** Whom `text` means when `viewer` says it, among those present. */
  #called(viewer: Player, text: string): Player | undefined {
    const holder = this.#names.find(text);
    if (holder !== undefined) return 'player' in holder ? holder.player : undefined;
    // An alias is given when it is first shown, and somebody may have guessed one before.
    for (const player of this.#presence.everyone) {
      if (player.name !== undefined && this.#names.means(viewer.profile, text, player.name)) return player;
    }
    return undefined;
  }
}

function opponentOf({ seat }: Player): Player | undefined {
  if (seat === undefined || seat.color === 'both') return undefined;
  return seat.game.seats[opposite(seat.color)].player;
}
