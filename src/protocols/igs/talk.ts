import type { ChatAudience } from '../../lobby/command.ts';
import type { Chat } from '../../lobby/notice.ts';
import type { ObservedGames } from './observed-games.ts';
import { type ServerLine, serverMessages } from './server-messages.ts';
import type { SessionLink } from './session-link.ts';

const line = (message: ServerLine): string => serverMessages.make(message);

/** What players say to each other. */
export class Talk {
  readonly #link: SessionLink;
  readonly #observed: ObservedGames;

  constructor(link: SessionLink, observed: ObservedGames) {
    this.#link = link;
    this.#observed = observed;
  }

  tell(name: string, text: string): void {
    this.#send(text, { name }, `5 No user named "${name}" is logged in.`);
  }

  say(text: string): void {
    this.#send(text, 'opponent', '5 You are not playing a game.');
  }

  shout(text: string): void {
    this.#send(text, 'everyone', '5 That is not possible now.');
  }

  /** `[GAME] TEXT`, to those who watch the game, or the first game that this client watches. */
  kibitz(words: string): void {
    const [, number, text = ''] = /^(\d{1,9}) +(\S.*)$/.exec(words) ?? [];
    const game = number === undefined ? this.#observed.first : Number(number);
    if (game === undefined) this.#link.tell('5 You observe no game.');
    else this.#send(number === undefined ? words : text, { game }, '5 You do not observe this game.');
  }

  #send(text: string, to: ChatAudience, otherwise: string): void {
    this.#link.ask({ kind: 'chat', text, to }, (answer) => {
      const isDeaf = answer.kind === 'refused' && answer.why === 'cannot-chat';
      if (isDeaf) this.#link.tell('5 This player cannot read messages.');
      else this.#link.tell(...(answer.kind === 'refused' ? [otherwise] : []));
    });
  }

  hear({ from, text, to }: Chat): void {
    if (to === 'everyone') this.#link.tell(line({ kind: 'shouted', from, text }));
    else if (to === 'you') this.#link.tell(line({ kind: 'told', from, text }));
    else if (to === 'opponent') {
      const id = this.#link.own?.terms.id;
      const head = id === undefined ? [] : [line({ kind: 'sayInGame', game: id })];
      this.#link.tell(...head, line({ kind: 'said', from, text }));
    } else {
      const { black = '', white = '' } = this.#observed.find(to.game)?.names ?? {};
      const about = line({ kind: 'kibitz', text: `Kibitz ${from} [ NR ]: Game ${white} vs ${black} [${to.game}]` });
      this.#link.tell(about, line({ kind: 'kibitz', text: `   ${text}` }));
    }
  }
}
