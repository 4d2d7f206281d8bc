// The values that options with a fixed set of values accept.

/** `disk`: a stored event survives a crash of the system. `os`: a crash of the process. `none`: events are in memory only. */
export const DURABILITIES = ['disk', 'os', 'none'] as const;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Who may read the metrics. */
export const METRICS_READERS = ['here', 'everyone', 'nobody'] as const;
