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
import { type ClientUnderTest, PORT_PLACEHOLDER, type ServerUnderTest, type StudentRow } from './class-file.ts';
import { isPortOfOtherProgram, isSocketOf } from './program/socket-owner.ts';
import { type ProgramLimits, StudentProgram } from './program/student-program.ts';
import { StoppableConnector } from './stoppable-connector.ts';

export interface ExamineRowOptions {
  readonly clock: Clock;
  readonly timeouts: { readonly server: DialogueTimeouts; readonly client: DialogueTimeouts };
  /** Milliseconds for the whole row. */
  readonly timeLimit: number;
  readonly limits: ProgramLimits;
  /** The working directory of the programs. */
  readonly folder: string;
}

interface StartOptions {
  /** The mark by which the processes of the programs are found. */
  readonly mark: string;
  readonly onStarted: (program: StudentProgram) => void;
}

export interface ExaminedRow {
  readonly row: StudentRow;
  readonly outcome: 'passed' | 'failed' | 'not examined';
  /** Contains no verdicts if no clause could be tested. */
  readonly report: Report;
  /** Problems that are not about clauses, each as a sentence for the report. */
  readonly remarks: readonly string[];
  /** The last part of the program's output. */
  readonly output: string;
  readonly seconds: number;
}

type Examination = Pick<ExaminedRow, 'output'> & {
  readonly checked: readonly CheckedClause[];
  readonly problems: string[];
  readonly remarks: string[];
};

/** Milliseconds that a server has to open its port, and a client to connect. */
const START_TIMEOUT = 20_000;
/** Milliseconds between two attempts to connect. */
const RETRY = 100;
/** A client is started again until all scripts have been played, but at most this many times. */
const MOST_STARTS = 50;
const HOST = '127.0.0.1';

/** Examines the server or client of one row. Faults of the program lead to a result. Only bugs of our own throw. */
export async function examineRow(row: StudentRow, options: ExamineRowOptions & StartOptions): Promise<ExaminedRow> {
  const startedAt = options.clock.now();
  const { program } = row;
  const { checked, problems, remarks, output } = await (program.kind === 'client'
    ? examineClient(program, options)
    : examineServer(program, options));
  const report: Report = { subject: row.student, checked };
  const isComplete = isExamined(report) && problems.length === 0;
  const outcome = !isClean(report) ? 'failed' : isComplete ? 'passed' : 'not examined';
  const unreached = checked.find(({ verdict }) => verdict.kind === 'not reached')?.verdict;
  if (outcome === 'not examined' && problems.length === 0 && unreached?.kind === 'not reached')
    problems.push(`too few clauses were reached: ${unreached.reason}`);
  const seconds = (options.clock.now() - startedAt) / 1000;
  return { row, outcome, report, remarks: [...problems, ...remarks], output, seconds };
}

async function examineServer(
  { clauses, target }: ServerUnderTest,
  options: ExamineRowOptions & StartOptions,
): Promise<Examination> {
  const port = 'port' in target ? target.port : await freePort();
  const started = 'port' in target ? undefined : await start(target.command, port, options);
  if (started?.ok === false) return notExamined(started.problem);
  const program = started?.value;
  const dialServer = dialTcp('host' in target ? target.host : HOST, port);
  const dial = new StoppableConnector(
    program === undefined
      ? dialServer
      : inspectOnConnect(
          dialServer,
          () => isPortOfOtherProgram(port, program) && dial.stop('another program has taken its port'),
        ),
  );
  const timer = setTimeout(() => dial.stop(timeLimitReached(options)), options.timeLimit);
  const limitTimer = setInterval(() => program?.exceeded !== undefined && dial.stop(killed(program.exceeded)), RETRY);
  try {
    const check = () =>
      checkServer(clauses, {
        dial: dial.dial,
        clock: options.clock,
        timeouts: options.timeouts.server,
        newName: randomName,
        stopReason: () => dial.stopReason,
      });
    const checked = await (program === undefined ? check() : checkWhenOpen(program, dial, check, options));
    if (program?.exceeded !== undefined) dial.stop(killed(program.exceeded));
    await program?.stop();
    return {
      checked: checked.ok ? checked.value : [],
      problems: dial.stopReason !== undefined ? [dial.stopReason] : checked.ok ? [] : [checked.problem],
      remarks: program === undefined ? [] : remarksOn(program),
      output: program?.output ?? '',
    };
  } finally {
    clearTimeout(timer);
    clearInterval(limitTimer);
    await program?.stop();
  }
}

/** Calls `inspect` when a connection has been made, before any message. */
const inspectOnConnect =
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
 * Checks a server that has just been started. The check is repeated until the server has opened its port: a refused
 * connection does not disturb a server.
 */
async function checkWhenOpen(
  program: StudentProgram,
  dial: StoppableConnector,
  check: () => Promise<Result<readonly CheckedClause[]>>,
  { clock }: ExamineRowOptions,
): Promise<Result<readonly CheckedClause[]>> {
  const end = clock.now() + START_TIMEOUT;
  for (;;) {
    dial.firstFailure = undefined;
    const checked = await check();
    if (dial.firstFailure === undefined || dial.stopReason !== undefined) return checked;
    if (program.hasEnded) return problem('the program ended before it opened its port');
    if (clock.now() > end) return problem(`the program did not open its port within ${START_TIMEOUT / 1000} s`);
    dial.hasConnected = false;
    await delay(RETRY);
  }
}

async function examineClient(
  { clauses, command }: ClientUnderTest,
  options: ExamineRowOptions & StartOptions,
): Promise<Examination> {
  const { clock, timeouts } = options;
  let program: StudentProgram | undefined;
  const check = await listenForClient(clauses, {
    host: HOST,
    port: 0,
    clock,
    timeouts: timeouts.client,
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
  const timer = setTimeout(() => end(timeLimitReached(options)), options.timeLimit);
  let output = '';
  try {
    for (let starts = 0; starts < MOST_STARTS && !isOver; starts++) {
      const run = await runClient(command, check, { ...options, onStarted }, end);
      remarks.push(...run.remarks);
      output += run.output;
      if (!run.mayRestart) break;
    }
    check.end();
    remarks.push(...refusedRemarks(check));
    return { checked: await check.checked, problems, remarks: [...new Set(remarks)], output };
  } finally {
    clearTimeout(timer);
    check.end();
  }
}

/**
 * Starts a client, and waits until the client or the check has ended. The client may be started again if it has
 * connected.
 */
async function runClient(
  command: readonly string[],
  check: RunningClientCheck,
  options: ExamineRowOptions & StartOptions,
  end: (why: string) => void,
): Promise<{ readonly remarks: string[]; readonly output: string; readonly mayRestart: boolean }> {
  const before = check.connections();
  const started = await start(command, check.port, options);
  if (!started.ok) {
    end(started.problem);
    return { remarks: [], output: '', mayRestart: false };
  }
  const program = started.value;
  const connectTimer = setTimeout(() => {
    if (check.connections() === before) end(`the program did not connect within ${START_TIMEOUT / 1000} s`);
  }, START_TIMEOUT);
  try {
    await Promise.race([program.ended, check.checked]);
    // The last bytes of the program may not have arrived yet.
    if (program.hasEnded) await Promise.race([check.checked, delay(RETRY)]);
    const hasConnected = check.connections() > before;
    if (program.exceeded !== undefined) end(killed(program.exceeded));
    else if (!hasConnected && program.hasEnded) end('the program ended without a connection');
    await program.stop();
    return {
      remarks: remarksOn(program),
      output: program.output,
      mayRestart: hasConnected && program.exceeded === undefined,
    };
  } finally {
    clearTimeout(connectTimer);
    await program.stop();
  }
}

async function start(
  command: readonly string[],
  port: number,
  { folder, onStarted, ...startOptions }: ExamineRowOptions & StartOptions,
): Promise<Result<StudentProgram>> {
  const filled = command.map((word) => word.replaceAll(PORT_PLACEHOLDER, String(port)));
  const started = await StudentProgram.start(filled, folder, startOptions);
  if (started.ok) onStarted(started.value);
  return started;
}

/**
 * A remark about refused connections. It helps a teacher whose command starts the client in another place, such as a
 * container. A connection of the program that its process has closed already is also refused, because its process
 * cannot be found.
 */
const refusedRemarks = (check: RunningClientCheck): string[] =>
  check.refused() === 0
    ? []
    : [
        `${check.refused()} connections were refused: they came from no process of the program, or were closed at once; they may have slowed the check down`,
      ];

const notExamined = (why: string): Examination => ({ checked: [], problems: [why], remarks: [], output: '' });
const timeLimitReached = ({ timeLimit }: ExamineRowOptions): string =>
  `the time limit of ${timeLimit / 1000} s was reached`;
const killed = (limit: string): string => `the program was killed: ${limit}`;

function remarksOn(program: StudentProgram): string[] {
  const remarks: string[] = [];
  if (program.exit !== undefined && program.exceeded === undefined)
    remarks.push(`the program ended by itself: ${program.exit}`);
  if (program.ignoredTermination) remarks.push('the program ignored SIGTERM and was ended by SIGKILL');
  return remarks;
}

/** Ports that were given to a program. The system might return the same port again before the program uses it. */
const usedPorts = new Set<number>();

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    const bound = server.address();
    server.close();
    await once(server, 'close');
    if (bound === null || typeof bound === 'string') throw new Error('a server that does not listen on a TCP port');
    if (usedPorts.has(bound.port)) continue;
    usedPorts.add(bound.port);
    return bound.port;
  }
}
