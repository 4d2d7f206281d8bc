import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OpenedMessage, ServerMessage } from '../../protocols/api/server-message-schema.ts';
import { addLine, type ChatLine } from './chat-lines.ts';
import { applyChanges, directoryOf, type LobbyDirectory } from './lobby-directory.ts';
import { type ClientRequest, PendingRequests, type RequestOutcome } from './pending-requests.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { setServerTime } from './server-clock.ts';
import { applyUpdate, EarlierTurnsBuffer, type GameUpdate, type WatchedGame } from './watched-game.ts';

/**
 * The status of the connection. `ended`: the server has sent a goodbye, and the page reconnects only if the user asks for
 * it.
 */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'ended';
/** The name, account and seat of this client, as the server sends them. */
export type You = ServerMessage & { readonly kind: 'you' };
type Goodbye = ServerMessage & { readonly kind: 'goodbye' };

/** Without an answer for this many milliseconds, the socket counts as lost. */
const ANSWER_TIME = 5000;

/** The message with which the page enters. `marking`: the page can mark dead stones. */
export const ENTER = { kind: 'enter', marking: true } as const;

const status$ = signal<ConnectionStatus>('connecting');
const you$ = signal<You>({ kind: 'you' });
const directory$ = signal<LobbyDirectory | undefined>(undefined);
const chat$ = signal<readonly ChatLine[]>([]);
const farewell$ = signal<Goodbye['why'] | undefined>(undefined);
const connectionCount$ = signal(0);
const games = new Map<number, Signal<WatchedGame | undefined>>();

export const status: ReadonlySignal<ConnectionStatus> = status$;
/** The name, account and seat of this client, as the server has sent them. */
export const you: ReadonlySignal<You> = you$;
/** `undefined` until it has been requested and received. */
export const directory: ReadonlySignal<LobbyDirectory | undefined> = directory$;
export const chat: ReadonlySignal<readonly ChatLine[]> = chat$;
/** The reason of the server's goodbye, until the connection is open again. */
export const farewell: ReadonlySignal<Goodbye['why'] | undefined> = farewell$;

/** The number of connections so far. After each new connection, subscriptions must be repeated. */
export const connectionCount: ReadonlySignal<number> = connectionCount$;

/** The requests of this tab. Their ids must differ from those of other tabs of the same visit. */
const requests = new PendingRequests(crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36));
const unsent: string[] = [];
/** Whether the page subscribes to the directory. Subscriptions are repeated after a reconnection. */
let isObserving = false;
const watched = new Map<number, string | undefined>();
const earlier = new EarlierTurnsBuffer();

const socket = new ReconnectingSocket({ opened: onOpened, received: onMessage, lost: onLost });

/** Opens the connection. Called once, at the start. */
export const connect = (): void => socket.open();

/**
 * Reconnects with a new visit, after a change of the account or when the user continues after a goodbye. A player who used
 * another name leaves the lobby first, except during a game.
 */
export async function reconnect(): Promise<void> {
  const { name, seat } = you$.value;
  if (status$.value === 'open' && name !== undefined && seat === undefined) await sendRequest({ kind: 'leave' });
  you$.value = { kind: 'you' };
  socket.close();
  status$.value = 'connecting';
  socket.open();
}

/** Sends a request. While the connection is being opened, the request waits. */
export function sendRequest(request: ClientRequest): Promise<RequestOutcome> {
  return new Promise((resolve) => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const text = requests.begin(request, (reply) => {
      clearTimeout(timeout);
      resolve(reply);
    });
    if (status$.value === 'lost' || status$.value === 'ended') return requests.failAll();
    timeout = setTimeout(() => socket.drop(), ANSWER_TIME);
    if (status$.value === 'connecting') unsent.push(text);
    else socket.send(text);
  });
}

export function observe(): void {
  if (isObserving) return;
  isObserving = true;
  if (status$.value === 'open') void sendRequest({ kind: 'observe' });
}

/** The state of one game; undefined until it is known. Only watched games and the client's own game are updated. */
export function gameSignal(game: number): Signal<WatchedGame | undefined> {
  const known = games.get(game) ?? signal<WatchedGame | undefined>(undefined);
  games.set(game, known);
  return known;
}

/**
 * Subscribes to a game until the connection is lost. The answer shows whether the game is running. `key`: the key of a
 * private game.
 */
export function watch(game: number, key?: string): Promise<RequestOutcome> {
  watched.set(game, key);
  return sendRequest(watchRequest(game, key));
}

const watchRequest = (game: number, key: string | undefined): ClientRequest =>
  key === undefined ? { kind: 'watch', game } : { kind: 'watch', game, key };

export function unwatch(game: number): void {
  if (!watched.delete(game)) return;
  games.delete(game);
  if (status$.value === 'open') void sendRequest({ kind: 'unwatch', game });
}

function onOpened({ resumed }: OpenedMessage): void {
  const before = you$.value;
  status$.value = 'open';
  farewell$.value = undefined;
  if (!resumed && before.name !== undefined) {
    you$.value = { kind: 'you' };
    // After a restart, the server reserves the seat for a client with the same name.
    void sendRequest(isGuestName(before.name) ? asGuest(before) : { ...ENTER, name: before.name });
  }
  if (isObserving) void sendRequest({ kind: 'observe' });
  for (const text of unsent.splice(0)) socket.send(text);
  connectionCount$.value++;
}

function onLost(): void {
  if (status$.value !== 'ended') status$.value = 'lost';
  unsent.length = 0;
  requests.failAll();
}

/** Enters again as a guest. The server recognises a guest by the board of its game. */
function asGuest({ seat }: You): ClientRequest {
  const board = seat && games.get(seat.game)?.value?.board;
  return board === undefined ? ENTER : { ...ENTER, board };
}

export const isGuestName = (name: string): boolean => /^guest-\d+$/.test(name);

function onMessage(message: ServerMessage): void {
  batch(() => {
    if ('now' in message) setServerTime(message.now);
    else if ('at' in message && message.kind !== 'chat') setServerTime(message.at);
    handleMessage(message);
  });
}

function handleMessage(message: ServerMessage): void {
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
      if (directory$.value !== undefined) directory$.value = applyChanges(directory$.value, message.changes);
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
      updateGame(message);
      return;
    case 'unwatched':
      // Another tab has stopped watching; this one has not.
      if (watched.has(message.game)) void sendRequest(watchRequest(message.game, watched.get(message.game)));
      return;
    case 'chat':
      chat$.value = addLine(chat$.value, message);
      return;
    case 'goodbye':
      endVisit(message.why);
  }
}

function updateGame(update: GameUpdate): void {
  const game = gameSignal(update.game);
  if (game.value !== undefined) game.value = applyUpdate(game.value, update);
}

/**
 * Ends the visit after the server's goodbye. If the server stops, the page reconnects by itself; otherwise the user must
 * ask for it.
 */
function endVisit(why: Goodbye['why']): void {
  farewell$.value = why;
  if (why === 'stops') return;
  you$.value = { kind: 'you' };
  status$.value = 'ended';
  socket.close();
}
