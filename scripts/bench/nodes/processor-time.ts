import { readdirSync, readFileSync } from 'node:fs';

/** The CPU time of all threads of a process in microseconds, as Linux's scheduler counts it. Undefined on other systems. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce(
        (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1000
    );
  } catch {
    return undefined;
  }
}
