import { checkServer } from '../check/check-server.ts';
import { CHECKABLE_PROTOCOLS, parseCheckableProtocol } from '../check/checkable-protocols.ts';
import { listenForClient } from '../check/listen-for-client.ts';
import { randomName } from '../check/random-name.ts';
import { isClean, isExamined, printReport, type Report, reportJson } from '../check/report.ts';
import { dialTcp } from '../client/tcp-connection.ts';
import { systemClock } from '../clock.ts';
import { addressText, DEFAULT_PORT, parseProtocolUrl } from '../protocols/protocol-url.ts';
import type { StudentClassCheckOptions } from './check-student-class.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { parsePatience } from './parse-patience-option.ts';

/** The default address for the client to connect to. Port 0 is any free port. */
const DEFAULT_ADDRESS = { host: '127.0.0.1', port: '0' };

interface CheckOptions extends StudentClassCheckOptions {
  readonly client?: string;
  readonly host?: string;
  readonly port?: string;
  readonly json?: true;
}

/** Options that are allowed only with `--all`. */
const CLASS_OPTIONS = ['report', 'jobs', 'time', 'memory'] as const;
/** Options that are allowed only with `--client`. */
const CLIENT_OPTIONS = ['host', 'port'] as const;

export async function check(url: string | undefined, options: CheckOptions): Promise<void> {
  const isClass = options.all !== undefined;
  const misplaced =
    (isClass ? undefined : CLASS_OPTIONS.find((each) => options[each] !== undefined)) ??
    (options.client !== undefined ? undefined : CLIENT_OPTIONS.find((each) => options[each] !== undefined));
  if (misplaced !== undefined)
    exitWithUsageError(`--${misplaced} needs ${misplaced in DEFAULT_ADDRESS ? '--client' : '--all'}`);
  if (isClass) {
    if (url !== undefined || options.client !== undefined || options.json)
      exitWithUsageError('check --all takes neither a URL nor --client nor --json');
    await (await import('./check-student-class.ts')).checkStudentClass(options);
    return;
  }
  if ((url === undefined) === (options.client === undefined))
    exitWithUsageError('check needs a URL, --client PROTOCOL, or --all FILE --report FOLDER');
  const report = url === undefined ? await examineClient(options) : await examineServer(url, options);
  process.stdout.write(options.json ? `${reportJson(report)}\n` : printReport(report, process.stdout.isTTY));
  process.exitCode = isClean(report) && isExamined(report) ? 0 : 1;
}

async function examineServer(text: string, options: CheckOptions): Promise<Report> {
  const timeouts = parsePatience(options.patience, 'server');
  const url = parseProtocolUrl(text, CHECKABLE_PROTOCOLS);
  if (!url.ok) exitWithUsageError(url.problem);
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  const clauses = (await protocol.conformance()).server(settings);
  if (!clauses.ok) exitWithUsageError(`${JSON.stringify(text)}: ${clauses.problem}`);
  const subject = `${protocol.name}://${addressText(host, port)}`;
  const dial = dialTcp(host, port);
  const checked = await checkServer(clauses.value, { dial, clock: systemClock, timeouts, newName: randomName });
  if (!checked.ok) exitWithUsageError(`${subject}: ${checked.problem}`);
  return { subject, checked: checked.value };
}

async function examineClient(options: CheckOptions): Promise<Report> {
  const { client = '', host = DEFAULT_ADDRESS.host, json } = options;
  const timeouts = parsePatience(options.patience, 'client');
  const parsed = parseCheckableProtocol(client);
  if (!parsed.ok) exitWithUsageError(`--client ${client}: ${parsed.problem}`);
  const { protocol, settings } = parsed.value;
  const clauses = (await protocol.conformance()).client(settings);
  if (!clauses.ok) exitWithUsageError(`--client ${client}: ${clauses.problem}`);
  const port = parsePort(options.port ?? DEFAULT_ADDRESS.port);
  const examination = await listenForClient(clauses.value, { host, port, clock: systemClock, timeouts }).catch(
    (error: Error) => exitWithUsageError(`cannot listen on ${host}:${port}: ${error.message}`),
  );
  // With --json, standard output contains only the object.
  (json ? process.stderr : process.stdout).write(`listening on ${host}:${examination.port}\n`);
  process.once('SIGINT', () => examination.end());
  return { subject: `a ${protocol.name} client`, checked: await examination.checked };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : exitWithUsageError('--port must be a whole number from 0 to 65535');
}
