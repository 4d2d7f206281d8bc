import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { GameState, Opened, ServerMessage } from '../../protocols/api/message.ts';
import { type ChatLine, withLine } from './chat-lines.ts';
import { changed, type Directory, directoryOf } from './lobby-directory.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { type Reply, type Request, PendingRequests } from './pending-requests.ts';
import { hearTime } from './server-clock.ts';
import { afterNews, EarlierTurns, type GameNews } from './watched-game.ts';

/** `ended`: the server said goodbye for good, and only a click connects again. */
export type Status = 'connecting' | 'open' | 'lost' | 'ended';
export type You = ServerMessage & { readonly kind: 'you' };
type Goodbye = ServerMessage & { readonly kind: 'goodbye' };

/** A socket on which nothing comes back for so long, in milliseconds, is taken for dead. */
const ANSWER_TIME = 5000;

const status$ = signal<Status>('connecting');
const you$ = signal<You>({ kind: 'you' });
const directory$ = signal<Directory | undefined>(undefined);
const chat$ = signal<readonly ChatLine[]>([]);
const farewell$ = signal<Goodbye['why'] | undefined>(undefined);
const conversation$ = signal(0);
const games = new Map<number, Signal<GameState | undefined>>();

export const status: ReadonlySignal<Status> = status$;
/** Who this client is, by the server's word. */
export const you: ReadonlySignal<You> = you$;
/** `undefined` until it has been asked for and told. */
export const directory: ReadonlySignal<Directory | undefined> = directory$;
export const chat: ReadonlySignal<readonly ChatLine[]> = chat$;
/** Why the server said goodbye, until it is back. */
export const farewell: ReadonlySignal<Goodbye['why'] | undefined> = farewell$;

/** Counts how often a conversation was begun or taken up again: what is watched has to be asked for anew. */
export const conversation: ReadonlySignal<number> = conversation$;

/** Whoever shares this visit in another tab must not take this tab's answers for its own. */
const requests = new PendingRequests(crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36));
const unsent: string[] = [];
/** What has been asked for and is asked for again on a new conversation. */
let observes = false;
const watched = new Set<number>();
const earlier = new EarlierTurns();

const line = new ReconnectingSocket({ opened, said, lost });

/** Begins the conversation; once, as the page begins. */
export const connect = (): void => line.open();

/**
 * Gives the conversation up for another: who is signed in has changed, or the server's goodbye is answered. Whoever was
 * here under another name leaves, but for somebody who plays.
 */
export async function reconnect(): Promise<void> {
  const { name, seat } = you$.value;
  if (status$.value === 'open' && name !== undefined && seat === undefined) await ask({ kind: 'leave' });
  you$.value = { kind: 'you' };
  line.close();
  status$.value = 'connecting';
  line.open();
}

/** Says something to the server. A question that is asked while the page still connects waits for it. */
export function ask(request: Request): Promise<Reply> {
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

/** From now on the directory is kept up to date. */
export function observe(): void {
  if (observes) return;
  observes = true;
  if (status$.value === 'open') void ask({ kind: 'observe' });
}

/** One game as the server tells it; `undefined` until it has. Only what is watched, and one's own game, is told. */
export function gameSignal(game: number): Signal<GameState | undefined> {
  const known = games.get(game) ?? signal<GameState | undefined>(undefined);
  games.set(game, known);
  return known;
}

/**
 * From now on everything that happens in the game is told, until the connection is lost. The answer says whether there
 * is such a running game.
 */
export function watch(game: number): Promise<Reply> {
  watched.add(game);
  return ask({ kind: 'watch', game });
}

export function unwatch(game: number): void {
  if (!watched.delete(game)) return;
  games.delete(game);
  if (status$.value === 'open') void ask({ kind: 'unwatch', game });
}

function opened({ resumed }: Opened): void {
  const before = you$.value;
  status$.value = 'open';
  farewell$.value = undefined;
  if (!resumed && before.name !== undefined) {
    you$.value = { kind: 'you' };
    // A server that has restarted keeps the seat for whoever comes back under the same name.
    void ask(isGuest(before.name) ? asGuest(before) : { kind: 'enter', name: before.name });
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

/** A guest is known again by the board at which it sat. */
function asGuest({ seat }: You): Request {
  const board = seat && games.get(seat.game)?.value?.board;
  return board === undefined ? { kind: 'enter' } : { kind: 'enter', board };
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
    case 'offered':
    case 'declined':
    case 'ended':
      hearNews(message);
      return;
    case 'unwatched':
      // Another tab has looked away; this one has not.
      if (watched.has(message.game)) void ask({ kind: 'watch', game: message.game });
      return;
    case 'chat':
      chat$.value = withLine(chat$.value, message);
      return;
    case 'goodbye':
      part(message.why);
  }
}

function hearNews(news: GameNews): void {
  const game = gameSignal(news.game);
  if (game.value !== undefined) game.value = afterNews(game.value, news);
}

/** A server that stops comes back by itself; otherwise somebody has to want it. */
function part(why: Goodbye['why']): void {
  farewell$.value = why;
  if (why === 'stops') return;
  you$.value = { kind: 'you' };
  status$.value = 'ended';
  line.close();
}
