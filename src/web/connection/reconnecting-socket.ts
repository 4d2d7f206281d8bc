import type { OpenedMessage, OpenMessage, ServerMessage } from '../../protocols/api/server-message-schema.ts';
import { recall, remember } from '../settings/browser-storage.ts';

/** The longest time for opening a socket, in milliseconds. */
const OPENING_TIME = 4000;

/** The storage key of the secret by which the server recognises this browser. */
const KEY = 'key';

/** The callbacks of a `ReconnectingSocket`. */
export interface SocketCallbacks {
  opened(opened: OpenedMessage): void;
  received(message: ServerMessage): void;
  /** Called when the connection is lost; another attempt follows. */
  lost(): void;
}

/** A WebSocket to the server that is replaced when it is lost. It does not interpret messages. */
export class ReconnectingSocket {
  readonly #callbacks: SocketCallbacks;
  #socket: WebSocket | undefined;
  #failed = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(callbacks: SocketCallbacks) {
    this.#callbacks = callbacks;
    addEventListener('online', () => this.#openNow());
    addEventListener('offline', () => this.drop());
    addEventListener('pageshow', () => this.#openNow());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#openNow();
    });
  }

  open(): void {
    clearTimeout(this.#retry);
    this.#closed = false;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`);
    const late = setTimeout(() => this.#lose(socket), OPENING_TIME);
    this.#socket = socket;
    socket.onopen = () => {
      const key = recall(KEY);
      const opening: OpenMessage = key === undefined ? { kind: 'open' } : { kind: 'open', key };
      socket.send(JSON.stringify(opening));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      const message = JSON.parse(String(data)) as OpenedMessage | ServerMessage;
      if (message.kind !== 'opened') return this.#callbacks.received(message);
      clearTimeout(late);
      this.#failed = 0;
      remember(KEY, message.key);
      this.#callbacks.opened(message);
    };
    socket.onclose = () => {
      clearTimeout(late);
      this.#lose(socket);
    };
  }

  /** Sends a message. Returns false if no socket is open. A sent message may still be lost. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Closes a socket that may be dead, and opens another one. */
  drop(): void {
    if (this.#socket !== undefined) this.#lose(this.#socket);
  }

  /** Closes the connection until `open` is called again. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.drop();
  }

  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    socket.close();
    this.#callbacks.lost();
    if (this.#closed) return;
    this.#retry = setTimeout(() => this.open(), reconnectDelay(this.#failed++));
  }

  /** Connects without a delay, because an attempt will probably succeed now. */
  #openNow(): void {
    if (this.#closed || this.#socket !== undefined) return;
    this.#failed = 0;
    this.open();
  }
}

/** The first delay, in milliseconds. */
const FIRST = 100;
/** The number of attempts with short delays. */
const SOON = 20;
/** The delay of all further attempts, in milliseconds. */
const LONGEST = 5000;

/**
 * The delay before the next attempt, after `failed` failed attempts: 100, 200, 400, then 800 ms, and 5000 ms after 20
 * attempts.
 */
export const reconnectDelay = (failed: number): number => (failed < SOON ? FIRST * 2 ** Math.min(failed, 3) : LONGEST);
