import type { DirectoryChange } from '../../lobby/directory/directory.ts';
import type { GameId, KeyHash } from '../../lobby/games/game-event.ts';
import type { EarlierMoves, GameView, SpectatorUpdate } from '../../lobby/games/game-view.ts';
import type { AdjournedGameView, ChatNotice, EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { plainText } from '../../sanitize-text.ts';
import { boardOf, endOf } from '../api/game-to-json.ts';
import { invitationKeyHash } from '../api/invitation-key-hash.ts';
import { adjournedOf, stateOf, turnsOf } from '../api/lobby-to-json.ts';
import type { ServerMessage } from '../api/server-message-schema.ts';
import type { GameParametersJson } from '../api/value-schemas.ts';
import { messageOfUpdate } from './lobby-message-translation.ts';

/** The number of chat messages that are stored, to be sent again after `sync`. */
const MAX_STORED_CHAT = 50;

export type ServerMessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

interface Seat {
  readonly game: GameId;
  readonly color: StartedNotice['color'];
  readonly board: GameParametersJson;
  /** The key of the invitation from which the game began. */
  readonly key: string | undefined;
}

/** The state that one client knows: itself, its games and the chat. It sends the changes, or the whole state again. */
export class ClientSync {
  readonly #send: (message: ServerMessage) => void;
  readonly #account: string | undefined;
  #name: string | undefined;
  #seek: ServerMessageOf<'you'>['seek'];
  #seat: Seat | undefined;
  #adjourned: readonly AdjournedGameView[] = [];
  /**
   * Seeks have changed. If the client's own seek was removed, for example because the opponent has declined it, sends `you`.
   */
  seekChanged(changes: readonly DirectoryChange[]): void {
    const isOwn = (change: DirectoryChange): boolean =>
      change.kind === 'seek-removed'
        ? change.host === this.#name
        : change.kind === 'seek-added' && change.seek.host === this.#name;
    const last = changes.findLast(isOwn);
    if (this.#seek === undefined || this.#seat !== undefined || last?.kind !== 'seek-removed' || last.isSuspended)
      return;
    const { opponent } = this.#seek;
    this.#seek = undefined;
    this.sendYou(opponent);
  }

  /** The key of the invitation that the client has made or accepts. */
  #invitation: { readonly key: string; readonly hash: KeyHash } | undefined;
  /** The boards of the games that the client watches. */
  readonly #watched = new Map<GameId, BoardSize>();
  readonly #chat: ServerMessageOf<'chat'>[] = [];

  /** `account`: the name of the signed-in account. */
  constructor(account: string | undefined, say: (message: ServerMessage) => void) {
    this.#account = account;
    this.#send = say;
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

  /** `declined`: the opponent, who has declined the client's seek. */
  sendYou(declined?: string): void {
    const seat = this.#seat && { game: this.#seat.game, color: this.#seat.color, key: this.#seat.key };
    const adjourned = this.#adjourned.length === 0 ? undefined : this.#adjourned.map(adjournedOf);
    const [name, account, seek] = [this.#name, this.#account, this.#seek];
    this.#send({ kind: 'you', name, account, seat, seek, declined, adjourned });
  }

  setAdjourned(games: readonly AdjournedGameView[]): void {
    this.#adjourned = games;
    this.sendYou();
  }

  setName(name: string): void {
    this.#name = name;
    this.sendYou();
  }

  /** Sets the seek that waits, or none. */
  setSeek(seek: ServerMessageOf<'you'>['seek']): void {
    this.#seek = seek;
    this.sendYou();
  }

  /** Stores the key of the invitation that the client has made or accepted. */
  setKey(key: string): void {
    this.#invitation = { key, hash: invitationKeyHash(key) };
  }

  setSeat({ game, color, parameters, key: hash }: StartedNotice): void {
    const key = hash !== undefined && hash === this.#invitation?.hash ? this.#invitation.key : undefined;
    this.#seat = { game, color, board: boardOf(parameters), key };
    this.setSeek(undefined);
  }

  // Games

  sendGame(view: GameView, now: number): void {
    this.#watched.set(view.game, square(view.parameters.size));
    this.#send({ kind: 'game', state: stateOf(view), now });
  }

  /** Sends a part of the moves of a long game, before its state. */
  sendTurns({ game, parameters, first, moves }: EarlierMoves): void {
    this.#send({ kind: 'turns', game, first, turns: turnsOf(square(parameters.size), moves) });
  }

  sendSpectatorUpdate(game: GameId, update: SpectatorUpdate, at: number, now: number): void {
    const size = this.#watched.get(game);
    if (size === undefined) return;
    this.#send(messageOfUpdate(game, size, update, at, now));
    if (update.kind === 'ended') this.#gameEnded(game);
  }

  /** Sends the end of the client's own game, if the game was not watched yet. */
  sendEnd(ended: EndedNotice, now: number): void {
    const game = this.#seat?.game;
    if (game === undefined || this.#watched.has(game)) return;
    this.#send({ kind: 'ended', game, at: now, ...endOf(ended) });
    this.#gameEnded(game);
  }

  /** Stops watching a game. Returns whether it was watched. The client's own game is watched until its end. */
  forget(game: GameId): boolean {
    return game !== this.#seat?.game && this.#watched.delete(game);
  }

  #gameEnded(game: GameId): void {
    this.#watched.delete(game);
    if (this.#seat?.game !== game) return;
    this.#seat = undefined;
    this.sendYou();
  }

  // Chat

  onChat({ from, text, to }: ChatNotice, now: number): void {
    if (typeof to === 'object') this.sendChat({ from, text, to: 'game', game: to.game }, now);
    else this.sendChat({ from, text, to, ...(to === 'opponent' && { game: this.#seat?.game }) }, now);
  }

  /** Sends a chat message and stores it. Control characters and line ends are replaced. */
  sendChat(message: Omit<ServerMessageOf<'chat'>, 'kind' | 'at'>, now: number): void {
    const line = { kind: 'chat', ...message, text: plainText(message.text), at: now } as const;
    this.#chat.push(line);
    if (this.#chat.length > MAX_STORED_CHAT) this.#chat.shift();
    this.#send(line);
  }

  resendChat(): void {
    for (const line of this.#chat) this.#send(line);
  }
}
