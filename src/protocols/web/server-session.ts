import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { DirectoryCursor } from '../../lobby/directory/directory.ts';
import type { GameId, KeyHash } from '../../lobby/games/game-event.ts';
import type { MovesCursor } from '../../lobby/games/game-view.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { ClientMessage } from '../api/client-message-schema.ts';
import { invitationKeyHash } from '../api/invitation-key-hash.ts';
import { directoryOf } from '../api/lobby-to-json.ts';
import { makeServerMessage, parseClientMessage } from '../api/message-codec.ts';
import type { DirectoryChangeJson, ServerMessage } from '../api/server-message-schema.ts';
import type { ReadResult } from '../bytes.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import { ClientSync, type ServerMessageOf } from './client-sync.ts';
import {
  arrivalsOf,
  changeOf,
  commandOf,
  parametersOf,
  refusalOf,
  seekCommand,
  waitingSeek,
} from './lobby-message-translation.ts';

/** The maximum number of games that a client watches at once, including its own. */
const MAX_WATCHED = 32;

type MessageOf<Kind extends ClientMessage['kind']> = ClientMessage & { readonly kind: Kind };

/**
 * The server's side of one conversation with a page or a program. The players of a game get the same messages as its
 * spectators: the session watches the game of its player, and ignores the notices of the seat.
 */
export class WebServerSession extends ServerSessionBase<ReceivedLine> {
  readonly #clientSync: ClientSync;
  /** The number of commands whose answers have not arrived yet. */
  #unanswered = 0;
  readonly #whenAnswered: (() => void)[] = [];
  #observes = false;

  /** `account`: the name of the account that is signed in. */
  constructor(now: number, account?: string) {
    super(now);
    this.#clientSync = new ClientSync(account, (message) => this.#sendMessage(message));
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'text') {
      const message = parseClientMessage(line.text);
      if (message.ok) this.#handleMessage(message.value);
      else
        this.#sendMessage({
          kind: 'refused',
          id: message.problem.id,
          why: 'malformed',
          problem: message.problem.problem,
        });
      return;
    }
    const tooLong = line.kind === 'too-long';
    const problem = tooLong ? `a message has at most ${LONGEST_LINE} bytes` : 'not UTF-8';
    this.#sendMessage({ kind: 'refused', why: 'malformed', problem });
    if (tooLong) this.close();
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#sitDown(notice);
        return;
      case 'ended':
        this.#clientSync.sendEnd(notice, this.now);
        return;
      case 'adjourned-games':
        this.#clientSync.setAdjourned(notice.games);
        return;
      case 'chat':
        this.#clientSync.onChat(notice, this.now);
        return;
      case 'directory':
        if (this.#observes) this.#sendChanges(notice.changes.map(changeOf));
        this.#clientSync.seekChanged(notice.changes);
        return;
      case 'spectator-update':
        this.#clientSync.sendSpectatorUpdate(notice.game, notice.update, notice.at, this.now);
        return;
      case 'replaced':
      case 'removed':
        this.#goodbye(notice.kind);
        return;
      case 'farewell':
        this.#goodbye('stops');
        return;
      // Directory changes and news contain the other events.
    }
  }

  #sitDown(started: StartedNotice): void {
    this.#clientSync.setSeat(started);
    this.#requestGame({ game: started.game });
  }

  // Messages of the client

  #handleMessage(message: ClientMessage): void {
    const why = this.#outOfPlace(message);
    if (why === undefined) this.#carryOut(message);
    else this.#refuse(message, why);
  }

  /** The reason why a message is refused at once. A client that has not entered can only enter, watch games, observe the directory, sync, and leave. */
  #outOfPlace(message: ClientMessage): ServerMessageOf<'refused'>['why'] | undefined {
    const { name, watched } = this.#clientSync;
    switch (message.kind) {
      case 'enter':
        return name === undefined ? undefined : 'entered-already';
      case 'watch':
        return watched.size >= MAX_WATCHED && !watched.has(message.game) ? 'too-many' : undefined;
      case 'unwatch':
      case 'observe':
      case 'unobserve':
      case 'leave':
      case 'sync':
        return undefined;
      default:
        return name === undefined ? 'not-entered' : undefined;
    }
  }

  #carryOut(message: ClientMessage): void {
    switch (message.kind) {
      case 'enter':
        this.#enter(message);
        return;
      case 'rename':
        this.#rename(message);
        return;
      case 'leave':
        this.#leave(message);
        return;
      case 'seek':
        this.#seek(message);
        return;
      case 'accept-invitation':
        this.#acceptInvitation(message);
        return;
      case 'cancel':
        this.#cancel(message);
        return;
      case 'chat':
        this.#chat(message);
        return;
      case 'observe':
        this.#observe(message);
        return;
      case 'unobserve':
        this.#unobserve(message);
        return;
      case 'watch':
        this.#watch(message);
        return;
      case 'unwatch':
        this.#unwatch(message);
        return;
      case 'sync':
        this.#sync(message);
        return;
      default:
        this.#request(message, commandOf(message, this.#clientSync.seat?.board.size));
    }
  }

  #enter(message: MessageOf<'enter'>): void {
    const name = message.name === undefined ? {} : { name: message.name };
    const parameters = message.board === undefined ? {} : { parameters: parametersOf(message.board) };
    const abilities = message.marking === true ? { canMark: true as const } : {};
    this.#request(message, { kind: 'enter', receives: ['chat'], ...name, ...parameters, ...abilities }, (answer) => {
      if (answer.kind !== 'entered') throw new Error(`not entered but ${answer.kind}`);
      this.#named(message, answer.name);
      // A returning player gets its reserved seat without another command.
      if (answer.held) this.#ask({ kind: 'return' }, () => {});
    });
  }

  #rename(message: MessageOf<'rename'>): void {
    const { name: old = '' } = this.#clientSync;
    this.#request(message, { kind: 'rename', name: message.name }, () => {
      // Another spelling of the same name changes nothing.
      this.#named(message, foldName(message.name) === foldName(old) ? old : message.name);
    });
  }

  #named(message: ClientMessage, name: string): void {
    this.#done(message, { name });
    this.#clientSync.setName(name);
  }

  #leave(message: MessageOf<'leave'>): void {
    const goodbye = (): void => {
      this.#done(message);
      this.#goodbye('left');
    };
    if (this.#clientSync.name === undefined) goodbye();
    else this.#request(message, { kind: 'leave' }, goodbye);
  }

  #seek(message: MessageOf<'seek'>): void {
    const seek = seekCommand(message);
    this.#request(message, seek, ({ kind }) => {
      const waiting = kind === 'waiting';
      if (message.invitation !== undefined) this.#clientSync.setKey(message.invitation);
      this.#done(message, { waiting });
      if (waiting) this.#clientSync.setSeek(waitingSeek(message, seek));
    });
  }

  #acceptInvitation(message: MessageOf<'accept-invitation'>): void {
    const invitation = invitationKeyHash(message.key);
    this.#request(message, { kind: 'accept-invitation', invitation }, () => {
      this.#clientSync.setKey(message.key);
      this.#done(message);
    });
  }

  #cancel(message: MessageOf<'cancel'>): void {
    this.#request(message, { kind: 'cancel' }, () => {
      this.#done(message);
      this.#clientSync.setSeek(undefined);
    });
  }

  #chat(message: MessageOf<'chat'>): void {
    const { text, to } = message;
    this.#request(message, { kind: 'chat', text, to }, () => {
      this.#done(message);
      const from = this.#clientSync.name ?? '';
      this.#clientSync.sendChat({ from, text, ...this.#audience(to), own: true }, this.now);
    });
  }

  #audience(to: MessageOf<'chat'>['to']): Pick<ServerMessageOf<'chat'>, 'to' | 'name' | 'game'> {
    if (to === 'everyone') return { to };
    if (to === 'opponent') return { to, game: this.#clientSync.seat?.game };
    return 'name' in to ? { to: 'player', name: to.name } : { to: 'game', game: to.game };
  }

  #observe(message: MessageOf<'observe'>): void {
    this.#observes = true;
    this.#requestDirectory();
    this.#afterAnswers(() => this.#done(message));
  }

  #unobserve(message: MessageOf<'unobserve'>): void {
    if (this.#observes) this.#request(message, { kind: 'unobserve' });
    else this.#done(message);
    this.#observes = false;
  }

  #watch(message: MessageOf<'watch'>): void {
    const { game, key } = message;
    const place = { game, ...(key !== undefined && { key: invitationKeyHash(key) }) };
    this.#requestGame(place, (why) => {
      if (why === undefined) this.#done(message);
      else this.#refuse(message, refusalOf(why));
    });
  }

  #unwatch(message: MessageOf<'unwatch'>): void {
    const { game } = message;
    if (!this.#clientSync.forget(game)) {
      this.#done(message);
      return;
    }
    this.#request(message, { kind: 'unwatch', game }, () => {
      this.#sendMessage({ kind: 'unwatched', game });
      this.#done(message);
    });
  }

  /** Sends everything again: who the client is, and all that it observes and watches. */
  #sync(message: MessageOf<'sync'>): void {
    const { seat, watched } = this.#clientSync;
    this.#clientSync.sendYou();
    if (this.#observes) this.#requestDirectory();
    for (const game of new Set([...watched.keys(), ...(seat === undefined ? [] : [seat.game])]))
      this.#requestGame({ game });
    this.#afterAnswers(() => {
      this.#clientSync.resendChat();
      this.#done(message);
    });
  }

  // Commands to the lobby

  #ask(command: Command, reply: (answer: CommandAnswer) => void): void {
    this.#unanswered++;
    this.ask(command, (answer) => {
      this.#unanswered--;
      reply(answer);
      if (this.#unanswered === 0) for (const run of this.#whenAnswered.splice(0)) run();
    });
  }

  /** Sends a command for a message. A refusal is sent to the client; any other answer is passed to `granted`. */
  #request(message: ClientMessage, command: Command, granted?: (answer: CommandAnswer) => void): void {
    this.#ask(command, (answer) => {
      if (answer.kind === 'refused') {
        this.#refuse(message, refusalOf(answer.why, answer.reserved), answer.opponentRules);
      } else if (granted === undefined) this.#done(message);
      else granted(answer);
    });
  }

  /** Calls `run` when all commands are answered, including those that follow from the answers. */
  #afterAnswers(run: () => void): void {
    if (this.#unanswered === 0) run();
    else this.#whenAnswered.push(run);
  }

  /** Requests a game, part by part. After a take-back, the lobby begins again with the first part. */
  #requestGame(
    place: { readonly game: GameId; readonly key?: KeyHash },
    onDone: (why?: Refusal) => void = () => {},
    after?: MovesCursor,
  ): void {
    this.#ask({ kind: 'watch', ...place, ...(after && { after }) }, (answer) => {
      if (answer.kind === 'moves') {
        this.#clientSync.sendTurns(answer.earlier);
        this.#requestGame(place, onDone, answer.earlier.next);
        return;
      }
      // If the game has ended meanwhile, its end has been sent.
      if (answer.kind === 'watching') this.#clientSync.sendGame(answer.view, this.now);
      onDone(answer.kind === 'refused' ? answer.why : undefined);
    });
  }

  /** Requests the directory, part by part. The first part is sent as `directory`, the others as changes. */
  #requestDirectory(after?: DirectoryCursor): void {
    this.#ask({ kind: 'observe', ...(after && { after }) }, (answer) => {
      if (answer.kind !== 'directory') throw new Error(`no directory but ${answer.kind}`);
      const { directory, next } = answer;
      if (after === undefined) this.#sendMessage({ kind: 'directory', ...directoryOf(directory), now: this.now });
      else this.#sendChanges(arrivalsOf(directory));
      if (next !== undefined) this.#requestDirectory(next);
    });
  }

  // Messages to the client

  #sendChanges(changes: DirectoryChangeJson[]): void {
    if (changes.length > 0) this.#sendMessage({ kind: 'changes', changes, now: this.now });
  }

  #done({ id }: ClientMessage, more: Omit<ServerMessageOf<'done'>, 'kind' | 'id'> = {}): void {
    this.#sendMessage({ kind: 'done', id, ...more });
  }

  #refuse({ id }: ClientMessage, why: ServerMessageOf<'refused'>['why'], opponentRules?: boolean): void {
    this.#sendMessage({ kind: 'refused', id, why, ...(opponentRules && { opponentRules }) });
  }

  #goodbye(why: ServerMessageOf<'goodbye'>['why']): void {
    this.#sendMessage({ kind: 'goodbye', why });
    this.close();
  }

  #sendMessage(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message)));
  }
}
