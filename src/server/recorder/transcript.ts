import { isUtf8 } from 'node:buffer';
import type { Spoken } from '../../protocols/api/resource.ts';
import type { Interpreter, Side } from '../../protocols/messages/interpreter.ts';
import { BYTES, type Heard, MessageReader } from '../../protocols/messages/message-reader.ts';
import type { MessagesOf } from '../../protocols/protocol-module.ts';
import type { Utterance } from './byte-log.ts';
import type { RecordedConnection, RecordedGame } from './recorded-game.ts';

/** What was said about a game, as the API tells it. */
export interface Transcribed {
  readonly messages: readonly Spoken[];
  readonly cut: boolean;
}

interface Listener {
  readonly talk: RecordedConnection;
  readonly interpreter: Interpreter;
  readonly reader: MessageReader;
  last: Moment;
  isDone: boolean;
}

type Moment = Pick<Utterance, 'order' | 'at' | 'turns'>;

/** Bytes of the messages that are told, as they are in JSON, or nearly so; a small message takes more than it says. */
const MOST_BYTES = 4 << 20;
const SMALLEST = 150;

/** Everything that was said in a game, message by message and explained. */
export const transcribe = (game: RecordedGame, messagesOf: MessagesOf): Transcribed =>
  new Transcript(game, messagesOf).read();

class Transcript {
  readonly #game: RecordedGame;
  readonly #messagesOf: MessagesOf;
  readonly #listeners: Listener[] = [];
  readonly #noted: { readonly order: number; readonly message: Spoken }[] = [];
  #bytesLeft = MOST_BYTES;

  constructor(game: RecordedGame, messagesOf: MessagesOf) {
    this.#game = game;
    this.#messagesOf = messagesOf;
  }

  read(): Transcribed {
    for (const { utterance } of this.#game.tape.from(0)) {
      this.#hear(utterance);
      if (this.#isFull) break;
    }
    if (!this.#isFull) for (const listener of this.#listeners) this.#endIfOver(listener);
    // What somebody said before sitting down comes after what was said at the board meanwhile.
    this.#noted.sort((one, other) => one.order - other.order);
    return { messages: this.#noted.map(({ message }) => message), cut: this.#game.isCut || this.#isFull };
  }

  get #isFull(): boolean {
    return this.#bytesLeft < 0;
  }

  #hear({ talk, from, kind, bytes, ...moment }: Utterance): void {
    const listener = this.#listener(talk);
    listener.last = moment;
    if (kind === 'private') {
      this.#keep(listener, from, moment, { private: true });
      return;
    }
    for (const heard of listener.reader.read(from, bytes)) {
      if (kind === 'public') this.#note(listener, from, heard, moment);
    }
    // The beginning of a message whose end has been forgotten.
    if (kind === 'earlier') listener.reader.rest(from);
  }

  #listener(index: number): Listener {
    for (const talk of this.#game.talks.slice(this.#listeners.length)) {
      const interpreter = this.#messagesOf(talk.protocol)?.open() ?? BYTES;
      const reader = new MessageReader(interpreter);
      this.#listeners.push({ talk, interpreter, reader, last: { order: 0, at: 0, turns: 0 }, isDone: false });
    }
    const listener = this.#listeners[index];
    if (listener === undefined) throw new Error(`no talk ${index} in game ${this.#game.game}`);
    return listener;
  }

  #endIfOver(listener: Listener): void {
    if (listener.isDone || !listener.talk.isOver) return;
    listener.isDone = true;
    const rest = listener.reader.rest('client');
    if (rest === undefined) return;
    this.#note(listener, 'client', rest, listener.last);
  }

  #note(listener: Listener, from: Side, { bytes, reading }: Heard, moment: Moment): void {
    const { interpreter } = listener;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (interpreter.isAside?.(from, text, this.#game.game)) return;
    if (reading.privacy !== 'public' || isCut(interpreter, text)) {
      this.#keep(listener, from, moment, { private: true });
      return;
    }
    this.#keep(listener, from, moment, {
      ...wording(bytes, text, interpreter),
      ...(reading.action === undefined ? {} : { action: reading.action }),
      meaning: reading.meaning,
      ...(reading.isWellFormed ? {} : { malformed: true }),
    });
  }

  #keep({ talk: { seat } }: Listener, from: Side, { order, at, turns }: Moment, what: Partial<Spoken>): void {
    this.#bytesLeft -= SMALLEST + (what.text ?? what.hex ?? '').length + (what.meaning ?? '').length;
    if (this.#isFull) return;
    this.#noted.push({ order, message: { at, seat, from, turns, ...what } });
  }
}

/** What is no whole line does not show for whom it was meant. */
const isCut = ({ strictest }: Interpreter, text: string): boolean => strictest !== 'public' && !text.endsWith('\n');

/** Text without its last line feed, or bytes in hexadecimal where they are none. */
function wording(bytes: Uint8Array, text: string, { isBinary }: Interpreter): { text: string } | { hex: string } {
  if (isBinary !== true && isUtf8(bytes)) return { text: text.endsWith('\n') ? text.slice(0, -1) : text };
  return {
    hex: Buffer.from(bytes)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$& '),
  };
}
