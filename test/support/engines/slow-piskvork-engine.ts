import { readLines, ScriptedEngineOptions } from './scripted-engine-options.ts';

/**
 * A correct but slow Piskvork engine, like Rapfi: it loads its weights before it reads anything, answers
 * ABOUT late, and thinks for all of `timeout_turn`. Options, in milliseconds: `start`, `about`, `late` (beyond
 * `timeout_turn`). `move=10,10+9,9`: its moves; without them, the first empty point of row `row`.
 */
const options = new ScriptedEngineOptions(process.argv.slice(2));
const milliseconds = (name: string): number => Number(options.list(name)[0] ?? '0');

const row = milliseconds('row');
let turn = 1_000;
let column = 0;
/** Commands are executed one by one, as in a program with one thread. */
let busy: Promise<void> = pause(milliseconds('start'));

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

function answer(text: string, after: number): void {
  busy = busy.then(() => pause(after)).then(() => void process.stdout.write(`${text}\n`));
}

readLines(options, (line) => {
  const [word = '', key = '', value = ''] = line.split(' ');
  if (word === 'ABOUT') answer('name="Slow"', milliseconds('about'));
  else if (word === 'START' || word === 'RESTART') answer('OK', 0);
  else if (word === 'INFO' && key === 'timeout_turn') turn = Number(value);
  else if (word === 'BEGIN' || word === 'TURN' || word === 'DONE')
    answer(`${column++},${row}`, turn + milliseconds('late'));
  else if (word === 'END') process.exit();
});
