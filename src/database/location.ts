/** A URL of PostgreSQL, not the name of a file. */
export const isPostgres = (where: string): boolean => /^postgres(?:ql)?:\/\//.test(where);

/** Where archive and accounts are unless something else is said: `tengen.db` has `tengen-archive.db` beside it. */
export const archiveBeside = (journal: string): string => `${journal.replace(/\.db$/, '')}-archive.db`;
