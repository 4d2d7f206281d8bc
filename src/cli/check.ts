import { checkServer } from '../check/check-server.ts';
import { listenForClient } from '../check/listen-for-client.ts';
import { randomName } from '../check/random-name.ts';
import { isClean, isExamined, printReport, type Report, reportJson } from '../check/report.ts';
import type { Patience } from '../check/runner/script.ts';
import { dialTcp } from '../client/tcp-connection.ts';
import { systemClock } from '../clock.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import { parseProtocolUrl } from '../protocols/protocol-url.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

const DEFAULT_PORT = 1919;
/** In seconds. Servers answer at once; clients may need to think. */
const DEFAULT_PATIENCE = { server: 3, client: 10 };
const LONGEST_PATIENCE = 3_600;
/** Silence for this part of the patience counts as no message. */
const SILENCE = 0.1;

const EXAMINED = PROTOCOLS.flatMap(({ name, conformance }) => (conformance === undefined ? [] : { name, conformance }));

interface CheckOptions {
  readonly client?: string;
  readonly host: string;
  readonly port: string;
  readonly json?: true;
  readonly patience?: string;
}

export async function check(url: string | undefined, options: CheckOptions): Promise<void> {
  if ((url === undefined) === (options.client === undefined))
    exitWithUsageError('check wants a URL, or --client and a protocol');
  const report = url === undefined ? await examineClient(options) : await examineServer(url, options);
  process.stdout.write(options.json ? `${reportJson(report)}\n` : printReport(report, process.stdout.isTTY));
  process.exitCode = isClean(report) && isExamined(report) ? 0 : 1;
}

async function examineServer(text: string, options: CheckOptions): Promise<Report> {
  const patience = patienceOf(options, DEFAULT_PATIENCE.server);
  const url = parseProtocolUrl(text, EXAMINED);
  if (!url.ok) exitWithUsageError(url.problem);
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  const clauses = (await protocol.conformance()).server(settings);
  if (!clauses.ok) exitWithUsageError(`${JSON.stringify(text)}: ${clauses.problem}`);
  const subject = `${protocol.name}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const dial = dialTcp(host, port);
  const checked = await checkServer(clauses.value, { dial, clock: systemClock, patience, newName: randomName });
  if (!checked.ok) exitWithUsageError(`${subject}: ${checked.problem}`);
  return { subject, checked: checked.value };
}

async function examineClient(options: CheckOptions): Promise<Report> {
  const { client = '', host, json } = options;
  const patience = patienceOf(options, DEFAULT_PATIENCE.client);
  const [name = '', query = ''] = client.split('?', 2);
  const protocol = EXAMINED.find((each) => each.name === name);
  if (protocol === undefined) {
    const known = EXAMINED.map((each) => each.name).join(', ');
    exitWithUsageError(`--client ${client}: no protocol ${JSON.stringify(name)}; there are ${known}`);
  }
  const clauses = (await protocol.conformance()).client(Object.fromEntries(new URLSearchParams(query)));
  if (!clauses.ok) exitWithUsageError(`--client ${client}: ${clauses.problem}`);
  const port = portOf(options.port);
  const examination = await listenForClient(clauses.value, { host, port, clock: systemClock, patience }).catch(
    (error: Error) => exitWithUsageError(`cannot listen on ${host}:${port}: ${error.message}`),
  );
  // With --json, standard output contains only the object.
  (json ? process.stderr : process.stdout).write(`listening on ${host}:${examination.port}\n`);
  process.once('SIGINT', () => examination.end());
  return { subject: `a ${name} client`, checked: await examination.checked };
}

function patienceOf({ patience: written }: CheckOptions, usual: number): Patience {
  const seconds = written === undefined ? usual : /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0 || seconds > LONGEST_PATIENCE) {
    exitWithUsageError(`--patience must be a number of seconds, more than 0 and up to ${LONGEST_PATIENCE}`);
  }
  return { answer: seconds * 1000, silence: seconds * 1000 * SILENCE };
}

function portOf(written: string): number {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  return port <= 65_535 ? port : exitWithUsageError('--port must be a whole number from 0 to 65535');
}
