import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dial, dialTcp } from '../../client/tcp-connection.ts';
import type { Clock } from '../../clock.ts';
import { problem, type Result } from '../../result.ts';
import { type CheckedClause, checkServer } from '../check-server.ts';
import { listenForClient, type RunningClientCheck } from '../listen-for-client.ts';
import { randomName } from '../random-name.ts';
import { isClean, isExamined, type Report } from '../report.ts';
import type { DialogueTimeouts } from '../runner/script.ts';
import { type ClientUnderTest, PORT, type ServerUnderTest, type StudentRow } from './class-file.ts';
import { isPortOfOtherProgram, isSocketOf } from './program/socket-owner.ts';
import { type ProgramLimits, StudentProgram } from './program/student-program.ts';
import { StoppableDial } from './stoppable-dial.ts';

export interface RowOptions {
  readonly clock: Clock;
  readonly patience: { readonly server: DialogueTimeouts; readonly client: DialogueTimeouts };
  /** Milliseconds for the whole row. */
  readonly time: number;
  readonly limits: ProgramLimits;
  /** Where programs are started. */
  readonly folder: string;
}

/** The mark of the row's programs, and what to do when one of them has started. */
interface Marked {
  readonly mark: string;
  readonly onStarted: (program: StudentProgram) => void;
}

/** The result of one row. */
export interface ExaminedRow {
  readonly row: StudentRow;
  readonly outcome: 'passed' | 'failed' | 'not examined';
  /** The verdicts; none if no clause could be tested. */
  readonly report: Report;
  /** What went wrong besides the clauses, for people. */
  readonly remarks: readonly string[];
  /** The end of what the program printed. */
  readonly output: string;
  readonly seconds: number;
}

type Examination = Pick<ExaminedRow, 'output'> & {
  readonly checked: readonly CheckedClause[];
  readonly problems: string[];
  readonly remarks: string[];
};

/** A server that has not opened its port after this time, in milliseconds, is given up, and a client that has not connected. */
const LONGEST_START = 20_000;
const RETRY = 100;
/** A client is started again until all scripts are played, at most so often. */
const MOST_STARTS = 50;
const HOST = '127.0.0.1';

/** Examines the server or client of one row. Its faults lead to a result; only our own faults throw. */
export async function examineRow(row: StudentRow, options: RowOptions & Marked): Promise<ExaminedRow> {
  const began = options.clock.now();
  const { examined } = row;
  const { checked, problems, remarks, output } = await (examined.kind === 'client'
    ? examineClient(examined, options)
    : examineServer(examined, options));
  const report: Report = { subject: row.student, checked };
  const isFull = isExamined(report) && problems.length === 0;
  const outcome = !isClean(report) ? 'failed' : isFull ? 'passed' : 'not examined';
  const unreached = checked.find(({ verdict }) => verdict.kind === 'not reached')?.verdict;
  if (outcome === 'not examined' && problems.length === 0 && unreached?.kind === 'not reached')
    problems.push(`too few clauses were reached: ${unreached.reason}`);
  const seconds = (options.clock.now() - began) / 1000;
  return { row, outcome, report, remarks: [...problems, ...remarks], output, seconds };
}

async function examineServer({ clauses, at }: ServerUnderTest, options: RowOptions & Marked): Promise<Examination> {
  const port = 'port' in at ? at.port : await freePort();
  const started = 'port' in at ? undefined : await start(at.command, port, options);
  if (started?.ok === false) return nothing(started.problem);
  const program = started?.value;
  const plain = dialTcp('host' in at ? at.host : HOST, port);
  const dial = new StoppableDial(
    program === undefined
      ? plain
      : inspected(plain, () => isPortOfOtherProgram(port, program) && dial.stop('another program has taken its port')),
  );
  const late = setTimeout(() => dial.stop(timeIsOver(options)), options.time);
  const watch = setInterval(() => program?.exceeded !== undefined && dial.stop(killed(program.exceeded)), RETRY);
  try {
    const tryOnce = () =>
      checkServer(clauses, {
        dial: dial.dial,
        clock: options.clock,
        patience: options.patience.server,
        newName: randomName,
        stopped: () => dial.stopped,
      });
    const checked = await (program === undefined ? tryOnce() : afterStart(program, dial, tryOnce, options));
    if (program?.exceeded !== undefined) dial.stop(killed(program.exceeded));
    await program?.stop();
    return {
      checked: checked.ok ? checked.value : [],
      problems: dial.stopped !== undefined ? [dial.stopped] : checked.ok ? [] : [checked.problem],
      remarks: program === undefined ? [] : remarksOn(program),
      output: program?.output ?? '',
    };
  } finally {
    clearTimeout(late);
    clearInterval(watch);
    await program?.stop();
  }
}

/** Calls `inspect` when a connection is made, before any message. */
const inspected =
  (dial: Dial, inspect: () => void): Dial =>
  (listener) =>
    dial({
      ...listener,
      connected() {
        inspect();
        listener.connected();
      },
    });

/**
 * The check of a server that has just been started. A refused connection does not disturb a server, so the check itself
 * is repeated until the port is open.
 */
async function afterStart(
  program: StudentProgram,
  dial: StoppableDial,
  tryOnce: () => Promise<Result<readonly CheckedClause[]>>,
  { clock }: RowOptions,
): Promise<Result<readonly CheckedClause[]>> {
  const end = clock.now() + LONGEST_START;
  for (;;) {
    dial.failedFirst = undefined;
    const checked = await tryOnce();
    if (dial.failedFirst === undefined || dial.stopped !== undefined) return checked;
    if (program.hasEnded) return problem('the program ended before it opened its port');
    if (clock.now() > end) return problem(`the program did not open its port within ${LONGEST_START / 1000} s`);
    dial.hasConnected = false;
    await delay(RETRY);
  }
}

async function examineClient(
  { clauses, command }: ClientUnderTest,
  options: RowOptions & Marked,
): Promise<Examination> {
  const { clock, patience } = options;
  let program: StudentProgram | undefined;
  const check = await listenForClient(clauses, {
    host: HOST,
    port: 0,
    clock,
    patience: patience.client,
    isFromClient: (socket) => program !== undefined && isSocketOf(program, socket),
  });
  const onStarted = (started: StudentProgram): void => {
    program = started;
    options.onStarted(started);
  };
  let isOver = false;
  void check.checked.then(() => {
    isOver = true;
  });
  const problems: string[] = [];
  const remarks: string[] = [];
  const end = (why: string): void => {
    if (!isOver) problems.push(why);
    check.end();
  };
  const late = setTimeout(() => end(timeIsOver(options)), options.time);
  let output = '';
  try {
    for (let starts = 0; starts < MOST_STARTS && !isOver; starts++) {
      const run = await runClient(command, check, { ...options, onStarted }, end);
      remarks.push(...run.remarks);
      output += run.output;
      if (!run.goesOn) break;
    }
    check.end();
    remarks.push(...refusedBy(check));
    return { checked: await check.checked, problems, remarks: [...new Set(remarks)], output };
  } finally {
    clearTimeout(late);
    check.end();
  }
}

/** Starts a client and waits for its end or that of the check. It may be started again if it has connected. */
async function runClient(
  command: readonly string[],
  check: RunningClientCheck,
  options: RowOptions & Marked,
  end: (why: string) => void,
): Promise<{ readonly remarks: string[]; readonly output: string; readonly goesOn: boolean }> {
  const before = check.connections();
  const started = await start(command, check.port, options);
  if (!started.ok) {
    end(started.problem);
    return { remarks: [], output: '', goesOn: false };
  }
  const program = started.value;
  const silent = setTimeout(() => {
    if (check.connections() === before) end(`the program did not connect within ${LONGEST_START / 1000} s`);
  }, LONGEST_START);
  try {
    await Promise.race([program.ended, check.checked]);
    // Its last bytes may still be on their way.
    if (program.hasEnded) await Promise.race([check.checked, delay(RETRY)]);
    const hasConnected = check.connections() > before;
    if (program.exceeded !== undefined) end(killed(program.exceeded));
    else if (!hasConnected && program.hasEnded) end('the program ended without a connection');
    await program.stop();
    return {
      remarks: remarksOn(program),
      output: program.output,
      goesOn: hasConnected && program.exceeded === undefined,
    };
  } finally {
    clearTimeout(silent);
    await program.stop();
  }
}

async function start(
  command: readonly string[],
  port: number,
  { folder, onStarted, ...marked }: RowOptions & Marked,
): Promise<Result<StudentProgram>> {
  const filled = command.map((word) => word.replaceAll(PORT, String(port)));
  const started = await StudentProgram.start(filled, folder, marked);
  if (started.ok) onStarted(started.value);
  return started;
}

/**
 * For a teacher whose command starts the client in another place, such as a container. A connection that its own process has closed already
 * cannot be told from one of another program.
 */
const refusedBy = (check: RunningClientCheck): string[] =>
  check.refused() === 0
    ? []
    : [
        `${check.refused()} connections were refused: they came from no process of the program, or were closed at once; they may have slowed the check down`,
      ];

const nothing = (why: string): Examination => ({ checked: [], problems: [why], remarks: [], output: '' });
const timeIsOver = ({ time }: RowOptions): string => `the time limit of ${time / 1000} s was reached`;
const killed = (limit: string): string => `the program was killed: ${limit}`;

function remarksOn(program: StudentProgram): string[] {
  const remarks: string[] = [];
  if (program.exit !== undefined && program.exceeded === undefined)
    remarks.push(`the program ended by itself: ${program.exit}`);
  if (program.ignoredTermination) remarks.push('the program ignored SIGTERM and was ended by SIGKILL');
  return remarks;
}

/** Ports that were given to a program; the system might return the same port twice before a program uses it. */
const given = new Set<number>();

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    const bound = server.address();
    server.close();
    await once(server, 'close');
    if (bound === null || typeof bound === 'string') throw new Error('a server that does not listen on a TCP port');
    if (given.has(bound.port)) continue;
    given.add(bound.port);
    return bound.port;
  }
}
