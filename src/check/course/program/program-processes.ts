import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A running process of a program. */
export interface FoundProcess {
  readonly pid: number;
  /** Resident memory in bytes. Pages that several processes share count for each. */
  readonly memory: number;
}

/** The environment variable by which the processes of a program are found, also after they have left its group. */
export const MARK = 'TENGEN_CHECK_PROGRAM';

/**
 * The processes of a program that leads the process group `leader`: those of its group and session, and on Linux those
 * that have the mark or whose parent had it. Elsewhere, descendants. Zombies do not count, nor does this process. Unless it must
 * be fresh, the answer may be 50 ms old.
 */
export const processesOf = (leader: number | undefined, mark: string, isFresh: boolean): readonly FoundProcess[] =>
  process.platform === 'linux' ? fromProc(leader, mark, isFresh) : leader === undefined ? [] : fromPs(leader);

/** A new mark: a number that can be a resource limit. */
export const newMark = (): string => String(randomInt(LOWEST_MARK, HIGHEST_MARK));

const LOWEST_MARK = 2 ** 40;
const HIGHEST_MARK = 2 ** 47;

/**
 * Marks a process and all that it starts by its hard limit of file locks, which Linux ignores. A process cannot raise a hard limit without a
 * privilege, but it can clear its environment. Without the command `prlimit` nothing happens.
 */
export function markProcess(pid: number, mark: string): void {
  if (process.platform === 'linux') spawnSync('prlimit', ['--pid', String(pid), `--locks=${mark}:${mark}`]);
}

/** Sends SIGKILL to all processes of a program until none is left, also of one that starts new processes all the time. */
export async function killProcesses(leader: number | undefined, mark: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && killOnce(leader, mark) > 0; round++) await delay(ROUND);
}

const MOST_ROUNDS = 100;
/** Milliseconds. */
const ROUND = 20;

/** Returns how many processes there were. */
export function killOnce(leader: number | undefined, mark: string): number {
  const left = processesOf(leader, mark, true);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  return left.length;
}

/**
 * Whether a process that has the mark of another program has one of these files open, by their links such as `socket:[17]`. Only on Linux.
 */
export const isOpenInOtherProgram = (files: ReadonlySet<string>, mark: string): boolean =>
  listProcesses().some((each) => !['', mark, undefined].includes(each.mark) && hasOpen(each.pid, files));

/** Whether a process has one of these files open. Only on Linux. */
export function hasOpen(pid: number, files: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => files.has(linkOf(`${folder}/${fd}`)));
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed meanwhile.
    return '';
  }
}

/** Bytes in a unit of VmRSS and of `ps`. */
const KIB = 1024;

interface Listed {
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  /** Empty if it belongs to no program, undefined if that is not known. */
  readonly mark: string | undefined;
}

/** Milliseconds for which a list of the processes serves several programs. */
const FRESH = 50;
let latest: { readonly at: number; readonly listed: readonly Listed[] } = { at: Number.NEGATIVE_INFINITY, listed: [] };
/** Marks by number and start of a process. A process gets its mark from its parent and keeps it. */
let marks = new Map<string, string>();

function listProcesses(): readonly Listed[] {
  const before = marks;
  marks = new Map();
  const byPid = new Map<number, Listed>();
  // Parents usually have lower numbers than their children.
  const entries = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  for (const entry of entries.sort((one, other) => Number(one) - Number(other))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
      // The second field is the program's name in parentheses, which may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state = '', parent, group, session] = fields;
      if (/[ZX]/.test(state)) continue;
      const key = `${entry} ${fields[START_FIELD]}`;
      // A process that clears its environment still belongs to the program of its parent.
      const mark = (before.has(key) ? before.get(key) : markOf(entry)) || byPid.get(Number(parent))?.mark;
      if (mark !== undefined) marks.set(key, mark);
      byPid.set(Number(entry), { pid: Number(entry), group: Number(group), session: Number(session), mark });
    } catch {
      // It has ended meanwhile.
    }
  }
  return [...byPid.values()];
}

/** The start of a process among the fields after its name. */
const START_FIELD = 19;

function markOf(pid: string): string | undefined {
  try {
    const limit = /^Max file locks\s+\S+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1];
    if (limit !== undefined) return limit;
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    // While a process starts a program, its environment is empty.
    return environment === '' ? undefined : (new RegExp(`${MARK}=([^\\0]*)`).exec(environment)?.[1] ?? '');
  } catch {
    // It belongs to another user.
    return undefined;
  }
}

function fromProc(leader: number | undefined, mark: string, isFresh: boolean): FoundProcess[] {
  const now = performance.now();
  if (isFresh || now - latest.at > FRESH) latest = { at: now, listed: listProcesses() };
  return latest.listed
    .filter((each) => each.group === leader || each.session === leader || each.mark === mark)
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid }) => ({ pid, memory: memoryOf(pid) }));
}

function memoryOf(pid: number): number {
  try {
    const resident = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0';
    return Number(resident) * KIB;
  } catch {
    return 0;
  }
}

/**
 * Resident memory of all these processes in bytes; a page that several of them share counts once. To measure it takes milliseconds for each
 * process. Where it cannot be measured, shared pages count for each process.
 */
export const memoryWithoutSharing = (processes: readonly FoundProcess[]): number =>
  processes.reduce((sum, { pid, memory }) => sum + (proportionalMemoryOf(pid) ?? memory), 0);

/** Each page divided by the number of processes that share it. */
function proportionalMemoryOf(pid: number): number | undefined {
  try {
    const proportional = /^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1];
    return proportional === undefined ? undefined : Number(proportional) * KIB;
  } catch {
    return undefined;
  }
}

function fromPs(leader: number): FoundProcess[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,stat='], { encoding: 'utf8' });
  const own = new Set([leader]);
  const found: FoundProcess[] = [];
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
