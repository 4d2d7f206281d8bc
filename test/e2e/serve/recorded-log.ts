import type { Log } from '../../../src/server/hub/observability.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that keeps its lines for a test. */
export class RecordedLog implements Log {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', message, fields: { ...fields } });
  }

  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', message, fields: { ...fields } });
  }

  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', message, fields: { ...fields } });
  }

  /** The fields of all lines with this message, the oldest first. */
  fieldsOf(message: string): Readonly<Record<string, unknown>>[] {
    return this.lines.filter((line) => line.message === message).map(({ fields }) => fields);
  }
}
