import type { Log } from '../../../src/server/hub/observability.ts';

/** One line of a log. */
export interface Note {
  readonly level: 'debug' | 'info' | 'error';
  readonly message: string;
  readonly what: Readonly<Record<string, unknown>>;
}

/** A log that a test reads. */
export class Notes implements Log {
  readonly all: Note[] = [];

  debug(what: object, message: string): void {
    this.all.push({ level: 'debug', message, what: { ...what } });
  }

  info(what: object, message: string): void {
    this.all.push({ level: 'info', message, what: { ...what } });
  }

  error(what: object, message: string): void {
    this.all.push({ level: 'error', message, what: { ...what } });
  }

  /** What has been noted under these words, the last at the end. */
  of(message: string): Readonly<Record<string, unknown>>[] {
    return this.all.filter((note) => note.message === message).map(({ what }) => what);
  }
}
