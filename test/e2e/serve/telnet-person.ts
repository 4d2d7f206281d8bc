import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

/** A player who writes what a person at telnet would write. */
export class Person {
  readonly #socket: Socket;
  #heard = '';
  /** What stood before the words that were heard last. */
  #last = '';

  constructor(context: TestContext, port: number, name = 'ann') {
    this.#socket = connect(port, '127.0.0.1');
    context.after(() => this.#socket.destroy());
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      this.#heard += text;
    });
    this.say(name, 'password');
  }

  say(...lines: readonly string[]): void {
    for (const line of lines) this.#socket.write(`${line}\n`);
  }

  /** Whether this is said within the time; what was said before it does not count any more. */
  async hears(words: string, milliseconds: number): Promise<boolean> {
    for (let waited = 0; waited <= milliseconds; waited += 50) {
      const at = this.#heard.indexOf(words);
      if (at !== -1) {
        this.#last = this.#heard.slice(0, at);
        this.#heard = this.#heard.slice(at + words.length);
        return true;
      }
      await delay(50);
    }
    return false;
  }

  async mustHear(words: string): Promise<void> {
    if (!(await this.hears(words, 20_000))) throw new Error(`expected ${words}, and heard ${this.#heard}`);
  }

  /** The word behind these words. */
  async word(before: string): Promise<string> {
    await this.mustHear(before);
    await this.hears('\r\n', 1_000);
    return this.#last.trim();
  }
}
