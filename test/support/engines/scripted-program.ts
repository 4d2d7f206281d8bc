import assert from 'node:assert/strict';
import type { LineBasedProgram } from '../../../src/engines/line-based-program.ts';
import { ok, problem, type Result } from '../../../src/result.ts';

/**
 * A fake program that follows a dialogue, and asserts that the engine code does too. One step per line:
 *
 *     > TEXT            a line to the program
 *     < TEXT            a line of the program, read when the engine code waits for an answer. `|` separates lines; at the end it adds an empty one
 *     ~ TEXT            a line of the program that it sends unasked, before the next line to it
 *     silent            the program does not answer before the deadline
 *     after N ms        time passes before the next line. After a deadline, the remaining time passes later
 *     gone              the program exits
 *     # a comment
 */
export class ScriptedProgram implements LineBasedProgram {
  readonly name = 'script';
  readonly #steps: string[];
  #now = 0;

  constructor(dialogue: string) {
    const lines = dialogue.split('\n').map((line) => line.trim());
    const steps = lines.filter((line) => line !== '' && !line.startsWith('#'));
    this.#steps = steps.flatMap((line) =>
      line.split('|').map((part, index) => (index === 0 ? part.trim() : `< ${part}`)),
    );
  }

  /** The time in milliseconds. Only steps of the dialogue advance it. */
  now(): number {
    return this.#now;
  }

  write(text: string): void {
    for (const line of text.split(/\r?\n/).slice(0, -1)) assert.equal(`> ${line}`, this.#steps.shift());
  }

  line(deadline: number): Promise<Result<string>> {
    const step = this.#steps.shift() ?? 'the end of the dialogue';
    const [, time] = /^after (\d+) ms$/.exec(step) ?? [];
    if (time !== undefined) {
      const wait = Math.min(Number(time), deadline - this.#now);
      this.#now += wait;
      if (wait === Number(time)) return this.line(deadline);
      this.#steps.unshift(`after ${Number(time) - wait} ms`);
      return Promise.resolve(problem('script does not answer'));
    }
    if (step === 'silent') {
      this.#now = deadline;
      return Promise.resolve(problem('script does not answer'));
    }
    if (step === 'gone') return Promise.resolve(problem('script ended with exit code 1'));
    assert.equal(step[0], '<', `the engine waits for a line of the program, but the next step is: ${step}`);
    return Promise.resolve(ok(step.slice(2)));
  }

  unread(): string[] {
    const unread: string[] = [];
    while (this.#steps[0]?.startsWith('~')) unread.push(this.#steps.shift()!.slice(2));
    return unread;
  }

  stop(farewell: string): Promise<void> {
    this.write(farewell === '' ? '(nothing)\n' : farewell);
    return Promise.resolve();
  }

  /** Asserts that the dialogue is complete. A remaining `after` step is allowed. */
  finish(): void {
    if (this.#steps[0]?.startsWith('after ')) this.#steps.shift();
    assert.deepEqual(this.#steps, []);
  }
}
