import type { Command, CommandAnswer, RefusedAnswer, Seek } from '../../lobby/command.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { Color } from '../../rules/color.ts';
import { GO_REFUSALS } from '../../rules/go/ruleset.ts';
import { type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ReadResult } from '../bytes.ts';
import { defaultGoParameters } from '../default-go-parameters.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import { endMessages } from './end-messages.ts';
import {
  type ClientMessage,
  type Dialect,
  makeServerMessage,
  opensLaterDialect,
  parseClientMessage,
  type ServerMessage,
} from './messages.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

/** The refusals for which the player loses the game ("Ongeldige zet"). Every other refusal is only a warning. */
const ILLEGAL_MOVES: ReadonlySet<Refusal> = new Set(['off-board', ...GO_REFUSALS]);

interface Seat {
  readonly color: Color;
  readonly board: BoardSize;
}

type SessionCommand = Extract<
  Command,
  { kind: 'enter' | 'rename' | 'seek' | 'play' | 'pass' | 'forfeit' | 'chat' | 'leave' }
>;

/** The server's side of one client, in both dialects. */
export class NedapServerSession extends ServerSessionBase<ReceivedLine, SessionCommand> {
  #dialect: Dialect = 'documented';
  #name: string | undefined;
  /** The seek of a GO, until the lobby has accepted the name. */
  #seekAfterName: Seek | undefined;
  #waiting = false;
  /** The seat of the client, from READY to END. */
  #seat: Seat | undefined;
  /** The last message to a client that leaves the lobby. */
  #lastMessage: ServerMessage | undefined;

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    switch (line.kind) {
      case 'too-long':
        this.#warn(`a line has at most ${LONGEST_LINE} bytes`);
        this.close();
        return;
      case 'not-utf8':
        this.#warn('that was not UTF-8');
        return;
      case 'text':
        this.#handleLine(line.text);
    }
  }

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
      case 'rename':
        this.#named(command.name, answer);
        return;
      case 'seek':
        this.#sought(answer);
        return;
      case 'play':
        if (answer.kind === 'refused') this.#refusedMove(answer);
        return;
      case 'pass':
      case 'forfeit':
        if (answer.kind === 'refused') this.#warn(REFUSAL_TEXTS[answer.why]);
        return;
      case 'chat':
        if (answer.kind === 'refused') this.#refusedChat(command, answer);
        return;
      case 'leave':
        if (this.#lastMessage !== undefined) this.#sendMessage(this.#lastMessage);
        this.close();
        return;
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        return;
      case 'played':
        this.#sendMove(notice.color, notice.point);
        return;
      case 'passed':
        this.#sendMessage({ kind: 'passed', color: notice.color });
        return;
      case 'ended':
        for (const message of endMessages(notice, this.#requireSeat().board.width, this.#dialect))
          this.#sendMessage(message);
        this.#seat = undefined;
        return;
      case 'chat': {
        // "Chat": in the document's dialect, chat of the opponent has no name, because READY has named the opponent (ruling).
        const nameless = this.#dialect === 'documented' && notice.fromOpponent;
        this.#sendMessage({ kind: 'chat', ...(!nameless && { from: notice.from }), text: notice.text });
        return;
      }
      case 'replaced':
        this.#warn('another connection uses your name');
        this.close();
        return;
      case 'removed':
        this.#warn('you have been disconnected by an administrator');
        this.close();
        return;
      case 'farewell':
        this.#warn('server stops');
        this.close();
        return;
      // The protocol has no messages for clocks, for other players who enter or leave, and for other games.
    }
  }

  #handleLine(text: string): void {
    // The dialect is the document's after an accepted GO with a name. A refused GO changes nothing (ruling).
    if (this.#name === undefined && opensLaterDialect(text)) this.#dialect = 'later';
    const parsed = parseClientMessage(text, this.#dialect);
    if (!parsed.ok) this.#warn(parsed.problem);
    else this.#handleMessage(parsed.value);
  }

  #handleMessage(message: ClientMessage): void {
    switch (message.kind) {
      case 'go':
        this.#go(message.name ?? this.#name, message.size, message.opponent);
        return;
      case 'player':
        if (this.#dialect === 'later') this.#setName(message.name);
        else this.#warn('PLAYER cannot come after GO with a name');
        return;
      case 'cancel':
        // "Wachten". After READY, CANCEL would lose the game; TABLEFLIP is the message for that.
        if (this.#waiting) this.sendCommand({ kind: 'leave' });
        else this.#warn('there is nothing to cancel');
        return;
      case 'exit':
        if (this.#name === undefined) this.close();
        else this.sendCommand({ kind: 'leave' });
        return;
      case 'move':
        this.#askInGame((board) => ({ kind: 'play', point: pointAt(board, message.x, message.y) ?? 'off-board' }));
        return;
      case 'pass':
        this.#askInGame(() => ({ kind: 'pass' }));
        return;
      case 'tableflip':
        this.#askInGame(() => ({ kind: 'forfeit', how: 'resigned' }));
        return;
      case 'chat':
        this.#chat(message.text);
    }
  }

  #go(name: string | undefined, size: number, opponent: string | undefined): void {
    if (name === undefined) this.#warn('PLAYER with a name comes before GO');
    else
      this.#setName(name, {
        kind: 'seek',
        parameters: defaultGoParameters(size),
        ...(opponent !== undefined && { opponent }),
      });
  }

  /** Gives the player this name, and then makes the seek, if there is one. */
  #setName(name: string, seek?: Seek): void {
    if (name === this.#name) {
      // The lobby refuses this in a game. Only the lobby knows whether the game has ended.
      if (seek !== undefined) this.sendCommand(seek);
    } else if (this.#seat !== undefined) {
      this.#warn(REFUSAL_TEXTS['in-game']);
    } else {
      this.#seekAfterName = seek;
      this.sendCommand(
        this.#name === undefined ? { kind: 'enter', name, receives: ['chat'] } : { kind: 'rename', name },
      );
    }
  }

  #named(name: string | undefined, answer: CommandAnswer): void {
    const seek = this.#seekAfterName;
    this.#seekAfterName = undefined;
    if (answer.kind === 'refused') {
      this.#warn(REFUSAL_TEXTS[answer.why]);
      return;
    }
    this.#name = name;
    if (seek !== undefined) this.sendCommand(seek);
  }

  #sought(answer: CommandAnswer): void {
    if (answer.kind === 'refused') {
      this.#warn(answer.why === 'not-now' ? 'no game can start now: try again later' : REFUSAL_TEXTS[answer.why]);
      return;
    }
    // A client may rely on WAITING, even if another player waited already and READY follows at once (ruling).
    this.#sendMessage({ kind: 'waiting' });
    this.#waiting = true;
  }

  #askInGame(command: (board: BoardSize) => SessionCommand): void {
    if (this.#seat === undefined) this.#warn(REFUSAL_TEXTS['no-game']);
    else this.sendCommand(command(this.#seat.board));
  }

  /** "Wanneer kicken?": a player is excluded for a move that its own rules forbid. It cannot know the opponent's rules. */
  #refusedMove({ why, opponentRules }: RefusedAnswer): void {
    if (!ILLEGAL_MOVES.has(why)) {
      this.#warn(REFUSAL_TEXTS[why]);
    } else if (opponentRules) {
      this.#warn(`the rules of your opponent forbid it: ${REFUSAL_TEXTS[why]}`);
    } else {
      // Sent after the lobby has stored that the player left.
      this.#lastMessage = { kind: 'invalid', color: this.#requireSeat().color, text: REFUSAL_TEXTS[why] };
      this.sendCommand({ kind: 'leave', kickedFor: why });
    }
  }

  #chat(text: string): void {
    if (this.#name === undefined) this.#warn('a name comes before CHAT');
    else this.sendCommand({ kind: 'chat', text, to: this.#seat === undefined ? 'everyone' : 'opponent' });
  }

  #refusedChat({ text, to }: Command & { kind: 'chat' }, { why }: RefusedAnswer): void {
    // The game ended before the chat arrived. The chat goes to all clients with chat, as after END.
    if (why === 'no-game' && to === 'opponent') this.sendCommand({ kind: 'chat', text, to: 'everyone' });
    else this.#warn(REFUSAL_TEXTS[why]);
  }

  /** Sends READY and, to a player who has returned, all earlier moves (docs/protocols/nedap.md). */
  #start({ color, opponent, parameters, moves }: StartedNotice): void {
    if (color === 'both') throw new Error('a nedap player never has both seats');
    this.#waiting = false;
    this.#seat = { color, board: square(parameters.size) };
    this.#sendMessage({ kind: 'ready', color, opponent, size: parameters.size });
    for (const action of moves) {
      if (action.kind === 'play') this.#sendMove(action.color, action.point);
      else this.#sendMessage({ kind: 'passed', color: action.color });
    }
  }

  #sendMove(color: Color, point: Point): void {
    this.#sendMessage({ kind: 'valid', color, ...coordinates(this.#requireSeat().board, point) });
  }

  #requireSeat(): Seat {
    if (this.#seat === undefined) throw new Error('a notice of a game that has not started');
    return this.#seat;
  }

  #warn(text: string): void {
    this.#sendMessage({ kind: 'warning', text });
  }

  #sendMessage(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message, this.#dialect)));
  }
}
