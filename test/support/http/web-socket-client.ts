import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import { type OpenedMessage, opened, type ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';

/** Milliseconds after which a wait fails. */
const TIMEOUT = 20_000;

type Of<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

/** A WebSocket like that of a browser's tab, and the messages received on it. Every message must match the schema. */
export class WebSocketClient {
  readonly socket: WebSocket;
  opened: OpenedMessage = { kind: 'opened', key: '', resumed: false, version: '' };
  readonly received: ServerMessage[] = [];
  #read = 0;
  #changed: () => void = () => {};
  #problem: string | undefined;
  #ids = 0;
  closed: number | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#onText(data.toString()));
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.closed = code;
      this.#changed();
    });
  }

  /** Connects without sending a message. */
  static async connect(
    port: number,
    headers: Record<string, string> = {},
    localAddress = '127.0.0.1',
  ): Promise<WebSocketClient> {
    const tab = new WebSocketClient(new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { headers, localAddress }));
    await once(tab.socket, 'open');
    return tab;
  }

  static async open(
    port: number,
    key?: string,
    headers?: Record<string, string>,
    address?: string,
  ): Promise<WebSocketClient> {
    const tab = await WebSocketClient.connect(port, headers, address);
    tab.sendText(JSON.stringify({ kind: 'open', ...(key !== undefined && { key }) }));
    await tab.#until(() => tab.opened.version !== '');
    return tab;
  }

  sendText(text: string): void {
    this.socket.send(text);
  }

  /** Sends a message and waits for the answer to it. */
  async send(message: ClientMessage): Promise<Of<'done' | 'refused'>> {
    const id = `${++this.#ids}`;
    this.sendText(JSON.stringify({ ...message, id }));
    const isAnswer = (reply: ServerMessage) => (reply.kind === 'done' || reply.kind === 'refused') && reply.id === id;
    await this.#until(() => this.received.some(isAnswer));
    return this.received.find(isAnswer) as Of<'done' | 'refused'>;
  }

  /** The next message of the given kind. Messages of other kinds before it are skipped. */
  async next<Kind extends ServerMessage['kind']>(kind: Kind): Promise<Of<Kind>> {
    const find = () => this.received.findIndex((message, index) => index >= this.#read && message.kind === kind);
    await this.#until(() => find() !== -1);
    this.#read = find() + 1;
    return this.received[this.#read - 1] as Of<Kind>;
  }

  /** Waits until the connection is closed. Returns the close code. */
  async closeCode(): Promise<number> {
    await this.#until(() => this.closed !== undefined);
    return this.closed ?? 0;
  }

  /** Cuts the connection without a close message. */
  cut(): void {
    this.socket.terminate();
  }

  #onText(text: string): void {
    if (this.opened.version === '') this.opened = opened.parse(JSON.parse(text));
    else {
      const message = parseServerMessage(text);
      if (message.ok) this.received.push(message.value);
      else this.#problem = `${text}: ${message.problem.problem}`;
    }
    this.#changed();
  }

  async #until(isReached: () => boolean): Promise<void> {
    const timer = setTimeout(() => this.socket.terminate(), TIMEOUT);
    while (!isReached()) {
      if (this.#problem !== undefined) throw new Error(this.#problem);
      if (this.closed !== undefined) throw new Error(`closed by ${this.closed} after ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    clearTimeout(timer);
  }
}
