import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

/** An IGS player at telnet: sends lines and waits for text. */
export class TelnetClient {
  readonly #socket: Socket;
  #received = '';
  /** The text before the last text that was waited for. */
  #textBefore = '';

  constructor(context: TestContext, port: number, name = 'ann') {
    this.#socket = connect(port, '127.0.0.1');
    context.after(() => this.#socket.destroy());
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      this.#received += text;
    });
    this.send(name, 'password');
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.#socket.write(`${line}\n`);
  }

  /** Whether `text` arrives within the time. All text up to its end is then removed from the received text. */
  async receives(text: string, milliseconds: number): Promise<boolean> {
    for (let waited = 0; waited <= milliseconds; waited += 50) {
      const at = this.#received.indexOf(text);
      if (at !== -1) {
        this.#textBefore = this.#received.slice(0, at);
        this.#received = this.#received.slice(at + text.length);
        return true;
      }
      await delay(50);
    }
    return false;
  }

  async expect(text: string): Promise<void> {
    if (!(await this.receives(text, 20_000))) throw new Error(`expected ${text}, received ${this.#received}`);
  }

  /** Waits for `before`, and returns the rest of its line. */
  async wordAfter(before: string): Promise<string> {
    await this.expect(before);
    await this.receives('\r\n', 1_000);
    return this.#textBefore.trim();
  }
}
