import assert from 'node:assert/strict';
import type { LineBasedProgram } from '../../../src/engines/line-based-program.ts';
import { ok, problem, type Result } from '../../../src/result.ts';

/**
 * A program that keeps to a dialogue, and insists that the other side does so too. One line each:
 *
 *     > what is said to the program
 *     < what it says, read when an answer is waited for; `|` begins another line, at the end an empty one
 *     ~ what it says unasked, before it is spoken to next
 *     silent            the patience of the reader comes to its end
 *     after N ms        time passes before the next line; where the patience ends before that, the rest passes later
 *     gone              the program ends
 *     # a comment
 */
export class ScriptedProgram implements LineBasedProgram {
  readonly name = 'script';
  readonly #steps: string[];
  #now = 0;

  constructor(dialogue: string) {
    const lines = dialogue.split('\n').map((line) => line.trim());
    const said = lines.filter((line) => line !== '' && !line.startsWith('#'));
    this.#steps = said.flatMap((line) =>
      line.split('|').map((part, index) => (index === 0 ? part.trim() : `< ${part}`)),
    );
  }

  /** Only steps of the dialogue let time pass. */
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
    assert.equal(step[0], '<', `a line of the program is waited for, and there comes ${step}`);
    return Promise.resolve(ok(step.slice(2)));
  }

  unread(): string[] {
    const said: string[] = [];
    while (this.#steps[0]?.startsWith('~')) said.push(this.#steps.shift()!.slice(2));
    return said;
  }

  stop(farewell: string): Promise<void> {
    this.write(farewell === '' ? '(nothing)\n' : farewell);
    return Promise.resolve();
  }

  /** Everything has been said, except what came too late. */
  finish(): void {
    if (this.#steps[0]?.startsWith('after ')) this.#steps.shift();
    assert.deepEqual(this.#steps, []);
  }
}
