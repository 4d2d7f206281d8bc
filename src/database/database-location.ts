/** Whether a location is a PostgreSQL URL, not the path of a file. */
export const isPostgres = (where: string): boolean => /^postgres(?:ql)?:\/\//.test(where);

/** The default location of archive and accounts: `tengen-archive.db` beside the journal `tengen.db`. */
export const archiveBeside = (journal: string): string => `${journal.replace(/\.db$/, '')}-archive.db`;
