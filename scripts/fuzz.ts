import { parseArgs } from 'node:util';
import { seedOfRun } from '../test/support/clients/random.ts';
import type { Target } from '../test/support/fuzz/fuzz-target.ts';
import { TARGETS } from '../test/support/fuzz/fuzz-target-list.ts';
import { Fuzzer, FuzzFailure, type FuzzReport } from '../test/support/fuzz/fuzzer.ts';
import { Watchdog } from '../test/support/fuzz/watchdog.ts';
import { numberOption } from './number-option.ts';

// Fuzzes codecs, sessions and readers for longer than the tests do: see docs/fuzzing.md.
// npm run fuzz -- [TARGET]... [--inputs NUMBER] [--seconds SECONDS] [--seed NUMBER] [--outcomes] [--list]
// TARGET is one or more words of the target's name: `nu6`, `"nu6 session"`, `codec`.

/** After this many inputs, every outcome that a target requires must have occurred. */
const INPUTS_FOR_ALL_OUTCOMES = 30_000;
/** Milliseconds. An input has at most some ten thousand bytes, so one that takes longer than this is an error. */
const SLOWEST = 400;
/** After this time for one input, the watchdog ends the run. */
const HANG_SECONDS = 60;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    outcomes: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const isSelected = ({ name }: Target<unknown>): boolean =>
  positionals.length === 0 ||
  positionals.some((words) => words.split(' ').every((word) => name.split(' ').includes(word)));

const selected = TARGETS.filter(isSelected);
const seed = values.seed === undefined ? seedOfRun() : numberOption('--seed', values.seed, 0);
const limit = values.seconds === undefined ? {} : { seconds: numberOption('--seconds', values.seconds) };
const withoutNumber = values.seconds === undefined ? 100_000 : Number.MAX_SAFE_INTEGER;
const inputs = values.inputs === undefined ? withoutNumber : numberOption('--inputs', values.inputs);

if (selected.length === 0) {
  console.error(
    `there is no target ${positionals.join(', ')}; the targets are ${TARGETS.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 2;
} else if (values.list) console.log(selected.map(({ name }) => name).join('\n'));
else await fuzz();

async function fuzz(): Promise<void> {
  const watchdog = new Watchdog(HANG_SECONDS);
  console.log(`SEED=${seed}`);
  for (const target of selected) {
    watchdog.begin(`SEED=${seed} ${target.name}`);
    try {
      printReport(
        target.name,
        new Fuzzer(target, {
          seed,
          inputs,
          ...limit,
          guided: true,
          maxMilliseconds: SLOWEST,
          onInput: () => watchdog.alive(),
        }).run(),
      );
    } catch (error) {
      if (!(error instanceof FuzzFailure)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  }
  await watchdog.stop();
}

function printReport(
  name: string,
  { inputs: count, seconds, cpuSeconds, outcomes, corpus, newCharacters, heap, missing }: FuzzReport,
): void {
  const figures = [
    `${count} inputs in ${seconds.toFixed(1)} s (${Math.round(count / cpuSeconds)} a second of a core)`,
    `${outcomes.size} outcomes`,
    `corpus ${corpus}`,
    `${newCharacters} characters of source run first`,
    `heap ${heap[0]} to ${heap.at(-1)} MiB`,
  ];
  console.log(`${name}: ${figures.join(', ')}`);
  if (values.outcomes) {
    const rows = [...outcomes].toSorted(([, one], [, other]) => other - one);
    for (const [outcome, times] of rows) console.log(`  ${String(times).padStart(9)} ${outcome}`);
  }
  if (missing.length === 0 || count < INPUTS_FOR_ALL_OUTCOMES) return;
  console.error(`${name}: these outcomes did not occur: ${missing.join('; ')}`);
  process.exitCode = 1;
}
