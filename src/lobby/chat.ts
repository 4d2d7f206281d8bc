import { opposite } from '../rules/color.ts';
import { type ChatCommand, type CommandAnswer, DONE, refused } from './command.ts';
import type { DecisionBuilder } from './decision.ts';
import type { GameId } from './games/game-event.ts';
import type { Games } from './games/games.ts';
import type { Spectators } from './games/spectators.ts';
import type { ChatNotice } from './notice.ts';
import type { Names } from './players/names.ts';
import type { Player } from './players/player.ts';
import type { Players } from './players/players.ts';

interface Message {
  readonly sender: Player;
  readonly name: string;
  readonly text: string;
  readonly to: ChatNotice['to'];
}

/** Delivers chat: to everyone, to the opponent, to one player, or to the spectators of a game. */
export class Chat {
  readonly #names: Names;
  readonly #players: Players;
  readonly #games: Games;
  readonly #spectators: Spectators;

  constructor(names: Names, players: Players, games: Games, spectators: Spectators) {
    this.#names = names;
    this.#games = games;
    this.#spectators = spectators;
    this.#players = players;
  }

  send(decision: DecisionBuilder, sender: Player, name: string, command: ChatCommand): CommandAnswer {
    const { text, to } = command;
    if (to === 'everyone') {
      this.#sendToEveryone(decision, sender, name, command);
      return DONE;
    }
    if (typeof to === 'object' && 'game' in to) return this.#sendToSpectators(decision, sender, name, text, to.game);
    if (to === 'opponent' && sender.seat === undefined) return refused('no-game');
    const other = to === 'opponent' ? opponentOf(sender) : this.#names.findPresent(to.name);
    if (other === undefined && to !== 'opponent') return refused('no-such-player');
    if (other === undefined || !other.receivesChat) return refused('cannot-chat');
    this.#deliver(decision, other, { sender, name, text, to: to === 'opponent' ? 'opponent' : 'you' });
    return DONE;
  }

  /** All clients of one protocol see the same form of a name. Therefore the name is looked up once per protocol. */
  #sendToEveryone(decision: DecisionBuilder, sender: Player, name: string, { text, onChannel }: ChatCommand): void {
    const channel = onChannel === undefined ? {} : { onChannel };
    const shown = new Map<string, string>();
    const opponent = opponentOf(sender);
    for (const other of this.#players.chatters) {
      if (other === sender) continue;
      const { protocol } = other.profile;
      const from = shown.get(protocol) ?? this.#names.shownTo(protocol, name);
      shown.set(protocol, from);
      decision.notify(other, {
        kind: 'chat',
        from,
        fromOpponent: other === opponent,
        text,
        to: 'everyone',
        ...channel,
      });
    }
  }

  /** The players of a running game do not see the chat of its spectators. */
  #sendToSpectators(decision: DecisionBuilder, sender: Player, name: string, text: string, id: GameId): CommandAnswer {
    const game = this.#games.find(id);
    if (game === undefined || !this.#spectators.watching(game).has(sender)) return refused('no-game');
    for (const other of this.#spectators.watching(game)) {
      if (other !== sender && other.seat?.game !== game)
        this.#deliver(decision, other, { sender, name, text, to: { game: id } });
    }
    return DONE;
  }

  #deliver(decision: DecisionBuilder, other: Player, { sender, name, text, to }: Message): void {
    const from = this.#names.shownTo(other.profile.protocol, name);
    decision.notify(other, { kind: 'chat', from, fromOpponent: opponentOf(other) === sender, text, to });
  }
}

function opponentOf({ seat }: Player): Player | undefined {
  if (seat === undefined || seat.color === 'both') return undefined;
  return seat.game.seats[opposite(seat.color)].player;
}
