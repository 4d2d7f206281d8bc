import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

/** A player who writes what a person at telnet would write. */
export class TelnetClient {
  readonly #socket: Socket;
  #received = '';
  /** What stood before the words that were heard last. */
  #lastSkipped = '';

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

  /** Whether this is said within the time; what was said before it does not count any more. */
  async receives(words: string, milliseconds: number): Promise<boolean> {
    for (let waited = 0; waited <= milliseconds; waited += 50) {
      const at = this.#received.indexOf(words);
      if (at !== -1) {
        this.#lastSkipped = this.#received.slice(0, at);
        this.#received = this.#received.slice(at + words.length);
        return true;
      }
      await delay(50);
    }
    return false;
  }

  async expect(words: string): Promise<void> {
    if (!(await this.receives(words, 20_000))) throw new Error(`expected ${words}, and heard ${this.#received}`);
  }

  /** The word behind these words. */
  async wordAfter(before: string): Promise<string> {
    await this.expect(before);
    await this.receives('\r\n', 1_000);
    return this.#lastSkipped.trim();
  }
}
