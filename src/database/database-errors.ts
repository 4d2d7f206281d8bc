/** A database cannot be opened. The message is one clear line without a password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(where: string, cause: unknown) {
    super(`the database ${withoutPassword(where)} cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/** An open database does not answer or has no disk space. A later attempt may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

function withoutPassword(where: string): string {
  if (!where.includes('://')) return where;
  const url = URL.parse(where);
  if (url === null) return 'at that URL';
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // If all addresses of a host refuse the connection, the message is empty, and the reasons are in `errors`.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause.message.split('\n', 1)[0] ?? '';
}
