// The values that options with a fixed set of values accept.

/** `disk`: a stored event survives a crash of the system. `os`: a crash of the process. `none`: events are in memory only. */
export const DURABILITIES = ['disk', 'os', 'none'] as const;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Which clients may read the metrics. `loopback`: those on this machine. */
export const METRICS_READERS = ['loopback', 'all', 'none'] as const;
