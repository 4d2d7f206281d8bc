import { isUtf8 } from 'node:buffer';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import {
  ConversationReader,
  type ExplainedMessage,
  UNKNOWN_BYTES,
} from '../../protocols/messages/conversation-reader.ts';
import type { MessageExplainer, Speaker } from '../../protocols/messages/protocol-messages.ts';
import type { FindProtocolMessages } from '../../protocols/protocol-module.ts';
import type { GameMessage } from './message-log.ts';
import type { RecordedGame } from './recorded-game.ts';
import { gameOf, type RecordingData } from './recording-data.ts';

/** The messages about a game as the API shows them. */
export interface ExplainedConversation {
  readonly messages: readonly RecordedMessage[];
  readonly cut: boolean;
}

interface Conversation {
  readonly explainer: MessageExplainer;
  readonly reader: ConversationReader;
}

/** The approximate size of all messages in JSON, in bytes. */
const MAXIMUM_BYTES = 4 << 20;
/** Bytes of a message in JSON, without its text. */
const OVERHEAD = 150;

/** All messages of a recording, each with its meaning. This may take a second: do not call it in the server's thread. */
export const explainConversation = (
  game: number,
  recording: RecordingData,
  messagesOf: FindProtocolMessages,
): ExplainedConversation => new ConversationExplainer(gameOf(game, recording), messagesOf).read();

class ConversationExplainer {
  readonly #game: RecordedGame;
  readonly #conversations: readonly Conversation[];
  readonly #messages: { readonly order: number; readonly message: RecordedMessage }[] = [];
  #bytesLeft = MAXIMUM_BYTES;

  constructor(game: RecordedGame, messagesOf: FindProtocolMessages) {
    this.#game = game;
    this.#conversations = game.connections.map(({ protocol }) => {
      const explainer = messagesOf(protocol)?.open() ?? UNKNOWN_BYTES;
      return { explainer, reader: new ConversationReader(explainer) };
    });
  }

  read(): ExplainedConversation {
    for (const message of this.#game.log) {
      this.#explain(message);
      if (this.#isFull) break;
    }
    // A player's messages from before the game are logged when its game starts, after messages of the other player.
    this.#messages.sort((one, other) => one.order - other.order);
    return { messages: this.#messages.map(({ message }) => message), cut: this.#game.isCut || this.#isFull };
  }

  get #isFull(): boolean {
    return this.#bytesLeft < 0;
  }

  #explain(message: GameMessage): void {
    const { connection, from, kind, bytes } = message;
    const conversation = this.#conversations[connection];
    if (conversation === undefined) throw new Error(`no connection ${connection} in game ${this.#game.game}`);
    if (kind === 'private') this.#add(message, { private: true });
    else
      for (const explained of conversation.reader.read(from, bytes))
        if (kind === 'public') this.#addExplained(message, conversation.explainer, from, explained);
  }

  #addExplained(
    message: GameMessage,
    explainer: MessageExplainer,
    from: Speaker,
    { bytes, reading }: ExplainedMessage,
  ): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (explainer.isUnrelated?.(from, text, this.#game.game)) return;
    if (reading.privacy !== 'public') {
      this.#add(message, { private: true });
      return;
    }
    this.#add(message, {
      ...contentOf(bytes, text, explainer),
      ...(reading.action === undefined ? {} : { action: reading.action }),
      meaning: reading.meaning,
      ...(reading.isWellFormed ? {} : { malformed: true }),
    });
  }

  #add({ connection, from, order, at, turns }: GameMessage, content: Partial<RecordedMessage>): void {
    this.#bytesLeft -= OVERHEAD + (content.text ?? content.hex ?? '').length + (content.meaning ?? '').length;
    const seat = this.#game.connections[connection]?.seat;
    if (this.#isFull || seat === undefined) return;
    this.#messages.push({ order, message: { at, seat, from, turns, ...content } });
  }
}

/** Text without its last line feed, or hexadecimal bytes. */
function contentOf(
  bytes: Uint8Array,
  text: string,
  { isBinary }: MessageExplainer,
): { text: string } | { hex: string } {
  if (isBinary !== true && isUtf8(bytes)) return { text: text.endsWith('\n') ? text.slice(0, -1) : text };
  return {
    hex: Buffer.from(bytes)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$& '),
  };
}
