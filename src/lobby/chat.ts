import { opposite } from '../rules/color.ts';
import { type Answer, type ChatAudience, DONE, refused } from './command.ts';
import type { Draft } from './decision.ts';
import type { GameId } from './event.ts';
import type { Games } from './games.ts';
import type { Names } from './names.ts';
import type { Chat as Heard } from './notice.ts';
import type { Player } from './player.ts';
import type { Presence } from './presence.ts';
import type { Watchers } from './watchers.ts';

interface Remark {
  readonly sender: Player;
  readonly name: string;
  readonly text: string;
  readonly to: Heard['to'];
}

/** Who hears what somebody says. */
export class Chat {
  readonly #names: Names;
  readonly #presence: Presence;
  readonly #games: Games;
  readonly #watchers: Watchers;

  constructor(names: Names, presence: Presence, games: Games, watchers: Watchers) {
    this.#names = names;
    this.#games = games;
    this.#watchers = watchers;
    this.#presence = presence;
  }

  say(draft: Draft, sender: Player, name: string, text: string, to: ChatAudience): Answer {
    if (to === 'everyone') {
      this.#sayToEveryone(draft, sender, name, text);
      return DONE;
    }
    if (typeof to === 'object' && 'game' in to) return this.#sayToWatchers(draft, sender, name, text, to.game);
    if (to === 'opponent' && sender.seat === undefined) return refused('no-game');
    const other = to === 'opponent' ? opponentOf(sender) : this.#names.called(sender.profile, to.name);
    if (other === undefined && to !== 'opponent') return refused('no-such-player');
    if (other === undefined || !other.chats) return refused('cannot-chat');
    this.#tell(draft, other, { sender, name, text, to: to === 'opponent' ? 'opponent' : 'you' });
    return DONE;
  }

  /** Everybody of one protocol is told the same name, which is looked up once. */
  #sayToEveryone(draft: Draft, sender: Player, name: string, text: string): void {
    const shown = new Map<string, string>();
    const opponent = opponentOf(sender);
    for (const other of this.#presence.chatters) {
      if (other === sender) continue;
      const { protocol } = other.profile;
      const from = shown.get(protocol) ?? this.#names.shownTo(other.profile, name);
      shown.set(protocol, from);
      draft.tell(other, { kind: 'chat', from, fromOpponent: other === opponent, text, to: 'everyone' });
    }
  }

  /** Those that play hear nothing of what is said about their game while it runs. */
  #sayToWatchers(draft: Draft, sender: Player, name: string, text: string, id: GameId): Answer {
    const game = this.#games.find(id);
    if (game === undefined || !this.#watchers.of(game).has(sender)) return refused('no-game');
    for (const other of this.#watchers.of(game)) {
      if (other !== sender && other.seat?.game !== game)
        this.#tell(draft, other, { sender, name, text, to: { game: id } });
    }
    return DONE;
  }

  #tell(draft: Draft, other: Player, { sender, name, text, to }: Remark): void {
    const from = this.#names.shownTo(other.profile, name);
    draft.tell(other, { kind: 'chat', from, fromOpponent: opponentOf(other) === sender, text, to });
  }
}

function opponentOf({ seat }: Player): Player | undefined {
  if (seat === undefined || seat.color === 'both') return undefined;
  return seat.game.seats[opposite(seat.color)].player;
}
