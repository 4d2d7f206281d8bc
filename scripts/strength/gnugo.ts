import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A GNU Go process, which answers GTP commands. */
export class GnuGo {
  readonly #process;
  readonly #lines: AsyncIterator<string>;

  /**
   * GNU Go must capture dead stones before it passes, because two passes end the game and dead stones count. If the program
   * cannot be run, the first command throws.
   */
  constructor(path: string, options: readonly string[]) {
    const requiredOptions = [
      '--mode',
      'gtp',
      '--chinese-rules',
      '--capture-all-dead',
      '--positional-superko',
      '--forbid-suicide',
    ];
    this.#process = spawn(path, [...requiredOptions, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.on('error', () => {});
    this.#process.stdin.on('error', () => {});
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();
  }

  /** Sends a command and returns the answer. Throws if GNU Go refuses the command. */
  async send(command: string): Promise<string> {
    this.#process.stdin.write(`${command}\n`);
    const answer: string[] = [];
    while (true) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`GNU Go exited: ${command}`);
      if (value === '' && answer.length > 0) break;
      if (value !== '') answer.push(value);
    }
    if (!answer[0]!.startsWith('=')) throw new Error(`GNU Go refused ${command}: ${answer.join(' ')}`);
    return answer.join('\n').slice(1).trim();
  }

  close(): void {
    this.#process.kill();
  }
}
