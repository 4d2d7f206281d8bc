import type { ChatAudience, ChatCommand } from '../../lobby/command.ts';
import type { ChatNotice } from '../../lobby/notice.ts';
import type { ClientCommand } from './client-messages.ts';
import type { ObservedGames } from './observed-games.ts';
import { type ServerMessage, serverMessages } from './server-messages.ts';
import type { SessionContext } from './session-context.ts';

type SpokenCommand = ClientCommand & { readonly kind: 'tell' | 'message' | 'say' | 'kibitz' | 'shout' | 'yell' };

const NOT_NOW = '5 That is not possible now.';

const line = (message: ServerMessage): string => serverMessages.make(message);

/** The number of the only channel. All clients that are not quiet receive its messages. */
const CHANNEL = '49';

export class ChatCommands {
  readonly #link: SessionContext;
  readonly #observed: ObservedGames;

  constructor(link: SessionContext, observed: ObservedGames) {
    this.#link = link;
    this.#observed = observed;
  }

  execute(command: SpokenCommand): void {
    const { words = '' } = command;
    switch (command.kind) {
      case 'message':
        this.#link.send(words === '' ? '9 You have no messages.' : '5 Messages are not kept here: use "tell".');
        return;
      case 'tell':
        this.#send(words, { name: command.name }, `5 No user named "${command.name}" is logged in.`);
        return;
      case 'say':
        this.#send(words, 'opponent', '5 You are not playing a game.');
        return;
      case 'kibitz':
        this.#kibitz(words);
        return;
      case 'shout':
        this.#send(words, 'everyone', NOT_NOW);
        return;
      case 'yell':
        this.#send(words, 'everyone', NOT_NOW, { onChannel: true });
    }
  }

  /**
   * Reads `[GAME] TEXT`, and sends the text to the spectators of the game. Without a number, it is the first game that this
   * client watches.
   */
  #kibitz(words: string): void {
    const [, number, text = ''] = /^(\d{1,9}) +(\S.*)$/.exec(words) ?? [];
    const game = number === undefined ? this.#observed.first : Number(number);
    if (game === undefined) this.#link.send('5 You observe no game.');
    else this.#send(number === undefined ? words : text, { game }, '5 You do not observe this game.');
  }

  #send(text: string, to: ChatAudience, otherwise: string, more: Pick<ChatCommand, 'onChannel'> = {}): void {
    this.#link.ask({ kind: 'chat', text, to, ...more }, (answer) => {
      const cannotChat = answer.kind === 'refused' && answer.why === 'cannot-chat';
      if (cannotChat) this.#link.send('5 This player cannot read messages.');
      else this.#link.send(...(answer.kind === 'refused' ? [otherwise] : []));
    });
  }

  notify({ from, text, to, onChannel }: ChatNotice): void {
    if (onChannel) this.#link.send(line({ kind: 'channel', channel: CHANNEL, from, text }));
    else if (to === 'everyone') this.#link.send(line({ kind: 'shouted', from, text }));
    else if (to === 'you') this.#link.send(line({ kind: 'told', from, text }));
    else if (to === 'opponent') {
      const id = this.#link.own?.terms.id;
      const head = id === undefined ? [] : [line({ kind: 'sayInGame', game: id })];
      this.#link.send(...head, line({ kind: 'said', from, text }));
    } else {
      const { black = '', white = '' } = this.#observed.find(to.game)?.names ?? {};
      const about = line({ kind: 'kibitz', text: `Kibitz ${from} [ NR ]: Game ${white} vs ${black} [${to.game}]` });
      this.#link.send(about, line({ kind: 'kibitz', text: `   ${text}` }));
    }
  }
}
