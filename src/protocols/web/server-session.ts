import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { DirectoryCursor } from '../../lobby/directory/directory.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { MovesCursor } from '../../lobby/games/game-view.ts';
import type { KeyHash } from '../../lobby/games/invitation-key.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { ClientMessage } from '../api/client-message-schema.ts';
import { invitationKeyHash } from '../api/invitation-key-hash.ts';
import { directoryOf } from '../api/lobby-to-json.ts';
import { makeServerMessage, parseClientMessage } from '../api/message-codec.ts';
import type { DirectoryChangeJson, ServerMessage } from '../api/server-message-schema.ts';
import type { ReadResult } from '../message-read-result.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { type Line, LONGEST_LINE, lineBytes, readLine } from '../text-line.ts';
import { ClientSync, type ServerMessageOf } from './client-sync.ts';
import {
  arrivalsOf,
  changeOf,
  commandOf,
  parametersOf,
  refusalOf,
  seekCommand,
  waitingSeek,
} from './lobby-translation.ts';

/** So many games may be watched at once, one's own included. */
const MOST_WATCHED = 32;

type Asked<Kind extends ClientMessage['kind']> = ClientMessage & { readonly kind: Kind };

/**
 * The server's side of one conversation with a page or a program. The players of a game get the same messages as its
 * spectators: the session watches the game of its player, and ignores the notices of the seat.
 */
export class WebServerSession extends ServerSessionBase<Line> {
  readonly #picture: ClientSync;
  /** Commands whose answers are still to come. */
  #unanswered = 0;
  readonly #whenAnswered: (() => void)[] = [];
  #observes = false;

  /** `account`: the name of the account that is signed in. */
  constructor(now: number, account?: string) {
    super(now);
    this.#picture = new ClientSync(account, (message) => this.#say(message));
  }

  protected override read(bytes: Uint8Array): ReadResult<Line> {
    return readLine(bytes);
  }

  protected override onMessage(line: Line): void {
    if (line.kind === 'text') {
      const message = parseClientMessage(line.text);
      if (message.ok) this.#obey(message.value);
      else this.#say({ kind: 'refused', id: message.problem.id, why: 'malformed', problem: message.problem.problem });
      return;
    }
    const tooLong = line.kind === 'too-long';
    const problem = tooLong ? `a message has at most ${LONGEST_LINE} bytes` : 'not UTF-8';
    this.#say({ kind: 'refused', why: 'malformed', problem });
    if (tooLong) this.close();
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#sitDown(notice);
        return;
      case 'ended':
        this.#picture.tellEnd(notice, this.now);
        return;
      case 'adjourned-games':
        this.#picture.hasAdjourned(notice.games);
        return;
      case 'chat':
        this.#picture.hearChat(notice, this.now);
        return;
      case 'directory':
        if (this.#observes) this.#tellChanges(notice.changes.map(changeOf));
        this.#picture.seekChanged(notice.changes);
        return;
      case 'news':
        this.#picture.tellNews(notice.game, notice.news, notice.at, this.now);
        return;
      case 'replaced':
      case 'removed':
        this.#goodbye(notice.kind);
        return;
      case 'farewell':
        this.#goodbye('stops');
        return;
      // The directory and the news have all of it.
      case 'begun':
      case 'played':
      case 'passed':
      case 'marking':
      case 'marked':
      case 'accepted':
      case 'resumed':
      case 'entered':
      case 'left':
    }
  }

  #sitDown(started: StartedNotice): void {
    this.#picture.sitsDown(started);
    this.#askForGame({ game: started.game });
  }

  // What the client asks for

  #obey(message: ClientMessage): void {
    const why = this.#outOfPlace(message);
    if (why === undefined) this.#carryOut(message);
    else this.#refuse(message, why);
  }

  /** Why a message cannot be meant now, as far as that is known here. Who has not entered can look, and go. */
  #outOfPlace(message: ClientMessage): ServerMessageOf<'refused'>['why'] | undefined {
    const { name, watched } = this.#picture;
    switch (message.kind) {
      case 'enter':
        return name === undefined ? undefined : 'entered-already';
      case 'watch':
        return watched.size >= MOST_WATCHED && !watched.has(message.game) ? 'too-many' : undefined;
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
        this.#request(message, commandOf(message, this.#picture.seat?.board.size));
    }
  }

  #enter(message: Asked<'enter'>): void {
    const name = message.name === undefined ? {} : { name: message.name };
    const parameters = message.board === undefined ? {} : { parameters: parametersOf(message.board) };
    const abilities = message.marking === true ? { canMark: true as const } : {};
    this.#request(message, { kind: 'enter', hears: ['chat'], ...name, ...parameters, ...abilities }, (answer) => {
      if (answer.kind !== 'entered') throw new Error(`not entered but ${answer.kind}`);
      this.#named(message, answer.name);
      // A client that comes back under the name of a reserved seat sits down without another command.
      if (answer.held) this.#ask({ kind: 'return' }, () => {});
    });
  }

  #rename(message: Asked<'rename'>): void {
    const { name: old = '' } = this.#picture;
    this.#request(message, { kind: 'rename', name: message.name }, () => {
      // Written otherwise it is still the same name, which stays as it was.
      this.#named(message, foldName(message.name) === foldName(old) ? old : message.name);
    });
  }

  #named(message: ClientMessage, name: string): void {
    this.#done(message, { name });
    this.#picture.named(name);
  }

  #leave(message: Asked<'leave'>): void {
    const part = (): void => {
      this.#done(message);
      this.#goodbye('left');
    };
    if (this.#picture.name === undefined) part();
    else this.#request(message, { kind: 'leave' }, part);
  }

  #seek(message: Asked<'seek'>): void {
    const seek = seekCommand(message);
    this.#request(message, seek, ({ kind }) => {
      const waiting = kind === 'waiting';
      if (message.invitation !== undefined) this.#picture.holdsKey(message.invitation);
      this.#done(message, { waiting });
      if (waiting) this.#picture.waits(waitingSeek(message, seek));
    });
  }

  #acceptInvitation(message: Asked<'accept-invitation'>): void {
    const invitation = invitationKeyHash(message.key);
    this.#request(message, { kind: 'accept-invitation', invitation }, () => {
      this.#picture.holdsKey(message.key);
      this.#done(message);
    });
  }

  #cancel(message: Asked<'cancel'>): void {
    this.#request(message, { kind: 'cancel' }, () => {
      this.#done(message);
      this.#picture.waits(undefined);
    });
  }

  #chat(message: Asked<'chat'>): void {
    const { text, to } = message;
    this.#request(message, { kind: 'chat', text, to }, () => {
      this.#done(message);
      this.#picture.tellChat({ from: this.#picture.name ?? '', text, ...this.#audience(to) }, this.now);
    });
  }

  #audience(to: Asked<'chat'>['to']): Pick<ServerMessageOf<'chat'>, 'to' | 'name' | 'game'> {
    if (to === 'everyone') return { to };
    if (to === 'opponent') return { to, game: this.#picture.seat?.game };
    return 'name' in to ? { to: 'player', name: to.name } : { to: 'game', game: to.game };
  }

  #observe(message: Asked<'observe'>): void {
    this.#observes = true;
    this.#askForDirectory();
    this.#afterAnswers(() => this.#done(message));
  }

  #unobserve(message: Asked<'unobserve'>): void {
    if (this.#observes) this.#request(message, { kind: 'unobserve' });
    else this.#done(message);
    this.#observes = false;
  }

  #watch(message: Asked<'watch'>): void {
    const { game, key } = message;
    const place = { game, ...(key !== undefined && { key: invitationKeyHash(key) }) };
    this.#askForGame(place, (why) => {
      if (why === undefined) this.#done(message);
      else this.#refuse(message, refusalOf(why));
    });
  }

  #unwatch(message: Asked<'unwatch'>): void {
    const { game } = message;
    if (!this.#picture.forget(game)) {
      this.#done(message);
      return;
    }
    this.#request(message, { kind: 'unwatch', game }, () => {
      this.#say({ kind: 'unwatched', game });
      this.#done(message);
    });
  }

  /** Sends everything again: who the client is, and all that it observes and watches. */
  #sync(message: Asked<'sync'>): void {
    const { seat, watched } = this.#picture;
    this.#picture.tellYou();
    if (this.#observes) this.#askForDirectory();
    for (const game of new Set([...watched.keys(), ...(seat === undefined ? [] : [seat.game])]))
      this.#askForGame({ game });
    this.#afterAnswers(() => {
      this.#picture.tellChatAgain();
      this.#done(message);
    });
  }

  // What the lobby is asked

  #ask(command: Command, reply: (answer: CommandAnswer) => void): void {
    this.#unanswered++;
    this.ask(command, (answer) => {
      this.#unanswered--;
      reply(answer);
      if (this.#unanswered === 0) for (const run of this.#whenAnswered.splice(0)) run();
    });
  }

  /** Asks for what a client wants; a refusal is passed on, and everything else is `granted`. */
  #request(message: ClientMessage, command: Command, granted?: (answer: CommandAnswer) => void): void {
    this.#ask(command, (answer) => {
      if (answer.kind === 'refused') {
        this.#refuse(message, refusalOf(answer.why, answer.reserved), answer.opponentRules);
      } else if (granted === undefined) this.#done(message);
      else granted(answer);
    });
  }

  /** Runs once everything that has been asked is answered, and what was asked because of that. */
  #afterAnswers(run: () => void): void {
    if (this.#unanswered === 0) run();
    else this.#whenAnswered.push(run);
  }

  /** Requests a game, part by part. When turns are taken back, the parts that were sent are void, and it starts again. */
  #askForGame(
    place: { readonly game: GameId; readonly key?: KeyHash },
    told: (why?: Refusal) => void = () => {},
    after?: MovesCursor,
  ): void {
    this.#ask({ kind: 'watch', ...place, ...(after && { after }) }, (answer) => {
      if (answer.kind === 'moves') {
        this.#picture.tellTurns(answer.earlier);
        this.#askForGame(place, told, answer.earlier.next);
        return;
      }
      // If the game is over by now, its end has been sent.
      if (answer.kind === 'watching') this.#picture.tellGame(answer.view, this.now);
      told(answer.kind === 'refused' ? answer.why : undefined);
    });
  }

  /** Requests the directory, part by part: the first as such, the others as changes. */
  #askForDirectory(after?: DirectoryCursor): void {
    this.#ask({ kind: 'observe', ...(after && { after }) }, (answer) => {
      if (answer.kind !== 'directory') throw new Error(`no directory but ${answer.kind}`);
      const { directory, next } = answer;
      if (after === undefined) this.#say({ kind: 'directory', ...directoryOf(directory), now: this.now });
      else this.#tellChanges(arrivalsOf(directory));
      if (next !== undefined) this.#askForDirectory(next);
    });
  }

  // Messages to the client

  #tellChanges(changes: DirectoryChangeJson[]): void {
    if (changes.length > 0) this.#say({ kind: 'changes', changes, now: this.now });
  }

  #done({ id }: ClientMessage, more: Omit<ServerMessageOf<'done'>, 'kind' | 'id'> = {}): void {
    this.#say({ kind: 'done', id, ...more });
  }

  #refuse({ id }: ClientMessage, why: ServerMessageOf<'refused'>['why'], opponentRules?: boolean): void {
    this.#say({ kind: 'refused', id, why, ...(opponentRules && { opponentRules }) });
  }

  #goodbye(why: ServerMessageOf<'goodbye'>['why']): void {
    this.#say({ kind: 'goodbye', why });
    this.close();
  }

  #say(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message)));
  }
}
