import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import { type OpenedMessage, opened, type ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';

/** Milliseconds before a test gives up hoping. */
const PATIENCE = 20_000;

type Of<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

/** What a browser's tab does: one WebSocket, and what was heard on it. Every message that comes must fit the schema. */
export class WebSocketClient {
  readonly socket: WebSocket;
  opened: OpenedMessage = { kind: 'opened', key: '', resumed: false, version: '' };
  readonly heard: ServerMessage[] = [];
  #read = 0;
  #changed: () => void = () => {};
  #problem: string | undefined;
  #ids = 0;
  closed: number | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#take(data.toString()));
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.closed = code;
      this.#changed();
    });
  }

  /** A tab before it has said anything. */
  static async silent(
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
    const tab = await WebSocketClient.silent(port, headers, address);
    tab.raw(JSON.stringify({ kind: 'open', ...(key !== undefined && { key }) }));
    await tab.#until(() => tab.opened.version !== '');
    return tab;
  }

  raw(text: string): void {
    this.socket.send(text);
  }

  /** Says a message, and waits for the answer to it. */
  async say(message: ClientMessage): Promise<Of<'done' | 'refused'>> {
    const id = `${++this.#ids}`;
    this.raw(JSON.stringify({ ...message, id }));
    const isAnswer = (said: ServerMessage) => (said.kind === 'done' || said.kind === 'refused') && said.id === id;
    await this.#until(() => this.heard.some(isAnswer));
    return this.heard.find(isAnswer) as Of<'done' | 'refused'>;
  }

  /** The next message of that kind, whatever comes before it. */
  async next<Kind extends ServerMessage['kind']>(kind: Kind): Promise<Of<Kind>> {
    const find = () => this.heard.findIndex((said, index) => index >= this.#read && said.kind === kind);
    await this.#until(() => find() !== -1);
    this.#read = find() + 1;
    return this.heard[this.#read - 1] as Of<Kind>;
  }

  /** The code with which the server closes. */
  async end(): Promise<number> {
    await this.#until(() => this.closed !== undefined);
    return this.closed ?? 0;
  }

  /** The line is cut, without a word. */
  cut(): void {
    this.socket.terminate();
  }

  #take(text: string): void {
    if (this.opened.version === '') this.opened = opened.parse(JSON.parse(text));
    else {
      const said = parseServerMessage(text);
      if (said.ok) this.heard.push(said.value);
      else this.#problem = `${text}: ${said.problem.problem}`;
    }
    this.#changed();
  }

  async #until(there: () => boolean): Promise<void> {
    const patience = setTimeout(() => this.socket.terminate(), PATIENCE);
    while (!there()) {
      if (this.#problem !== undefined) throw new Error(this.#problem);
      if (this.closed !== undefined) throw new Error(`closed by ${this.closed} after ${JSON.stringify(this.heard)}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    clearTimeout(patience);
  }
}
