import type { Opened, Opening, ServerMessage } from '../../protocols/api/message.ts';
import { recall, remember } from '../settings/browser-storage.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** An attempt that has not been answered by then is given up; milliseconds. */
const OPENING_TIME = 4000;

/** Where the secret key is kept by which the server knows this browser again. */
const KEY = 'key';

export interface SocketEvents {
  opened(opened: Opened): void;
  said(message: ServerMessage): void;
  /** Another attempt follows by itself. */
  lost(): void;
}

/** One WebSocket at a time to the server, and another as soon as it is lost. It knows nothing of what is said. */
export class ReconnectingSocket {
  readonly #events: SocketEvents;
  #socket: WebSocket | undefined;
  #failed = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(events: SocketEvents) {
    this.#events = events;
    addEventListener('online', () => this.#atOnce());
    addEventListener('offline', () => this.drop());
    addEventListener('pageshow', () => this.#atOnce());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#atOnce();
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
      const opening: Opening = key === undefined ? { kind: 'open' } : { kind: 'open', key };
      socket.send(JSON.stringify(opening));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      const message = JSON.parse(String(data)) as Opened | ServerMessage;
      if (message.kind !== 'opened') return this.#events.said(message);
      clearTimeout(late);
      this.#failed = 0;
      remember(KEY, message.key);
      this.#events.opened(message);
    };
    socket.onclose = () => {
      clearTimeout(late);
      this.#lose(socket);
    };
  }

  /** Whether it could be handed to a socket; that does not mean that it arrives. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Gives the socket up, which may be dead without knowing it, and tries another. */
  drop(): void {
    if (this.#socket !== undefined) this.#lose(this.#socket);
  }

  /** No further attempt until `open` is called again. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.drop();
  }

  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    socket.close();
    this.#events.lost();
    if (this.#closed) return;
    this.#retry = setTimeout(() => this.open(), reconnectDelay(this.#failed++));
  }

  /** There is reason to believe that an attempt would succeed now. */
  #atOnce(): void {
    if (this.#closed || this.#socket !== undefined) return;
    this.#failed = 0;
    this.open();
  }
}
