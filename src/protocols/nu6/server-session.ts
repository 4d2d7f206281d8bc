import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { Notice } from '../../lobby/notice.ts';
import { ok, problem, type Result } from '../../result.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import type { ReadResult } from '../bytes.ts';
import { defaultGoParameters } from '../default-go-parameters.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import {
  CHAT_EXTENSION,
  type ClientMessage,
  DEFAULT_SIZE,
  makeServerMessage,
  parseClientMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
import { errorOf, messagesOf, protocolError } from './notice-messages.ts';

type SessionCommand = Extract<
  Command,
  { kind: 'enter' | 'seek' | 'play' | 'pass' | 'forfeit' | 'chat' | 'who' | 'leave' }
>;

/** The server's side of one nu6 conversation. */
export class Nu6ServerSession extends ServerSessionBase<ReceivedLine, SessionCommand> {
  #stage: 'new' | 'present' | 'leaving' = 'new';
  #hasChat = false;
  /** The board of the player's game, which is needed to read a coordinate. */
  #board: BoardSize | undefined;
  /** The received line that is being answered. */
  #line = '';

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'too-long') {
      this.#sendMessage({ kind: 'error', error: 'PROTOCOL', info: 'line too long' });
      this.close();
      return;
    }
    this.#line = line.text;
    const command = this.#commandIn(line);
    if (command.ok) this.sendCommand(command.value);
    else this.#sendMessage(command.problem);
  }

  /** The command for a line, or the error that answers the line at once. */
  #commandIn(line: ReceivedLine): Result<SessionCommand, ServerMessage> {
    const message = line.kind === 'text' ? parseClientMessage(line.text) : undefined;
    if (!message?.ok) return problem(protocolError(this.#line));
    // HELLO comes first and once; before it even a goodbye is out of place (nu6, Handshake, and its ruling).
    const inPlace = (message.value.kind === 'hello') === (this.#stage === 'new');
    return inPlace ? this.#commandFor(message.value) : problem(protocolError(this.#line));
  }

  #commandFor(message: ClientMessage): Result<SessionCommand, ServerMessage> {
    switch (message.kind) {
      case 'hello':
        this.#hasChat = message.extensions.includes(CHAT_EXTENSION);
        return ok({ kind: 'enter', name: message.name, ...(this.#hasChat && { receives: ['chat', 'arrivals'] }) });
      case 'newgame':
        return ok({ kind: 'seek', parameters: defaultGoParameters(message.size ?? DEFAULT_SIZE) });
      case 'move':
        if (this.#board === undefined) return problem(protocolError(this.#line));
        return ok({ kind: 'play', point: pointOf(this.#board, message.coordinate) });
      case 'pass':
        return ok({ kind: 'pass' });
      case 'surrender':
        return ok({ kind: 'forfeit', how: 'resigned' });
      case 'bye':
        this.#stage = 'leaving';
        return ok({ kind: 'leave' });
      case 'message': {
        const { text, recipient } = message;
        return this.#ifChatting({ kind: 'chat', text, to: recipient === undefined ? 'everyone' : { name: recipient } });
      }
      case 'getlobby':
        return this.#ifChatting({ kind: 'who' });
    }
  }

  /** A chat command is only for clients that named the extension in HELLO (nu6, CHAT). */
  #ifChatting(command: SessionCommand): Result<SessionCommand, ServerMessage> {
    return this.#hasChat ? ok(command) : problem({ kind: 'chat-error', error: 'CHATNOTSUPPORTED' });
  }

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    if (answer.kind === 'entered') this.#stage = 'present';
    const reply = this.#replyTo(command, answer);
    if (reply !== undefined) this.#sendMessage(reply);
  }

  /** Most commands are answered by the notices that follow from them, and a seek that waits gets no answer. */
  #replyTo(command: SessionCommand, answer: CommandAnswer): ServerMessage | undefined {
    switch (answer.kind) {
      case 'entered':
        return { kind: 'hello' };
      case 'names':
        return { kind: 'lobby', names: sorted(answer.names) };
      case 'refused':
        return errorOf(answer.why, this.#line);
      case 'done':
        return command.kind === 'leave' ? { kind: 'bye' } : undefined;
      case 'waiting':
      case 'seated':
      // Answers to commands that this session never sends.
      case 'directory':
      case 'player':
      case 'move-counts':
      case 'moves':
      case 'watching':
        return undefined;
    }
  }

  protected override onNotice(notice: Notice): void {
    if (notice.kind === 'started') this.#board = square(notice.parameters.size);
    if (notice.kind === 'ended') this.#board = undefined;
    for (const message of messagesOf(notice)) {
      // After its BYE, a client gets only BYE (nu6, Saying goodbyes, and its ruling).
      if (this.#stage !== 'leaving' || message.kind === 'bye') this.#sendMessage(message);
    }
  }

  #sendMessage(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message)));
    if (message.kind === 'bye') this.close();
  }
}

const sortedNames = new WeakMap<readonly string[], readonly string[]>();

/** The lobby answers with the same array until a player enters or leaves. Sorting thousands of names takes long. */
function sorted(names: readonly string[]): readonly string[] {
  const known = sortedNames.get(names) ?? names.toSorted(byCodePoints);
  sortedNames.set(names, known);
  return known;
}

/** Compares by code points. The order is that of UTF-16 units, except that surrogates come last. */
function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at === length ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
