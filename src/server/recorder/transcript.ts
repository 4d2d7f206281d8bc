import { isUtf8 } from 'node:buffer';
import type { Clock } from '../../clock.ts';
import { DISCREET } from '../../meanings/discretion.ts';
import type { Interpreter, Side } from '../../meanings/interpreter.ts';
import { INTERPRETERS } from '../../meanings/interpreters.ts';
import { BYTES, type Heard, MessageReader } from '../../meanings/message-reader.ts';
import type { Spoken } from '../../protocols/web/resource.ts';
import type { RecordedGame, Talk } from './recorded-game.ts';
import type { Utterance } from './tape.ts';

/** What was said about a game, as the API tells it. */
export interface Transcribed {
  readonly messages: readonly Spoken[];
  readonly cut: boolean;
}

interface Listener {
  readonly talk: Talk;
  readonly interpreter: Interpreter;
  readonly reader: MessageReader;
  last: Moment;
  isDone: boolean;
}

type Moment = Pick<Utterance, 'order' | 'at' | 'turns'>;

/** A recorded game's conversations, message by message and explained. Reads on where it was. */
export class Transcript {
  readonly #game: RecordedGame;
  readonly #listeners: Listener[] = [];
  readonly #noted: { readonly order: number; readonly message: Spoken }[] = [];
  #messages: readonly Spoken[] = [];
  #place = 0;

  constructor(game: RecordedGame) {
    this.#game = game;
  }

  /** Reads at most `most` utterances further; false where there are more. */
  readOn(most: number): boolean {
    let left = most;
    for (const { utterance, end } of this.#game.tape.from(this.#place)) {
      this.#hear(utterance);
      this.#place = end;
      if (--left === 0) return false;
    }
    for (const listener of this.#listeners) this.#endIfOver(listener);
    return true;
  }

  /** As far as it has been read. */
  get read(): Transcribed {
    if (this.#noted.length > this.#messages.length) {
      // What somebody said before sitting down comes after what was said at the board meanwhile.
      this.#noted.sort((one, other) => one.order - other.order);
      this.#messages = this.#noted.map(({ message }) => message);
    }
    return { messages: this.#messages, cut: this.#game.isCut };
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
      const interpreter = INTERPRETERS[talk.protocol]?.() ?? BYTES;
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
    if (mayBePrivate(listener.talk.protocol, rest.bytes))
      this.#keep(listener, 'client', listener.last, { private: true });
    else this.#note(listener, 'client', rest, listener.last);
  }

  #note(listener: Listener, from: Side, { bytes, reading }: Heard, moment: Moment): void {
    const { interpreter } = listener;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (interpreter.isAside?.(from, text, this.#game.game)) return;
    if (interpreter.isPrivate?.(from, text)) {
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
    this.#noted.push({ order, message: { at, seat, from, turns, ...what } });
  }
}

/** What is not whole does not show for whom it was meant. */
function mayBePrivate(protocol: string, bytes: Uint8Array): boolean {
  const discreet = DISCREET[protocol] ?? [];
  return discreet === 'any' || discreet.some((word) => Buffer.from(bytes).includes(word));
}

/** Utterances that are read at once: about a millisecond, and then players have their turn. */
const AT_ONCE = 100;

/** Everything that can be read by now. */
export async function transcribe(transcript: Transcript, clock: Pick<Clock, 'soon'>): Promise<Transcribed> {
  while (!transcript.readOn(AT_ONCE)) await new Promise<void>((resolve) => clock.soon(resolve));
  return transcript.read;
}

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
