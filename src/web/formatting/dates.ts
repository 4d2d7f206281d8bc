/** A moment as the language writes it, to the minute. Times are milliseconds since the epoch. */
export const dateAndTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** A day as the language writes it. */
export const day = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
