import { catalogueOf, EXAMINED } from '../check/catalogue.ts';
import { checkServer } from '../check/check-server.ts';
import { clientCatalogueOf } from '../check/client-catalogue.ts';
import { randomName } from '../check/random-name.ts';
import { isClean, isExamined, printReport, type Report, reportJson } from '../check/report.ts';
import type { Patience } from '../check/runner/script.ts';
import { serveClient } from '../check/serve-client.ts';
import { dialTcp } from '../client/tcp-connection.ts';
import { systemClock } from '../clock.ts';
import { parseProtocolUrl } from '../protocols/url.ts';
import { refuse } from './refuse.ts';

const DEFAULT_PORT = 1919;
/** In seconds: servers answer at once, and clients have to think. */
const DEFAULT_PATIENCE = { server: 3, client: 10 };
const LONGEST_PATIENCE = 3_600;
/** What is silent for this part of the patience will not say anything any more. */
const SILENCE = 0.1;

interface CheckOptions {
  readonly client?: string;
  readonly host: string;
  readonly port: string;
  readonly json?: true;
  readonly patience?: string;
}

export async function check(url: string | undefined, options: CheckOptions): Promise<void> {
  if ((url === undefined) === (options.client === undefined)) refuse('check wants a URL, or --client and a protocol');
  const report = url === undefined ? await examineClient(options) : await examineServer(url, options);
  process.stdout.write(options.json ? `${reportJson(report)}\n` : printReport(report, process.stdout.isTTY));
  process.exitCode = isClean(report) && isExamined(report) ? 0 : 1;
}

async function examineServer(text: string, options: CheckOptions): Promise<Report> {
  const patience = patienceOf(options, DEFAULT_PATIENCE.server);
  const url = parseProtocolUrl(
    text,
    EXAMINED.map((name) => ({ name })),
  );
  if (!url.ok) refuse(url.problem);
  const {
    protocol: { name: protocol },
    host,
    port = DEFAULT_PORT,
    settings,
  } = url.value;
  const catalogue = catalogueOf(protocol, settings);
  if (!catalogue.ok) refuse(`${JSON.stringify(text)}: ${catalogue.problem}`);
  const subject = `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const dial = dialTcp(host, port);
  const checked = await checkServer(catalogue.value, { dial, clock: systemClock, patience, newName: randomName });
  if (!checked.ok) refuse(`${subject}: ${checked.problem}`);
  return { subject, checked: checked.value };
}

async function examineClient(options: CheckOptions): Promise<Report> {
  const { client = '', host, json } = options;
  const patience = patienceOf(options, DEFAULT_PATIENCE.client);
  const [protocol = '', query = ''] = client.split('?', 2);
  const catalogue = clientCatalogueOf(protocol, Object.fromEntries(new URLSearchParams(query)));
  if (!catalogue.ok) refuse(`--client ${client}: ${catalogue.problem}`);
  const port = portOf(options.port);
  const examination = await serveClient(catalogue.value, { host, port, clock: systemClock, patience }).catch(
    (error: Error) => refuse(`cannot listen on ${host}:${port}: ${error.message}`),
  );
  // With --json standard output is the object alone.
  (json ? process.stderr : process.stdout).write(`listening on ${host}:${examination.port}\n`);
  process.once('SIGINT', () => examination.end());
  return { subject: `a ${protocol} client`, checked: await examination.checked };
}

function patienceOf({ patience: written }: CheckOptions, usual: number): Patience {
  const seconds = written === undefined ? usual : /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0 || seconds > LONGEST_PATIENCE) {
    refuse(`--patience must be a number of seconds, more than 0 and up to ${LONGEST_PATIENCE}`);
  }
  return { answer: seconds * 1000, silence: seconds * 1000 * SILENCE };
}

function portOf(written: string): number {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  return port <= 65_535 ? port : refuse('--port must be a whole number from 0 to 65535');
}
