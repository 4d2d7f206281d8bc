import type { Log } from '../../../src/server/hub/observability.ts';

/** One line of a log. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that a test reads. */
export class RecordedLog implements Log {
  readonly lines: LogLine[] = [];

  debug(what: object, message: string): void {
    this.lines.push({ level: 'debug', message, fields: { ...what } });
  }

  info(what: object, message: string): void {
    this.lines.push({ level: 'info', message, fields: { ...what } });
  }

  error(what: object, message: string): void {
    this.lines.push({ level: 'error', message, fields: { ...what } });
  }

  /** What has been noted under these words, the last at the end. */
  fieldsOf(message: string): Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.message === message).map(({ fields: what }) => what);
  }
}
