import { enableCompileCache } from 'node:module';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../result.ts';
import '../../journal/files/suppress-sqlite-warning.ts';
import { sqliteErrorKind } from '../../journal/files/sqlite-error.ts';
import type { DatabaseReply, DatabaseRequest, SqlStatement } from './database-message.ts';

// The thread that owns the file of archive and accounts. It answers one request after the other.

if (parentPort === null) throw new Error('query-worker runs only as a worker thread');
const port = parentPort;

// A thread has its own compile cache.
enableCompileCache();
// Imported here, because the import prints the warning.
const { openArchiveFile } = await import('./open-archive-file.ts');

/**
 * The largest number of cached statements. There are many different statements, because queries contain lists of any length.
 */
const MAX_STATEMENTS = 200;

interface CompiledStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

const statements = new Map<string, CompiledStatement>();
let database: DatabaseSync | undefined;

port.on('message', (request: DatabaseRequest) => {
  const reply = attempt(request);
  port.postMessage(reply);
  // The thread ends with its port.
  if (request.kind === 'close' || (request.kind === 'open' && reply.kind === 'failed')) port.close();
});

function attempt(request: DatabaseRequest): DatabaseReply {
  try {
    return answer(request);
  } catch (error) {
    const errorKind = sqliteErrorKind(error);
    const isTemporary = errorKind === 'busy' || errorKind === 'full' || errorKind === 'perhaps-full';
    return { kind: 'failed', why: messageOf(error), isTemporary };
  }
}

function answer(request: DatabaseRequest): DatabaseReply {
  switch (request.kind) {
    case 'open':
      database = openArchiveFile(request.path, request.readOnly);
      return DONE;
    case 'query':
      return run(request);
    case 'transaction':
      return transact(request.statements);
    case 'close':
      database?.close();
      return DONE;
  }
}

const DONE: DatabaseReply = { kind: 'done', rows: [], changes: 0 };

function run({ sql, parameters }: SqlStatement): DatabaseReply {
  const { statement, returnsRows } = compiled(sql);
  if (returnsRows) return { kind: 'done', rows: statement.all(...parameters), changes: 0 };
  return { kind: 'done', rows: [], changes: Number(statement.run(...parameters).changes) };
}

function transact(list: readonly SqlStatement[]): DatabaseReply {
  database?.exec('BEGIN IMMEDIATE');
  try {
    for (const statement of list) run(statement);
    database?.exec('COMMIT');
    return DONE;
  } finally {
    // If the disk is full, SQLite has rolled back already.
    if (database?.isTransaction === true) database.exec('ROLLBACK');
  }
}

function compiled(sql: string): CompiledStatement {
  const cached = statements.get(sql);
  if (cached !== undefined) return cached;
  if (database === undefined) throw new Error('no database is open');
  const statement = database.prepare(sql);
  const entry = { statement, returnsRows: statement.columns().length > 0 };
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  statements.set(sql, entry);
  return entry;
}
