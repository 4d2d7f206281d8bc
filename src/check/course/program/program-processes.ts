import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProgramProcess {
  readonly pid: number;
  /** Resident memory in bytes. A page that several processes share counts for each of them. */
  readonly memory: number;
}

/**
 * The environment variable that contains the mark of a program. Its processes are found by the mark after they have
 * left its group.
 */
export const MARK = 'TENGEN_CHECK_PROGRAM';

/**
 * Finds the processes of the program with the process group `leader`. On Linux: the processes of its group and session,
 * and all that have the mark or whose parent has had it. On other systems: the processes of its group, and its
 * descendants. Zombies and this process do not count. If `isFresh` is false, the list may be 50 ms old.
 */
export const processesOf = (leader: number | undefined, mark: string, isFresh: boolean): readonly ProgramProcess[] =>
  process.platform === 'linux'
    ? processesFromProc(leader, mark, isFresh)
    : leader === undefined
      ? []
      : processesFromPs(leader);

/** Makes a new mark: a number that can be a resource limit. */
export const newMark = (): string => String(randomInt(LOWEST_MARK, HIGHEST_MARK));

const LOWEST_MARK = 2 ** 40;
const HIGHEST_MARK = 2 ** 47;

/**
 * Marks a process and all processes that it starts. The mark is the hard limit of file locks, which Linux does not
 * enforce. A process can clear its environment, but it cannot raise a hard limit without a privilege. Without the
 * command `prlimit` nothing happens.
 */
export function markProcess(pid: number, mark: string): void {
  if (process.platform === 'linux') spawnSync('prlimit', ['--pid', String(pid), `--locks=${mark}:${mark}`]);
}

/** Sends SIGKILL to all processes of a program until none is left. The program may start new processes meanwhile. */
export async function killProcesses(leader: number | undefined, mark: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && killOnce(leader, mark) > 0; round++) await delay(ROUND_INTERVAL);
}

const MOST_ROUNDS = 100;
/** Milliseconds between two rounds. */
const ROUND_INTERVAL = 20;

/** Sends SIGKILL to all processes of a program. Returns the number of processes. */
export function killOnce(leader: number | undefined, mark: string): number {
  const left = processesOf(leader, mark, true);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
  return left.length;
}

/**
 * Whether a process with the mark of another program has one of these files open. Files are given by their links, such
 * as `socket:[17]`. Only for Linux.
 */
export const isOpenInOtherProgram = (files: ReadonlySet<string>, mark: string): boolean =>
  listProcesses().some((each) => !['', mark, undefined].includes(each.mark) && hasOpen(each.pid, files));

/** Whether a process has one of these files open. Only for Linux. */
export function hasOpen(pid: number, files: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => files.has(linkOf(`${folder}/${fd}`)));
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The file was closed meanwhile.
    return '';
  }
}

/** VmRSS and `ps` measure in units of this many bytes. */
const KIB = 1024;

interface ListedProcess {
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  /** Empty: the process belongs to no program. Undefined: not known. */
  readonly mark: string | undefined;
}

/** Milliseconds for which the list of all processes is used again. */
const CACHE_TIME = 50;
let cachedList: { readonly at: number; readonly listed: readonly ListedProcess[] } = {
  at: Number.NEGATIVE_INFINITY,
  listed: [],
};
/** The mark of each process, by its id and start time. A process gets its mark from its parent and never loses it. */
let knownMarks = new Map<string, string>();

function listProcesses(): readonly ListedProcess[] {
  const previousMarks = knownMarks;
  knownMarks = new Map();
  const byPid = new Map<number, ListedProcess>();
  // Parents usually have lower ids than their children.
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
      const mark = (previousMarks.has(key) ? previousMarks.get(key) : markOf(entry)) || byPid.get(Number(parent))?.mark;
      if (mark !== undefined) knownMarks.set(key, mark);
      byPid.set(Number(entry), { pid: Number(entry), group: Number(group), session: Number(session), mark });
    } catch {
      // The process has ended meanwhile.
    }
  }
  return [...byPid.values()];
}

/** The index of the start time among the fields after the program's name. */
const START_FIELD = 19;

function markOf(pid: string): string | undefined {
  try {
    const limit = /^Max file locks\s+\S+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1];
    if (limit !== undefined) return limit;
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    // The environment is empty for a moment while a process starts a program.
    return environment === '' ? undefined : (new RegExp(`${MARK}=([^\\0]*)`).exec(environment)?.[1] ?? '');
  } catch {
    // The process belongs to another user.
    return undefined;
  }
}

function processesFromProc(leader: number | undefined, mark: string, isFresh: boolean): ProgramProcess[] {
  const now = performance.now();
  if (isFresh || now - cachedList.at > CACHE_TIME) cachedList = { at: now, listed: listProcesses() };
  return cachedList.listed
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
 * The resident memory of all these processes in bytes. A page that several processes share counts once, or, on systems
 * that do not measure this, once for each process. The measurement takes some milliseconds for each process.
 */
export const memoryWithoutSharing = (processes: readonly ProgramProcess[]): number =>
  processes.reduce((sum, { pid, memory }) => sum + (proportionalMemoryOf(pid) ?? memory), 0);

/** The size of the process's pages in bytes, each divided by the number of processes that share it. */
function proportionalMemoryOf(pid: number): number | undefined {
  try {
    const proportional = /^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1];
    return proportional === undefined ? undefined : Number(proportional) * KIB;
  } catch {
    return undefined;
  }
}

function processesFromPs(leader: number): ProgramProcess[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,stat='], { encoding: 'utf8' });
  const own = new Set([leader]);
  const found: ProgramProcess[] = [];
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  // Parents usually have lower ids than their children.
  rows.sort(([one], [other]) => Number(one) - Number(other));
  for (const [pid, parent, group, resident, state = 'Z'] of rows) {
    if (Number(group) !== leader && !own.has(Number(parent)) && !own.has(Number(pid))) continue;
    own.add(Number(pid));
    if (!state.startsWith('Z')) found.push({ pid: Number(pid), memory: Number(resident) * KIB });
  }
  return found;
}
