/** What a stored event survives. */
export const DURABILITIES = ['disk', 'os', 'none'] as const;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Who may read the metrics. */
export const METRICS_READERS = ['here', 'everyone', 'nobody'] as const;
