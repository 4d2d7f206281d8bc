import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { GameState, OpenedMessage, ServerMessage } from '../../protocols/api/server-message-schema.ts';
import { type ChatLine, withLine } from './chat-lines.ts';
import { changed, directoryOf, type LobbyDirectory } from './lobby-directory.ts';
import { type ClientRequest, PendingRequests, type RequestOutcome } from './pending-requests.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { hearTime } from './server-clock.ts';
import { afterNews, EarlierTurns, type GameUpdate } from './watched-game.ts';

/** `ended`: the server has said goodbye, and only a click connects again. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'ended';
export type You = ServerMessage & { readonly kind: 'you' };
type Goodbye = ServerMessage & { readonly kind: 'goodbye' };

/** Without an answer for this many milliseconds, the socket counts as lost. */
const ANSWER_TIME = 5000;

/** The page can mark dead stones. */
export const ENTER = { kind: 'enter', marking: true } as const;

const status$ = signal<ConnectionStatus>('connecting');
const you$ = signal<You>({ kind: 'you' });
const directory$ = signal<LobbyDirectory | undefined>(undefined);
const chat$ = signal<readonly ChatLine[]>([]);
const farewell$ = signal<Goodbye['why'] | undefined>(undefined);
const conversation$ = signal(0);
const games = new Map<number, Signal<GameState | undefined>>();

export const status: ReadonlySignal<ConnectionStatus> = status$;
/** The name, account and seat of this client, as the server says. */
export const you: ReadonlySignal<You> = you$;
/** `undefined` until it has been requested and received. */
export const directory: ReadonlySignal<LobbyDirectory | undefined> = directory$;
export const chat: ReadonlySignal<readonly ChatLine[]> = chat$;
/** The reason of the server's goodbye, until the connection is open again. */
export const farewell: ReadonlySignal<Goodbye['why'] | undefined> = farewell$;

/** Counts how often a visit was opened or continued: subscriptions must then be repeated. */
export const conversation: ReadonlySignal<number> = conversation$;

/** The ids of this tab must differ from those of other tabs of the same visit. */
const requests = new PendingRequests(crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36));
const unsent: string[] = [];
/** Subscriptions, which are repeated after a reconnection. */
let observes = false;
const watched = new Map<number, string | undefined>();
const earlier = new EarlierTurns();

const line = new ReconnectingSocket({ opened, said, lost });

/** Opens the connection; called once, at the start. */
export const connect = (): void => line.open();

/**
 * Replaces the visit: the account has changed, or the user continues after a goodbye. A player who used another name
 * leaves, except during a game.
 */
export async function reconnect(): Promise<void> {
  const { name, seat } = you$.value;
  if (status$.value === 'open' && name !== undefined && seat === undefined) await ask({ kind: 'leave' });
  you$.value = { kind: 'you' };
  line.close();
  status$.value = 'connecting';
  line.open();
}

/** Sends a request. While the connection is being opened, it waits. */
export function ask(request: ClientRequest): Promise<RequestOutcome> {
  return new Promise((resolve) => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const text = requests.begin(request, (reply) => {
      clearTimeout(late);
      resolve(reply);
    });
    if (status$.value === 'lost' || status$.value === 'ended') return requests.lose();
    late = setTimeout(() => line.drop(), ANSWER_TIME);
    if (status$.value === 'connecting') unsent.push(text);
    else line.send(text);
  });
}

/** Subscribes to the directory. */
export function observe(): void {
  if (observes) return;
  observes = true;
  if (status$.value === 'open') void ask({ kind: 'observe' });
}

/** The state of one game; `undefined` until it is known. Only watched games and the own game are updated. */
export function gameSignal(game: number): Signal<GameState | undefined> {
  const known = games.get(game) ?? signal<GameState | undefined>(undefined);
  games.set(game, known);
  return known;
}

/**
 * Subscribes to a game until the connection is lost. The answer says whether it is running. `key`: that of a private game.
 */
export function watch(game: number, key?: string): Promise<RequestOutcome> {
  watched.set(game, key);
  return ask(watchRequest(game, key));
}

const watchRequest = (game: number, key: string | undefined): ClientRequest =>
  key === undefined ? { kind: 'watch', game } : { kind: 'watch', game, key };

export function unwatch(game: number): void {
  if (!watched.delete(game)) return;
  games.delete(game);
  if (status$.value === 'open') void ask({ kind: 'unwatch', game });
}

function opened({ resumed }: OpenedMessage): void {
  const before = you$.value;
  status$.value = 'open';
  farewell$.value = undefined;
  if (!resumed && before.name !== undefined) {
    you$.value = { kind: 'you' };
    // After a restart, the server reserves the seat for a client with the same name.
    void ask(isGuest(before.name) ? asGuest(before) : { ...ENTER, name: before.name });
  }
  if (observes) void ask({ kind: 'observe' });
  for (const text of unsent.splice(0)) line.send(text);
  conversation$.value++;
}

function lost(): void {
  if (status$.value !== 'ended') status$.value = 'lost';
  unsent.length = 0;
  requests.lose();
}

/** A guest is recognised by the board of its game. */
function asGuest({ seat }: You): ClientRequest {
  const board = seat && games.get(seat.game)?.value?.board;
  return board === undefined ? ENTER : { ...ENTER, board };
}

const isGuest = (name: string): boolean => /^guest-\d+$/.test(name);

function said(message: ServerMessage): void {
  batch(() => {
    if ('now' in message) hearTime(message.now);
    else if ('at' in message && message.kind !== 'chat') hearTime(message.at);
    take(message);
  });
}

function take(message: ServerMessage): void {
  switch (message.kind) {
    case 'done':
    case 'refused':
      requests.settle(message);
      return;
    case 'you':
      you$.value = message;
      return;
    case 'directory':
      directory$.value = directoryOf(message);
      return;
    case 'changes':
      if (directory$.value !== undefined) directory$.value = changed(directory$.value, message.changes);
      return;
    case 'turns':
      earlier.take(message);
      return;
    case 'game':
      gameSignal(message.state.game).value = earlier.complete(message.state);
      return;
    case 'played':
    case 'passed':
    case 'renamed':
    case 'away':
    case 'back':
    case 'clock':
    case 'offered':
    case 'declined':
    case 'marking':
    case 'marked':
    case 'accepted':
    case 'resumed':
    case 'ended':
      hearNews(message);
      return;
    case 'unwatched':
      // Another tab has stopped watching; this one has not.
      if (watched.has(message.game)) void ask(watchRequest(message.game, watched.get(message.game)));
      return;
    case 'chat':
      chat$.value = withLine(chat$.value, message);
      return;
    case 'goodbye':
      part(message.why);
  }
}

function hearNews(news: GameUpdate): void {
  const game = gameSignal(news.game);
  if (game.value !== undefined) game.value = afterNews(game.value, news);
}

/** After a stop of the server the page reconnects by itself; otherwise the user must ask for it. */
function part(why: Goodbye['why']): void {
  farewell$.value = why;
  if (why === 'stops') return;
  you$.value = { kind: 'you' };
  status$.value = 'ended';
  line.close();
}
