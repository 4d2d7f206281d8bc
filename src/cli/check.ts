import { Command } from 'commander';
import { catalogueOf, EXAMINED } from '../check/catalogue.ts';
import { checkServer } from '../check/check-server.ts';
import { randomName } from '../check/name.ts';
import { isClean, printReport, type Report, reportJson } from '../check/report.ts';
import { dialTcp } from '../client/wire.ts';
import { systemClock } from '../clock.ts';
import { parseProtocolUrl } from '../protocols/url.ts';
import { refuse } from './refuse.ts';

const DEFAULT_PORT = 1919;
/** In seconds. */
const DEFAULT_PATIENCE = 3;
const LONGEST_PATIENCE = 3_600;
/** What is silent for this part of the patience will not say anything any more. */
const SILENCE = 0.1;

export const checkCommand = new Command('check')
  .description('Does that server keep to its protocol? Clause by clause, with a verdict.')
  .argument('<url>', 'the server, e.g. "nu6://127.0.0.1:1919?size=9"')
  .option('--json', 'one JSON object in place of the table')
  .option('--patience <seconds>', 'how long an answer may take', String(DEFAULT_PATIENCE))
  .action(check);

interface CheckOptions {
  readonly json?: true;
  readonly patience: string;
}

async function check(text: string, { json, patience: written }: CheckOptions): Promise<void> {
  const patience = patienceOf(written);
  const url = parseProtocolUrl(text, EXAMINED);
  if (!url.ok) refuse(url.problem);
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  const catalogue = catalogueOf(protocol, settings);
  if (!catalogue.ok) refuse(`${JSON.stringify(text)}: ${catalogue.problem}`);
  const subject = `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const checked = await checkServer(catalogue.value, {
    dial: dialTcp(host, port),
    clock: systemClock,
    patience,
    newName: randomName,
  });
  if (!checked.ok) refuse(`${subject}: ${checked.problem}`);
  show({ subject, checked: checked.value }, json === true);
}

function patienceOf(written: string): { answer: number; silence: number } {
  const seconds = /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0 || seconds > LONGEST_PATIENCE) {
    refuse(`--patience must be a number of seconds, more than 0 and up to ${LONGEST_PATIENCE}`);
  }
  return { answer: seconds * 1000, silence: seconds * 1000 * SILENCE };
}

function show(report: Report, json: boolean): void {
  process.stdout.write(json ? `${reportJson(report)}\n` : printReport(report, process.stdout.isTTY));
  process.exitCode = isClean(report) ? 0 : 1;
}
