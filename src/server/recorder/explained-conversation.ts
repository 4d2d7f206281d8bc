import { isUtf8 } from 'node:buffer';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import { BYTES, ConversationReader, type ExplainedMessage } from '../../protocols/messages/conversation-reader.ts';
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

/** Bytes of all messages in JSON, about. A short message takes more than its text. */
const MAXIMUM_BYTES = 4 << 20;
const OVERHEAD = 150;

/** All messages of a recording, each with its meaning. It may take a second: do not call it in the server's thread. */
export const transcribe = (
  game: number,
  recording: RecordingData,
  messagesOf: FindProtocolMessages,
): ExplainedConversation => new Transcript(gameOf(game, recording), messagesOf).read();

class Transcript {
  readonly #game: RecordedGame;
  readonly #conversations: readonly Conversation[];
  readonly #noted: { readonly order: number; readonly message: RecordedMessage }[] = [];
  #bytesLeft = MAXIMUM_BYTES;

  constructor(game: RecordedGame, messagesOf: FindProtocolMessages) {
    this.#game = game;
    this.#conversations = game.connections.map(({ protocol }) => {
      const explainer = messagesOf(protocol)?.open() ?? BYTES;
      return { explainer, reader: new ConversationReader(explainer) };
    });
  }

  read(): ExplainedConversation {
    for (const message of this.#game.log) {
      this.#explain(message);
      if (this.#isFull) break;
    }
    // Messages before a game are logged when the player sits down, after messages of the other seat.
    this.#noted.sort((one, other) => one.order - other.order);
    return { messages: this.#noted.map(({ message }) => message), cut: this.#game.isCut || this.#isFull };
  }

  get #isFull(): boolean {
    return this.#bytesLeft < 0;
  }

  #explain(message: GameMessage): void {
    const { connection, from, kind, bytes } = message;
    const conversation = this.#conversations[connection];
    if (conversation === undefined) throw new Error(`no connection ${connection} in game ${this.#game.game}`);
    if (kind === 'private') this.#keep(message, { private: true });
    else
      for (const heard of conversation.reader.read(from, bytes))
        if (kind === 'public') this.#note(message, conversation.explainer, from, heard);
  }

  #note(message: GameMessage, explainer: MessageExplainer, from: Speaker, { bytes, reading }: ExplainedMessage): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (explainer.isAside?.(from, text, this.#game.game)) return;
    if (reading.privacy !== 'public') {
      this.#keep(message, { private: true });
      return;
    }
    this.#keep(message, {
      ...contentOf(bytes, text, explainer),
      ...(reading.action === undefined ? {} : { action: reading.action }),
      meaning: reading.meaning,
      ...(reading.isWellFormed ? {} : { malformed: true }),
    });
  }

  #keep({ connection, from, order, at, turns }: GameMessage, what: Partial<RecordedMessage>): void {
    this.#bytesLeft -= OVERHEAD + (what.text ?? what.hex ?? '').length + (what.meaning ?? '').length;
    const seat = this.#game.connections[connection]?.seat;
    if (this.#isFull || seat === undefined) return;
    this.#noted.push({ order, message: { at, seat, from, turns, ...what } });
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
