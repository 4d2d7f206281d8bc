import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of the processor that all threads of a process have had, in the nanoseconds of Linux' scheduler; nothing elsewhere. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return (
      tasks.reduce(
        (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1000
    );
  } catch {
    return undefined;
  }
}
