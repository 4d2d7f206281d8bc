/** A database cannot be used as it is; the message is one clear line, without a password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(where: string, cause: unknown) {
    super(`the database ${withoutPassword(where)} cannot be used: ${trouble(cause)}`, { cause });
  }
}

/** A database that has been used does not answer now, or has no room, and may in a moment. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    super(trouble(cause), { cause });
  }
}

function withoutPassword(where: string): string {
  if (!where.includes('://')) return where;
  const url = URL.parse(where);
  if (url === null) return 'at that URL';
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
}

function trouble(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // A host with several addresses that all refuse: the reasons are inside, and the message is empty.
  if (cause instanceof AggregateError && cause.message === '') return trouble(cause.errors[0]);
  return cause.message.split('\n', 1)[0] ?? '';
}
