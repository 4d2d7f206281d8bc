import { parseArgsStringToArgv } from 'string-argv';
import { type CsvRow, parseCsv } from '../../csv.ts';
import type { ClientClauses, ServerClauses } from '../../protocols/conformance/conformance.ts';
import { parseProtocolUrl } from '../../protocols/protocol-url.ts';
import { ok, problem, type Result } from '../../result.ts';
import { EXAMINED, parseExamined } from '../examined-protocols.ts';

/** A student's server or client. */
export interface ClassRow {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly student: string;
  readonly protocol: string;
  /** A URL, or a command line, as it is in the file. */
  readonly run: string;
  readonly examined: ExaminedServer | ExaminedClient;
}

export interface ExaminedServer {
  readonly kind: 'server';
  readonly clauses: ServerClauses;
  /** A server that runs, or the command that starts it. */
  readonly at: { readonly host: string; readonly port: number } | { readonly command: readonly string[] };
}

export interface ExaminedClient {
  readonly kind: 'client';
  readonly clauses: ClientClauses;
  readonly command: readonly string[];
}

const HEADER = ['student', 'kind', 'protocol', 'run'] as const;
type Cells = Readonly<Record<(typeof HEADER)[number], string>>;

const MOST_ROWS = 1_000;
const LONGEST_NAME = 100;
const DEFAULT_PORT = 1919;
/** Where a command has the port. */
export const PORT = '{port}';

/**
 * Reads a class file: CSV with the columns `student`, `kind`, `protocol` and `run`, in any order; other columns are
 * ignored. The problem is one line that names the line of the file.
 */
export async function parseClassFile(text: string): Promise<Result<readonly ClassRow[]>> {
  const parsed = parseCsv(text);
  if (!parsed.ok) return parsed;
  const [header, ...rows] = parsed.value;
  if (header === undefined) return problem('line 1: the file is empty');
  const titles = header.cells.map((cell) => cell.trim().toLowerCase());
  const missing = HEADER.filter((title) => !titles.includes(title));
  if (missing.length > 0)
    return problem(
      `line ${header.line}: the first line must name the columns ${HEADER.join(', ')}; missing: ${missing.join(', ')}`,
    );
  if (rows.length === 0) return problem(`line ${header.line}: no row follows the names of the columns`);
  if (rows.length > MOST_ROWS) return problem(`line ${rows[MOST_ROWS]?.line}: more than ${MOST_ROWS} rows`);
  const all: ClassRow[] = [];
  for (const [index, row] of rows.entries()) {
    const read = await readRow(row, titles, index + 1);
    if (!read.ok) return problem(`line ${row.line}: ${read.problem}`);
    all.push(read.value);
  }
  return ok(all);
}

async function readRow({ cells }: CsvRow, titles: readonly string[], number: number): Promise<Result<ClassRow>> {
  if (cells.length !== titles.length) return problem(`${cells.length} cells where ${titles.length} are expected`);
  const cell = (title: (typeof HEADER)[number]): string => cells[titles.indexOf(title)]?.trim() ?? '';
  const read: Cells = { student: cell('student'), kind: cell('kind'), protocol: cell('protocol'), run: cell('run') };
  if (read.student === '' || read.student.length > LONGEST_NAME)
    return problem(`student must have 1 to ${LONGEST_NAME} characters`);
  if (read.kind !== 'server' && read.kind !== 'client') return problem('kind must be server or client');
  const examined = await (read.kind === 'client'
    ? readClient(read)
    : isUrl(read.run)
      ? readUrl(read)
      : readServer(read));
  if (!examined.ok) return examined;
  const { clauses } = examined.value;
  return ok({ number, student: read.student, protocol: clauses.protocol, run: read.run, examined: examined.value });
}

const isUrl = (run: string): boolean => /^[a-z0-9]+:\/\//i.test(run);

async function readUrl({ protocol: named, run }: Cells): Promise<Result<ExaminedServer>> {
  const url = parseProtocolUrl(run, EXAMINED);
  if (!url.ok) return url;
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  if (named !== '' && named !== protocol.name)
    return problem(`protocol ${JSON.stringify(named)} differs from that of the URL; it may be left empty`);
  const clauses = (await protocol.conformance()).server(settings);
  return clauses.ok ? ok({ kind: 'server', clauses: clauses.value, at: { host, port } }) : clauses;
}

async function readServer({ protocol: written, run }: Cells): Promise<Result<ExaminedServer>> {
  const command = parseCommand(run);
  if (!command.ok) return command;
  const parsed = parseExamined(written);
  if (!parsed.ok) return parsed;
  const { protocol, settings } = parsed.value;
  const clauses = (await protocol.conformance()).server(settings);
  return clauses.ok ? ok({ kind: 'server', clauses: clauses.value, at: { command: command.value } }) : clauses;
}

async function readClient({ protocol: written, run }: Cells): Promise<Result<ExaminedClient>> {
  if (isUrl(run)) return problem('a client is started by a command; a URL names a server');
  const command = parseCommand(run);
  if (!command.ok) return command;
  const parsed = parseExamined(written);
  if (!parsed.ok) return parsed;
  const { protocol, settings } = parsed.value;
  const clauses = (await protocol.conformance()).client(settings);
  return clauses.ok ? ok({ kind: 'client', clauses: clauses.value, command: command.value }) : clauses;
}

function parseCommand(run: string): Result<readonly string[]> {
  if (/["']/.test(run.replace(/"[^"]*"|'[^']*'/g, ''))) return problem('a quote in run is not closed');
  if (run.includes('\0')) return problem('run has a NUL');
  if (!run.includes(PORT)) return problem(`run must be a URL, or a command with ${PORT} in place of the port`);
  return ok(parseArgsStringToArgv(run));
}
