import type { DirectoryChange } from '../../lobby/directory/directory.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { EarlierMoves, GameView, SpectatorUpdate } from '../../lobby/games/game-view.ts';
import type { KeyHash } from '../../lobby/games/invitation-key.ts';
import type { AdjournedGame, ChatNotice, EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { plainText } from '../../sanitize-text.ts';
import { boardOf, endOf } from '../api/game-to-json.ts';
import { invitationKeyHash } from '../api/invitation-key-hash.ts';
import { adjournedOf, stateOf, turnsOf } from '../api/lobby-to-json.ts';
import type { ServerMessage } from '../api/server-message-schema.ts';
import type { GameParametersJson } from '../api/value-schemas.ts';
import { newsOf } from './lobby-translation.ts';

/** The number of chat lines that are sent again. */
const CHAT_KEPT = 50;

export type ServerMessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

interface Seat {
  readonly game: GameId;
  readonly color: StartedNotice['color'];
  readonly board: GameParametersJson;
  /** Of the invitation from which the game came. */
  readonly key: string | undefined;
}

/** What one client knows about itself, games and chat, so that only changes are sent, or everything again. */
export class ClientSync {
  readonly #say: (message: ServerMessage) => void;
  readonly #account: string | undefined;
  #name: string | undefined;
  #seek: ServerMessageOf<'you'>['seek'];
  #seat: Seat | undefined;
  #adjourned: readonly AdjournedGame[] = [];
  /** The opponent may have declined the seek: then it is settled, which clients that do not observe are told, too. */
  seekChanged(changes: readonly DirectoryChange[]): void {
    const isOwn = (change: DirectoryChange): boolean =>
      change.kind === 'settled'
        ? change.host === this.#name
        : change.kind === 'seeks' && change.seek.host === this.#name;
    if (this.#seek !== undefined && this.#seat === undefined && changes.findLast(isOwn)?.kind === 'settled')
      this.waits(undefined);
  }

  /** The key of the invitation that the client has made or accepts. */
  #held: { readonly key: string; readonly hash: KeyHash } | undefined;
  /** The boards of the games that the client watches. */
  readonly #watched = new Map<GameId, BoardSize>();
  readonly #chat: ServerMessageOf<'chat'>[] = [];

  /** `account`: the name of the signed-in account. */
  constructor(account: string | undefined, say: (message: ServerMessage) => void) {
    this.#account = account;
    this.#say = say;
  }

  get name(): string | undefined {
    return this.#name;
  }

  get seat(): Seat | undefined {
    return this.#seat;
  }

  get watched(): ReadonlyMap<GameId, BoardSize> {
    return this.#watched;
  }

  tellYou(): void {
    const seat = this.#seat && { game: this.#seat.game, color: this.#seat.color, key: this.#seat.key };
    const adjourned = this.#adjourned.length === 0 ? undefined : this.#adjourned.map(adjournedOf);
    this.#say({ kind: 'you', name: this.#name, account: this.#account, seat, seek: this.#seek, adjourned });
  }

  /** All adjourned games of its account. */
  hasAdjourned(games: readonly AdjournedGame[]): void {
    this.#adjourned = games;
    this.tellYou();
  }

  named(name: string): void {
    this.#name = name;
    this.tellYou();
  }

  /** The seek that waits, or none. */
  waits(seek: ServerMessageOf<'you'>['seek']): void {
    this.#seek = seek;
    this.tellYou();
  }

  /** The key of the invitation that the client has made or accepted. */
  holdsKey(key: string): void {
    this.#held = { key, hash: invitationKeyHash(key) };
  }

  sitsDown({ game, color, parameters, key: hash }: StartedNotice): void {
    const key = hash !== undefined && hash === this.#held?.hash ? this.#held.key : undefined;
    this.#seat = { game, color, board: boardOf(parameters), key };
    this.waits(undefined);
  }

  // Games

  tellGame(view: GameView, now: number): void {
    this.#watched.set(view.game, square(view.parameters.size));
    this.#say({ kind: 'game', state: stateOf(view), now });
  }

  /** A part of the moves of a long game, before its state. */
  tellTurns({ game, parameters, first, moves }: EarlierMoves): void {
    this.#say({ kind: 'turns', game, first, turns: turnsOf(square(parameters.size), moves) });
  }

  tellNews(game: GameId, news: SpectatorUpdate, at: number, now: number): void {
    const size = this.#watched.get(game);
    if (size === undefined) return;
    this.#say(newsOf(game, size, news, at, now));
    if (news.kind === 'ended') this.#over(game);
  }

  /** A game of the client's own that ended before it was watched has no events. */
  tellEnd(ended: EndedNotice, now: number): void {
    const game = this.#seat?.game;
    if (game === undefined || this.#watched.has(game)) return;
    this.#say({ kind: 'ended', game, at: now, ...endOf(ended) });
    this.#over(game);
  }

  /** Whether the game was watched. The own game is sent while it lasts. */
  forget(game: GameId): boolean {
    return game !== this.#seat?.game && this.#watched.delete(game);
  }

  #over(game: GameId): void {
    this.#watched.delete(game);
    if (this.#seat?.game !== game) return;
    this.#seat = undefined;
    this.tellYou();
  }

  // Talk

  hearChat({ from, text, to }: ChatNotice, now: number): void {
    if (typeof to === 'object') this.tellChat({ from, text, to: 'game', game: to.game }, now);
    else this.tellChat({ from, text, to, ...(to === 'opponent' && { game: this.#seat?.game }) }, now);
  }

  /** Control characters and line ends are replaced. */
  tellChat(said: Omit<ServerMessageOf<'chat'>, 'kind' | 'at'>, now: number): void {
    const line = { kind: 'chat', ...said, text: plainText(said.text), at: now } as const;
    this.#chat.push(line);
    if (this.#chat.length > CHAT_KEPT) this.#chat.shift();
    this.#say(line);
  }

  tellChatAgain(): void {
    for (const line of this.#chat) this.#say(line);
  }
}
