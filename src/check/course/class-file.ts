import { parseArgsStringToArgv } from 'string-argv';
import { type CsvColumnReader, csvColumnReader, type ParsedCsvRow, parseCsv } from '../../csv.ts';
import type { ClientClauses, ConformanceSuite, ServerClauses } from '../../protocols/conformance/conformance-suite.ts';
import type { ProtocolSettings } from '../../protocols/protocol-settings.ts';
import { DEFAULT_PORT, parseProtocolUrl } from '../../protocols/protocol-url.ts';
import { ok, problem, type Result } from '../../result.ts';
import { CHECKABLE_PROTOCOLS, parseCheckableProtocol } from '../checkable-protocols.ts';

/** A student's server or client. */
export interface StudentRow {
  /** The first row of the file has the number 1. */
  readonly number: number;
  readonly student: string;
  readonly protocol: string;
  /** A URL or a command line, as it is in the file. */
  readonly run: string;
  readonly cells: StudentRowCells;
  readonly program: ServerUnderTest | ClientUnderTest;
}

export interface ServerUnderTest {
  readonly kind: 'server';
  readonly clauses: ServerClauses;
  /** The address of a running server, or the command that starts the server. */
  readonly target: { readonly host: string; readonly port: number } | { readonly command: readonly string[] };
}

export interface ClientUnderTest {
  readonly kind: 'client';
  readonly clauses: ClientClauses;
  readonly command: readonly string[];
}

const HEADER = ['student', 'kind', 'protocol', 'run'] as const;
type Title = (typeof HEADER)[number];
/** The cells of a row as they are in the file. */
export type StudentRowCells = Readonly<Record<Title, string>>;

const MOST_ROWS = 1_000;
const LONGEST_NAME = 100;
/** In a command, this text stands for the port. */
export const PORT_PLACEHOLDER = '{port}';

/**
 * Parses a class file: CSV with the columns `student`, `kind`, `protocol` and `run`, in any order. Other columns are
 * ignored. A problem is one line, which contains the line number of the file.
 */
export async function parseClassFile(text: string): Promise<Result<readonly StudentRow[]>> {
  const parsed = parseCsv(text);
  if (!parsed.ok) return parsed;
  const [header, ...rows] = parsed.value;
  if (header === undefined) return problem('line 1: the file is empty');
  const columns = csvColumnReader<Title>(header);
  const missing = HEADER.filter((title) => !columns.titles.includes(title));
  if (missing.length > 0)
    return problem(
      `line ${header.line}: the first line must name the columns ${HEADER.join(', ')}; missing: ${missing.join(', ')}`,
    );
  if (rows.length === 0) return problem(`line ${header.line}: no row follows the names of the columns`);
  if (rows.length > MOST_ROWS) return problem(`line ${rows[MOST_ROWS]?.line}: more than ${MOST_ROWS} rows`);
  const all: StudentRow[] = [];
  for (const [index, row] of rows.entries()) {
    const read =
      row.cells.length === columns.titles.length
        ? await readStudentRow(cellsOf(row, columns), index + 1)
        : problem(`${row.cells.length} cells where ${columns.titles.length} are expected`);
    if (!read.ok) return problem(`line ${row.line}: ${read.problem}`);
    all.push(read.value);
  }
  return ok(all);
}

const cellsOf = (row: ParsedCsvRow, { cell }: CsvColumnReader<Title>): StudentRowCells => ({
  student: cell(row, 'student'),
  kind: cell(row, 'kind'),
  protocol: cell(row, 'protocol'),
  run: cell(row, 'run'),
});

/** Parses the cells of a row. A problem is one line. */
export async function readStudentRow(cells: StudentRowCells, number: number): Promise<Result<StudentRow>> {
  if (cells.student === '' || cells.student.length > LONGEST_NAME)
    return problem(`student must have 1 to ${LONGEST_NAME} characters`);
  if (cells.kind !== 'server' && cells.kind !== 'client') return problem('kind must be server or client');
  const program = await (cells.kind === 'client'
    ? readClient(cells)
    : isUrl(cells.run)
      ? readUrl(cells)
      : readServer(cells));
  if (!program.ok) return program;
  const { clauses } = program.value;
  const { student, run } = cells;
  return ok({ number, student, protocol: clauses.protocol, run, cells, program: program.value });
}

const isUrl = (run: string): boolean => /^[a-z0-9]+:\/\//i.test(run);

async function readUrl({ protocol: protocolCell, run }: StudentRowCells): Promise<Result<ServerUnderTest>> {
  const url = parseProtocolUrl(run, CHECKABLE_PROTOCOLS);
  if (!url.ok) return url;
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  if (protocolCell !== '' && protocolCell !== protocol.name)
    return problem(`protocol ${JSON.stringify(protocolCell)} differs from that of the URL; it may be left empty`);
  const clauses = (await protocol.conformance()).server(settings);
  return clauses.ok ? ok({ kind: 'server', clauses: clauses.value, target: { host, port } }) : clauses;
}

async function readServer(cells: StudentRowCells): Promise<Result<ServerUnderTest>> {
  const program = await readProgram(cells);
  if (!program.ok) return program;
  const { command, settings, conformance } = program.value;
  const clauses = conformance.server(settings);
  return clauses.ok ? ok({ kind: 'server', clauses: clauses.value, target: { command } }) : clauses;
}

async function readClient(cells: StudentRowCells): Promise<Result<ClientUnderTest>> {
  if (isUrl(cells.run)) return problem('a client is started by a command; a URL names a server');
  const program = await readProgram(cells);
  if (!program.ok) return program;
  const { command, settings, conformance } = program.value;
  const clauses = conformance.client(settings);
  return clauses.ok ? ok({ kind: 'client', clauses: clauses.value, command }) : clauses;
}

interface ParsedProgram {
  readonly command: readonly string[];
  readonly settings: ProtocolSettings;
  readonly conformance: ConformanceSuite;
}

async function readProgram({ protocol: protocolCell, run }: StudentRowCells): Promise<Result<ParsedProgram>> {
  const command = parseCommand(run);
  if (!command.ok) return command;
  const parsed = parseCheckableProtocol(protocolCell);
  if (!parsed.ok) return parsed;
  const { protocol, settings } = parsed.value;
  return ok({ command: command.value, settings, conformance: await protocol.conformance() });
}

function parseCommand(run: string): Result<readonly string[]> {
  if (/["']/.test(run.replace(/"[^"]*"|'[^']*'/g, ''))) return problem('a quote in run is not closed');
  if (run.includes('\0')) return problem('run contains a NUL character');
  if (!run.includes(PORT_PLACEHOLDER))
    return problem(`run must be a URL, or a command with ${PORT_PLACEHOLDER} in place of the port`);
  return ok(parseArgsStringToArgv(run));
}
