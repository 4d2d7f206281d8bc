import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** GNU Go, which answers one command after the other over GTP. */
export class GnuGo {
  readonly #process;
  readonly #lines: AsyncIterator<string>;

  /**
   * Two passes end the game and nothing is taken off, so that it must take dead stones off before it passes. A program
   * that cannot be run is gone at the first question.
   */
  constructor(path: string, options: readonly string[]) {
    const always = [
      '--mode',
      'gtp',
      '--chinese-rules',
      '--capture-all-dead',
      '--positional-superko',
      '--forbid-suicide',
    ];
    this.#process = spawn(path, [...always, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.on('error', () => {});
    this.#process.stdin.on('error', () => {});
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();
  }

  /** Gives what it answers; throws if it refuses. */
  async ask(command: string): Promise<string> {
    this.#process.stdin.write(`${command}\n`);
    const answer: string[] = [];
    while (true) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`GNU Go is gone: ${command}`);
      if (value === '' && answer.length > 0) break;
      if (value !== '') answer.push(value);
    }
    if (!answer[0]!.startsWith('=')) throw new Error(`GNU Go refuses: ${command}: ${answer.join(' ')}`);
    return answer.join('\n').slice(1).trim();
  }

  close(): void {
    this.#process.kill();
  }
}
