import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process of a program. */
export interface RunningProcess {
  readonly pid: number;
  /** Resident memory in bytes. */
  readonly memory: number;
}

/** The environment variable by which the processes of a program are found, also after they have left its group. */
export const MARK = 'TENGEN_CHECK_PROGRAM';

/**
 * The processes of a program that leads the process group `leader`: those of its group and session, and on Linux those
 * whose environment has the mark. Elsewhere, descendants. Zombies do not count.
 */
export const processesOf = (leader: number, mark: string): readonly RunningProcess[] =>
  process.platform === 'linux' ? fromProc(leader, mark) : fromPs(leader);

/** Bytes in a unit of VmRSS and of `ps`. */
const KIB = 1024;

function fromProc(leader: number, mark: string): RunningProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
      // The second field is the program's name in parentheses, which may contain anything.
      const [state = '', , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (/[ZX]/.test(state)) return [];
      const isOwn = Number(group) === leader || Number(session) === leader;
      if (!isOwn && !readFileSync(`/proc/${entry}/environ`, 'latin1').includes(`${MARK}=${mark}`)) return [];
      const resident = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'latin1'))?.[1] ?? '0';
      return [{ pid: Number(entry), memory: Number(resident) * KIB }];
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

function fromPs(leader: number): RunningProcess[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,stat='], { encoding: 'utf8' });
  const own = new Set([leader]);
  const found: RunningProcess[] = [];
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  // Parents usually have lower numbers than their children.
  rows.sort(([one], [other]) => Number(one) - Number(other));
  for (const [pid, parent, group, resident, state = 'Z'] of rows) {
    if (Number(group) !== leader && !own.has(Number(parent)) && !own.has(Number(pid))) continue;
    own.add(Number(pid));
    if (!state.startsWith('Z')) found.push({ pid: Number(pid), memory: Number(resident) * KIB });
  }
  return found;
}
