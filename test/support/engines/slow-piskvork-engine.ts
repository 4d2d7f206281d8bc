import { EngineBehaviour, readLines } from './engine-behaviour.ts';

/**
 * A healthy Piskvork engine that takes its time, as Rapfi does: it loads its weights before it reads anything, answers
 * ABOUT late, and thinks for all of `timeout_turn`. Wishes, in milliseconds: `start`, `about`, `late` (beyond
 * `timeout_turn`). `move=10,10+9,9`: its moves; without them, the first empty point of row `row`.
 */
const wishes = new EngineBehaviour(process.argv.slice(2));
const milliseconds = (name: string): number => Number(wishes.list(name)[0] ?? '0');

const row = milliseconds('row');
let turn = 1_000;
let column = 0;
/** One command after the other, as a program with one thread does. */
let busy: Promise<void> = pause(milliseconds('start'));

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

function answer(text: string, after: number): void {
  busy = busy.then(() => pause(after)).then(() => void process.stdout.write(`${text}\n`));
}

readLines(wishes, (line) => {
  const [word = '', key = '', value = ''] = line.split(' ');
  if (word === 'ABOUT') answer('name="Slow"', milliseconds('about'));
  else if (word === 'START' || word === 'RESTART') answer('OK', 0);
  else if (word === 'INFO' && key === 'timeout_turn') turn = Number(value);
  else if (word === 'BEGIN' || word === 'TURN' || word === 'DONE')
    answer(`${column++},${row}`, turn + milliseconds('late'));
  else if (word === 'END') process.exit();
});
